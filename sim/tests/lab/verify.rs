//! `sim verify`: a run as it was left passes, and every planted corruption is found.

use std::fs;
use std::path::{Path, PathBuf};

use crate::forged::{Table, add, column, forge};
use crate::test_folder::{CONFIG, TestFolder};

fn played() -> TestFolder {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=4"]);
    folder
}

#[test]
fn a_run_as_it_was_left_passes() {
    let folder = TestFolder::new();
    folder.write("mine.csv", &folder.succeed(&["list", "other-tiles"]));
    let words =
        ["--set", "tiles=mine.csv", "--set", "rules.rounds=[\"AB\",\"\",\"CD\"]", "--set", "agents.0.spec=greedy"];
    folder.succeed(&[&["run", "t.toml", "--out", "out"], &words[..]].concat());
    let before = folder.files("out");
    let printed = folder.succeed(&["verify", "out", "--games", "36", "--threads", "2"]);
    assert!(printed.contains("36 games, 36 of them replayed"), "{printed}");
    assert!(folder.succeed(&["verify", "out", "--games", "0"]).contains("36 games, 0 of them"));
    assert_eq!(folder.files("out"), before);
    folder.succeed(&["run", "t.toml", "--out", "few", "--set", "tables=[]"]);
    folder.succeed(&["verify", "few"]);
}

/// A folder as studies are published: the manifest and some result tables.
fn published() -> TestFolder {
    let folder = played();
    for name in folder
        .files("out")
        .keys()
        .filter(|name| !["manifest.json", "agents.csv", "pricing.csv"].contains(&name.as_str()))
    {
        fs::remove_file(folder.path(&format!("out/{name}"))).unwrap();
    }
    folder
}

