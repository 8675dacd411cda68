//! Runs: the same bytes whatever the threads, shards and interruptions, and tables that add up.

use crate::running::{Running, until};
use crate::test_folder::number;
use crate::{TIPPERARY, folder};

#[test]
fn threads_shards_and_a_kill_change_no_byte() {
    let folder = folder();
    let blocks = "--set=blocks=20";
    folder.succeed(&["run", "c.toml", "--out", "alone", "--threads", "1", blocks]);
    let expected = folder.results("alone");
    folder.succeed(&["run", "c.toml", "--out", "threads", "--threads", "3", "--quiet", blocks]);
    assert_eq!(folder.results("threads"), expected);
    let folders = ["part-1", "part-2", "part-3"];
    for (subfolder, shard) in folders.iter().zip(["1/3", "2/3", "3/3"]) {
        folder.succeed(&["run", "c.toml", "--out", subfolder, "--shard", shard, blocks]);
    }
    folder.succeed(&[&["merge"], &folders[..], &["--out", "merged"]].concat());
    assert_eq!(folder.results("merged"), expected);
    let mut run = Running::start(&folder, &["run", "c.toml", "--out", "killed", "--threads", "1", blocks]);
    until("it has begun", || folder.path("killed/.partial/journal.jsonl").exists() || run.has_ended());
    run.signal("KILL");
    run.end();
    folder.succeed(&["run", "c.toml", "--out", "killed", "--resume", blocks]);
    assert_eq!(folder.results("killed"), expected);
    let names: Vec<&str> = expected.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "agents.csv",
            "balance.csv",
            "games.csv",
            "hometowns.csv",
            "manifest.json",
            "neighbours.csv",
            "pairs.csv",
            "placements.csv",
            "rating_differences.csv",
            "ratings.csv",
            "seat_advantage.csv",
            "seats.csv",
            "sequential.csv",
            "sources.csv",
            "tiles.csv",
        ]
    );
    folder.succeed(&["analyse", "alone", "--out", "again"]);
    assert!(folder.files("again").iter().all(|(name, bytes)| expected[name] == *bytes));
}

#[test]
fn without_placements_there_is_no_table_of_tiles() {
    let folder = folder();
    folder.succeed(&["run", "c.toml", "--out", "out", "--set", "tables=[]"]);
    let names = folder.files("out");
    assert!(names.contains_key("hometowns.csv") && !names.contains_key("tiles.csv"));
    assert!(folder.read("out/manifest.json").contains("tiles.csv"));
    folder.succeed(&["verify", "out"]);
}

#[test]
fn the_manifest_is_labelled_and_plays_the_same_again() {
    let folder = folder();
    folder.succeed(&["run", "c.toml", "--out", "out"]);
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("out/manifest.json")).unwrap();
    assert_eq!(manifest["game"], "tipperary");
    assert_eq!(manifest["reconstructed"], serde_json::json!(["landscape", "bonus", "hometowns"]));
    assert_eq!(manifest["config"]["rules"]["whiskey-track"][2], "6*");
    for words in [&["plan", "c.toml", "--seconds", "1"][..], &["analyse", "out", "--out", "again"]] {
        let printed = folder.succeed(words);
        assert!(printed.contains("RECONSTRUCTED: the tiles of landscape, bonus, hometowns"), "{printed}");
    }
}

