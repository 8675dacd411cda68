//! Runs with modules: the same bytes however they are played, tables that add up, and what rests on reconstructed tiles says so.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::workshop::{CONFIG, Workshop, number};

/// All modules, in a config.
const ALL: &str = "modules=[\"druids\",\"tunnels\",\"bonus\",\"borderlands\"]";

/// A workshop whose config has all modules.
fn shop() -> Workshop {
    let shop = Workshop::new();
    shop.write("plain.toml", CONFIG);
    shop.write("t.toml", &format!("{ALL}\n{CONFIG}"));
    shop
}

fn manifest(shop: &Workshop, folder: &str) -> Value {
    serde_json::from_slice(&fs::read(shop.path(folder).join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn however_it_is_played_the_bytes_are_the_same() {
    let shop = shop();
    shop.succeed(&["run", "t.toml", "--out", "alone", "--threads", "1"]);
    let expected = shop.results("alone");
    assert!(expected.contains_key("modules.csv") && expected.contains_key("tablets.csv"));
    shop.succeed(&["verify", "alone"]);
    shop.succeed(&["run", "t.toml", "--out", "threads", "--threads", "3"]);
    assert_eq!(shop.results("threads"), expected);
    for table in ["modules.csv", "tablets.csv", "scoring.csv"] {
        fs::remove_file(shop.path(&format!("threads/{table}"))).unwrap();
    }
    shop.succeed(&["analyse", "threads"]);
    assert_eq!(shop.results("threads"), expected);
    for shard in ["1/2", "2/2"] {
        shop.succeed(&["run", "t.toml", "--out", &shard.replace('/', "-"), "--shard", shard]);
    }
    shop.succeed(&["merge", "2-2", "1-2", "--out", "merged"]);
    assert_eq!(shop.results("merged"), expected);
    // A run that was played to its end but could not be completed: one file was in the way.
    fs::create_dir_all(shop.path("resumed/.partial/timing.json/x")).unwrap();
    assert_eq!(shop.sim(&["run", "t.toml", "--out", "resumed"]).status.code(), Some(1));
    fs::remove_dir_all(shop.path("resumed/.partial/timing.json")).unwrap();
    shop.succeed(&["run", "t.toml", "--out", "resumed", "--resume"]);
    assert_eq!(shop.results("resumed"), expected);
}

#[test]
fn the_base_game_has_neither_tables_nor_columns_nor_labels_of_modules() {
    let shop = shop();
    let printed = shop.succeed(&["run", "plain.toml", "--out", "out"]);
    let files = shop.files("out");
    assert!(!files.contains_key("modules.csv") && !files.contains_key("tablets.csv"));
    let seats = String::from_utf8_lossy(&files["seats.csv"]).into_owned();
    assert!(["druid", "tablet", "barrel", "borderland"].iter().all(|word| !seats.contains(word)));
    let manifest = String::from_utf8_lossy(&files["manifest.json"]).into_owned();
    assert!(!manifest.contains("reconstructed") && !manifest.contains("modules.csv"), "{manifest}");
    assert!(!printed.contains("RECONSTRUCTED"));
}

#[test]
fn what_rests_on_reconstructed_tiles_says_so() {
    let shop = shop();
    let printed = shop.succeed(&["run", "t.toml", "--out", "shipped"]);
    assert!(printed.contains("RECONSTRUCTED: the tiles of druids, tunnels, borderlands"), "{printed}");
    assert_eq!(manifest(&shop, "shipped")["reconstructed"], json!(["druids", "tunnels", "borderlands"]));
    assert!(shop.succeed(&["plan", "t.toml", "--seconds", "1"]).contains("RECONSTRUCTED"));
    assert!(shop.succeed(&["replay", "shipped", "--game", "1"]).contains("RECONSTRUCTED"));
    let bonus = shop.succeed(&["match", "random", "random", "--blocks", "2", "--modules", "bonus"]);
    assert!(!bonus.contains("RECONSTRUCTED"), "{bonus}");
    let druids = ["match", "random", "random", "--blocks", "2", "--modules", "druids,bonus", "--json"];
    let json: Value = serde_json::from_str(&shop.succeed(&druids)).unwrap();
    assert_eq!(json["reconstructed"], json!(["druids"]));

    let mut own = vec!["run".to_owned(), "t.toml".to_owned(), "--out".to_owned(), "own".to_owned()];
    for module in ["druids", "tunnels", "borderlands"] {
        shop.write(&format!("{module}.csv"), &shop.succeed(&["list", "tiles", "--modules", module]));
        own.extend(["--set".to_owned(), format!("module-tiles.{module}={module}.csv")]);
    }
    let printed = shop.succeed(&own.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(!printed.contains("RECONSTRUCTED"), "{printed}");
    assert_eq!(manifest(&shop, "own").get("reconstructed"), None);
    assert_eq!(shop.files("own")["seats.csv"], shop.files("shipped")["seats.csv"]);
    shop.succeed(&["verify", "own"]);
    shop.succeed(&["analyse", "own"]);
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
    let shop = shop();
    shop.succeed(&["run", "t.toml", "--out", "out"]);
    let table = shop.table("out/modules.csv");
    for agent in shop.table("out/agents.csv") {
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
    let seats = shop.table("out/seats.csv");
    for tablet in shop.table("out/tablets.csv").iter().filter(|row| row["agent"] == "all") {
        let column = format!("tablets_{}", tablet["tablet"].replace('-', "_"));
        let taken: f64 = seats.iter().map(|seat| number(seat, &column)).sum();
        close(number(tablet, "taken"), taken / seats.len() as f64);
        let with = seats.iter().filter(|seat| number(seat, &column) > 0.0).count();
        close(number(tablet, "seats_with"), with as f64);
    }
}

#[test]
fn the_base_game_is_compared_with_a_module_on_the_same_scoring_tiles() {
    let shop = shop();
    shop.succeed(&["run", "plain.toml", "--out", "out", "--set", "compare.modules=[\"druids\"]"]);
    let scoring = |path: &str| {
        let row =
            |row: BTreeMap<String, String>| ["a", "b", "c", "d"].map(|slot| row[&format!("scoring_{slot}")].clone());
        shop.table(path).into_iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(scoring("out/games.csv"), scoring("out/second/games.csv"));
    assert!(!shop.path("out/modules.csv").exists() && shop.path("out/second/modules.csv").exists());
    assert_eq!(manifest(&shop, "out")["reconstructed"], json!(["druids"]));
    assert!(shop.path("out/comparison.csv").exists());
    shop.succeed(&["verify", "out"]);
    shop.succeed(&["verify", "out/second"]);
    let expected = shop.results("out/second");
    shop.succeed(&["analyse", "out"]);
    assert_eq!(shop.results("out/second"), expected);
}
