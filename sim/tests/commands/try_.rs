//! `sim try`: a change in, a verdict out.

use serde_json::Value;
use snapbox::{assert_data_eq, file};

#[cfg(unix)]
use crate::running::{Running, until};
#[cfg(unix)]
use crate::test_folder::text;
use crate::test_folder::{TestFolder, number};

/// A change that even quick players feel.
const CHANGE: [&str; 9] = [
    "try",
    "rules.castle-income=8",
    "rules.start-gold-by-order=[0,0,9]",
    "--players",
    "3",
    "--games",
    "300",
    "--agent",
    "rule-of-thumb",
];

fn json_of(folder: &TestFolder, words: &[&str]) -> Value {
    let printed = folder.succeed(&[words, &["--json", "--quiet"]].concat());
    assert_eq!(printed.lines().count(), 1, "{printed}");
    serde_json::from_str(&printed).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn measure<'a>(verdict: &'a Value, name: &str, part: Option<&str>) -> &'a Value {
    let mut all = verdict["measures"].as_array().unwrap().iter();
    all.find(|row| row["measure"] == name && row["part"].as_str() == part).unwrap_or_else(|| panic!("{name} {part:?}"))
}

/// The same value with numbers as tables have them: the last digits are those of a platform.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => format!("{:.6}", number.as_f64().unwrap()).parse().unwrap(),
        Value::Array(items) => items.iter().map(rounded).collect(),
        Value::Object(keys) => keys.iter().map(|(key, value)| (key.clone(), rounded(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn a_verdict_in_words_and_as_json() {
    let folder = TestFolder::new();
    let words = folder.succeed(&[&CHANGE[..], &["--quiet"]].concat());
    assert!(words.lines().count() <= 15, "{words}");
    let json = json_of(&folder, &CHANGE);
    let found = format!("{words}\n{}\n", serde_json::to_string_pretty(&rounded(&json)).unwrap());
    assert_data_eq!(found.as_str(), file!["../golden/try.txt"].raw());
    assert_eq!(folder.names(), ["t.toml"], "nothing is written");
}

#[test]
fn json_has_the_fixed_shape() {
    let verdict = json_of(&TestFolder::new(), &CHANGE);
    assert_eq!(keys(&verdict), ["changes", "players", "games", "measures", "styles"]);
    assert_eq!((verdict["players"].as_u64(), verdict["games"].as_u64()), (Some(3), Some(300)));
    assert_eq!(keys(&verdict["changes"][0]), ["key", "from", "to"]);
    assert_eq!(verdict["changes"][0], serde_json::json!({"key": "rules.castle-income", "from": 5, "to": 8}));
    assert_eq!(verdict["changes"][1]["from"], serde_json::json!([0, 0, 0]));
    for name in ["vp", "margin", "lead-changes", "leader-win", "gold-traded"] {
        let row = measure(&verdict, name, None);
        assert_eq!(keys(row), ["measure", "part", "before", "after", "estimate", "ci_lo", "ci_hi", "q"]);
    }
    let shares: Vec<f64> = ["1", "2", "3"]
        .map(|place| measure(&verdict, "win-share-by-order", Some(place))["after"].as_f64().unwrap())
        .to_vec();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
    let styles = verdict["styles"].as_array().unwrap();
    assert_eq!(keys(&styles[0]), ["agent", "measure", "part", "estimate", "ci_lo", "ci_hi"]);
    // All shipped styles but the agent itself and those that search.
    let of_vp: Vec<&str> =
        styles.iter().filter(|row| row["measure"] == "vp").map(|row| row["agent"].as_str().unwrap()).collect();
    assert!(of_vp.len() == 7 && of_vp.contains(&"greedy") && !of_vp.contains(&"rule-of-thumb"), "{of_vp:?}");
}

#[test]
fn what_is_kept_is_a_run_that_says_the_same() {
    let folder = TestFolder::new();
    let verdict = json_of(&folder, &[&CHANGE[..], &["--out", "kept", "--report", "--threads", "1"]].concat());
    assert_eq!(verdict, json_of(&folder, &[&CHANGE[..], &["--threads", "3"]].concat()));
    for row in folder.table("kept/comparison.csv").iter().filter(|row| row["agent"] == "all") {
        let part = Some(row["part"].as_str()).filter(|part| !part.is_empty());
        if row["measure"] == "first_start_win" {
            continue;
        }
        let found = measure(&verdict, &row["measure"].replace('_', "-"), part);
        for (key, column) in [("before", "first"), ("after", "second"), ("estimate", "difference"), ("q", "q")] {
            let Some(value) = found[key].as_f64() else { continue };
            assert!((value - number(row, column)).abs() < 1e-6, "{row:?} {found}");
        }
    }
    assert!(folder.read("kept/report.html").contains("castle-income 8 in place of 5"));
    assert!(
        folder.succeed(&["verify", "kept", "--games", "2", "--quiet"]).contains("of them replayed; manifest, hashes")
    );
    assert!(folder.refuse(&[&CHANGE[..], &["--out", "kept"]].concat()).contains("already holds a run"));
}

#[test]
fn an_own_scoring_tile_is_tried_in_place_of_a_printed_one() {
    let folder = TestFolder::new();
    folder.write("wool.toml", "[[tile]]\nname = \"wool\"\ncounts = \"sheep\"\npoints = 9\n");
    let words = ["try", "--scoring-tiles", "wool.toml", "--agent", "rule-of-thumb", "--games", "60", "--players", "2"];
    let four = "scoring={design=\"fixed\", sets=[[\"most-gold\",\"squares\",\"columns\",\"harbours\"]]}";
    let swapped = [&words[..], &["--set", four, "scoring.sets.0.0=wool"]].concat();
    let verdict = json_of(&folder, &swapped);
    let change = serde_json::json!({"key": "scoring.sets.0.0", "from": "most-gold", "to": "wool"});
    assert_eq!(verdict["changes"], serde_json::json!([change]));
    assert!(measure(&verdict, "vp", None)["estimate"].as_f64().unwrap() > 5.0, "{verdict}");
    // It is among those that are drawn, unless it is left out.
    let left_out = [&words[..], &["scoring.exclude=[\"wool\"]"]].concat();
    let verdict = json_of(&folder, &left_out);
    assert_eq!(verdict["changes"][0], serde_json::json!({"key": "scoring.exclude", "from": null, "to": ["wool"]}));
    assert!(measure(&verdict, "vp", None)["estimate"].as_f64().unwrap() < 0.0, "{verdict}");
    let told = folder.succeed(&[&left_out[..], &["--quiet"]].concat());
    assert!(
        told.starts_with("scoring.exclude from none to [\"wool\"]\n") && !told.contains("is unchanged: what"),
        "{told}"
    );
    // As a change it is drawn, too.
    let added = ["try", "scoring-tiles=wool.toml", "--agent", "rule-of-thumb", "--games", "60", "--players", "2"];
    assert!(measure(&json_of(&folder, &added), "vp", None)["estimate"].as_f64().unwrap() > 0.0);
    let refused = folder.refuse(&[&words[..], &["scoring.exclude=[]"]].concat());
    assert!(refused.contains("found the value that the game already has"), "{refused}");
}

#[test]
fn a_verdict_that_was_seen_is_not_extended() {
    let folder = TestFolder::new();
    let words = |games| {
        ["try", "rules.castle-income=9", "--agent", "random", "--players", "2", "--games", games, "--out", "kept"]
    };
    let told = folder.succeed(&words("20"));
    assert!(told.contains("four times the games on a fresh seed (--games 80 --seed 2)"), "{told}");
    let before = folder.read("kept/comparison.csv");
    let refused = folder.refuse(&[&words("80")[..], &["--resume"]].concat());
    assert!(
        refused.contains("a verdict on fewer games of this seed; accepted: as many games, or a fresh seed"),
        "{refused}"
    );
    assert_eq!(folder.read("kept/comparison.csv"), before);
    assert!(!folder.path("kept/.partial").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_trial_goes_on_where_it_was() {
    let folder = TestFolder::new();
    let kept = [&CHANGE[..], &["--out", "kept", "--json", "--quiet"]].concat();
    let mut run = Running::start(&folder, &kept);
    until("one style has played", || folder.path("kept/panel/1/timing.json").exists() || run.has_ended());
    run.press_ctrl_c();
    let ended = run.end();
    assert_eq!(ended.status.code(), Some(130));
    assert!(text(&ended.stderr).contains("to continue, repeat the command with --resume"), "{ended:?}");
    assert!(folder.refuse(&kept).contains("--resume"));
    let other = folder.refuse(&["run", "t.toml", "--out", "kept"]);
    assert!(other.contains("of an unfinished run; accepted: --resume"), "{other}");
    let resumed = folder.succeed(&[&kept[..], &["--resume"]].concat());
    assert_eq!(serde_json::from_str::<Value>(&resumed).unwrap(), json_of(&folder, &CHANGE));
    let complete = folder.succeed(&[&kept[..], &["--resume"]].concat());
    assert_eq!(complete, resumed, "a complete trial is told again");
}

#[test]
fn a_game_without_trade_or_running_score_has_the_measures_that_exist() {
    let folder = TestFolder::new();
    let words =
        ["try", "rules.rounds=9", "--game", "tipperary", "--agent", "area-first", "--games", "20", "--players", "2"];
    let verdict = json_of(&folder, &words);
    let names: Vec<&str> =
        verdict["measures"].as_array().unwrap().iter().map(|row| row["measure"].as_str().unwrap()).collect();
    assert_eq!(names[..4], ["vp", "win-share-by-order", "win-share-by-order", "margin"]);
    assert!(!names.contains(&"lead-changes") && !names.contains(&"gold-traded"), "{names:?}");
    assert!(measure(&verdict, "vp", None)["estimate"].as_f64().unwrap() < 0.0, "fewer rounds, fewer points");
    let told = folder.succeed(&[&words[..], &["--quiet"]].concat());
    assert!(
        told.lines().any(|line| line.starts_with("VP of a player ") && line.contains("lower; also with")),
        "{told}"
    );
}

#[test]
fn a_config_gives_the_game_its_players_and_its_panel() {
    let folder = TestFolder::new();
    let panel = "panel = [\"random\", \"rule-of-thumb\", \"spender=greedy:pricing=fixed,price=5\"]\n[rules]\ncastle-income = 7\n";
    folder.write(
        "mine.toml",
        &crate::test_folder::CONFIG
            .replace("lineup = \"rotate\"", &format!("lineup = \"rotate\"\n{panel}"))
            .replace("[[agents]]\nname = \"one\"", "[[agents]]\nname = \"first\""),
    );
    let words = ["try", "rules.castle-income=5", "--config", "mine.toml", "--agent", "random", "--games", "30"];
    let verdict = json_of(&folder, &words);
    assert_eq!(verdict["players"], 3);
    assert_eq!((&verdict["changes"][0]["from"], &verdict["changes"][0]["to"]), (&7.into(), &5.into()));
    let told = folder.succeed(&[&words[..], &["--quiet"]].concat());
    assert!(told.contains("Other styles of players (random, rule of thumb, spender): "), "{told}");
}

#[test]
fn a_change_that_no_game_feels_is_not_called_equal() {
    let folder = TestFolder::new();
    folder.write("wool.toml", "[[tile]]\nname = \"wool\"\ncounts = \"sheep\"\npoints = 1\n");
    let wool = ["--scoring-tiles", "wool.toml", "--set", "scoring.exclude=[\"wool\"]", "rules.scoring-points.wool=2"];
    let told = folder.succeed(&[&["try", "--agent", "random", "--games", "10", "--quiet"], &wool[..]].concat());
    assert!(told.lines().nth(2).unwrap().starts_with("The change altered no game"), "{told}");
    // Few games show nothing, which is no equality.
    let few = ["try", "rules.gold-per-vp=6", "--agent", "random", "--games", "3", "--quiet"];
    let told = folder.succeed(&few);
    assert!(told.contains("not clear: from ") && !told.contains("equal"), "{told}");
}

#[test]
fn an_agent_may_have_several_settings() {
    let folder = TestFolder::new();
    let agent = "greedy:samples=2,beam=2";
    let words = ["try", "rules.castle-income=8", "--players", "2", "--games", "20", "--agent", agent, "--quiet"];
    let printed = folder.succeed(&words);
    assert!(printed.contains("greedy:") && printed.contains(" on all seats"), "{printed}");
    assert!(printed.contains("samples=2") && printed.contains("beam=2"), "{printed}");
}
