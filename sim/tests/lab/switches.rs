//! Rules that designers change and scoring tiles of one's own: the same bytes however a run is played.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

#[cfg(unix)]
use crate::running::{Running, until};
use crate::test_folder::{CONFIG, TestFolder, text};

/// Scoring tiles of one's own: one that says what `sheep` says, and one of several parts.
const OWN: &str = r#"
[[tile]]
name = "wool"
counts = "sheep"
points = 1

[[tile]]
name = "hamlets"
text = "houses at the water"
cap = 12
parts = [
  { counts = ["farm", "ship"], points = 3 },
  { counts = "areas", completed = false, with = ["ship"], points = 1 },
  { counts = "broch", most = [4, 2] },
  { counts = "rows", points = 1, per = 2 },
]
"#;

/// All switches at once.
const RULES: &str = r#"
scoring-tiles = "own.toml"

[scoring]
design = "random"
include = ["wool", "hamlets", "sheep", "most-gold", "mountain-brochs", "road-tiles"]

[rules]
start-gold-by-order = [0, 1, 3, 9, 9]
lowest-price = 2
highest-price = 6
castle-income = 7
scoring-points = { sheep = 2, mountain-brochs = [2, 4, 6], most-gold = [4, 1], hamlets = [3, 2, 5, 2, 1] }
scoring-caps = { road-tiles = 6, hamlets = 9 }
"#;

fn folder(blocks: usize) -> TestFolder {
    let folder = TestFolder::new();
    folder.write("own.toml", OWN);
    let (top, agents) = CONFIG.split_once("[[agents]]").unwrap();
    let top = top.replace("blocks = 12", &format!("blocks = {blocks}"));
    folder.write("t.toml", &format!("{top}{RULES}\n[[agents]]{agents}"));
    folder
}

#[test]
fn threads_shards_and_analysis_change_nothing() {
    let folder = folder(30);
    folder.succeed(&["run", "t.toml", "--out", "alone", "--threads", "1"]);
    folder.succeed(&["run", "t.toml", "--out", "two", "--threads", "2"]);
    let expected = folder.results("alone");
    assert_eq!(folder.results("two"), expected);
    assert_eq!(folder.read("alone/scoring-tiles.toml"), OWN, "the folder keeps the file");
    for shard in 1..=3 {
        folder.succeed(&["run", "t.toml", "--out", &format!("part-{shard}"), "--shard", &format!("{shard}/3")]);
    }
    folder.succeed(&["merge", "part-2", "part-3", "part-1", "--out", "whole"]);
    assert_eq!(folder.results("whole"), expected);
    // The folder alone is enough, whatever becomes of the file.
    folder.write("own.toml", "");
    folder.succeed(&["verify", "alone"]);
    folder.succeed(&["analyse", "alone"]);
    assert_eq!(folder.results("alone"), expected);
    let scoring = folder.read("alone/scoring.csv");
    assert!(scoring.contains(",wool,") && scoring.contains(",hamlets,"), "{scoring}");
}

#[cfg(unix)]
#[test]
fn killed_it_goes_on_to_the_same_bytes() {
    let folder = folder(400);
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    let words = ["run", "t.toml", "--out", "killed", "--resume", "--threads", "2", "--quiet"];
    let mut run = Running::start(&folder, &words);
    until("it has begun to write", || folder.path("killed/.partial/games.csv").exists() || run.has_ended());
    run.signal("KILL");
    run.end();
    folder.succeed(&words);
    assert_eq!(folder.results("killed"), folder.results("alone"));
}

