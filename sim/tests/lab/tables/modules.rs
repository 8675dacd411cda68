//! Runs with modules: the same bytes however they are played, tables that add up, and what rests on reconstructed tiles says so.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::test_folder::{CONFIG, TestFolder, number};

/// All modules, in a config.
const ALL: &str = "modules=[\"druids\",\"tunnels\",\"bonus\",\"borderlands\"]";

/// A folder whose config has all modules.
fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("plain.toml", CONFIG);
    folder.write("t.toml", &format!("{ALL}\n{CONFIG}"));
    folder
}

fn manifest(folder: &TestFolder, subfolder: &str) -> Value {
    serde_json::from_slice(&fs::read(folder.path(subfolder).join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn however_it_is_played_the_bytes_are_the_same() {
    let folder = folder();
    folder.succeed(&["run", "t.toml", "--out", "alone", "--threads", "1"]);
    let expected = folder.results("alone");
    assert!(expected.contains_key("modules.csv") && expected.contains_key("tablets.csv"));
    folder.succeed(&["verify", "alone"]);
    folder.succeed(&["run", "t.toml", "--out", "threads", "--threads", "3"]);
    assert_eq!(folder.results("threads"), expected);
    for table in ["modules.csv", "tablets.csv", "scoring.csv"] {
        fs::remove_file(folder.path(&format!("threads/{table}"))).unwrap();
    }
    folder.succeed(&["analyse", "threads"]);
    assert_eq!(folder.results("threads"), expected);
    for shard in ["1/2", "2/2"] {
        folder.succeed(&["run", "t.toml", "--out", &shard.replace('/', "-"), "--shard", shard]);
    }
    folder.succeed(&["merge", "2-2", "1-2", "--out", "merged"]);
    assert_eq!(folder.results("merged"), expected);
    // A run that was played to its end but could not be completed: one file was in the way.
    fs::create_dir_all(folder.path("resumed/.partial/timing.json/x")).unwrap();
    assert_eq!(folder.sim(&["run", "t.toml", "--out", "resumed"]).status.code(), Some(1));
    fs::remove_dir_all(folder.path("resumed/.partial/timing.json")).unwrap();
    folder.succeed(&["run", "t.toml", "--out", "resumed", "--resume"]);
    assert_eq!(folder.results("resumed"), expected);
}

#[test]
fn the_base_game_has_neither_tables_nor_columns_nor_labels_of_modules() {
    let folder = folder();
    let printed = folder.succeed(&["run", "plain.toml", "--out", "out"]);
    let files = folder.files("out");
    assert!(!files.contains_key("modules.csv") && !files.contains_key("tablets.csv"));
    let seats = String::from_utf8_lossy(&files["seats.csv"]).into_owned();
    assert!(["druid", "tablet", "barrel", "borderland"].iter().all(|word| !seats.contains(word)));
    let manifest = String::from_utf8_lossy(&files["manifest.json"]).into_owned();
    assert!(!manifest.contains("reconstructed") && !manifest.contains("modules.csv"), "{manifest}");
    assert!(!printed.contains("RECONSTRUCTED"));
}

#[test]
fn what_rests_on_reconstructed_tiles_says_so() {
    let folder = folder();
    let printed = folder.succeed(&["run", "t.toml", "--out", "shipped"]);
    assert!(printed.contains("RECONSTRUCTED: the tiles of druids, tunnels, borderlands"), "{printed}");
    assert_eq!(manifest(&folder, "shipped")["reconstructed"], json!(["druids", "tunnels", "borderlands"]));
    assert!(folder.succeed(&["plan", "t.toml", "--seconds", "1"]).contains("RECONSTRUCTED"));
    assert!(folder.succeed(&["replay", "shipped", "--game", "1"]).contains("RECONSTRUCTED"));
    let bonus = folder.succeed(&["match", "random", "random", "--blocks", "2", "--modules", "bonus"]);
    assert!(!bonus.contains("RECONSTRUCTED"), "{bonus}");
    let druids = ["match", "random", "random", "--blocks", "2", "--modules", "druids,bonus", "--json"];
    let json: Value = serde_json::from_str(&folder.succeed(&druids)).unwrap();
    assert_eq!(json["reconstructed"], json!(["druids"]));

    let mut own = vec!["run".to_owned(), "t.toml".to_owned(), "--out".to_owned(), "own".to_owned()];
    for module in ["druids", "tunnels", "borderlands"] {
        folder.write(&format!("{module}.csv"), &folder.succeed(&["list", "tiles", "--modules", module]));
        own.extend(["--set".to_owned(), format!("module-tiles.{module}={module}.csv")]);
    }
    let printed = folder.succeed(&own.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(!printed.contains("RECONSTRUCTED"), "{printed}");
    assert_eq!(manifest(&folder, "own").get("reconstructed"), None);
    assert_eq!(folder.files("own")["seats.csv"], folder.files("shipped")["seats.csv"]);
    folder.succeed(&["verify", "own"]);
    folder.succeed(&["analyse", "own"]);
}

/// The rows of `modules.csv` for one agent, by what they are about.
fn rows<'a>(table: &'a [BTreeMap<String, String>], agent: &str, about: &str) -> Vec<&'a BTreeMap<String, String>> {
    table.iter().filter(|row| row["agent"] == agent && row["about"] == about).collect()
}

#[track_caller]
fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-4, "{one} and {other}");
}

