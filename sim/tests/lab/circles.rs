//! In which order agents sit: drawn for each seed, listed if the config or, for a run without the choice, its manifest says so.

use std::collections::BTreeMap;

use lab::run::manifest::config_sha256;
use serde_json::Value;

use crate::test_folder::{TestFolder, number};

/// Three agents at a table of three.
const CONFIG: &str = r#"name = "circles"
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
fn a_manifest_that_says_nothing_of_circles_stands_for_the_listed_one() {
    let folder = folder();
    folder.succeed(&["run", "listed.toml", "--out", "out", "--quiet"]);
    let mut told = manifest(&folder, "out");
    told["config"].as_object_mut().unwrap().shift_remove("circle").unwrap();
    told["config_sha256"] = config_sha256(&told["config"]).into();
    folder.write("out/manifest.json", &told.to_string());
    for game in 0..12 {
        // A game that ends otherwise than in the table is an error.
        folder.succeed(&["replay", "out", "--game", &game.to_string(), "--quiet"]);
    }
}

#[test]
fn a_config_that_says_drawn_does_not_go_on_with_a_listed_run() {
    let folder = folder();
    folder.succeed(&["run", "listed.toml", "--out", "listed", "--quiet"]);
    folder.assert_refused(&["run", "t.toml", "--out", "listed", "--resume"], "`circle`");
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