#[test]
fn an_own_tile_that_says_what_sheep_says_plays_as_sheep() {
    let folder = TestFolder::new();
    folder.write("own.toml", OWN);
    let play = |first: &str, players: &[&str], record: &str| {
        let scoring = format!("{first},most-ships,harbours,completed-areas");
        let words = ["--games", "3", "--scoring", &scoring, "--scoring-tiles", "own.toml", "--record", record];
        folder.succeed(&[&["play"], players, &words[..]].concat());
        let events = |line: &str| line.split_once("\"events\":").unwrap().1.replace("\"wool\"", "\"sheep\"");
        folder.read(record).lines().map(events).collect::<Vec<_>>()
    };
    for (number, players) in [
        &["greedy", "greedy", "greedy"][..],
        &["mcts:iterations=24", "mcts:iterations=16,leaf=appraisal"],
        &["rule-of-thumb", "greedy:pricing=table,buying=surplus", "mcts:iterations=8,others=usual"],
    ]
    .into_iter()
    .enumerate()
    {
        let [own, printed] = ["wool", "sheep"].map(|first| play(first, players, &format!("{first}-{number}.jsonl")));
        assert!(own == printed, "{players:?} play the same games");
        assert!(own.concat().contains("\"scoring\":\"sheep\""));
    }
    let record = folder.read("wool-0.jsonl");
    assert!(record.contains("\"scoring_tiles\":{\"name\":\"own.toml\",\"sha256\":\""));
    assert!(!folder.read("sheep-0.jsonl").contains("scoring_tiles"), "it is named where one of its tiles is in play");
    folder.succeed(&["check", "wool-0.jsonl", "--scoring-tiles", "own.toml"]);
    folder.write("other.toml", &OWN.replace("points = 1", "points = 2"));
    for files in [&[][..], &["--scoring-tiles", "other.toml"]] {
        assert!(folder.refuse(&[&["check", "wool-0.jsonl"], files].concat()).contains("--scoring-tiles"));
    }
}

#[test]
fn own_tiles_are_shown_and_compared() {
    let folder = folder(4);
    let words = ["--config", "t.toml", "--scoring", "wool,hamlets,sheep,squares", "--record", "r.jsonl"];
    folder.succeed(&[&["play", "random", "random", "random"], &words[..]].concat());
    folder.succeed(&["replay", "r.jsonl", "--game", "1", "--html", "r.html", "--scoring-tiles", "own.toml"]);
    let page = folder.read("r.html");
    for text in
        ["1 VP for each sheep", "5 VP for most, 2 VP for second most of: broch", "at most 9 VP", "2 VP for each sheep"]
    {
        assert!(page.contains(text), "{text}");
    }
    // Another file for the second run: its tiles take the places of those with their names.
    folder.write("dear.toml", &OWN.replace("points = 1\n", "points = 5\n"));
    folder.write("c.toml", &format!("{}\n[compare]\nscoring-tiles = \"dear.toml\"\n", folder.read("t.toml")));
    let printed = folder.succeed(&["run", "c.toml", "--out", "c"]);
    assert!(printed.starts_with("scoring-tiles dear.toml in place of own.toml: "), "{printed}");
    folder.succeed(&["verify", "c"]);
}

#[test]
fn a_comparison_can_have_other_scoring_tiles() {
    let folder = study();
    let without =
        "[compare.scoring]\ndesign = \"fixed\"\nsets = [[\"sheep\", \"squares\", \"columns\", \"hamlets\"]]\n";
    let config = folder.read("t.toml");
    let (config, _) = config.split_once("[tune]").unwrap();
    folder.write("c.toml", &format!("{config}{without}"));
    let printed = folder.succeed(&["run", "c.toml", "--out", "c", "--quiet"]);
    assert!(printed.lines().next().unwrap().starts_with("scoring.design fixed in place of random"), "{printed}");
    let drawn = |games: &str| folder.table(games).iter().map(|game| game["scoring_a"].clone()).collect::<BTreeSet<_>>();
    assert!(drawn("c/games.csv").contains("wool"));
    assert_eq!(drawn("c/second/games.csv"), BTreeSet::from(["sheep".to_owned()]));
    // The manifest says both designs.
    folder.succeed(&["verify", "c", "--games", "2"]);
    let again = folder.succeed(&["run", "c.toml", "--out", "c", "--resume"]);
    assert!(again.contains("complete already"), "{again}");
}

