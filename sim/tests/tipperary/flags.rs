//! `--game`, `--hometowns`, `--tiles` and `--set` on every command that takes them.

use crate::folder;

#[test]
fn commands_that_play_take_the_game_by_its_name() {
    let folder = folder();
    let game = ["--game", "tipperary"];
    let played = folder.succeed(&[&["play", "random", "random", "--games", "4", "--seed", "3"][..], &game].concat());
    let exact = ["dev", "bench", "--only", "random", "--players", "2", "--games", "4", "--seed", "3"];
    let benched = folder.succeed(&[&exact[..], &game].concat());
    let hash = |printed: &str| printed.split_whitespace().last().unwrap().to_owned();
    assert_eq!(hash(&played), hash(&benched));
    for printed in [&played, &benched] {
        assert!(printed.contains("RECONSTRUCTED: the tiles of landscape, bonus, hometowns"), "{printed}");
    }
    let printed = folder.succeed(&[&["match", "area-first", "random", "--blocks", "3"][..], &game].concat());
    assert!(printed.contains("area-first") && printed.contains("RECONSTRUCTED"), "{printed}");
    let printed = folder.succeed(&["dev", "soak", "--game", "tipperary", "--experiments", "12", "--seed", "20230001"]);
    assert!(printed.contains("no invariant was violated"), "{printed}");
    let printed = folder.succeed(&["dev", "null", "--game", "tipperary", "--repetitions", "2"]);
    assert!(printed.contains("tiles and hometowns alike,\"hometowns.csv: vp_p of a side\",0.0500,2,"), "{printed}");
}

#[test]
fn lists_are_those_of_the_game() {
    let folder = folder();
    for (what, words) in [
        ("agents", ["area-first", "greedy"]),
        ("outcomes", ["whiskey_steps", "holes"]),
        ("columns", ["placements,left,text", "hometowns,vp_q,float"]),
        ("tile-files", ["landscape    60 of them, RECONSTRUCTED: reconstructed, alike", "hometowns"]),
        ("tiles", ["id,shape,grid,back,provenance", "T60"]),
        ("bonus-tiles", ["id,grid,provenance", "F12"]),
        ("hometowns", ["id,wheel,side,name,grid,provenance", "H5B"]),
    ] {
        let printed = folder.succeed(&["list", what, "--game", "tipperary"]);
        assert!(words.iter().all(|word| printed.contains(word)), "{what}: {printed}");
    }
    assert!(!folder.succeed(&["list", "columns", "--game", "tipperary"]).contains("\noffers,"));
}

#[test]
fn hometowns_can_be_fixed_and_belong_to_the_seats() {
    let folder = folder();
    folder.succeed(&[
        "run",
        "c.toml",
        "--out",
        "out",
        "--set",
        "hometowns=[\"H3A\", \"H1B\", \"H5A\"]",
        "--set",
        "blocks=2",
    ]);
    for row in folder.table("out/seats.csv") {
        assert_eq!(row["hometown"], ["H3A", "H1B", "H5A"][row["seat"].parse::<usize>().unwrap()]);
    }
    let fixed = ["play", "random", "random", "--game", "tipperary", "--hometowns", "H2B,H4A", "--games", "2"];
    let printed = folder.succeed(&fixed);
    assert_eq!(printed.matches("-H2B+H4A").count(), 2, "{printed}");
    folder.succeed(&["run", "c.toml", "--out", "dealt"]);
    let rows = folder.table("dealt/seats.csv");
    let of_block = |block: &str| -> Vec<String> {
        let rows = rows.iter().filter(|row| row["block"] == block);
        rows.map(|row| format!("{} {}", row["seat"], row["hometown"])).collect()
    };
    for block in 0..6 {
        let all = of_block(&block.to_string());
        assert_eq!((all.len(), &all[..3], &all[..3]), (9, &all[3..6], &all[6..]), "the same in all rotations");
    }
    assert_ne!(of_block("0"), of_block("1"));
}

#[test]
fn component_files_of_a_users_are_kept_and_named_in_records() {
    let folder = folder();
    let file = folder.succeed(&["list", "tiles", "--game", "tipperary"]);
    folder.write("mine.csv", &file.replace("T01,I3,1 G* R", "X01,I3,9 G* R"));
    let play = ["play", "random", "random", "--game", "tipperary", "--tiles", "landscape=mine.csv", "--games", "3"];
    let printed = folder.succeed(&[&play[..], &["--record", "g.jsonl"]].concat());
    assert!(printed.contains("RECONSTRUCTED: the tiles of bonus, hometowns are"), "{printed}");
    let error = folder.refuse(&["check", "g.jsonl"]);
    assert!(error.contains("`mine.csv` with SHA-256") && error.contains("--tiles"), "{error}");
    folder.succeed(&["check", "g.jsonl", "--tiles", "landscape=mine.csv"]);
    folder.succeed(&["run", "c.toml", "--out", "out", "--set", "tiles.landscape=mine.csv"]);
    assert_eq!(folder.read("out/tiles.landscape.csv"), folder.read("mine.csv"));
    folder.write("mine.csv", "");
    folder.succeed(&["verify", "out", "--games", "5"]);
    folder.succeed(&["replay", "out", "--game", "2"]);
}

#[test]
fn switches_change_the_game_and_come_back_from_manifests_and_records() {
    let folder = folder();
    let switches = [
        "rules.rounds=3",
        "rules.whiskey-track=[\"0\", \"4*\", \"9\"]",
        "rules.wooden-sheep=1",
        "rules.towers=0",
        "rules.marker-vp=7",
        "rules.exploration-vp=0",
    ];
    let set: Vec<&str> = switches.iter().flat_map(|switch| ["--set", *switch]).collect();
    let play = ["play", "random", "random", "--game", "tipperary", "--games", "20", "--record", "g.jsonl"];
    folder.succeed(&[&play[..], &set].concat());
    folder.succeed(&["check", "g.jsonl"]);
    let rules = r#""rules":{"rounds":3,"whiskey-track":["0","4*","9"],"wooden-sheep":1,"towers":0,"marker-vp":7,"exploration-vp":0}"#;
    assert!(folder.read("g.jsonl").lines().all(|line| line.contains(rules)), "{}", folder.read("g.jsonl"));
    folder.succeed(&[&["run", "c.toml", "--out", "out"][..], &set].concat());
    folder.succeed(&["verify", "out"]);
    assert!(folder.table("out/seats.csv").iter().all(|row| row["tiles"] == "3" && row["towers"] == "0"));
}
