//! `sim train`.

use std::path::PathBuf;

use agents::skye::opponents::Habits;
use agents::value::Evaluation;
use engine::skye::Skye;
use engine::tipperary::Tipperary;

use crate::test_folder::{TestFolder, text};

/// A tiny training on this many threads; returns the file.
fn trained(folder: &TestFolder, threads: &str, seed: &str) -> String {
    let words = "train --games 120 --agent greedy:pricing=table --hidden 4 --epochs 2 --out value.json --quiet";
    let told = folder.succeed(&words.split(' ').chain(["--threads", threads, "--seed", seed]).collect::<Vec<_>>());
    assert!(told.starts_with("value.json: learned from ") && told.contains(" by linear worth "), "{told}");
    folder.read("value.json")
}

#[test]
fn what_is_learned_is_the_same_for_any_number_of_threads() {
    let one = trained(&TestFolder::new(), "1", "5");
    assert_eq!(one, trained(&TestFolder::new(), "3", "5"));
    assert_ne!(one, trained(&TestFolder::new(), "1", "6"));
    let evaluation = Evaluation::from_json::<Skye>(&one).expect("an evaluation");
    assert_eq!(evaluation.known.to_string(), "skye, 2 players, rules as printed");
    assert!(
        evaluation.trained_on.starts_with("120 games of 2 greedy:pricing=table, 5 % of the decisions by rule-of-thumb")
    );
    assert!(evaluation.slopes[1] > evaluation.slopes[5], "late leads count more: {:?}", evaluation.slopes);
}

#[test]
fn an_interrupted_training_goes_on_to_the_same_bytes() {
    let folder = TestFolder::new();
    let whole = trained(&folder, "2", "7");
    let pieces = folder.files("value.games");
    assert_eq!(
        pieces.keys().map(String::as_str).collect::<Vec<_>>(),
        ["000000-50.games", "000001-50.games", "000002-20.games", "plan.txt"]
    );
    std::fs::remove_file(folder.path("value.games/000001-50.games")).expect("a piece");
    std::fs::write(folder.path("value.games/000002-20.new"), "half of it").expect("a file");
    assert_eq!(trained(&folder, "1", "7"), whole);
    assert_eq!(folder.files("value.games")["000001-50.games"], pieces["000001-50.games"]);
}

#[test]
fn modules_and_rules_are_learned_from_and_named() {
    let folder = TestFolder::new();
    let words = "train --players 3 --modules druids,borderlands --set rules.castle-income=6 --games 60 --agent greedy:pricing=table \
                 --hidden 4 --epochs 2 --out value.json --quiet";
    folder.succeed(&words.split_whitespace().collect::<Vec<_>>());
    let evaluation = Evaluation::from_json::<Skye>(&folder.read("value.json")).expect("an evaluation");
    assert_eq!(evaluation.known.to_string(), "skye, 3 players, any of druids, borderlands, rules castle-income=6");
    let told = folder.refuse(&["train", "--set", "tiles=mine.csv", "--out", "other.json"]);
    assert!(told.contains("--set: found `tiles=mine.csv`; accepted: rules.KEY=VALUE"), "{told}");
}

#[test]
fn tipperary_is_learned_the_same_way() {
    let folder = TestFolder::new();
    let train = |threads: &str, out: &str| {
        let words = "train --game tipperary --players 2 --games 60 --hidden 4 --epochs 2 --quiet --threads";
        folder.succeed(&words.split(' ').chain([threads, "--out", out]).collect::<Vec<_>>());
        folder.read(out)
    };
    let text = train("1", "one.json");
    assert_eq!(text, train("3", "three.json"));
    let evaluation = Evaluation::from_json::<Tipperary>(&text).expect("an evaluation");
    assert_eq!(evaluation.known.to_string(), "tipperary, 2 players, rules as printed");
    assert!(evaluation.slopes[1] > evaluation.slopes[11], "late leads count more: {:?}", evaluation.slopes);
    let error = Evaluation::from_json::<Skye>(&text).expect_err("another game");
    assert_eq!(error.to_string(), "value nets for `tipperary`; accepted: for `skye`");
}

