//! Agents that are given files: `mcts:value=FILE`.

use crate::test_folder::TestFolder;

/// A tiny experiment of a search with what was learned, which lies beside the config.
const CONFIG: &str = r#"name = "given"
players = 2
blocks = 2
modules = ["bonus"]

[[agents]]
name = "learned"
spec = "mcts:iterations=4,rounds=1,value=nets/mine.json"

[[agents]]
name = "plain"
spec = "mcts:iterations=4,rounds=1"
"#;

/// Learns a little of games of this many players with these modules, into a file.
fn learn(folder: &TestFolder, players: &str, modules: &str, seed: &str, out: &str) {
    let words = "train --games 60 --agent rule-of-thumb --hidden 4 --epochs 2 --quiet --games-in";
    let subfolder = format!("games-{players}-{modules}-{seed}");
    let more = [&subfolder, "--players", players, "--modules", modules, "--seed", seed, "--out", out];
    folder.succeed(&words.split(' ').chain(more).collect::<Vec<_>>());
}

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    std::fs::create_dir(folder.path("nets")).expect("a folder");
    learn(&folder, "2", "druids,bonus", "1", "nets/mine.json");
    folder.write("given.toml", CONFIG);
    folder
}

#[test]
fn a_run_keeps_what_its_agents_were_given() {
    let folder = folder();
    folder.succeed(&["run", "given.toml", "--out", "out", "--quiet"]);
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("out/manifest.json")).expect("JSON");
    let hash = manifest["agents_sha256"]["nets/mine.json"].as_str().expect("a hash");
    let kept = format!("out/agent-{}.json", &hash[..16]);
    assert_eq!(folder.read(&kept), folder.read("nets/mine.json"));

    // Its games can be played again wherever the file is.
    std::fs::rename(folder.path("nets"), folder.path("elsewhere")).expect("a folder");
    folder.succeed(&["verify", "out", "--quiet"]);
    folder
        .assert_refused(&["run", "given.toml", "--out", "out", "--quiet", "--resume"], "nets/mine.json: No such file");
    std::fs::write(folder.path(&kept), folder.read(&kept).replace("\"players\":2", "\"players\":3")).expect("a file");
    folder.assert_refused(&["verify", "out", "--quiet"], "not the file of this run: its SHA-256 is ");

    // With another content it is another experiment.
    std::fs::create_dir(folder.path("nets")).expect("a folder");
    learn(&folder, "2", "druids,bonus", "2", "nets/mine.json");
    let resume = ["run", "given.toml", "--out", "out", "--quiet", "--resume", "--set", "blocks=3"];
    folder.assert_refused(&resume, "agents_sha256");
}

#[test]
fn shards_with_files_are_merged_to_the_same_bytes() {
    let folder = folder();
    folder.succeed(&["run", "given.toml", "--out", "whole", "--quiet"]);
    for part in ["1", "2"] {
        folder.succeed(&["run", "given.toml", "--out", part, "--quiet", "--shard", &format!("{part}/2")]);
    }
    folder.succeed(&["merge", "1", "2", "--out", "merged", "--quiet"]);
    assert_eq!(folder.results("merged"), folder.results("whole"));
}

#[test]
fn files_of_other_games_are_refused_in_one_line() {
    let folder = folder();
    let refuse = |spec: &str, more: &[&str], wanted: &str| {
        let words = [&["match", spec, "random", "--blocks", "1", "--quiet"], more].concat();
        let told = folder.refuse(&words);
        assert!(told.contains(wanted), "{told}");
    };
    let given = "mcts:iterations=4,value=nets/mine.json";
    refuse(given, &["--players", "3"], "value: knows games of 2 players; found 3 players");
    refuse(given, &["--modules", "druids,tunnels"], "value: knows the modules druids, bonus; found tunnels");
    refuse(given, &["--set", "rules.castle-income=6"], "value: knows the rules as printed; found castle-income=6");
    refuse(
        given,
        &["--game", "tipperary"],
        "key `value`: nets/mine.json: value nets for `skye`; accepted: for `tipperary`",
    );
    refuse("mcts:value=none.json", &[], "key `value`: none.json: No such file");
    refuse("mcts:leaf=appraisal,value=nets/mine.json", &[], "key `value` has an effect only with");
    let text = folder.read("nets/mine.json");
    folder.write("damaged.json", &text.replacen("\"weights\":[", "\"weights\":[1", 1));
    refuse("mcts:value=damaged.json", &[], "damaged.json: not a file of value nets: damaged net: its checksum is ");
    folder.write("notes.json", "a = 1\n");
    refuse("mcts:value=notes.json", &[], "notes.json: not a file of value nets: ");
    folder.succeed(&["match", given, "random", "--blocks", "1", "--quiet", "--modules", "druids"]);
    folder.succeed(&["match", given, "random", "--blocks", "1", "--quiet"]);
}

