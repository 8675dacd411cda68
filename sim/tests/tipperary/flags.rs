//! `--game`, `--hometowns`, `--tiles` and `--set` on every command that takes them.

use crate::shop;

#[test]
fn commands_that_play_take_the_game_by_its_name() {
    let shop = shop();
    let game = ["--game", "tipperary"];
    let played = shop.succeed(&[&["play", "random", "random", "--games", "4", "--seed", "3"][..], &game].concat());
    let exact = ["dev", "bench", "--only", "random", "--players", "2", "--games", "4", "--seed", "3"];
    let benched = shop.succeed(&[&exact[..], &game].concat());
    let hash = |printed: &str| printed.split_whitespace().last().unwrap().to_owned();
    assert_eq!(hash(&played), hash(&benched));
    for printed in [&played, &benched] {
        assert!(printed.contains("RECONSTRUCTED: the tiles of landscape, bonus, hometowns"), "{printed}");
    }
    let printed = shop.succeed(&[&["match", "area-first", "random", "--blocks", "3"][..], &game].concat());
    assert!(printed.contains("area-first") && printed.contains("RECONSTRUCTED"), "{printed}");
    let printed = shop.succeed(&["dev", "soak", "--game", "tipperary", "--experiments", "12", "--seed", "20230001"]);
    assert!(printed.contains("no invariant was violated"), "{printed}");
    let printed = shop.succeed(&["dev", "null", "--game", "tipperary", "--repetitions", "2"]);
    assert!(printed.contains("tiles and hometowns alike,\"hometowns.csv: vp_p of a side\",0.0500,2,"), "{printed}");
}

#[test]
fn lists_are_those_of_the_game() {
    let shop = shop();
    for (what, words) in [
        ("agents", ["area-first", "greedy"]),
        ("outcomes", ["whiskey_steps", "holes"]),
        ("columns", ["placements,left,text", "hometowns,vp_q,float"]),
        ("tile-files", ["landscape    60 of them, RECONSTRUCTED: reconstructed, alike", "hometowns"]),
        ("tiles", ["id,shape,grid,back,provenance", "T60"]),
        ("bonus-tiles", ["id,grid,provenance", "F12"]),
        ("hometowns", ["id,wheel,side,name,grid,provenance", "H5B"]),
    ] {
        let printed = shop.succeed(&["list", what, "--game", "tipperary"]);
        assert!(words.iter().all(|word| printed.contains(word)), "{what}: {printed}");
    }
    assert!(!shop.succeed(&["list", "columns", "--game", "tipperary"]).contains("\noffers,"));
}

#[test]
fn hometowns_can_be_fixed_and_belong_to_the_seats() {
    let shop = shop();
    shop.succeed(&[
        "run",
        "c.toml",
        "--out",
        "out",
        "--set",
        "hometowns=[\"H3A\", \"H1B\", \"H5A\"]",
        "--set",
        "blocks=2",
    ]);
    for row in shop.table("out/seats.csv") {
        assert_eq!(row["hometown"], ["H3A", "H1B", "H5A"][row["seat"].parse::<usize>().unwrap()]);
    }
    let fixed = ["play", "random", "random", "--game", "tipperary", "--hometowns", "H2B,H4A", "--games", "2"];
    let printed = shop.succeed(&fixed);
    assert_eq!(printed.matches("-H2B+H4A").count(), 2, "{printed}");
    shop.succeed(&["run", "c.toml", "--out", "dealt"]);
    let rows = shop.table("dealt/seats.csv");
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
    let shop = shop();
    let file = shop.succeed(&["list", "tiles", "--game", "tipperary"]);
    shop.write("mine.csv", &file.replace("T01,I3,1 G* R", "X01,I3,9 G* R"));
    let play = ["play", "random", "random", "--game", "tipperary", "--tiles", "landscape=mine.csv", "--games", "3"];
    let printed = shop.succeed(&[&play[..], &["--record", "g.jsonl"]].concat());
    assert!(printed.contains("RECONSTRUCTED: the tiles of bonus, hometowns are"), "{printed}");
    let error = shop.refuse(&["check", "g.jsonl"]);
    assert!(error.contains("`mine.csv` with SHA-256") && error.contains("--tiles"), "{error}");
    shop.succeed(&["check", "g.jsonl", "--tiles", "landscape=mine.csv"]);
    shop.succeed(&["run", "c.toml", "--out", "out", "--set", "tiles.landscape=mine.csv"]);
    assert_eq!(shop.read("out/tiles.landscape.csv"), shop.read("mine.csv"));
    shop.write("mine.csv", "");
    shop.succeed(&["verify", "out", "--games", "5"]);
    shop.succeed(&["replay", "out", "--game", "2"]);
}

#[test]
fn switches_change_the_game_and_come_back_from_manifests_and_records() {
    let shop = shop();
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
    shop.succeed(&[&play[..], &set].concat());
    shop.succeed(&["check", "g.jsonl"]);
    let rules = r#""rules":{"rounds":3,"whiskey-track":["0","4*","9"],"wooden-sheep":1,"towers":0,"marker-vp":7,"exploration-vp":0}"#;
    assert!(shop.read("g.jsonl").lines().all(|line| line.contains(rules)), "{}", shop.read("g.jsonl"));
    shop.succeed(&[&["run", "c.toml", "--out", "out"][..], &set].concat());
    shop.succeed(&["verify", "out"]);
    assert!(shop.table("out/seats.csv").iter().all(|row| row["tiles"] == "3" && row["towers"] == "0"));
}