#[test]
fn tables_add_up_to_what_seats_and_placements_say() {
    let folder = folder();
    folder.succeed(&["run", "c.toml", "--out", "out", "--set", "blocks=20"]);
    let (seats, sources) = (folder.table("out/seats.csv"), folder.table("out/sources.csv"));
    for row in sources.iter().filter(|row| row["agent"] == "all") {
        let vp: f64 = seats.iter().map(|seat| number(seat, &format!("vp_{}", row["source"]))).sum();
        assert!((number(row, "vp") - vp / seats.len() as f64).abs() < 1e-6, "{row:?}");
    }
    let shares = sources.iter().filter(|row| row["agent"] == "all").map(|row| number(row, "lead_share"));
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-5);
    let hometowns = folder.table("out/hometowns.csv");
    for row in hometowns.iter().filter(|row| row["agent"] == "all") {
        let with = seats.iter().filter(|seat| seat["hometown"] == row["hometown"]).count();
        assert_eq!(row["seat_games"], with.to_string());
    }
    let placements = folder.table("out/placements.csv");
    for row in folder.table("out/tiles.csv").iter().filter(|row| row["agent"] == "three") {
        let is_own = |turn: &&std::collections::BTreeMap<String, String>| turn["agent"] == "three";
        let taken = placements.iter().filter(is_own).filter(|turn| turn["tile"] == row["tile"]).count();
        let left = placements.iter().filter(is_own).filter(|turn| turn["left"] == row["tile"]).count();
        assert_eq!((number(row, "taken"), number(row, "offers")), (taken as f64, (taken + left) as f64), "{row:?}");
    }
}

#[test]
fn runs_can_be_compared_under_other_rules_tiles_and_hometowns() {
    let folder = folder();
    for changes in [
        "rules = { whiskey-track = [\"0\"] }",
        "tiles = { landscape = \"alike\" }",
        "hometowns = [\"H1A\", \"H2A\", \"H3A\"]",
    ] {
        folder.write("d.toml", &format!("{TIPPERARY}\n[compare]\n{changes}\n"));
        folder.succeed(&["run", "d.toml", "--out", "out"]);
        folder.succeed(&["verify", "out", "--games", "2"]);
        let rows = folder.table("out/comparison.csv");
        assert!(rows.iter().any(|row| row["measure"] == "whiskey_vp"), "{rows:?}");
        std::fs::remove_dir_all(folder.path("out")).unwrap();
    }
}

#[test]
fn a_page_says_all_that_differ() {
    let folder = folder();
    folder.succeed(&["run", "c.toml", "--out", "out", "--quiet", "--set=blocks=20"]);
    let answer = || {
        folder.succeed(&["report", "out", "--games", "0", "--out", "page.html", "--quiet"]);
        let page = folder.read("page.html");
        let at = page.find("Is any side of a hometown better?").expect("the question");
        page[at..].chars().take(2000).collect::<String>()
    };
    // Three sides stand out: two are better, one is worse.
    let table = folder.read("out/hometowns.csv");
    let column = |name: &str| table.lines().next().unwrap().split(',').position(|column| column == name).unwrap();
    let of_all = |town: &str| table.lines().find(|line| line.starts_with(&format!("all,{town},"))).unwrap().to_owned();
    let with_q = |line: &str, vp: &str, q: &str| {
        let mut cells: Vec<&str> = line.split(',').collect();
        (cells[column("vp")], cells[column("vp_q")]) = (vp, q);
        cells.join(",")
    };
    let mut changed = table.clone();
    for line in table.lines().filter(|line| line.starts_with("all,")) {
        changed = changed.replace(line, &with_q(line, "0.100000", "0.900000"));
    }
    folder.write("out/hometowns.csv", &changed);
    assert!(answer().contains("Not shown; the largest difference, "), "{}", answer());
    for (town, vp) in [("H1A", "3.000000"), ("H2B", "-2.000000"), ("H4A", "1.500000")] {
        let line = of_all(town);
        changed = changed.replace(&with_q(&line, "0.100000", "0.900000"), &with_q(&line, vp, "0.001000"));
    }
    folder.write("out/hometowns.csv", &changed);
    let told = answer();
    let at = |words: &str| told.find(words).unwrap_or_else(|| panic!("no {words}: {told}"));
    assert!(at("From most to least: H1A, ") < at("; H4A, ") && at("; H4A, ") < at("; H2B, "), "{told}");
    let sentence = &told[at("From most to least")..];
    assert_eq!(
        sentence[..sentence.find('.').map_or(0, |_| sentence.find("seeds.").unwrap())].matches(" over ").count(),
        3,
        "{told}"
    );
}