#[test]
fn without_raw_tables_what_is_there_is_compared_with_the_manifest() {
    let folder = published();
    let printed = folder.succeed(&["verify", "out"]);
    for told in ["2 result tables have the form", "without games.csv, seats.csv", "missing: scoring.csv"] {
        assert!(printed.contains(told), "{told}: {printed}");
    }
    let agents = folder.read("out/agents.csv");
    let manifest = folder.read("out/manifest.json");
    for (file, text, from, to, wanted) in [
        ("agents.csv", &agents, "one,random", "won,random", "found the agents won (random), "),
        ("agents.csv", &agents, "random", "greedy", "found the agents one (greedy), "),
        ("agents.csv", &agents, "vp_mean", "vp", "found the columns agent, spec"),
        ("agents.csv", &agents, ",4,4,", ",4,four,", "row 2: blocks: found `four`; accepted: a whole number"),
        ("manifest.json", &manifest, "\"games\": 12", "\"games\": 13", "games: found 13; its config gives 12"),
        ("manifest.json", &manifest, "castle-income\": 5", "castle-income\": 6", "the config was changed"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(&changed, text, "{from}");
        folder.write(&format!("out/{file}"), &changed);
        folder.assert_refused(&["verify", "out"], wanted);
        folder.write(&format!("out/{file}"), text);
    }
    folder.write("out/ratings.csv", "mine");
    assert!(!folder.sim(&["verify", "out"]).status.success());
    folder.write("out/games.csv", "mine");
    folder.assert_refused(&["verify", "out"], "out/games.csv");
}

#[test]
fn another_version_matters_only_where_games_can_be_played_again() {
    let of_another_version = |folder: &TestFolder| {
        let manifest = folder.read("out/manifest.json");
        let now = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(manifest.contains(&now), "{manifest}");
        folder.write("out/manifest.json", &manifest.replacen(&now, "\"version\": \"0.0.9\"", 1));
    };
    let complete = played();
    of_another_version(&complete);
    complete.assert_refused(&["verify", "out"], "found `0.0.9`");
    let published = published();
    of_another_version(&published);
    published.succeed(&["verify", "out"]);
}

/// Folders with a manifest below this one.
fn runs_below(subfolder: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(subfolder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let below: Vec<PathBuf> = folders.flat_map(|subfolder| runs_below(&subfolder)).collect();
    let own = Some(subfolder.to_path_buf()).filter(|subfolder| subfolder.join("manifest.json").exists());
    own.into_iter().chain(below).collect()
}

#[test]
fn what_is_published_is_as_its_manifests_say() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
    let published = runs_below(&results);
    assert!(published.len() > 10, "{published:?}");
    let folder = TestFolder::new();
    for subfolder in published {
        folder.succeed(&["verify", subfolder.to_str().unwrap()]);
    }
}

/// Verification of a run with this planted in it must fail, with all these words.
#[track_caller]
fn check(plant: impl FnOnce(&TestFolder), wanted: &[&str]) {
    let folder = played();
    plant(&folder);
    let output = folder.sim(&["verify", "out", "--games", "12"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{wanted:?}: {error}");
    assert!(wanted.iter().all(|word| error.contains(word)), "{wanted:?} not in: {error}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn files_that_are_damaged_missing_or_too_many() {
    let cut = |folder: &TestFolder| {
        let text = fs::read_to_string(folder.path("out/scores.csv")).unwrap();
        folder.write("out/scores.csv", &text[..text.len() - 25]);
    };
    check(cut, &["out/scores.csv", "ends within block 3"]);
    check(|folder| fs::remove_file(folder.path("out/games.csv")).unwrap(), &["out/games.csv"]);
    check(|folder| fs::remove_file(folder.path("out/agents.csv")).unwrap(), &["out/agents.csv"]);
    check(|folder| fs::create_dir(folder.path("out/.partial")).unwrap(), &["out/.partial", "finishes it"]);
    check(|folder| folder.write("out/tiles.csv", "mine"), &["out/tiles.csv", "leaves no such file"]);
    let swap = |folder: &TestFolder| {
        let text = fs::read_to_string(folder.path("out/pricing.csv")).unwrap();
        folder.write("out/pricing.csv", &text.replacen('1', "2", 1));
    };
    check(swap, &["out/pricing.csv", "does not match the raw tables"]);
    let flip = |folder: &TestFolder| {
        let text = fs::read_to_string(folder.path("out/seats.csv")).unwrap();
        folder.write("out/seats.csv", &text.replacen(",0.000000,", ",0.500000,", 1));
    };
    check(flip, &["out/seats.csv", "SHA-256", "win_share"]);
    let blocks = |folder: &TestFolder| {
        let text = fs::read_to_string(folder.path("out/manifest.json")).unwrap();
        folder.write("out/manifest.json", &text.replacen("\"games\": 12", "\"games\": 13", 1));
    };
    check(blocks, &["out/manifest.json", "games", "13", "12"]);
}

#[test]
fn rows_that_the_manifest_vouches_for_and_that_cannot_be() {
    check(|folder| forge(folder, "seats.csv", |t| drop(t.remove(9))), &["out/seats.csv:10", "seat"]);
    check(|folder| forge(folder, "games.csv", |t| drop(t.pop())), &["out/games.csv", "ends within block 3"]);
    let twice = |t: &mut Table| t.push(t[t.len() - 1].clone());
    check(|folder| forge(folder, "games.csv", twice), &["out/games.csv:14", "more rows"]);
    check(|folder| forge(folder, "seats.csv", |t| add(t, 4, "vp", 1)), &["VP of slots, VP barrels, scrolls and gold"]);
    check(|folder| forge(folder, "seats.csv", |t| add(t, 4, "spent", 1)), &["income equals gold paid"]);
    check(|folder| forge(folder, "seats.csv", |t| add(t, 4, "bought", 1)), &["tiles received are laid or returned"]);
    check(|folder| forge(folder, "games.csv", |t| add(t, 3, "lead_changes", 1)), &["out/games.csv:4: lead_changes"]);
    check(|folder| forge(folder, "games.csv", |t| add(t, 3, "gold_traded", 1)), &["out/games.csv:4: gold_traded"]);
    check(|folder| forge(folder, "offers.csv", |t| add(t, 2, "gain", 1)), &["out/offers.csv:3: gain"]);
    check(|folder| forge(folder, "scores.csv", |t| add(t, 1, "vp", 1)), &["totals in scores"]);
    let windows = |t: &mut Table| t[3].last_mut().unwrap().push('\r');
    check(|folder| forge(folder, "games.csv", windows), &["out/games.csv:4: gold_catch_up", "\\r"]);
    let seed = |t: &mut Table| {
        let column = column(t, "seed");
        let other = t[2][column].clone();
        t[1][column] = other;
    };
    check(|folder| forge(folder, "games.csv", seed), &["out/games.csv:2: seed: found"]);
    let agents = |t: &mut Table| {
        let column = column(t, "agent");
        let other = t[2][column].clone();
        t[1][column] = other;
    };
    check(|folder| forge(folder, "seats.csv", agents), &["out/seats.csv:2: agent: found `two`; accepted: `one`"]);
}

/// A run that its stopping rule ended.
fn stopped() -> TestFolder {
    let folder = TestFolder::new();
    let stop = "[stop]\nrule = \"half-width\"\nmeasure = \"vp\"\nhalf-width = 2";
    folder.write(
        "t.toml",
        &CONFIG.replace("blocks = 12", "blocks = 1000\ntables = []").replacen("\n[[", &format!("\n{stop}\n[["), 1),
    );
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    folder
}

#[test]
fn a_run_ends_when_it_is_enough_and_not_before() {
    let folder = stopped();
    folder.succeed(&["verify", "out"]);
    let blocks = folder.table("out/games.csv").len() / 3;
    assert!(blocks < 1000);
    for (name, rows) in [("games.csv", 3), ("seats.csv", 9)] {
        forge(&folder, name, |t| t.truncate(t.len() - rows));
    }
    let manifest = fs::read_to_string(folder.path("out/manifest.json")).unwrap();
    let fewer = |text: String, key: &str, number: usize, less: usize| {
        text.replacen(&format!("\"{key}\": {number},"), &format!("\"{key}\": {},", number - less), 1)
    };
    let manifest = fewer(fewer(manifest, "blocks", blocks, 1), "games", 3 * blocks, 3);
    folder.write("out/manifest.json", &manifest);
    let error = folder.sim(&["verify", "out"]).stderr;
    let error = String::from_utf8(error).unwrap();
    assert!(error.contains(&format!("blocks: found {}; `[stop]` gives 1000", blocks - 1)), "{error}");
}

#[test]
fn what_a_run_is_compared_with_is_checked_like_it() {
    let folder = TestFolder::new();
    folder.write("t.toml", &format!("{CONFIG}\n[compare.rules]\ncastle-income = 9\n"));
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    assert!(folder.succeed(&["verify", "out", "--games", "3"]).contains("72 games, 6 of them"));
    for (file, old, new) in [("second/seats.csv", ",0.000000,", ",0.500000,"), ("comparison.csv", "vp", "pv")] {
        let path = format!("out/{file}");
        let table = fs::read_to_string(folder.path(&path)).unwrap();
        folder.write(&path, &table.replacen(old, new, 1));
        let error = String::from_utf8(folder.sim(&["verify", "out"]).stderr).unwrap();
        assert!(error.contains(&path), "{error}");
        folder.write(&path, &table);
    }
}

#[test]
fn what_only_playing_again_can_tell() {
    check(
        |folder| forge(folder, "seats.csv", |t| add(t, 5, "completed_areas", 1)),
        &["out/seats.csv:6: completed_areas", "playing"],
    );
    check(
        |folder| forge(folder, "seats.csv", |t| add(t, 5, "decisions", 1)),
        &["out/seats.csv:6: decisions", "playing"],
    );
    let tile = |t: &mut Table| {
        let column = column(t, "tile");
        let (one, other) = (t[1][column].clone(), t[2][column].clone());
        (t[1][column], t[2][column]) = (other, one);
    };
    check(|folder| forge(folder, "offers.csv", tile), &["out/offers.csv:2: tile", "playing"]);
}

#[test]
fn a_study_whose_table_was_changed_is_refused() {
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/start_gold");
    let folder = TestFolder::new();
    fs::create_dir(folder.path("study")).unwrap();
    for file in ["manifest.json", "candidates.csv", "verdict.csv", "winner.toml"] {
        folder.write(&format!("study/{file}"), &fs::read_to_string(study.join(file)).unwrap());
    }
    folder.succeed(&["verify", "study"]);
    folder.write("study/verdict.csv", "mine\n");
    folder.assert_refused(&["verify", "study"], "study/verdict.csv");
}
