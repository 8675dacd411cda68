//! What a config says survives a manifest.

use std::path::Path;

use serde_json::{Value, json};
use sim::lab::config::{Overrides, effective, from_json, parse};
use sim::lab::experiment::Experiment;
use sim::lab::subject::files::Files;
use sim::skye::setting::Setting;

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

fn read(sections: &str) -> Experiment<Setting> {
    parse("t.toml", &format!("{TOP}{sections}"), Path::new(""), &Overrides::default()).unwrap()
}

fn read_again(config: Value) -> Experiment<Setting> {
    from_json("manifest.json", &config, Files::From(Path::new(""))).unwrap()
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
