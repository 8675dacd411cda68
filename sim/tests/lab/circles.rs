//! In which order agents sit: drawn for each seed, listed if the config says so, and listed in runs that are older than the choice.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::test_folder::{TestFolder, number};

/// Three agents at a table of three.
const CONFIG: &str = r#"name = "old"
players = 3
blocks = 4
tables = []
agents = [{ name = "one", spec = "random" }, { name = "two", spec = "rule-of-thumb" }, { name = "three", spec = "rule-of-thumb" }]
"#;

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("t.toml", CONFIG);
    folder.write("listed.toml", &format!("circle = \"listed\"\n{CONFIG}"));
    folder
}

fn manifest(folder: &TestFolder, subfolder: &str) -> Value {
    serde_json::from_str(&folder.read(&format!("{subfolder}/manifest.json"))).unwrap()
}

/// A run of release 0.3.0, whose manifest says nothing of circles, in the folder `old`.
fn with_old_run() -> TestFolder {
    let folder = folder();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/without_circle");
    fs::create_dir(folder.path("old")).unwrap();
    for entry in fs::read_dir(kept).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path("old").join(path.file_name().unwrap())).unwrap();
    }
    // As if this program had played it.
    folder.succeed(&["run", "t.toml", "--out", "new", "--set", "blocks=1", "--quiet"]);
    let (mut old, new) = (manifest(&folder, "old"), manifest(&folder, "new"));
    ["version", "revision"].into_iter().for_each(|key| old[key] = new[key].clone());
    folder.write("old/manifest.json", &old.to_string());
    folder
}

/// Who sits right after whom in each block, once for each block and pair.
fn after(folder: &TestFolder, subfolder: &str, players: usize) -> BTreeMap<String, Vec<(String, String)>> {
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let rows = folder.table(&format!("{subfolder}/seats.csv"));
    for seats in rows.chunks(players).step_by(players) {
        let pairs = (0..players).map(|seat| {
            let [one, next] = [seat, (seat + 1) % players].map(|seat| seats[seat]["agent"].clone());
            (next, one)
        });
        found.entry(seats[0]["block"].clone()).or_default().extend(pairs);
    }
    found
}

#[test]
fn of_two_seeds_each_agent_sits_once_before_and_once_behind_each_other_one() {
    let folder = folder();
    folder.succeed(&["run", "t.toml", "--out", "out", "--quiet"]);
    let blocks: Vec<Vec<(String, String)>> = after(&folder, "out", 3).into_values().collect();
    for pair in blocks.chunks(2) {
        let reversed: Vec<(String, String)> = pair[1].iter().map(|(one, other)| (other.clone(), one.clone())).collect();
        assert!(pair[0].iter().all(|places| reversed.contains(places)), "{pair:?}");
    }
    assert_eq!(manifest(&folder, "out")["config"]["circle"], "drawn");
}

#[test]
fn a_listed_circle_is_that_of_the_config_and_the_summary_warns() {
    let folder = folder();
    let printed = folder.succeed(&["run", "listed.toml", "--out", "out", "--quiet"]);
    assert!(printed.contains("WARNING: every agent keeps its neighbours"), "{printed}");
    let listed =
        [("one", "three"), ("two", "one"), ("three", "two")].map(|(one, other)| (one.to_owned(), other.to_owned()));
    for found in after(&folder, "out", 3).into_values() {
        assert!(listed.iter().all(|places| found.contains(places)), "{found:?}");
    }
    assert!(!folder.path("out/neighbours.csv").exists());
    let printed = folder.succeed(&["run", "t.toml", "--out", "drawn", "--quiet"]);
    assert!(!printed.contains("WARNING"), "{printed}");
}

#[test]
fn where_there_is_nothing_to_draw_no_manifest_speaks_of_circles() {
    let folder = folder();
    let agents = "agents=[{ name = \"one\", spec = \"random\" }, { name = \"two\", spec = \"random\" }]";
    folder.succeed(&["run", "t.toml", "--out", "two", "--set", "players=2", "--set", agents, "--quiet"]);
    assert!(manifest(&folder, "two")["config"].get("circle").is_none());
}

