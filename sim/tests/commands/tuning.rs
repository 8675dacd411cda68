//! `sim tune`, `sim sensitivity` and panels on the command line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use stats::estimate::two_sided_p;
use stats::multiple::q_values;
use stats::t_quantile;

use crate::test_folder::{TestFolder, text};

const CONFIG: &str = r#"
name = "small"
players = 3
blocks = 24
seed = 5
lineup = "self-play"
tables = []
agents = [{ name = "anyone", spec = "random" }]

[tune]
games = 900
finalists = 2

[tune.knobs]
"rules.castle-income" = [3, 5, 7]
"rules.start-gold-by-order" = [[0, 0, 0], [0, 1, 2]]

[[tune.goals]]
measure = "gold-burnt"
target = [130, 150]
weight = 1.0

[[tune.goals]]
measure = "win-share-by-order"
target = "even"
weight = 1.0
"#;

fn stocked() -> TestFolder {
    let folder = TestFolder::new();
    fs::write(folder.path("c.toml"), CONFIG).unwrap();
    folder
}

/// The files of a folder.
fn files(subfolder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(subfolder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// A table as rows of cells by column.
fn table(folder: &TestFolder, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.path(name)).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn a_study_leaves_tables_a_page_and_a_config() {
    let folder = stocked();
    let told = folder.succeed(&["tune", "c.toml", "--out", "out", "--quiet"]);
    assert!(told.contains("Closest to the goals on fresh seeds: rules.castle-income = 7"), "{told}");
    assert!(told.contains("The agents did not adapt"), "{told}");
    assert!(
        told.contains("4 were dropped early") && told.contains("(error rate at most 5 % for the whole search)"),
        "{told}"
    );
    folder.succeed(&["tune", "c.toml", "--out", "one", "--quiet", "--threads", "1"]);
    assert_eq!(files(&folder.path("out")), files(&folder.path("one")));
    let candidates = table(&folder, "out/candidates.csv");
    assert_eq!(candidates.len(), 6);
    assert!(candidates.iter().all(|row| row["games"].parse::<u64>().unwrap() > 0));
    assert_eq!(candidates.iter().filter(|row| row["dropped"].is_empty()).count(), 2);
    let verdict = table(&folder, "out/verdict.csv");
    // Two finalists and the printed rules, with burnt gold and three places each.
    assert_eq!(verdict.len(), 12);
    assert_eq!(verdict[0]["goal"], "gold-burnt");
    assert!(verdict.iter().all(|row| ["yes", "no", "open"].contains(&row["met"].as_str())));
    let header = fs::read_to_string(folder.path("out/verdict.csv")).unwrap();
    let expected = "rules.castle-income,rules.start-gold-by-order,goal,estimate,ci_lo,ci_hi,met,";
    assert!(header.starts_with(expected), "{header}");
    let finalists: Vec<&str> = verdict.iter().map(|row| row["finalist"].as_str()).collect();
    assert_eq!(finalists, ["1", "1", "1", "1", "2", "2", "2", "2", "printed", "printed", "printed", "printed"]);
    let printed = &verdict[8];
    assert_eq!([&printed["rules.castle-income"], &printed["rules.start-gold-by-order"]], ["5", "[0, 0, 0]"]);
    assert!(printed["candidate"].is_empty() && printed["front"].is_empty(), "{printed:?}");
    assert!(told.contains("The printed rules, on the same seeds: gold lost on unsold tiles "), "{told}");
    assert!(folder.read("out/report.html").contains("printed rules"));
    // The figure has a row for each place, and tells finalists apart by the knobs in which they differ, once each.
    let figure = folder.read("out/verdict-win_share_by_order.svg");
    for place in ["1", "2", "3"] {
        assert_eq!(figure.matches(&format!(">{place}</text>")).count(), 1, "{place}: {figure}");
    }
    for finalist in [&verdict[0], &verdict[4]] {
        let gold = format!("start-gold-by-order {}", finalist["rules.start-gold-by-order"]);
        let income = format!("castle-income {}", finalist["rules.castle-income"]);
        assert!(figure.matches(&gold).count() + figure.matches(&income).count() > 0, "{gold}, {income}: {figure}");
    }
    let manifest: Value = serde_json::from_str(&folder.read("out/manifest.json")).unwrap();
    assert!(manifest["games"].as_u64().unwrap() <= 900 && manifest["complete"] == true);
    // The winner is a config like any other.
    folder.succeed(&["run", "out/winner.toml", "--out", "won", "--quiet"]);
    assert!(folder.read("out/winner.toml").contains("castle-income = 7"));
    assert!(folder.read("out/report.html").contains("How close are the finalists to the goals?"));
    let again = folder.sim(&["tune", "c.toml", "--out", "out", "--quiet"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("already contains results"));
    // A run does not look at the section.
    folder.succeed(&["run", "c.toml", "--out", "run", "--quiet"]);
}

/// Checks the q values of a measure against the p values that its intervals have.
fn q_values_are_those_of(measure: &str, rows: &[BTreeMap<String, String>]) {
    let tested = rows.iter().filter(|row| row["measure"] == measure && !row["q"].is_empty());
    let (p, q): (Vec<f64>, Vec<f64>) = tested
        .map(|row| {
            let number = |column: &str| row[column].parse::<f64>().unwrap();
            let df = number("clusters") - 1.0;
            let error = (number("ci_hi") - number("ci_lo")) / 2.0 / t_quantile(df);
            (two_sided_p(number("estimate") / error, df), number("q"))
        })
        .unzip();
    for (found, expected) in q.iter().zip(q_values(&p)) {
        assert!((found - expected).abs() < 2e-3, "{measure}: {q:?} {p:?}");
    }
}

#[test]
fn every_rule_is_moved_a_step() {
    let folder = stocked();
    let told = folder.succeed(&["sensitivity", "c.toml", "--out", "out", "--quiet", "--set", "blocks=60"]);
    assert!(told.contains("gold lost on unsold tiles: castle-income 5 → "), "{told}");
    let rows = table(&folder, "out/sensitivity.csv");
    let measures: BTreeSet<&str> = rows.iter().map(|row| row["measure"].as_str()).collect();
    for measure in &measures {
        q_values_are_those_of(measure, &rows);
    }
    let promise = format!("on at least one of these {} measures", measures.len());
    assert!(told.contains("False discovery rate 5 % within each measure") && told.contains(&promise), "{told}");
    let changes: Vec<(&str, &str)> =
        rows.iter().filter(|row| row["measure"] == "vp").map(|row| (row["key"].as_str(), row["to"].as_str())).collect();
    for wanted in [
        ("rules.castle-income", "6"),
        ("rules.castle-income", "4"),
        ("rules.start-gold-by-order", "[0,0,1]"),
        ("rules.scoring-points.sheep", "2"),
        ("rules.scoring-points.most-ships", "[6,3]"),
        ("rules.lowest-price", "2"),
    ] {
        assert!(changes.contains(&wanted), "{wanted:?} is not among {changes:?}");
    }
    let plan = folder.succeed(&["plan", "c.toml", "--set", "blocks=60", "--seconds", "1"]);
    let studies = format!("`sim sensitivity` plays {} games with {} changes", 60 * (1 + changes.len()), changes.len());
    assert!(plan.contains(&studies) && plan.contains("games with 6 of 6 combinations"), "{plan}");
    // The printed game starts without gold, so there is nothing to take away.
    assert!(!changes.contains(&("rules.start-gold-by-order", "[-1,0,0]")));
    let income = rows.iter().find(|row| row["measure"] == "gold-burnt" && row["to"] == "6").unwrap();
    assert!(income["ci_lo"].parse::<f64>().unwrap() > 0.0 && income["q"].parse::<f64>().unwrap() < 0.05, "{income:?}");
    let few = ["sensitivity", "c.toml", "--out", "few", "--quiet", "--key", "rules.gold-per-vp", "--step", "2"];
    folder.succeed(&few);
    let few = table(&folder, "few/sensitivity.csv");
    assert!(few.iter().all(|row| row["key"] == "rules.gold-per-vp" && ["3", "7"].contains(&row["to"].as_str())));
    let unknown = folder.sim(&["sensitivity", "c.toml", "--out", "no", "--key", "rules.castle-incom"]);
    assert!(text(&unknown.stderr).contains("did you mean `rules.castle-income`"), "{}", text(&unknown.stderr));
    assert!(!folder.path("no").exists());
}

#[test]
fn a_study_that_is_killed_goes_on_to_the_bytes_of_one_session() {
    let least = ["tune", "c.toml", "--set", "tune.goals.0.target=least"];
    for study in [&["tune", "c.toml"][..], &least, &["sensitivity", "c.toml", "--key", "rules.gold-per-vp"]] {
        let folder = stocked();
        let words = |out: &'static str| [study, &["--quiet", "--threads", "1", "--out", out]].concat();
        folder.succeed(&words("alone"));
        let mut child = folder.command(&words("killed")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let journal = folder.path("killed/.partial/journal.jsonl");
        let noted = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
        while noted() < 4 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // It may have been too quick to be killed.
        if noted() > 0 {
            assert!(folder.refuse(&words("killed")).contains("clusters of an unfinished study; accepted: --resume"));
            let told = folder.succeed(&[&words("killed")[..], &["--resume"]].concat());
            assert!(told.contains("kept ") && told.contains(" in killed"), "{told}");
        }
        assert_eq!(files(&folder.path("alone")), files(&folder.path("killed")));
        let late = folder.succeed(&[&words("killed")[..], &["--resume"]].concat());
        assert!(late.contains("complete already"), "{late}");
    }
}

#[test]
fn the_printed_rules_are_played_on_the_seeds_of_the_finalists() {
    let folder = stocked();
    // All candidates are finalists, and one of them has the printed values.
    let set = ["--set", "tune.finalists=6", "--set", "rules.gold-per-vp=5"];
    folder.succeed(&[&["tune", "c.toml", "--out", "out", "--quiet"][..], &set].concat());
    let verdict = table(&folder, "out/verdict.csv");
    let of = |is_printed: bool| {
        let as_printed = |row: &&BTreeMap<String, String>| {
            (row["finalist"] == "printed") == is_printed
                && (is_printed || row["rules.castle-income"] == "5" && row["rules.start-gold-by-order"] == "[0, 0, 0]")
        };
        let numbers = ["goal", "part", "estimate", "ci_lo", "ci_hi", "met", "clusters", "games"];
        verdict.iter().filter(as_printed).map(|row| numbers.map(|column| row[column].clone())).collect::<Vec<_>>()
    };
    assert_eq!(of(true).len(), 4);
    assert_eq!(of(true), of(false));
    // What the config changes of the rules is not printed, what it says of agents is kept.
    let set = ["--set", "tune.finalists=6", "--set", "rules.gold-per-vp=1"];
    folder.succeed(&[&["tune", "c.toml", "--out", "changed", "--quiet"][..], &set].concat());
    let printed = |subfolder: &str| {
        let rows = table(&folder, &format!("{subfolder}/verdict.csv"));
        let printed = rows.iter().filter(|row| row["finalist"] == "printed");
        printed.map(|row| row["estimate"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(printed("out"), printed("changed"));
    let wins = |row: &&BTreeMap<String, String>| row["goal"] == "win-share-by-order";
    let changed = table(&folder, "changed/verdict.csv");
    let [one, other] = [&verdict, &changed]
        .map(|rows| rows.iter().filter(wins).map(|row| row["estimate"].clone()).collect::<Vec<_>>());
    assert_ne!(one, other, "gold is worth more");
}

#[test]
fn a_goal_is_about_one_place() {
    let folder = stocked();
    let goal = |part: &str, target: &str| {
        format!("[[tune.goals]]\nmeasure = \"win-share-by-order\"\npart = \"{part}\"\ntarget = {target}\n")
    };
    let (top, _) = CONFIG.split_once("[[tune.goals]]").unwrap();
    folder.write("c.toml", &format!("{top}{}{}", goal("3", "\"most\""), goal("1", "[0.3, 0.4]")));
    folder.succeed(&["tune", "c.toml", "--out", "out", "--quiet"]);
    let verdict = table(&folder, "out/verdict.csv");
    let rows: Vec<[&str; 4]> =
        verdict.iter().map(|row| ["goal", "part", "target", "finalist"].map(|name| row[name].as_str())).collect();
    let of_all = ["1", "2", "printed"];
    let expected = of_all.iter().flat_map(|finalist| {
        [["win-share-by-order", "3", "most", finalist], ["win-share-by-order", "1", "[0.3, 0.4]", finalist]]
    });
    assert_eq!(rows, expected.collect::<Vec<_>>());
    assert!(verdict.iter().all(|row| row["met"].is_empty() == (row["target"] == "most")), "{verdict:?}");
    assert!(verdict.iter().all(|row| row["games_to_decide"].is_empty() == (row["met"] != "open")), "{verdict:?}");
    let header = folder.read("out/candidates.csv").lines().next().unwrap().to_owned();
    assert!(header.contains(",win-share-by-order 3,") && header.contains(",win-share-by-order 1_hi,"), "{header}");
    assert!(!header.contains("win-share-by-order 2"), "{header}");
    for figure in ["verdict-win_share_by_order_3.svg", "verdict-win_share_by_order_1.svg"] {
        assert!(folder.path("out").join(figure).exists(), "{figure}");
    }
    let fault = |set: &str| folder.refuse(&["tune", "c.toml", "--out", "no", "--set", set]);
    assert!(fault("tune.goals.0.part=\"4\"").contains("accepted: 1, 2, 3"));
    assert!(
        fault("tune.goals.1.part=\"3\"")
            .contains("a measure a second time; accepted: every measure once, or each of its parts")
    );
}

#[test]
fn tables_of_studies_have_the_columns_of_the_dictionary() {
    let folder = stocked();
    folder.succeed(&["tune", "c.toml", "--out", "out", "--quiet"]);
    folder.succeed(&["sensitivity", "c.toml", "--out", "few", "--quiet", "--key", "rules.gold-per-vp"]);
    let listed = folder.succeed(&["list", "columns"]);
    let own = |name: &&str| {
        !name.starts_with("rules.") && !name.starts_with("gold-burnt") && !name.starts_with("win-share-by-order")
    };
    for path in ["out/candidates", "out/verdict", "few/sensitivity"] {
        let table = path.split_once('/').unwrap().1;
        let known = listed.lines().filter_map(|line| line.strip_prefix(table)?.strip_prefix(','));
        let known: Vec<&str> = known.filter_map(|line| line.split(',').next()).collect();
        let text = folder.read(&format!("{path}.csv"));
        let header: Vec<&str> = text.lines().next().unwrap().split(',').filter(own).collect();
        assert_eq!(header, known, "{table}");
    }
}

#[test]
fn the_shipped_panel_plays() {
    let folder = stocked();
    let run = ["run", "c.toml", "--out", "out", "--quiet", "--set", "blocks=4", "--set", "panel=shipped"];
    let told = folder.succeed(&run);
    assert!(told.contains("Effects across 10 kinds of players ("), "{told}");
    let mixed = "greedy|greedy:temperature=1|greedy:temperature=2|greedy:temperature=3|greedy:temperature=4";
    let kinds = format!("Kinds: greedy; mixed = {mixed}; table prices = greedy:judgement=by-hand,pricing=table; ");
    assert!(told.contains(&kinds), "{told}");
    let agents = table(&folder, "out/panel_agents.csv");
    let places = agents.iter().filter(|row| row["effect"] == "win-share-by-order 1").count();
    assert_eq!(places, 10);
    let header = fs::read_to_string(folder.path("out/panel.csv")).unwrap();
    assert!(header.starts_with("effect,pooled,ci_lo,ci_hi,tau,pi_lo,pi_hi,signs_plus,signs_minus,"), "{header}");
    folder.succeed(&["report", "out", "--games", "0", "--quiet"]);
    assert!(folder.read("out/report.html").contains("Does it depend on who plays?"));
    // What is extended is what is played in one go, also where players of unequal skill rotate.
    let longer = |out| ["run", "c.toml", "--out", out, "--quiet", "--set", "blocks=8", "--set", "panel=shipped"];
    folder.succeed(&[&longer("out")[..], &["--resume"]].concat());
    folder.succeed(&longer("whole"));
    assert_eq!(folder.read("out/panel.csv"), folder.read("whole/panel.csv"));
    assert_eq!(folder.read("out/panel/2/seats.csv"), folder.read("whole/panel/2/seats.csv"));
    // What a change does with a panel is about both runs.
    let compared = ["run", "c.toml", "--out", "both", "--quiet", "--set", "blocks=4", "--set", "panel=shipped"];
    let income = ["--set", "compare.rules.castle-income=4"];
    folder.succeed(&[&compared[..], &income].concat());
    folder.succeed(&["report", "both", "--games", "0", "--quiet"]);
    let page = folder.read("both/report.html");
    let mut others = 0;
    for figure in page.split("<figure id=\"").skip(1) {
        let (name, rest) = figure.split_once('"').unwrap();
        let caption = &rest[..rest.find("</figcaption>").expect("a caption")];
        let is_of_both = ["comparison", "panel"].contains(&name);
        assert_eq!(caption.contains("first run"), !is_of_both, "{name}: {caption}");
        others += u32::from(!is_of_both);
    }
    assert!(others > 0 && page.contains("<figure id=\"panel\""));
    assert!(page.contains("the one without the change, except the effects across kinds of players."));
}
