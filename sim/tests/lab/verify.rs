//! `sim verify`: a run as it was left passes, and every planted corruption is found.

use std::fs;
use std::path::{Path, PathBuf};

use crate::forged::{Table, add, column, forge};
use crate::workshop::{CONFIG, Workshop};

fn played() -> Workshop {
    let shop = Workshop::new();
    shop.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=4"]);
    shop
}

#[test]
fn a_run_as_it_was_left_passes() {
    let shop = Workshop::new();
    shop.write("mine.csv", &shop.succeed(&["list", "other-tiles"]));
    let words =
        ["--set", "tiles=mine.csv", "--set", "rules.rounds=[\"AB\",\"\",\"CD\"]", "--set", "agents.0.spec=greedy"];
    shop.succeed(&[&["run", "t.toml", "--out", "out"], &words[..]].concat());
    let before = shop.files("out");
    let printed = shop.succeed(&["verify", "out", "--games", "36", "--threads", "2"]);
    assert!(printed.contains("36 games, 36 of them replayed"), "{printed}");
    assert!(shop.succeed(&["verify", "out", "--games", "0"]).contains("36 games, 0 of them"));
    assert_eq!(shop.files("out"), before);
    shop.succeed(&["run", "t.toml", "--out", "few", "--set", "tables=[]"]);
    shop.succeed(&["verify", "few"]);
}

/// A folder as studies are published: the manifest and some result tables.
fn published() -> Workshop {
    let shop = played();
    for name in
        shop.files("out").keys().filter(|name| !["manifest.json", "agents.csv", "pricing.csv"].contains(&name.as_str()))
    {
        fs::remove_file(shop.path(&format!("out/{name}"))).unwrap();
    }
    shop
}

#[test]
fn without_raw_tables_what_is_there_is_compared_with_the_manifest() {
    let shop = published();
    let printed = shop.succeed(&["verify", "out"]);
    for told in ["2 result tables have the form", "without games.csv, seats.csv", "missing: scoring.csv"] {
        assert!(printed.contains(told), "{told}: {printed}");
    }
    let agents = shop.read("out/agents.csv");
    let manifest = shop.read("out/manifest.json");
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
        shop.write(&format!("out/{file}"), &changed);
        shop.complain(&["verify", "out"], wanted);
        shop.write(&format!("out/{file}"), text);
    }
    shop.write("out/ratings.csv", "mine");
    assert!(!shop.sim(&["verify", "out"]).status.success());
    shop.write("out/games.csv", "mine");
    shop.complain(&["verify", "out"], "out/games.csv");
}

#[test]
fn another_version_matters_only_where_games_can_be_played_again() {
    let of_another_version = |shop: &Workshop| {
        let manifest = shop.read("out/manifest.json");
        let now = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(manifest.contains(&now), "{manifest}");
        shop.write("out/manifest.json", &manifest.replacen(&now, "\"version\": \"0.0.9\"", 1));
    };
    let complete = played();
    of_another_version(&complete);
    complete.complain(&["verify", "out"], "found `0.0.9`");
    complete.succeed(&["verify", "out", "--force-version"]);
    let published = published();
    of_another_version(&published);
    published.succeed(&["verify", "out"]);
}

/// Folders with a manifest below this one.
fn runs_below(folder: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let below: Vec<PathBuf> = folders.flat_map(|folder| runs_below(&folder)).collect();
    let own = Some(folder.to_path_buf()).filter(|folder| folder.join("manifest.json").exists());
    own.into_iter().chain(below).collect()
}

#[test]
fn what_is_published_is_as_its_manifests_say() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
    let published = runs_below(&results);
    assert!(published.len() > 10, "{published:?}");
    let shop = Workshop::new();
    for folder in published {
        shop.succeed(&["verify", folder.to_str().unwrap()]);
    }
}

