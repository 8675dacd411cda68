//! Configs of the toy game.

use lab::config::{Config, Overrides, effective, from_json};
use lab::subject::files::Files;
use serde_json::Value;

use super::test_folder::{CONFIG, experiment, read};
use crate::toy::subject::FAIR;

#[test]
fn a_config_in_full_says_what_is_left_to_defaults_and_is_read_again() {
    let experiment = experiment(&[]);
    let full = effective(&experiment);
    let keys: Vec<&str> = full.keys().map(String::as_str).collect();
    let wanted = "name players blocks seed lineup circle tables compress agents prizes purses reproducible";
    assert_eq!(keys.join(" "), wanted);
    assert_eq!(full["prizes"], Value::from(vec![1, 4, 9]));
    assert_eq!(full["tables"], Value::from(vec!["games", "seats", "lots"]));
    let again = from_json(&FAIR, "json", &full.clone().into(), Files::From("".as_ref())).unwrap();
    assert_eq!(effective(&again), full);
}

#[test]
fn a_config_says_which_game_it_is_about() {
    let names = &[&games::NAMES[..], &[FAIR.name]].concat();
    let game =
        |config: &str| Config::parse("toy.toml", config, "".as_ref(), &Overrides::default()).unwrap().game(names);
    assert_eq!(game(CONFIG).unwrap(), games::NAMES.len());
    assert_eq!(game("name = \"other\"").unwrap(), 0);
    let error = game("game = \"fare\"").unwrap_err().to_string();
    assert!(error.contains("`fare`") && error.contains("`fair`"), "{error}");
}

/// The config with this setting must be refused, with one line that has these words.
#[track_caller]
fn check_refused(set: &str, words: &[&str]) {
    let error = read(CONFIG, &[set]).unwrap_err().to_string();
    assert!(words.iter().all(|word| error.contains(word)) && error.lines().count() == 1, "{error}");
}

#[test]
fn what_it_does_not_know_is_one_clear_error() {
    check_refused("prize=[1]", &["unknown key `prize`", "`prizes`"]);
    check_refused("tiles=\"printed\"", &["unknown key `tiles`"]);
    check_refused("prizes=[0]", &["`prizes`", "found 0", "1 to 100"]);
    check_refused("prizes=[]", &["`prizes`", "an empty list"]);
    check_refused("purses=[4, 21]", &["`purses`", "found 21", "1 to 20"]);
    check_refused("purses=4", &["`purses`", "a list"]);
    check_refused("tables=[\"offers\"]", &["`offers`", "lots"]);
    check_refused("agents.0.spec=\"greedy\"", &["`greedy`", "random", "mcts"]);
    check_refused("game=\"skye\"", &["`skye`", "fair"]);
}
