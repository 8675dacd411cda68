//! What a config says survives a manifest.

use std::path::Path;

use lab::base::plain_text::{check, is_misread};
use lab::config::{Overrides, effective, from_json, parse, schema};
use lab::experiment::Experiment;
use lab::subject::files::Files;
use serde_json::{Value, json};

/// All of a config but its sections.
const TOP: &str = r#"
name = "trip"
players = 2
blocks = 7
seed = 18446744073709551615
lineup = "one-against"
tables = ["offers"]
tiles = "other-reading"
agents = [{ name = "x", spec = "random" }, { name = "y", spec = "rule-of-thumb" }]
"#;

fn read(sections: &str) -> Experiment {
    parse(&games::skye::INFO, "t.toml", &format!("{TOP}{sections}"), Path::new(""), &Overrides::default()).unwrap()
}

fn read_again(config: Value) -> Experiment {
    from_json(&games::skye::INFO, "manifest.json", &config, Files::From(Path::new(""))).unwrap()
}

#[test]
fn an_effective_config_means_the_same_when_it_is_read_again() {
    let sections = r#"
[scoring]
include = ["sheep", "squares", "columns", "harbours", "most-gold"]
exclude = ["squares"]
[rules]
rounds = ["AB", "", "CD"]
catch-up = [0, 3, 20]
castle-income = 9
start-gold-by-order = [0, 3, 9, 9, 9]
lowest-price = 2
highest-price = 30
scoring-points = { sheep = 0, most-whisky = [7, 1], mountain-brochs = [2, 2, 2], squares = 2 }
scoring-caps = { sheep = 12, columns = 999 }
"#;
    let once = effective(&read(sections));
    assert_eq!(effective(&read_again(once.clone().into())), once);
    assert_eq!(once["seed"], json!(u64::MAX));
    assert_eq!(once["tables"], json!(["games", "seats", "offers"]));
    assert_eq!(once["rules"]["rounds"], json!(["AB", "", "CD"]));
    assert_eq!([&once["rules"]["castle-income"], &once["rules"]["gold-per-vp"]], [9, 5]);
    assert_eq!(once["rules"]["start-gold-by-order"], json!([0, 3]), "as long as there are players");
    assert_eq!([&once["rules"]["lowest-price"], &once["rules"]["highest-price"]], [2, 30]);
    let points = json!({"sheep": 0, "mountain-brochs": [2, 2, 2], "most-whisky": [7, 1]});
    assert_eq!(once["rules"]["scoring-points"], points, "what is as printed is left out");
    assert_eq!(once["rules"]["scoring-caps"], json!({"sheep": 12}));
}

#[test]
fn what_designers_change_is_left_out_where_it_is_as_printed() {
    let once = effective(&read("[rules]\nstart-gold-by-order = [0, 0]\nscoring-points.sheep = 1\n"));
    assert_eq!(once, effective(&read("")));
    let keys: Vec<&String> = once["rules"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["rounds", "catch-up", "castle-income", "gold-per-vp"]);
}

#[test]
fn stopping_rules_survive() {
    for stop in [
        "rule = \"half-width\"\nhalf-width = 0.021",
        "rule = \"half-width\"\nagent = \"y\"\nmeasure = \"vp\"\nhalf-width = 2",
        "rule = \"sequential\"\nalternative = 0.55\nalpha = 0.01",
    ] {
        let first = read(&format!("[stop]\n{stop}\n"));
        let config = effective(&first);
        let again = read_again(config.clone().into());
        assert!(first.stop.is_some() && again.stop == first.stop, "{config:?}");
    }
    assert_eq!(read("[stop]\nrule = \"fixed\"\n").stop, None);
}

/// A config whose first agent is called so.
fn named(name: &str) -> String {
    TOP.replace("name = \"x\"", &format!("name = \"{name}\""))
}

#[test]
fn names_that_tables_would_lose_are_refused() {
    for name in [
        "NA",
        "null",
        "nan",
        "007",
        "1e5",
        "true",
        "None",
        "T",
        "inf",
        "0x1F",
        "2026-01-02",
        "2026-Jan",
        "Mar-1",
        "1f",
        "ALL",
        "on",
    ] {
        let read = parse(&games::skye::INFO, "t.toml", &named(name), Path::new(""), &Overrides::default());
        let error = read.err().unwrap_or_else(|| panic!("{name} is taken")).to_string();
        assert!(
            error.contains(&format!("`agents.name`: found `{name}`; accepted: a name that begins with a letter")),
            "{error}"
        );
    }
    for name in ["NA-1", "agent-007", "e5", "true-greedy", "may-flower"] {
        assert_eq!(read_named(name).agents[0].name, name);
    }
}

fn read_named(name: &str) -> Experiment {
    let text = named(name).replace("tiles = \"other-reading\"\n", "");
    parse(&games::skye::INFO, "t.toml", &text, Path::new(""), &Overrides::default()).unwrap()
}

#[test]
fn the_schema_for_editors_refuses_the_same_names() {
    let schema = schema::of_game(&games::skye::INFO);
    let name = &schema["properties"]["agents"]["items"]["oneOf"][0]["properties"]["name"];
    let [pattern, not] =
        [&name["pattern"], &name["not"]["pattern"]].map(|rule| regex::Regex::new(rule.as_str().unwrap()).unwrap());
    for name in [
        "NA",
        "n.a",
        "null",
        "nan",
        "Nan",
        "007",
        "7",
        "1e5",
        "1.5E-3",
        "1.d5",
        "true",
        "TRUE",
        "None",
        "T",
        "inf",
        "0x1F",
        "1_0",
        "0+1",
        "x",
        "agent-7",
        "nano",
        "e5",
        "1e",
        "0x",
        "0xg",
        "mcts:iterations=5",
        "7th",
        "Mar-1",
        "sept2",
        "march",
        "mar-1b",
        "May_1-2",
        "oN",
        "All",
        "-a",
        "a b",
        "",
        "nXa",
    ] {
        let by_schema = pattern.is_match(name) && !not.is_match(name);
        assert_eq!(by_schema, check(name, "-_.:=+").is_ok() && !is_misread(name), "{name}");
    }
}