#[test]
fn the_table_of_modules_adds_up() {
    let folder = folder();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    let table = folder.table("out/modules.csv");
    for agent in folder.table("out/agents.csv") {
        let name = &agent["agent"];
        let sum =
            |about: &str, column: &str| rows(&table, name, about).iter().map(|row| number(row, column)).sum::<f64>();
        let one = |about: &str, what: &str, column: &str| {
            number(rows(&table, name, about).into_iter().find(|row| row["what"] == what).unwrap(), column)
        };
        close(sum("vp", "vp"), number(&agent, "vp_mean"));
        close(sum("scrolls", "vp"), one("vp", "scrolls", "vp"));
        let spaces = (0..5).map(|space| one("second-turn", &format!("space-{space}"), "count")).sum::<f64>();
        close(spaces, one("second-turn", "druid-tiles", "count"));
        let turns = ["druid-tiles", "bag", "pass"].map(|what| one("second-turn", what, "count"));
        close(turns.iter().sum(), 6.0);
        assert!(one("borderlands", "laid", "count") >= one("borderlands", "flipped", "count"));
        assert!((1.0..=6.0).contains(&one("borderlands", "laid", "round")));
    }
    let seats = folder.table("out/seats.csv");
    for tablet in folder.table("out/tablets.csv").iter().filter(|row| row["agent"] == "all") {
        let column = format!("tablets_{}", tablet["tablet"].replace('-', "_"));
        let taken: f64 = seats.iter().map(|seat| number(seat, &column)).sum();
        close(number(tablet, "taken"), taken / seats.len() as f64);
        let with = seats.iter().filter(|seat| number(seat, &column) > 0.0).count();
        close(number(tablet, "seats_with"), with as f64);
    }
}

#[test]
fn the_base_game_is_compared_with_a_module_on_the_same_scoring_tiles() {
    let folder = folder();
    folder.succeed(&["run", "plain.toml", "--out", "out", "--set", "compare.modules=[\"druids\"]"]);
    let scoring = |path: &str| {
        let row =
            |row: BTreeMap<String, String>| ["a", "b", "c", "d"].map(|slot| row[&format!("scoring_{slot}")].clone());
        folder.table(path).into_iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(scoring("out/games.csv"), scoring("out/second/games.csv"));
    assert!(!folder.path("out/modules.csv").exists() && folder.path("out/second/modules.csv").exists());
    assert_eq!(manifest(&folder, "out")["reconstructed"], json!(["druids"]));
    assert!(folder.path("out/comparison.csv").exists());
    folder.succeed(&["verify", "out"]);
    folder.succeed(&["verify", "out/second"]);
    let expected = folder.results("out/second");
    folder.succeed(&["analyse", "out"]);
    assert_eq!(folder.results("out/second"), expected);
}
