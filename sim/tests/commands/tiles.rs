//! `sim tiles`.

use serde_json::Value;

use crate::test_folder::{TestFolder, number};

/// The same games as those of `sim tiles --players 3 --games 240 --seed 5`.
const CONFIG: &str = "name = \"t\"\nplayers = 3\nblocks = 240\nseed = 5\nlineup = \"self-play\"\ntables = [\"games\", \"seats\"]\n\
                      [[agents]]\nname = \"greedy\"\nspec = \"greedy:pricing=table\"\n";
const OPTIONS: [&str; 9] =
    ["--players", "3", "--games", "240", "--seed", "5", "--agent", "greedy:pricing=table", "--quiet"];

fn tiles(folder: &TestFolder, words: &[&str]) -> Value {
    let printed = folder.succeed(&[&["tiles"], words, &OPTIONS, &["--json"]].concat());
    assert_eq!(printed.lines().count(), 1, "{printed}");
    serde_json::from_str(&printed).unwrap()
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

#[test]
fn the_strength_of_each_tile_is_that_of_a_run_of_the_same_games() {
    let folder = TestFolder::new();
    folder.write("same.toml", CONFIG);
    folder.succeed(&["run", "same.toml", "--quiet", "--out", "run"]);
    let (scoring, effects) = (folder.table("run/scoring.csv"), folder.table("run/effects.csv"));
    let found = tiles(&folder, &[]);
    assert_eq!((found["players"].as_u64(), found["games"].as_u64()), (Some(3), Some(240)));
    let rows = found["tiles"].as_array().unwrap();
    assert_eq!((rows.len(), found["differences"].as_array().unwrap().len()), (16, 0));
    for row in rows {
        let value = |key: &str| row[key].as_f64().unwrap();
        let paid = scoring.iter().find(|paid| paid["agent"] == "all" && row["tile"] == paid["scoring"].as_str());
        let paid = paid.unwrap();
        assert!(close(value("pays"), number(paid, "vp_mean")), "{row} {paid:?}");
        assert!(value("pays_lo") < value("pays") && value("pays") < value("pays_hi"));
        let effect = effects.iter().find(|effect| {
            effect["outcome"] == "vp" && effect["kind"] == "tile" && row["tile"] == effect["tile"].as_str()
        });
        let effect = effect.unwrap();
        for (key, column) in [("effect_vp", "effect"), ("effect_lo", "effect_lo"), ("effect_hi", "effect_hi")] {
            assert!(close(value(key), number(effect, column)), "{row} {effect:?}");
        }
    }
}

#[test]
fn each_pair_of_named_tiles_has_a_difference_in_the_order_given() {
    let found = tiles(&TestFolder::new(), &["squares", "most-ships", "sheep"]);
    let strength = |name: &str, key: &str| {
        let rows = found["tiles"].as_array().unwrap();
        rows.iter().find(|row| row["tile"] == name).unwrap()[key].as_f64().unwrap()
    };
    let rows = found["differences"].as_array().unwrap();
    let pairs: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["tile"].as_str().unwrap(), row["than"].as_str().unwrap())).collect();
    assert_eq!(pairs, [("squares", "most-ships"), ("squares", "sheep"), ("most-ships", "sheep")]);
    for (row, (one, other)) in rows.iter().zip(pairs) {
        for key in ["pays", "effect_vp"] {
            let found = row[key].as_f64().unwrap();
            assert!(close(found, strength(one, key) - strength(other, key)), "{row}");
        }
        assert!(row["effect_lo"].as_f64().unwrap() < row["effect_vp"].as_f64().unwrap());
    }
    // With the tiles of a game in common, the difference is better known than two independent effects would be.
    let width = |row: &Value| row["effect_hi"].as_f64().unwrap() - row["effect_lo"].as_f64().unwrap();
    assert!(width(&rows[0]) > width(&found["tiles"][0]), "{found}");
}

#[test]
fn people_read_what_two_tiles_pay_and_what_could_be_missed() {
    let folder = TestFolder::new();
    let printed = folder.succeed(&[&["tiles", "squares", "sheep"], &OPTIONS[..]].concat());
    assert!(
        printed.contains("squares minus sheep: pays +") && printed.contains("with probability 10 % or less"),
        "{printed}"
    );
    let few = folder.succeed(&["tiles", "squares", "sheep", "--games", "9", "--agent", "random", "--quiet"]);
    assert!(few.contains("too few games to say what it changes"), "{few}");
    let druids = folder.succeed(&["tiles", "--modules", "druids", "--games", "9", "--agent", "random", "--quiet"]);
    assert!(druids.contains("RECONSTRUCTED"), "{druids}");
    assert_eq!(folder.names(), ["t.toml"]);
}

#[test]
fn a_named_tile_that_was_never_drawn_has_a_row_and_the_config_has_any_number_of_players() {
    let folder = TestFolder::new();
    let words = ["tiles", "squares", "sheep", "most-ships", "columns", "harbours", "--games", "1", "--agent", "random"];
    let set_up = ["--config", "t.toml", "--set", "rules.castle-income=4", "--json", "--quiet"];
    let found: Value = serde_json::from_str(&folder.succeed(&[&words[..], &set_up].concat())).unwrap();
    let rows = found["tiles"].as_array().unwrap();
    assert_eq!((rows.len(), found["differences"].as_array().unwrap().len()), (5, 10));
    assert!(rows.iter().any(|row| row["pays"].is_null()), "four of five tiles at most were in play");
    assert_eq!(found["set_up"].as_array().unwrap().len(), 1, "{found}");
}

#[test]
fn bad_names_are_refused() {
    let folder = TestFolder::new();
    folder.assert_refused(&["tiles", "sheeps"], "<TILE>: found `sheeps`; did you mean `sheep`?");
    folder.assert_refused(&["tiles", "sheep", "sheep"], "found `sheep` twice");
    folder.assert_refused(&["tiles", "--game", "tipperary"], "accepted: skye");
}
