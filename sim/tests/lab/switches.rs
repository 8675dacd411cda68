//! Rules that designers change and scoring tiles of one's own: the same bytes however a run is played.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

#[cfg(unix)]
use crate::running::{Running, until};
use crate::workshop::{CONFIG, Workshop, text};

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
scoring-points = { sheep = 2, mountain-brochs = [2, 4, 6], most-gold = [4, 1] }
scoring-caps = { road-tiles = 6 }
"#;

fn shop(blocks: usize) -> Workshop {
    let shop = Workshop::new();
    shop.write("own.toml", OWN);
    let (top, agents) = CONFIG.split_once("[[agents]]").unwrap();
    let top = top.replace("blocks = 12", &format!("blocks = {blocks}"));
    shop.write("t.toml", &format!("{top}{RULES}\n[[agents]]{agents}"));
    shop
}

#[test]
fn threads_shards_and_analysis_change_nothing() {
    let shop = shop(30);
    shop.succeed(&["run", "t.toml", "--out", "alone", "--threads", "1"]);
    shop.succeed(&["run", "t.toml", "--out", "two", "--threads", "2"]);
    let expected = shop.results("alone");
    assert_eq!(shop.results("two"), expected);
    assert_eq!(shop.read("alone/scoring-tiles.toml"), OWN, "the folder keeps the file");
    for shard in 1..=3 {
        shop.succeed(&["run", "t.toml", "--out", &format!("part-{shard}"), "--shard", &format!("{shard}/3")]);
    }
    shop.succeed(&["merge", "part-2", "part-3", "part-1", "--out", "whole"]);
    assert_eq!(shop.results("whole"), expected);
    // The folder alone is enough, whatever becomes of the file.
    shop.write("own.toml", "");
    shop.succeed(&["verify", "alone"]);
    shop.succeed(&["analyse", "alone"]);
    assert_eq!(shop.results("alone"), expected);
    let scoring = shop.read("alone/scoring.csv");
    assert!(scoring.contains(",wool,") && scoring.contains(",hamlets,"), "{scoring}");
}

#[cfg(unix)]
#[test]
fn killed_it_goes_on_to_the_same_bytes() {
    let shop = shop(400);
    shop.succeed(&["run", "t.toml", "--out", "alone"]);
    let words = ["run", "t.toml", "--out", "killed", "--resume", "--threads", "2", "--quiet"];
    let mut run = Running::start(&shop, &words);
    until("it has begun to write", || shop.path("killed/.partial/games.csv").exists() || run.has_ended());
    run.signal("KILL");
    run.end();
    shop.succeed(&words);
    assert_eq!(shop.results("killed"), shop.results("alone"));
}

#[test]
fn an_own_tile_that_says_what_sheep_says_plays_as_sheep() {
    let shop = Workshop::new();
    shop.write("own.toml", OWN);
    let play = |first: &str, players: &[&str], record: &str| {
        let scoring = format!("{first},most-ships,harbours,completed-areas");
        let words = ["--games", "3", "--scoring", &scoring, "--scoring-tiles", "own.toml", "--record", record];
        shop.succeed(&[&["play"], players, &words[..]].concat());
        let events = |line: &str| line.split_once("\"events\":").unwrap().1.replace("\"wool\"", "\"sheep\"");
        shop.read(record).lines().map(events).collect::<Vec<_>>()
    };
    for (number, players) in [
        &["greedy", "greedy", "greedy"][..],
        &["mcts:iterations=24", "mcts:iterations=16,leaf=appraisal"],
        &["rule-of-thumb", "greedy:pricing=table,buying=surplus", "mcts:iterations=8,others=greedy"],
    ]
    .into_iter()
    .enumerate()
    {
        let [own, printed] = ["wool", "sheep"].map(|first| play(first, players, &format!("{first}-{number}.jsonl")));
        assert!(own == printed, "{players:?} play the same games");
        assert!(own.concat().contains("\"scoring\":\"sheep\""));
    }
    let record = shop.read("wool-0.jsonl");
    assert!(record.contains("\"scoring_tiles\":{\"name\":\"own.toml\",\"sha256\":\""));
    assert!(!shop.read("sheep-0.jsonl").contains("scoring_tiles"), "it is named where one of its tiles is in play");
    shop.succeed(&["check", "wool-0.jsonl", "--scoring-tiles", "own.toml"]);
    shop.write("other.toml", &OWN.replace("points = 1", "points = 2"));
    for files in [&[][..], &["--scoring-tiles", "other.toml"]] {
        assert!(shop.refuse(&[&["check", "wool-0.jsonl"], files].concat()).contains("--scoring-tiles"));
    }
}

#[test]
fn own_tiles_are_shown_and_compared() {
    let shop = shop(4);
    let words = ["--config", "t.toml", "--scoring", "wool,hamlets,sheep,squares", "--record", "r.jsonl"];
    shop.succeed(&[&["play", "random", "random", "random"], &words[..]].concat());
    shop.succeed(&["replay", "r.jsonl", "--game", "1", "--html", "r.html", "--scoring-tiles", "own.toml"]);
    let page = shop.read("r.html");
    for text in ["1 VP for each sheep", "houses at the water", "2 VP for each sheep"] {
        assert!(page.contains(text), "{text}");
    }
    // Another file for the second run: its tiles take the places of those with their names.
    shop.write("dear.toml", &OWN.replace("points = 1\n", "points = 5\n"));
    shop.write("c.toml", &format!("{}\n[compare]\nscoring-tiles = \"dear.toml\"\n", shop.read("t.toml")));
    let printed = shop.succeed(&["run", "c.toml", "--out", "c"]);
    assert!(printed.starts_with("scoring-tiles dear.toml in place of own.toml: "), "{printed}");
    shop.succeed(&["verify", "c"]);
}

#[test]
fn other_programs_are_told_the_file_of_own_tiles() {
    let shop = shop(4);
    let words = ["--config", "t.toml", "--scoring", "wool,hamlets,sheep,squares", "--record", "r.jsonl"];
    shop.succeed(&[&["play", "random", "random", "random"], &words[..]].concat());
    let record: Value = serde_json::from_str(shop.read("r.jsonl").trim()).unwrap();
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
        let mut command = shop.command(&[&["serve", "greedy"], more].concat());
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
