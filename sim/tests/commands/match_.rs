//! `sim match`.

use serde_json::Value;

use crate::test_folder::TestFolder;

fn match_json(folder: &TestFolder, words: &[&str]) -> Value {
    let printed = folder.succeed(&[&["match"], words, &["--json"]].concat());
    assert_eq!(printed.lines().count(), 1, "{printed}");
    serde_json::from_str(&printed).unwrap()
}

#[test]
fn json_has_the_fixed_shape() {
    let folder = TestFolder::new();
    let found = match_json(&folder, &["rule-of-thumb", "random", "--players", "3", "--blocks", "40", "--seed", "2"]);
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["players", "blocks", "games", "agents"]);
    assert_eq!(
        (found["players"].as_u64(), found["blocks"].as_u64(), found["games"].as_u64()),
        (Some(3), Some(40), Some(120))
    );
    let agents = found["agents"].as_array().unwrap();
    assert_eq!([agents[0]["name"].as_str(), agents[1]["name"].as_str()], [Some("rule-of-thumb"), Some("random")]);
    for agent in agents {
        let number = |key: &str| agent[key].as_f64().unwrap();
        assert!(number("ci_lo") <= number("win_share") && number("win_share") <= number("ci_hi"));
        assert!(number("vp_mean") > 0.0);
    }
    let share = |index: usize| agents[index]["win_share"].as_f64().unwrap();
    assert!((share(0) + 2.0 * share(1) - 1.0).abs() < 1e-9);
    assert!(share(0) > 0.5, "the rule of thumb beats two random players");
}

#[test]
fn an_agent_against_itself_is_no_error_and_close_to_even() {
    let found = match_json(&TestFolder::new(), &["random", "random", "--blocks", "400"]);
    let agent = &found["agents"][0];
    assert!(agent["ci_lo"].as_f64().unwrap() < 0.55 && agent["ci_hi"].as_f64().unwrap() > 0.45, "{found}");
}

#[test]
fn equal_agents_have_names_that_differ() {
    let names = |words: &[&str]| {
        let found = match_json(&TestFolder::new(), &[words, &["--blocks", "2"]].concat());
        [0, 1].map(|agent| found["agents"][agent]["name"].as_str().unwrap().to_owned())
    };
    assert_eq!(names(&["random", "random"]), ["random", "random 2"]);
    assert_eq!(names(&["greedy:pricing=keep", "greedy"]), ["greedy:pricing=keep", "greedy"]);
}

#[test]
fn one_block_has_no_interval() {
    let found = match_json(&TestFolder::new(), &["random", "random", "--blocks", "1"]);
    assert!(found["agents"][0]["ci_lo"].is_null() && found["agents"][0]["win_share"].is_number());
}

#[test]
fn threads_change_nothing_and_nothing_is_written() {
    let folder = TestFolder::new();
    let words = ["rule-of-thumb", "random", "--players", "4", "--blocks", "150"];
    let one = match_json(&folder, &[&words[..], &["--threads", "1"]].concat());
    assert_eq!(one, match_json(&folder, &[&words[..], &["--threads", "3", "--quiet"]].concat()));
    assert_ne!(one, match_json(&folder, &[&words[..], &["--seed", "2"]].concat()));
    assert_eq!(folder.names(), ["t.toml"]);
}

#[test]
fn without_json_a_person_can_read_it() {
    let printed = TestFolder::new().succeed(&["match", "rule-of-thumb", "random", "--blocks", "20"]);
    assert!(printed.contains("rule-of-thumb") && printed.contains('%') && printed.contains('±'), "{printed}");
}

#[test]
fn what_is_not_as_printed_is_told() {
    let folder = TestFolder::new();
    let told = |words: &[&str]| {
        let words = [&["match", "random", "random", "--blocks", "2", "--quiet"], words].concat();
        let printed = folder.succeed(&words);
        let set_up = printed.lines().find(|line| line.starts_with("set up with ")).map(str::to_owned);
        let json: Value = serde_json::from_str(&folder.succeed(&[&words[..], &["--json"]].concat())).unwrap();
        let listed = json.get("set_up").map(|set_up| set_up.as_array().unwrap().len());
        assert_eq!(set_up.is_some(), listed.is_some(), "{printed} {json}");
        set_up.unwrap_or_default()
    };
    assert_eq!(told(&[]), "");
    assert_eq!(told(&["--game", "tipperary"]), "");
    assert_eq!(told(&["--set", "rules.castle-income=5"]), "", "as printed");
    assert_eq!(told(&["--set", "rules.castle-income=4"]), "set up with castle-income 4 in place of 5");
    let several = told(&["--modules", "druids", "--set", "rules.castle-income=4", "--tiles", "other-reading"]);
    for words in ["druids", "castle-income 4 in place of 5", "other-reading"] {
        assert!(several.contains(words), "{several}");
    }
    assert!(told(&["--game", "tipperary", "--set", "rules.rounds=8"]).contains("rounds 8 in place of"));
}
