//! Figures of tables, drawn by `sim dev plot`.

use crate::runs::run;
use crate::test_folder::TestFolder;

/// Two tables as runs leave them.
fn folder() -> TestFolder {
    let folder = TestFolder::new();
    let header = "agent,town,clusters,vp,vp_lo,vp_hi,vp_q";
    let rows =
        "greedy,east,9,1.5,1.0,2.0,0.01\nall,west,9,-0.25,-1.0,0.5,0.4\nall,east,9,1.25,0.5,2.0,0.02\nall,north,9,,,,";
    folder.write("two.csv", &format!("{header}\n{rows}\n"));
    folder.write("four.csv", &format!("{header}\nall,west,9,0.75,0.25,1.25,0.001\n"));
    folder
}

/// What stands in a drawing between these two, wherever that is.
fn all<'a>(svg: &'a str, start: &'a str, end: &'a str) -> Vec<&'a str> {
    svg.split(start).skip(1).map(|rest| rest.split(end).next().unwrap()).collect()
}

#[test]
fn rows_of_several_tables_are_drawn_with_their_numbers() {
    let folder = folder();
    let words = [
        "dev",
        "plot",
        "two.csv",
        "4 players=four.csv",
        "--value",
        "vp",
        "--by",
        "town",
        "--only",
        "agent=all",
        "--rule",
        "0=none",
    ];
    let svg = folder.succeed(&words);
    assert!(svg.starts_with("<?xml") && svg.contains("<title id=\"figure-title\">vp by town</title>"), "{svg}");
    assert!(svg.contains("The numbers are in two.csv, four.csv."), "{svg}");
    let cells = all(&svg, "data-cells=\"", "\"");
    assert_eq!(cells, ["-0.250000 -1.000000 0.500000", "0.750000 0.250000 1.250000", "1.250000 0.500000 2.000000"]);
    for text in ["two", "4 players", "west", "east", "none", "hollow: q ≥ 0.05, not significant"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text} in {svg}");
    }
    assert!(!svg.contains("greedy") && !svg.contains("north"), "{svg}");
    assert_eq!(svg.matches(" hollow\"").count(), 1, "{svg}");
    let without = folder.succeed(&["dev", "plot", "two.csv", "--value", "vp", "--by", "town", "--only", "agent!=all"]);
    assert_eq!(all(&without, "data-cells=\"", "\""), ["1.500000 1.000000 2.000000"]);
    let sorted =
        folder.succeed(&["dev", "plot", "two.csv", "--value", "vp", "--by", "town", "--only", "agent=all", "--sorted"]);
    assert!(sorted.find(">east<").unwrap() < sorted.find(">west<").unwrap(), "{sorted}");
}

#[test]
fn a_table_of_a_run_is_drawn_as_lines() {
    let folder = run();
    let words = ["dev", "plot", "out/pricing.csv", "--value", "price", "--by", "round", "--lines", "--series", "agent"];
    let only =
        ["--only", "agent=rule", "--only", "agent=two", "--only", "round=1", "--only", "round=2", "--width", "400"];
    let svg = folder.succeed(&[&words[..], &only].concat());
    assert!(svg.contains("width=\"400\""), "{svg}");
    let table = folder.table("out/pricing.csv");
    let wanted = table
        .iter()
        .filter(|row| ["rule", "two"].contains(&row["agent"].as_str()) && ["1", "2"].contains(&row["round"].as_str()));
    let mut wanted: Vec<String> =
        wanted.map(|row| ["price_mean", "price_lo", "price_hi"].map(|column| row[column].as_str()).join(" ")).collect();
    let mut cells = all(&svg, "data-cells=\"", "\"");
    wanted.sort_unstable();
    cells.sort_unstable();
    assert_eq!(cells, wanted);
}

#[test]
fn drawings_need_no_variables() {
    let folder = folder();
    let svg = folder.succeed(&["dev", "plot", "two.csv", "--value", "vp", "--by", "town"]);
    folder.succeed(&["play", "random", "random", "--seed", "3", "--record", "g.jsonl"]);
    let table = folder.succeed(&["draw", "g.jsonl"]);
    for drawn in [svg, table] {
        assert!(drawn.contains("<style>") && !drawn.contains("var("), "{drawn}");
    }
}
