//! `[compare]`: the same blocks once more under other rules, and what differs.

use std::collections::BTreeMap;
use std::fs;

use crate::test_folder::{CONFIG, TestFolder, number};

const COMPARE: &str = "\n[compare.rules]\ncastle-income = 9\n";

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("plain.toml", CONFIG);
    folder.write("t.toml", &format!("{CONFIG}{COMPARE}"));
    folder
}

/// All files of both runs in a folder `out` but the two that may differ.
fn results(folder: &TestFolder, home: &str) -> BTreeMap<String, Vec<u8>> {
    let of = |subfolder: &str| {
        let path = folder.path(home).join(subfolder);
        let names = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let files = names.filter(|name| name != "timing.json" && path.join(name).is_file());
        files.map(|name| (format!("{subfolder}/{name}"), fs::read(path.join(name)).unwrap())).collect::<Vec<_>>()
    };
    of("out").into_iter().chain(of("out/second")).collect()
}

#[test]
fn it_is_two_runs_and_their_comparison() {
    let folder = folder();
    let printed = folder.succeed(&["run", "t.toml", "--out", "out"]);
    let first = printed.lines().next().unwrap();
    assert!(first.starts_with("castle-income 9 in place of 5: ") && first.contains("gold traded +"), "{first}");
    assert!(["second minus first", "tables in out/second"].iter().all(|word| printed.contains(word)), "{printed}");
    folder.succeed(&["run", "plain.toml", "--out", "one"]);
    folder.succeed(&["run", "plain.toml", "--out", "two", "--set", "rules.castle-income=9"]);
    for table in ["games.csv", "seats.csv", "offers.csv", "agents.csv", "effects.csv"] {
        let read = |subfolder: &str| fs::read(folder.path(&format!("{subfolder}/{table}"))).unwrap();
        assert_eq!(read("out"), read("one"), "{table}");
        assert_eq!(read("out/second"), read("two"), "{table}");
    }
    folder.succeed(&["compare", "one", "two", "--out", "c.csv"]);
    assert_eq!(fs::read(folder.path("c.csv")).unwrap(), fs::read(folder.path("out/comparison.csv")).unwrap());
    let traded = folder.table("out/comparison.csv").into_iter().find(|row| row["measure"] == "gold_traded").unwrap();
    assert!(number(&traded, "difference_lo") > 0.0 && number(&traded, "q") < 0.05, "{traded:?}");
    assert_eq!(folder.succeed(&["compare", "one", "two"]).lines().next(), Some(first));
    // Both folders are runs like any other.
    folder.succeed(&["verify", "out"]);
    folder.succeed(&["verify", "out/second"]);
    folder.succeed(&["replay", "out/second", "--game", "3"]);
}

#[test]
fn who_wins_more_is_said_first_and_its_page_is_that_of_the_first_run() {
    let folder = TestFolder::new();
    let agents = "players = 3\nlineup = \"self-play\"\n[[agents]]\nname = \"greedy\"\nspec = \"greedy\"\n";
    let text =
        format!("name = \"gold\"\nblocks = 120\nseed = 8\n{agents}[compare.rules]\nstart-gold-by-order = [0, 0, 30]\n");
    folder.write("gold.toml", &text);
    let printed = folder.succeed(&["run", "gold.toml", "--out", "out"]);
    let sentence = printed.lines().next().unwrap();
    let found = sentence.split(": ").nth(1).unwrap();
    assert!(found.starts_with("wins when starting third +") && found.contains(" points (q < 0.001)"), "{sentence}");
    assert!(
        printed.contains("│ wins when starting third") && printed.matches("│ wins when starting first").count() == 1,
        "{printed}"
    );
    let last = printed.lines().last().unwrap();
    assert_eq!(last, "`sim report out` writes a page that begins with the comparison");
    assert!(!printed.contains("sim report out/second"), "{printed}");
    assert_eq!(folder.succeed(&["run", "gold.toml", "--out", "out", "--resume"]).lines().last(), Some(last));
    let table = folder.table("out/comparison.csv");
    let third = table.iter().find(|row| row["part"] == "3").unwrap();
    assert_eq!((third["measure"].as_str(), third["agent"].as_str()), ("win_share_by_order", "all"));
    assert!(number(third, "difference_lo") > 0.0 && number(third, "q") < 0.05, "{third:?}");
    folder.succeed(&["report", "out", "--games", "0", "--figures", "figures", "--quiet"]);
    assert!(folder.read("figures/comparison.svg").contains("wins when starting third"));
    assert!(folder.read("figures/comparison.csv").contains("win_share_by_order,all,3,120,"));
    let told = folder.succeed(&["report", "out/second", "--games", "0", "--quiet"]);
    assert!(told.contains("`sim report out` writes a page that begins with the comparison"), "{told}");
}