#[test]
fn an_older_run_is_replayed_and_gone_on_with_in_its_listed_circle() {
    let folder = with_old_run();
    for game in 0..12 {
        // A game that ends otherwise than in the table is an error.
        folder.succeed(&["replay", "old", "--game", &game.to_string(), "--quiet"]);
    }
    let printed = folder.succeed(&["run", "t.toml", "--out", "old", "--resume", "--quiet"]);
    assert!(printed.contains("complete already: kept 4 of 4 blocks"), "{printed}");
    let more = ["--set", "blocks=6", "--quiet"];
    folder.succeed(&[&["run", "t.toml", "--out", "old", "--resume"], &more[..]].concat());
    folder.succeed(&[&["run", "listed.toml", "--out", "listed"], &more[..]].concat());
    // Tables of schema 3 have more columns, and no letter before the seats in sets of them.
    for table in ["games.csv", "seats.csv"] {
        let [old, listed] = ["old", "listed"].map(|run| folder.table(&format!("{run}/{table}")));
        assert_eq!(old.len(), listed.len());
        for (column, cell, row) in
            listed.iter().zip(&old).flat_map(|(new, old)| new.iter().map(move |(c, v)| (c, v, old)))
        {
            let is_set = column == "winners" || column.starts_with("leaders_");
            assert_eq!(row[column], if is_set { cell.replace('s', "") } else { cell.clone() }, "{table}: {column}");
        }
    }
    assert!(manifest(&folder, "old")["config"].get("circle").is_none());
    folder.succeed(&["verify", "old", "--quiet"]);
}

#[test]
fn a_config_that_says_drawn_does_not_go_on_with_a_listed_run() {
    let folder = with_old_run();
    let words = ["run", "t.toml", "--out", "old", "--resume", "--set", "circle=drawn"];
    folder.assert_refused(&words, "`circle`");
    folder.succeed(&["run", "listed.toml", "--out", "listed", "--quiet"]);
    folder.succeed(&["run", "t.toml", "--out", "listed", "--resume", "--quiet"]);
    folder.assert_refused(&["run", "t.toml", "--out", "listed", "--resume", "--set", "circle=drawn"], "`circle`");
}

#[test]
fn runs_with_different_circles_are_not_compared() {
    let folder = folder();
    folder.succeed(&["run", "t.toml", "--out", "drawn", "--quiet"]);
    folder.succeed(&["run", "listed.toml", "--out", "listed", "--set", "rules.castle-income=4", "--quiet"]);
    folder.assert_refused(&["compare", "drawn", "listed"], "circle: found listed; accepted: drawn");
}

#[test]
fn neighbours_are_the_means_of_the_seats() {
    let folder = folder();
    let agents = "agents=[{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"rule-of-thumb\" }, \
                  { name = \"c\", spec = \"rule-of-thumb\" }, { name = \"d\", spec = \"random\" }, { name = \"e\", spec = \"random\" }]";
    let set = ["--set", "players=4", "--set", "lineup=round-robin", "--set", "blocks=60", "--set", agents, "--quiet"];
    folder.succeed(&[&["run", "t.toml", "--out", "out"], &set[..]].concat());
    let seats = folder.table("out/seats.csv");
    let table = folder.table("out/neighbours.csv");
    assert_eq!(table.len(), 40);
    for row in &table {
        // Total and number of the agent's games with the neighbour there, and elsewhere at the table.
        let mut found = [[0.0; 3]; 2];
        for game in seats.chunks(4) {
            let place = |name: &str| game.iter().position(|seat| seat["agent"] == name);
            let (Some(agent), Some(neighbour)) = (place(&row["agent"]), place(&row["neighbour"])) else { continue };
            let is_there =
                if row["side"] == "after" { (neighbour + 1) % 4 == agent } else { (agent + 1) % 4 == neighbour };
            let sums = &mut found[usize::from(!is_there)];
            sums[0] += 1.0;
            sums[1] += number(&game[agent], "win_share");
            sums[2] += number(&game[agent], "vp");
        }
        assert_eq!(row["games"], found[0][0].to_string());
        for (column, place) in [("win_share_difference", 1), ("vp_difference", 2)] {
            let expected = found[0][place] / found[0][0] - found[1][place] / found[1][0];
            assert!((number(row, column) - expected).abs() < 2e-6, "{row:?}: {expected}");
        }
    }
}