/// A study of what `wool` pays, and the files that it needs.
fn study() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("own.toml", OWN);
    folder.write(
        "t.toml",
        r#"
name = "wool"
players = 2
blocks = 200
lineup = "self-play"
agents = [{ name = "a", spec = "greedy:pricing=table,buying=surplus,building=tile-by-tile" }]
scoring-tiles = "own.toml"
scoring = { include = ["wool", "hamlets", "squares", "most-gold", "road-tiles", "columns", "sheep"] }

[tune]
games = 600
finalists = 2

[tune.knobs]
"rules.scoring-points.wool" = [1, 2, 9]
"rules.scoring-caps.hamlets" = [0, 12]

[[tune.goals]]
measure = "scoring-vp"
part = "wool"
target = "most"
"#,
    );
    folder
}

#[test]
fn rules_that_change_an_own_tile_are_as_another_file_of_it() {
    let folder = study();
    let words = ["run", "t.toml", "--quiet", "--out"];
    let changed = ["--set", "rules.scoring-points.wool=4", "--set", "rules.scoring-caps.wool=7"];
    folder.succeed(&[&words[..], &["by-rules"], &changed].concat());
    folder.write("own.toml", &OWN.replacen("points = 1", "points = 4\ncap = 7", 1));
    folder.succeed(&[&words[..], &["by-file"]].concat());
    for table in ["games.csv", "seats.csv", "scoring.csv", "effects.csv"] {
        assert_eq!(folder.read(&format!("by-rules/{table}")), folder.read(&format!("by-file/{table}")), "{table}");
    }
    folder.write("own.toml", OWN);
    folder.succeed(&[&words[..], &["as-filed"]].concat());
    assert_ne!(folder.read("by-rules/games.csv"), folder.read("as-filed/games.csv"));
    let fault = |set: &str| folder.refuse(&["run", "t.toml", "--out", "no", "--set", set]);
    assert!(
        fault("rules.scoring-points.wol=4")
            .contains("unknown key `rules.scoring-points.wol`; did you mean `rules.scoring-points.wool`?")
    );
    assert!(fault("rules.scoring-points.hamlets=4").contains("accepted: a list of 5 whole numbers from 0 to 50"));
    assert!(fault("rules.scoring-points.wool=51").contains("accepted: a whole number from 0 to 50"));
    assert!(fault("rules.scoring-caps.wool=1000").contains("from 0 to 999"));
}

#[test]
fn points_and_caps_of_own_tiles_are_tuned_and_switched() {
    let folder = study();
    let told = folder.succeed(&["tune", "t.toml", "--out", "out", "--quiet"]);
    assert!(told.contains("Closest to the goals on fresh seeds: rules.scoring-points.wool = 9"), "{told}");
    let verdict = folder.table("out/verdict.csv");
    assert!(verdict.iter().all(|row| row["part"] == "wool" && row["met"].is_empty()), "{verdict:?}");
    let last = verdict.last().unwrap();
    // What is printed of an own tile is its file.
    let found = ["finalist", "rules.scoring-points.wool", "rules.scoring-caps.hamlets"].map(|name| last[name].as_str());
    assert_eq!(found, ["printed", "1", "12"]);
    let number = |row: &BTreeMap<String, String>| row["estimate"].parse::<f64>().unwrap();
    assert!(number(&verdict[0]) > number(last) + 10.0, "{verdict:?}");
    // The winner is played from its folder alone.
    folder.succeed(&["run", "out/winner.toml", "--out", "won", "--quiet", "--set", "blocks=4"]);
    assert!(folder.read("out/winner.toml").contains("wool = 9"));
    let keys = [
        "--key",
        "rules.scoring-points.wool",
        "--key",
        "rules.scoring-points.hamlets",
        "--key",
        "rules.scoring-caps.hamlets",
    ];
    let words = ["sensitivity", "t.toml", "--out", "steps", "--quiet", "--set", "blocks=20"];
    folder.succeed(&[&words[..], &keys].concat());
    let steps: BTreeSet<[String; 3]> = folder
        .table("steps/sensitivity.csv")
        .iter()
        .map(|row| ["key", "from", "to"].map(|name| row[name].clone()))
        .collect();
    let expected = [
        ["rules.scoring-caps.hamlets", "12", "11"],
        ["rules.scoring-caps.hamlets", "12", "13"],
        ["rules.scoring-points.hamlets", "[3,1,4,2,1]", "[2,0,3,1,0]"],
        ["rules.scoring-points.hamlets", "[3,1,4,2,1]", "[4,2,5,3,2]"],
        ["rules.scoring-points.wool", "1", "0"],
        ["rules.scoring-points.wool", "1", "2"],
    ];
    assert_eq!(steps, expected.map(|step| step.map(str::to_owned)).into());
}

