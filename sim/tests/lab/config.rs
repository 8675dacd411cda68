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
"#;
    let once = effective(&read(sections));
    assert_eq!(effective(&read_again(once.clone().into())), once);
    assert_eq!(once["seed"], json!(u64::MAX));
    assert_eq!(once["tables"], json!(["games", "seats", "offers"]));
    assert_eq!(once["rules"]["rounds"], json!(["AB", "", "CD"]));
    assert_eq!([&once["rules"]["castle-income"], &once["rules"]["gold-per-vp"]], [9, 5]);
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