#[test]
fn a_file_that_is_not_its_own_is_left_alone() {
    let folder = TestFolder::new();
    folder.write("notes.txt", "mine");
    let told = folder.refuse(&["train", "--out", "notes.txt", "--quiet"]);
    assert!(told.contains("notes.txt: the file was not written by this command"), "{told}");
    assert_eq!(folder.read("notes.txt"), "mine");
}

#[test]
fn a_folder_of_games_is_filled_by_one_process() {
    let folder = TestFolder::new();
    let whole = trained(&folder, "2", "9");
    let plan = folder.read("value.games/plan.txt");
    // As if another process had it.
    std::fs::create_dir(folder.path("value.games/.partial")).expect("a folder");
    let held = std::fs::File::create(folder.path("value.games/.partial/lock")).expect("a file");
    held.lock().expect("a lock");
    let words =
        "train --games 120 --agent greedy:pricing=table --hidden 4 --epochs 2 --seed 9 --out value.json --quiet";
    let words: Vec<&str> = words.split(' ').collect();
    let output = folder.sim(&words);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("value.games: another run is using it; accepted: another folder (--games-in)"), "{error}");
    held.unlock().expect("a lock");
    // What a killed process has left is no hindrance.
    assert_eq!(trained(&folder, "2", "9"), whole);
    assert_eq!(folder.read("value.games/plan.txt"), plan);
}

#[test]
fn folders_of_games_are_folders_of_their_own() {
    let folder = TestFolder::new();
    let told = folder.refuse(&["train", "--games", "20", "--out", "value.games", "--quiet"]);
    assert!(told.contains("--out: found value.games, where the games are kept; accepted: another name"), "{told}");
    folder.write("notes.txt", "mine");
    let before = folder.files("");
    for what in [&["--games", "20"][..], &["--what", "habits", "--play", "greedy games=20"]] {
        let words = [&["train", "--out", "value.json", "--games-in", "notes.txt", "--quiet"], what].concat();
        let told = folder.refuse(&words);
        assert!(told.contains("--games-in: found notes.txt, a file; accepted: a folder"), "{told}");
    }
    assert_eq!(folder.files(""), before);
    let told = folder.refuse(&["train", "--try", "notes.txt", "--games-in", "games", "--quiet"]);
    assert!(told.contains("--try: not a file of value nets: "), "{told}");
}

#[test]
fn habits_are_learned_by_other_rules_and_say_so() {
    let folder = TestFolder::new();
    let play = "greedy:pricing=table games=20 rules.castle-income=6 rules.gold-per-vp=4";
    let words = ["train", "--what", "habits", "--hidden", "3", "--epochs", "1", "--out", "h.json", "--quiet"];
    folder.succeed(&[&words[..], &["--play", play]].concat());
    let learned = Habits::from_json(&folder.read("h.json")).expect("habits");
    let by = "20 games of 2 players by castle-income=6, gold-per-vp=4, greedy:pricing=table, seed 1";
    assert_eq!(learned.trained_on, by);
    // The games of other rules are others.
    let printed = ["--play", "greedy:pricing=table games=20", "--games-in", "h.games"];
    folder.succeed(&[&words[..7], &["--out", "printed.json", "--quiet"], &printed].concat());
    assert_ne!(folder.read("printed.json"), folder.read("h.json"));
}