#[test]
fn agents_with_files_of_other_games_play_and_explain_nothing() {
    let folder = folder();
    let given = "mcts:iterations=4,value=nets/mine.json";
    let misfit = "mcts:iterations=4,value=three.json";
    learn(&folder, "3", "bonus", "1", "three.json");
    folder.succeed(&["play", given, "greedy", "--modules", "bonus", "--record", "game.jsonl", "--quiet"]);
    let refuse = |words: &[&str], wanted: &str| {
        let told = folder.refuse(words);
        assert!(told.contains(wanted), "{told}");
        assert!(told.contains("value: knows games of 3 players; found 2 players"), "{told}");
    };
    refuse(&["exploit", misfit], "<AGENT>: agent `");
    refuse(&["exploit", "random", "--continuation", misfit], "--continuation: agent `");
    let told = folder.succeed(&["explain", "game.jsonl"]);
    let bought = told.lines().find(|line| line.contains("pass") || line.contains("buy ")).expect("a purchase or none");
    let event = bought.split_whitespace().nth(1).expect("its number");
    refuse(&["explain", "game.jsonl", "--event", event, "--agent", misfit], "--agent: agent `");
    let pass = ["--event", event, "--instead", r#"{"e":"pass"}"#, "--agent", misfit];
    refuse(&[&["explain", "game.jsonl"], &pass[..]].concat(), "--agent: agent `");
    let page = ["--html", "page.html", "--explain", misfit, "--quiet"];
    refuse(&[&["replay", "game.jsonl", "--game", "1"], &page[..]].concat(), "--explain: agent `");
    assert!(!folder.path("page.html").exists());
    refuse(&["play", "human", misfit], "agent `");
    refuse(&["play", "human", "greedy", "--hint", misfit], "--hint: agent `");
    refuse(&["train", "--agent", misfit, "--games", "20", "--out", "new.json"], "--agent: agent `");
    let play = format!("{misfit} games=20");
    refuse(&["train", "--what", "habits", "--play", &play, "--out", "new.json"], "--play: agent `");
    assert!(!folder.path("new.json").exists() && !folder.path("new.games").exists());
    folder.write("given.toml", &CONFIG.replace("nets/mine.json", "three.json"));
    refuse(&["run", "given.toml"], "given.toml:6: `agents`: agent `");
}

#[test]
fn one_file_by_several_paths_is_kept_once() {
    let folder = folder();
    learn(&folder, "2", "druids,bonus", "2", "b.json");
    for copy in ["a.json", "c.json"] {
        folder.write(copy, &folder.read("nets/mine.json"));
    }
    let agent = |name: &str| format!("[[agents]]\nname = \"{name}\"\nspec = \"mcts:iterations=4,value={name}.json\"\n");
    let head = "name = \"paths\"\nplayers = 2\nblocks = 3\nlineup = \"round-robin\"\n";
    folder.write("paths.toml", &[head.to_owned(), agent("a"), agent("b"), agent("c")].concat());
    folder.succeed(&["run", "paths.toml", "--out", "out", "--quiet"]);
    folder.succeed(&["verify", "out", "--quiet"]);
    let kept = folder.files("out").into_keys().filter(|name| name.starts_with("agent-")).count();
    assert_eq!(kept, 2);
}

#[test]
fn a_study_with_another_file_is_another_study() {
    let folder = folder();
    let study = ["sensitivity", "given.toml", "--key", "rules.gold-per-vp", "--out", "out", "--quiet", "--resume"];
    let config = CONFIG.replace("iterations=4,rounds=1,value=nets/mine.json", "iterations=4,habits=habits.json");
    folder.write("given.toml", &config);
    let learn = |seed: &str| {
        let play = format!("rule-of-thumb games=20 seed={seed}");
        let words = ["train", "--what", "habits", "--hidden", "2", "--epochs", "1", "--out", "habits.json", "--quiet"];
        folder.succeed(&[&words[..], &["--play", &play]].concat());
    };
    learn("1");
    folder.succeed(&study);
    assert!(folder.succeed(&study).contains("complete already"));
    learn("2");
    let told = folder.refuse(&study);
    assert!(told.contains("already contains results"), "{told}");
}

#[test]
fn the_winner_of_a_study_names_the_files_that_its_folder_keeps() {
    let folder = folder();
    learn(&folder, "2", "druids,bonus", "2", "panel.json");
    let tune = "[tune]\ngames = 121\ngoals = [{ measure = \"vp\", target = 40 }]\n[tune.knobs]\nagents.1.spec = [\"greedy\", \"rule-of-thumb\"]\n";
    let panel = "panel = [\"random\", \"rule-of-thumb\", \"mcts:iterations=4,value=panel.json\"]\n[[agents]]";
    let config = CONFIG.replacen("[[agents]]", panel, 1).replace("iterations=4,rounds=1,value", "iterations=4,value");
    folder.write("tune.toml", &(config + tune));
    folder.succeed(&["tune", "tune.toml", "--out", "tuned", "--quiet"]);
    std::fs::remove_dir_all(folder.path("nets")).expect("a folder");
    std::fs::remove_file(folder.path("panel.json")).expect("a file");
    folder.succeed(&["verify", "tuned"]);
    let winner = folder.read("tuned/winner.toml");
    assert_eq!(winner.matches("value=agent-").count(), 2, "{winner}");
    folder.succeed(&["run", "tuned/winner.toml", "--out", "again", "--quiet"]);
}

#[test]
fn runs_with_other_files_by_the_same_path_are_compared() {
    let folder = folder();
    folder.succeed(&["run", "given.toml", "--out", "one", "--quiet"]);
    learn(&folder, "2", "druids,bonus", "2", "nets/mine.json");
    folder.succeed(&["run", "given.toml", "--out", "two", "--quiet"]);
    let told = folder.succeed(&["compare", "one", "two"]);
    assert!(told.contains("agents' file nets/mine.json with other contents"), "{told}");
}
