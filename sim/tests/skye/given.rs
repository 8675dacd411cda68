//! Agents that are given files: `mcts:value=FILE`.

use crate::workshop::Workshop;

/// A tiny experiment of a search with what was learned, which lies beside the config.
const CONFIG: &str = r#"name = "given"
players = 2
blocks = 2
modules = ["bonus"]

[[agents]]
name = "learned"
spec = "mcts:iterations=4,rounds=1,value=nets/mine.toml"

[[agents]]
name = "plain"
spec = "mcts:iterations=4,rounds=1"
"#;

/// Learns a little of games of this many players with these modules, into a file.
fn learn(shop: &Workshop, players: &str, modules: &str, seed: &str, out: &str) {
    let words = "train --games 60 --agent rule-of-thumb --hidden 4 --epochs 2 --quiet --games-in";
    let folder = format!("games-{players}-{modules}-{seed}");
    let more = [&folder, "--players", players, "--modules", modules, "--seed", seed, "--out", out];
    shop.succeed(&words.split(' ').chain(more).collect::<Vec<_>>());
}

fn shop() -> Workshop {
    let shop = Workshop::new();
    std::fs::create_dir(shop.path("nets")).expect("a folder");
    learn(&shop, "2", "druids,bonus", "1", "nets/mine.toml");
    shop.write("given.toml", CONFIG);
    shop
}

#[test]
fn a_run_keeps_what_its_agents_were_given() {
    let shop = shop();
    shop.succeed(&["run", "given.toml", "--out", "out", "--quiet"]);
    let manifest: serde_json::Value = serde_json::from_str(&shop.read("out/manifest.json")).expect("JSON");
    let hash = manifest["agents_sha256"]["nets/mine.toml"].as_str().expect("a hash");
    let kept = format!("out/agent-{}.toml", &hash[..16]);
    assert_eq!(shop.read(&kept), shop.read("nets/mine.toml"));

    // Its games can be played again wherever the file is.
    std::fs::rename(shop.path("nets"), shop.path("elsewhere")).expect("a folder");
    shop.succeed(&["verify", "out", "--quiet"]);
    shop.complain(&["run", "given.toml", "--out", "out", "--quiet", "--resume"], "nets/mine.toml: No such file");
    std::fs::write(shop.path(&kept), shop.read(&kept).replace("players = 2", "players = 3")).expect("a file");
    shop.complain(&["verify", "out", "--quiet"], "not the file of this run: its SHA-256 is ");

    // With another content it is another experiment.
    std::fs::create_dir(shop.path("nets")).expect("a folder");
    learn(&shop, "2", "druids,bonus", "2", "nets/mine.toml");
    let resume = ["run", "given.toml", "--out", "out", "--quiet", "--resume", "--set", "blocks=3"];
    shop.complain(&resume, "agents_sha256");
}

#[test]
fn shards_with_files_are_merged_to_the_same_bytes() {
    let shop = shop();
    shop.succeed(&["run", "given.toml", "--out", "whole", "--quiet"]);
    for part in ["1", "2"] {
        shop.succeed(&["run", "given.toml", "--out", part, "--quiet", "--shard", &format!("{part}/2")]);
    }
    shop.succeed(&["merge", "1", "2", "--out", "merged", "--quiet"]);
    assert_eq!(shop.results("merged"), shop.results("whole"));
}

#[test]
fn files_of_other_games_are_refused_in_one_line() {
    let shop = shop();
    let refuse = |spec: &str, more: &[&str], wanted: &str| {
        let words = [&["match", spec, "random", "--blocks", "1", "--quiet"], more].concat();
        let told = shop.refuse(&words);
        assert!(told.contains(wanted), "{told}");
    };
    let given = "mcts:iterations=4,value=nets/mine.toml";
    refuse(given, &["--players", "3"], "value: knows games of 2 players; found 3 players");
    refuse(given, &["--modules", "druids,tunnels"], "value: knows the modules druids, bonus; found tunnels");
    refuse(given, &["--set", "rules.castle-income=6"], "value: knows the rules as printed; found castle-income=6");
    refuse(
        given,
        &["--game", "tipperary"],
        "key `value`: nets/mine.toml: chances to win of `skye`; accepted: of `tipperary`",
    );
    refuse("mcts:value=none.toml", &[], "key `value`: none.toml: No such file");
    refuse("mcts:leaf=appraisal,value=nets/mine.toml", &[], "key `value` counts only with");
    let text = shop.read("nets/mine.toml");
    shop.write("damaged.toml", &text.replacen("weights = [", "weights = [1", 1));
    refuse("mcts:value=damaged.toml", &[], "damaged.toml: no learned chances: damaged net: its checksum is ");
    shop.write("notes.toml", "a = 1\n");
    refuse("mcts:value=notes.toml", &[], "notes.toml: no learned chances: ");
    shop.succeed(&["match", given, "random", "--blocks", "1", "--quiet", "--modules", "druids"]);
    shop.succeed(&["match", given, "random", "--blocks", "1", "--quiet"]);
}