#[test]
fn games_of_another_training_and_damaged_ones_are_refused() {
    let folder = TestFolder::new();
    trained(&folder, "2", "8");
    let again = [
        "train",
        "--games",
        "120",
        "--agent",
        "greedy:pricing=table",
        "--out",
        "other.json",
        "--games-in",
        "value.games",
        "--quiet",
    ];
    let told = folder.refuse(&again);
    assert!(told.contains("value.games/plan.txt: found sim "), "{told}");
    assert!(told.contains(", self-play of greedy:pricing=table, skye, 2 players, rules as printed, slips 5 % like rule-of-thumb, seed 8; accepted: sim "), "{told}");
    assert!(told.trim_end().ends_with(", or another folder (--games-in)"), "{told}");
    let mut piece = folder.files("value.games")["000000-50.games"].clone();
    piece[1000] ^= 1;
    std::fs::write(folder.path("value.games/000000-50.games"), piece).expect("a file");
    let told = folder.refuse(&again.into_iter().chain(["--seed", "8"]).collect::<Vec<_>>());
    assert!(told.contains("000000-50.games: damaged"), "{told}");
    assert!(!folder.path("other.json").exists());
    let plan = folder.read("value.games/plan.txt");
    folder.write("value.games/plan.txt", &plan.replacen("sim ", "sim 0.0.1 ", 1));
    let told = folder.refuse(&again.into_iter().chain(["--seed", "8"]).collect::<Vec<_>>());
    assert!(told.contains("found sim 0.0.1 "), "another version may play otherwise: {told}");
    let told = folder.refuse(&["train", "--agent", "mcts:time-ms=5", "--out", "other.json"]);
    assert!(told.contains("plays by the clock"), "{told}");
}

/// Tiny habits, learned on this many threads; returns the file.
fn habits(folder: &TestFolder, threads: &str, seed: &str) -> String {
    let plays = [
        format!("greedy:pricing=table,buying=surplus games=60 seed={seed}"),
        "greedy:pricing=table players=3 games=11 modules=all".to_owned(),
    ];
    let [two, three] = &plays;
    let words = "train --what habits --hidden 3 --epochs 2 --out habits.json --quiet --threads";
    let plays = [threads, "--play", two, "--play", three];
    let told = folder.succeed(&words.split(' ').chain(plays).collect::<Vec<_>>());
    assert!(told.starts_with("habits.json: learned from "), "{told}");
    let of_three =
        "11 games of 3 players with druids, tunnels, bonus, borderlands, greedy:pricing=table, seed 1; held out:\n";
    assert!(told.contains(of_three), "{told}");
    assert_eq!(told.matches(" offers: energy score ").count(), 2, "{told}");
    folder.read("habits.json")
}

/// The second piece of the games of two.
fn piece(folder: &TestFolder) -> PathBuf {
    let folders = std::fs::read_dir(folder.path("habits.games")).expect("a folder for each kind of games");
    let mut pieces = folders.map(|subfolder| subfolder.expect("a folder").path().join("000001-10.games"));
    pieces.find(|piece| piece.exists()).expect("a piece of 50 games and one of 10")
}

#[test]
fn habits_are_the_same_for_any_number_of_threads_and_once_interrupted() {
    let (folder, other) = (TestFolder::new(), TestFolder::new());
    let one = habits(&folder, "1", "5");
    assert_eq!(one, habits(&other, "3", "5"));
    let learned = Habits::from_json(&one).expect("habits");
    let on_two = "60 games of 2 players, greedy:pricing=table,buying=surplus, seed 5; 11 games of 3 players";
    assert!(learned.trained_on.starts_with(on_two), "{}", learned.trained_on);
    let second = piece(&folder);
    let bytes = std::fs::read(&second).expect("a piece");
    std::fs::remove_file(&second).expect("a piece");
    assert_eq!(habits(&folder, "2", "5"), one);
    assert_eq!(std::fs::read(&second).expect("a piece"), bytes);
    // The same games as those of `sim play`, after a checksum.
    let agent = "greedy:pricing=table,buying=surplus";
    folder.succeed(&["play", agent, agent, "--games", "60", "--seed", "5", "--record", "games.jsonl", "--quiet"]);
    let record = folder.read("games.jsonl");
    let last: String = record.lines().skip(50).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(&bytes[64..], last.as_bytes());
    assert_ne!(habits(&other, "2", "6"), one);
    let mut damaged = bytes;
    damaged[1000] ^= 1;
    std::fs::write(&second, damaged).expect("a file");
    let words = "train --what habits --hidden 3 --epochs 2 --out other.json --games-in habits.games --quiet --play";
    let play = "greedy:pricing=table,buying=surplus games=60 seed=5";
    let told = folder.refuse(&words.split(' ').chain([play]).collect::<Vec<_>>());
    assert!(told.contains("000001-10.games: damaged; remove it to play its games again"), "{told}");
    assert!(!folder.path("other.json").exists());
}