/// Verification of a run with this planted in it must fail, with all these words.
#[track_caller]
fn check(plant: impl FnOnce(&Workshop), wanted: &[&str]) {
    let shop = played();
    plant(&shop);
    let output = shop.sim(&["verify", "out", "--games", "12"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{wanted:?}: {error}");
    assert!(wanted.iter().all(|word| error.contains(word)), "{wanted:?} not in: {error}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn files_that_are_damaged_missing_or_too_many() {
    let cut = |shop: &Workshop| {
        let text = fs::read_to_string(shop.path("out/scores.csv")).unwrap();
        shop.write("out/scores.csv", &text[..text.len() - 25]);
    };
    check(cut, &["out/scores.csv", "ends within block 3"]);
    check(|shop| fs::remove_file(shop.path("out/games.csv")).unwrap(), &["out/games.csv"]);
    check(|shop| fs::remove_file(shop.path("out/agents.csv")).unwrap(), &["out/agents.csv"]);
    check(|shop| fs::create_dir(shop.path("out/.partial")).unwrap(), &["out/.partial", "finishes it"]);
    check(|shop| shop.write("out/tiles.csv", "mine"), &["out/tiles.csv", "leaves no such file"]);
    let swap = |shop: &Workshop| {
        let text = fs::read_to_string(shop.path("out/pricing.csv")).unwrap();
        shop.write("out/pricing.csv", &text.replacen('1', "2", 1));
    };
    check(swap, &["out/pricing.csv", "does not match the raw tables"]);
    let flip = |shop: &Workshop| {
        let text = fs::read_to_string(shop.path("out/seats.csv")).unwrap();
        shop.write("out/seats.csv", &text.replacen(",0.000000,", ",0.500000,", 1));
    };
    check(flip, &["out/seats.csv", "SHA-256", "win_share"]);
    let blocks = |shop: &Workshop| {
        let text = fs::read_to_string(shop.path("out/manifest.json")).unwrap();
        shop.write("out/manifest.json", &text.replacen("\"games\": 12", "\"games\": 13", 1));
    };
    check(blocks, &["out/manifest.json", "`games`", "13", "12"]);
}

#[test]
fn rows_that_the_manifest_vouches_for_and_that_cannot_be() {
    check(|shop| forge(shop, "seats.csv", |t| drop(t.remove(9))), &["out/seats.csv:10", "seat"]);
    check(|shop| forge(shop, "games.csv", |t| drop(t.pop())), &["out/games.csv", "ends within block 3"]);
    let twice = |t: &mut Table| t.push(t[t.len() - 1].clone());
    check(|shop| forge(shop, "games.csv", twice), &["out/games.csv:14", "more rows"]);
    check(|shop| forge(shop, "seats.csv", |t| add(t, 4, "vp", 1)), &["VP of slots, VP barrels, scrolls and gold"]);
    check(|shop| forge(shop, "seats.csv", |t| add(t, 4, "spent", 1)), &["income equals gold paid"]);
    check(|shop| forge(shop, "seats.csv", |t| add(t, 4, "bought", 1)), &["tiles received are laid or returned"]);
    check(|shop| forge(shop, "games.csv", |t| add(t, 3, "lead_changes", 1)), &["out/games.csv:4: lead_changes"]);
    check(|shop| forge(shop, "games.csv", |t| add(t, 3, "gold_traded", 1)), &["out/games.csv:4: gold_traded"]);
    check(|shop| forge(shop, "offers.csv", |t| add(t, 2, "gain", 1)), &["out/offers.csv:3: gain"]);
    check(|shop| forge(shop, "scores.csv", |t| add(t, 1, "vp", 1)), &["totals in scores"]);
    let windows = |t: &mut Table| t[3].last_mut().unwrap().push('\r');
    check(|shop| forge(shop, "games.csv", windows), &["out/games.csv:4: gold_catch_up", "\\r"]);
    let seed = |t: &mut Table| {
        let column = column(t, "seed");
        let other = t[2][column].clone();
        t[1][column] = other;
    };
    check(|shop| forge(shop, "games.csv", seed), &["out/games.csv:2: seed: found"]);
    let agents = |t: &mut Table| {
        let column = column(t, "agent");
        let other = t[2][column].clone();
        t[1][column] = other;
    };
    check(|shop| forge(shop, "seats.csv", agents), &["out/seats.csv:2: agent: found `two`; accepted: `one`"]);
}

/// A run that its stopping rule ended.
fn stopped() -> Workshop {
    let shop = Workshop::new();
    let stop = "[stop]\nrule = \"half-width\"\nmeasure = \"vp\"\nhalf-width = 2";
    shop.write(
        "t.toml",
        &CONFIG.replace("blocks = 12", "blocks = 1000\ntables = []").replacen("\n[[", &format!("\n{stop}\n[["), 1),
    );
    shop.succeed(&["run", "t.toml", "--out", "out"]);
    shop
}

#[test]
fn a_run_ends_when_it_is_enough_and_not_before() {
    let shop = stopped();
    shop.succeed(&["verify", "out"]);
    let blocks = shop.table("out/games.csv").len() / 3;
    assert!(blocks < 1000);
    for (name, rows) in [("games.csv", 3), ("seats.csv", 9)] {
        forge(&shop, name, |t| t.truncate(t.len() - rows));
    }
    let manifest = fs::read_to_string(shop.path("out/manifest.json")).unwrap();
    let fewer = |text: String, key: &str, number: usize, less: usize| {
        text.replacen(&format!("\"{key}\": {number},"), &format!("\"{key}\": {},", number - less), 1)
    };
    let manifest = fewer(fewer(manifest, "blocks", blocks, 1), "games", 3 * blocks, 3);
    shop.write("out/manifest.json", &manifest);
    let error = shop.sim(&["verify", "out"]).stderr;
    let error = String::from_utf8(error).unwrap();
    assert!(error.contains(&format!("blocks: found {}; `[stop]` gives 1000", blocks - 1)), "{error}");
}

#[test]
fn what_a_run_is_compared_with_is_checked_like_it() {
    let shop = Workshop::new();
    shop.write("t.toml", &format!("{CONFIG}\n[compare.rules]\ncastle-income = 9\n"));
    shop.succeed(&["run", "t.toml", "--out", "out"]);
    assert!(shop.succeed(&["verify", "out", "--games", "3"]).contains("72 games, 6 of them"));
    for (file, old, new) in [("second/seats.csv", ",0.000000,", ",0.500000,"), ("comparison.csv", "vp", "pv")] {
        let path = format!("out/{file}");
        let table = fs::read_to_string(shop.path(&path)).unwrap();
        shop.write(&path, &table.replacen(old, new, 1));
        let error = String::from_utf8(shop.sim(&["verify", "out"]).stderr).unwrap();
        assert!(error.contains(&path), "{error}");
        shop.write(&path, &table);
    }
}

#[test]
fn what_only_playing_again_can_tell() {
    check(
        |shop| forge(shop, "seats.csv", |t| add(t, 5, "completed_areas", 1)),
        &["out/seats.csv:6: completed_areas", "playing"],
    );
    check(|shop| forge(shop, "seats.csv", |t| add(t, 5, "decisions", 1)), &["out/seats.csv:6: decisions", "playing"]);
    let tile = |t: &mut Table| {
        let column = column(t, "tile");
        let (one, other) = (t[1][column].clone(), t[2][column].clone());
        (t[1][column], t[2][column]) = (other, one);
    };
    check(|shop| forge(shop, "offers.csv", tile), &["out/offers.csv:2: tile", "playing"]);
}

#[test]
fn a_study_whose_table_was_changed_is_refused() {
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/start_gold");
    let shop = Workshop::new();
    fs::create_dir(shop.path("study")).unwrap();
    for file in ["manifest.json", "candidates.csv", "verdict.csv", "winner.toml"] {
        shop.write(&format!("study/{file}"), &fs::read_to_string(study.join(file)).unwrap());
    }
    shop.succeed(&["verify", "study"]);
    shop.write("study/verdict.csv", "mine\n");
    shop.complain(&["verify", "study"], "study/verdict.csv");
}