#[test]
fn threads_and_interruptions_change_nothing_and_analyse_gives_it_again() {
    let folder = folder();
    folder.succeed(&["run", "t.toml", "--out", "a/out", "--threads", "1"]);
    let expected = results(&folder, "a");
    assert!(expected.keys().any(|name| name.ends_with("second/manifest.json")));
    // As if it had ended between the two.
    folder.succeed(&["run", "t.toml", "--out", "b/out", "--threads", "2"]);
    for entry in fs::read_dir(folder.path("b/out")).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_file() {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    let error = folder.refuse(&["run", "t.toml", "--out", "b/out"]);
    assert!(error.contains("b/out/second: found `games.csv`: the folder already contains results"), "{error}");
    assert_eq!(folder.names_in("b/out"), ["second"], "what was claimed is given back");
    let printed = folder.succeed(&["run", "t.toml", "--out", "b/out", "--resume"]);
    assert!(printed.contains("complete already: kept 12 of 12 blocks in b/out/second"), "{printed}");
    assert_eq!(results(&folder, "b"), expected);
    // Given again, it is the run that is named, not the one in it.
    let error = folder.refuse(&["run", "t.toml", "--out", "b/out"]);
    assert!(
        error.starts_with("error: b/out: found `games.csv`") && error.contains("`sim report b/out` shows"),
        "{error}"
    );
    assert_eq!(results(&folder, "b"), expected);
    let table = folder.path("a/out/comparison.csv");
    fs::write(&table, "broken").unwrap();
    assert!(!folder.sim(&["verify", "a/out"]).status.success());
    folder.succeed(&["analyse", "a/out"]);
    assert_eq!(results(&folder, "a"), expected);
}

#[test]
fn agents_and_tile_files_can_be_compared() {
    let folder = folder();
    let own = folder.succeed(&["list", "other-tiles"]);
    folder.write("mine.csv", &own);
    folder.succeed(&["run", "plain.toml", "--out", "tiles", "--set", "compare.tiles=mine.csv"]);
    folder.succeed(&["analyse", "tiles"]);
    assert!(folder.path("tiles/second/tiles.csv").exists() && !folder.path("tiles/tiles.csv").exists());
    let agents =
        "compare.agents=[{name=\"a\",spec=\"random\"},{name=\"b\",spec=\"random\"},{name=\"c\",spec=\"random\"}]";
    folder.succeed(&["run", "plain.toml", "--out", "agents", "--set", agents]);
    let row = folder.table("agents/comparison.csv").into_iter().rfind(|row| row["measure"] == "vp").unwrap();
    // The third agent is no longer a rule of thumb.
    assert_eq!(row["agent"], "rule");
    assert!(number(&row, "difference_hi") < 0.0, "{row:?}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = folder();
    for (set, expected) in [
        (
            "compare={}",
            "`compare`: found nothing; accepted: at least one of agents, rules, modules, tiles, module-tiles",
        ),
        (
            "compare.rules.castle-income=5",
            "found no difference from the rest of the config; accepted: a change to agents, rules, modules, tiles, module-tiles",
        ),
        ("compare.blocks=3", "unknown key `compare.blocks`"),
        ("compare.agents=[]", "found 0 agents"),
        ("compare.rules.castle-income=99", "castle-income"),
        ("stop={rule=\"half-width\",half-width=0.1}", "`[stop]` as well"),
    ] {
        let error = folder.refuse(&["run", "t.toml", "--set", set]);
        assert!(error.contains(expected), "{set}: {error}");
    }
    let error = folder.refuse(&["run", "t.toml", "--shard", "1/3"]);
    assert!(error.contains("found 1/3, and `[compare]`"), "{error}");
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    assert!(folder.refuse(&["merge", "out", "--out", "merged"]).contains("found a run with `[compare]`"));
    let error = folder.refuse(&["compare", "out", "out", "--out", "c.csv"]);
    assert!(error.contains("out: found the same games as in out; accepted: a run with other rules"), "{error}");
    assert!(!folder.path("c.csv").exists());
    assert!(folder.succeed(&["plan", "t.toml"]).contains("played twice"));
}

#[test]
fn a_page_begins_with_what_the_change_does_and_shows_the_modules_of_the_second_run() {
    let folder = TestFolder::new();
    folder.write("t.toml", &format!("{CONFIG}\n[compare]\nmodules = [\"druids\"]\n"));
    let printed = folder.succeed(&["run", "t.toml", "--out", "out"]);
    let sentence = printed.lines().next().unwrap();
    assert!(sentence.starts_with("modules druids in place of none: "), "{sentence}");
    folder.succeed(&["report", "out", "--games", "0", "--out", "page.html"]);
    let page = folder.read("page.html");
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    // The page's text has `<` in another form.
    assert!(at(&sentence.replace('<', "&lt;")) < at("What was played"));
    for text in ["<dt>rules</dt><dd>as printed", "<dt>tiles</dt><dd>printed", "<dt>modules</dt><dd>none"] {
        at(text);
    }
    for text in ["RECONSTRUCTED: the tiles of druids", "id=\"section-modules\"", "Numbers, from second/modules.csv"] {
        at(text);
    }
    // Without the second run's folder the rest is still there.
    fs::rename(folder.path("out/second"), folder.path("elsewhere")).unwrap();
    folder.succeed(&["report", "out", "--games", "0", "--out", "page.html"]);
    let page = folder.read("page.html");
    assert!(page.contains("RECONSTRUCTED: the tiles of druids") && !page.contains("section-modules"));
}
