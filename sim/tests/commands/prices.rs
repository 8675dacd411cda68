//! `sim prices`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::test_folder::{TestFolder, number};

fn prices(folder: &TestFolder, words: &[&str]) -> Value {
    let printed = folder.succeed(&[&["prices"], words, &["--json", "--quiet"]].concat());
    assert_eq!(printed.lines().count(), 1, "{printed}");
    serde_json::from_str(&printed).unwrap()
}

#[test]
fn rules_have_the_win_shares_of_a_run_of_the_same_games() {
    let folder = TestFolder::new();
    let agents: String = ["table", "random", "keep"]
        .map(|rule| format!("[[agents]]\nname = \"{rule}\"\nspec = \"greedy:pricing={rule}\"\n"))
        .concat();
    let head = "name = \"t\"\nplayers = 2\nblocks = 60\nseed = 3\nlineup = \"round-robin\"\ntables = []\n";
    folder.write("same.toml", &(head.to_owned() + &agents));
    folder.succeed(&["run", "same.toml", "--quiet", "--out", "run"]);
    let words = ["table", "random", "keep", "--players", "2", "--games", "120", "--seed", "3"];
    let found = prices(&folder, &words);
    assert_eq!((found["games"].as_u64(), found.get("book")), (Some(120), None));
    let rules = found["rules"].as_array().unwrap();
    for (rule, row) in rules.iter().zip(folder.table("run/agents.csv")) {
        assert_eq!(rule["rule"], row["agent"].as_str());
        for (key, column) in
            [("win_share", "win_share"), ("ci_lo", "win_share_lo"), ("ci_hi", "win_share_hi"), ("vp", "vp_mean")]
        {
            assert!((rule[key].as_f64().unwrap() - number(&row, column)).abs() < 1e-6, "{rule} {row:?}");
        }
    }
    // A single rule meets the agent as it is, which has no row.
    let one = prices(&folder, &["keep", "--games", "40", "--players", "2"]);
    let rules = one["rules"].as_array().unwrap();
    assert!(rules.len() == 1 && rules[0]["win_share"].as_f64().unwrap() < 0.5, "{one}");
}

#[test]
fn the_book_holds_the_offers_of_its_games() {
    let folder = TestFolder::new();
    folder.write(
        "same.toml",
        "name = \"t\"\nplayers = 2\nblocks = 6\nseed = 4\nlineup = \"self-play\"\n[[agents]]\nname = \"a\"\nspec = \"greedy\"\n",
    );
    folder.succeed(&["run", "same.toml", "--quiet", "--out", "run"]);
    let records: Vec<String> = (0..6).map(|game| format!("{game}.jsonl")).collect();
    for (game, record) in records.iter().enumerate() {
        folder.succeed(&["replay", "run", "--game", &game.to_string(), "--record", record, "--quiet"]);
    }
    let files: Vec<&str> = records.iter().map(String::as_str).collect();
    folder.write("appraised.csv", &folder.succeed(&[&["dev", "appraise"], &files[..]].concat()));
    let found = prices(&folder, &["--players", "2", "--games", "6", "--seed", "4", "--agent", "greedy"]);
    assert_eq!((found["games"].as_u64(), found.get("rules")), (Some(6), None));
    let book = found["book"].as_array().unwrap();
    let names: Vec<&str> = book[..4].iter().map(|row| row["worth"].as_str().unwrap()).collect();
    assert_eq!(book.len(), 6 * names.len());
    let worth = |vp: f64| names[[3.0, 6.0, 10.0].iter().filter(|end| vp >= **end).count()];
    // By round and worth: tiles, sums of prices and safe prices, tiles sold, gold lost.
    let mut sums: BTreeMap<(String, &str), [f64; 5]> = BTreeMap::new();
    for row in folder.table("appraised.csv").iter().filter(|row| !row["price"].is_empty()) {
        let (price, is_sold) = (number(row, "price"), !row["buyer"].is_empty());
        let sum = sums.entry((row["round"].clone(), worth(number(row, "own_vp")))).or_default();
        let more = [1.0, price, number(row, "safe_price"), f64::from(is_sold), if is_sold { 0.0 } else { price }];
        sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    for row in book {
        let key = (row["round"].to_string(), row["worth"].as_str().unwrap());
        let Some([tiles, price, safe, sold, lost]) = sums.get(&key) else {
            assert!(row["asked"].is_null() && row["one_more"].is_null(), "{row}");
            continue;
        };
        let close = |key: &str, expected: f64| (row[key].as_f64().unwrap() - expected).abs() < 0.006;
        assert!(close("asked", price / tiles) && close("safe", safe / tiles), "{row}");
        assert!(close("sold_share", sold / tiles), "{row}");
        assert!(if sold == tiles { row["lost"].is_null() } else { close("lost", lost / (tiles - sold)) }, "{row}");
        assert!([&row["one_more"], &row["one_less"]].iter().all(|change| change.as_f64().unwrap_or(0.0).abs() < 1.0));
    }
    // In the last round, asking a gold more or less hardly ever helps a player who asks sensibly.
    let last = book.iter().filter(|row| row["round"] == 6).filter_map(|row| row["one_more"].as_f64());
    assert!(last.sum::<f64>() < 0.1, "{found}");
}

#[test]
fn threads_change_nothing_and_nothing_is_written() {
    let folder = TestFolder::new();
    let words = ["--players", "2", "--games", "3", "--agent", "rule-of-thumb"];
    let one = prices(&folder, &[&words[..], &["--threads", "1"]].concat());
    assert_eq!(one, prices(&folder, &[&words[..], &["--threads", "3"]].concat()));
    assert_eq!(folder.names(), ["t.toml"]);
    let printed = folder.succeed(&[&["prices", "--quiet"], &words[..]].concat());
    assert!(printed.contains("worth to its owner") && printed.contains("as `mcts` expects it"), "{printed}");
}

#[test]
fn bad_rules_are_refused() {
    let folder = TestFolder::new();
    folder.assert_refused(&["prices", "saef"], "found `saef`; accepted: table, fixed");
    folder.assert_refused(&["prices", "safe", "safe"], "found `safe` twice; accepted: every rule once");
    folder.assert_refused(&["prices", "safe", "--agent", "mcts"], "agent `mcts` has no key `pricing`");
    folder.assert_refused(&["prices", "--set", "rules.tiles-drawn=4", "--games", "1"], "found rules.tiles-drawn=4");
    folder.assert_refused(&["prices", "--game", "tipperary"], "accepted: skye");
}