#[test]
fn an_own_tile_is_named_whatever_its_rank() {
    let folder = study();
    let told = folder.succeed(&["run", "t.toml", "--out", "out", "--quiet"]);
    assert!(told.contains("Set up with scoring-tiles own.toml."), "{told}");
    folder.succeed(&["report", "out", "--games", "0", "--quiet"]);
    let page = folder.read("out/report.html");
    let paid = |tile: &str| {
        let rows = folder.table("out/scoring.csv");
        let row = rows.iter().find(|row| row["agent"] == "all" && row["scoring"] == tile).unwrap();
        row["vp_mean"].parse::<f64>().unwrap()
    };
    for tile in ["wool", "hamlets"] {
        let begin = format!("Own scoring tile {tile} pays {:.1} ± ", paid(tile));
        let line = told.lines().find(|line| line.starts_with(&begin)).unwrap_or_else(|| panic!("{begin}: {told}"));
        assert!(line.contains("than the mean of the others (rank ") && line.contains(" of 7)"), "{line}");
        assert!(
            line.contains("relative to an average tile: ")
                && ["of 6 pairs", "of 6 tiles"].iter().any(|count| line.contains(count)),
            "{line}"
        );
        assert!(page.contains(&line.replace('\'', "&#39;")) || page.contains(line), "{line}");
    }
    // With too few seeds for pairs it says so.
    let few = folder.succeed(&["run", "t.toml", "--out", "few", "--quiet", "--set", "blocks=16"]);
    let line = few.lines().find(|line| line.starts_with("Own scoring tile wool pays ")).unwrap();
    assert!(line.ends_with("Pairs of scoring tiles: effects require at least 42 seeds; this run has 16."), "{line}");
}

#[test]
fn other_programs_are_told_the_file_of_own_tiles() {
    let folder = folder(4);
    let words = ["--config", "t.toml", "--scoring", "wool,hamlets,sheep,squares", "--record", "r.jsonl"];
    folder.succeed(&[&["play", "random", "random", "random"], &words[..]].concat());
    let record: Value = serde_json::from_str(folder.read("r.jsonl").trim()).unwrap();
    let mut set_up = json!({"game": "skye", "modules": [], "seats": 3});
    for key in ["scoring", "rules", "scoring_tiles"] {
        set_up[key] = record[key].clone();
    }
    let lines = [
        json!({"m": "hello", "protocol": 1, "game": "skye"}),
        json!({"m": "game", "game": 1, "set_up": set_up}),
        json!({"m": "quit"}),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let serve = |more: &[&str]| {
        let mut command = folder.command(&[&["serve", "greedy"], more].concat());
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        process.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        process.wait_with_output().unwrap()
    };
    let known = serve(&["--scoring-tiles", "own.toml"]);
    assert!(known.status.success(), "{}", text(&known.stderr));
    let unknown = serve(&[]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("--scoring-tiles"), "{}", text(&unknown.stderr));
}