#[test]
fn agents_play_by_the_habits_that_they_are_given() {
    let folder = TestFolder::new();
    let text = habits(&folder, "2", "8");
    let hash = |agent: &str| {
        let told = folder.succeed(&["play", agent, "greedy", "--games", "4", "--quiet"]);
        told.lines().find(|line| line.starts_with("score hash ")).expect("a hash").to_owned()
    };
    for agent in ["greedy:", "mcts:iterations=12,"] {
        let plain = agent.trim_end_matches([':', ',']);
        assert_eq!(hash(&format!("{agent}habits=committed")), hash(plain));
        assert_ne!(hash(&format!("{agent}habits=habits.json")), hash(plain));
    }
    let refused = |text: &str| {
        folder.write("bad.json", text);
        folder.refuse(&["play", "mcts:iterations=12,habits=bad.json", "greedy", "--games", "1"])
    };
    let told = refused("other = 1");
    assert!(told.contains("agent `mcts`, key `habits`: bad.json: not a file of habits: "), "{told}");
    let told = refused(&text.replacen("\"biases\":[", "\"biases\":[1", 1));
    assert!(told.contains("damaged net: its checksum is "), "{told}");
    let swapped = text.replace("prices", "other").replace("discards", "prices").replace("other", "discards");
    let told = refused(&swapped);
    assert!(told.contains("a net of 43 inputs for tiles to discard, which have 32"), "{told}");
    // Who learns from the games of agents that were given a file notes which one it was.
    let play = "mcts:iterations=1,habits=habits.json games=20";
    let words = "train --what habits --hidden 3 --epochs 1 --out next.json --quiet --play";
    folder.succeed(&words.split(' ').chain([play]).collect::<Vec<_>>());
    let next = Habits::from_json(&folder.read("next.json")).expect("habits");
    assert!(next.trained_on.contains("mcts:iterations=1,habits=habits.json (habits.json "), "{}", next.trained_on);
}

#[track_caller]
fn check_play_refused(words: &[&str], wanted: &str) {
    let told = TestFolder::new().refuse(&[&["train", "--out", "habits.json"], words].concat());
    assert!(told.contains(wanted), "{told}");
}

#[test]
fn games_to_learn_habits_from_are_read_with_care() {
    let of = |play| ["--what", "habits", "--play", play];
    check_play_refused(&["--what", "habits"], "--what habits: found no --play; accepted: ");
    check_play_refused(&["--play", "greedy games=20"], "--play: has an effect only with --what habits");
    check_play_refused(&of("greedy"), "--play: found `greedy`; accepted: the number of games, such as games=200");
    check_play_refused(&of("greedy games=0"), "--play: found `games=0`; accepted: a whole number from 1 to 10000000");
    check_play_refused(
        &of("greedy games=20 players=6"),
        "--play: found `players=6`; accepted: a whole number from 2 to 5",
    );
    check_play_refused(&of("greedy games=20 turns=6"), "--play: found `turns=6`; accepted: players=N, games=N");
    check_play_refused(&of("greedy games=20 modules=dragons"), "dragons");
    check_play_refused(&of("greedy games=20 rules.castle=4"), "unknown key `rules.castle`");
    check_play_refused(&of("greedy games=20 rules.tiles-drawn=4"), "found rules.tiles-drawn=4; accepted: 3, because ");
    let twice = [&of("greedy games=20")[..], &["--play", "greedy games=30"]].concat();
    check_play_refused(&twice, "--play: found twice: 2 players, greedy, seed 1; accepted: other agents, ");
    check_play_refused(&of("gredy games=20"), "--play: no agent is called `gredy`; did you mean `greedy`?");
    check_play_refused(&of("mcts:time-ms=5 games=20"), "plays by the clock");
    check_play_refused(&of("greedy games=1"), "--play: too few games to hold some out");
    let tipperary = [&["--game", "tipperary"], &of("greedy games=20")[..]].concat();
    check_play_refused(&tipperary, "--what: `tipperary` has no offers or purchases; accepted: value");
}
