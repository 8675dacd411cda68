//! The column dictionary, the headers and the cells belong together.

use std::collections::BTreeMap;

use crate::test_folder::{CONFIG, TestFolder};

/// A folder whose config has all modules and most rounds, so that a run has every table with every column.
fn folder() -> TestFolder {
    let folder = TestFolder::new();
    let (modules, slots) =
        (r#"["druids", "tunnels", "bonus", "borderlands"]"#, r#"["A", "B", "C", "D", "AB", "AC", "AD", "BC", "BD"]"#);
    folder.write("t.toml", &format!("modules = {modules}\nrules.rounds = {slots}\n{CONFIG}"));
    folder
}

/// Name and type of every column by table, as `sim list columns` has them.
fn dictionary(folder: &TestFolder) -> BTreeMap<String, Vec<(String, String)>> {
    let text = folder.succeed(&["list", "columns"]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["table", "name", "type", "unit", "meaning"]);
    let mut tables: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for row in reader.records().map(Result::unwrap) {
        assert!(!row[4].is_empty(), "{row:?} has no meaning");
        tables.entry(row[0].to_owned()).or_default().push((row[1].to_owned(), row[2].to_owned()));
    }
    tables
}

/// Tables that only some runs have, or studies.
const OTHERS: [&str; 6] = ["comparison", "panel", "panel_agents", "candidates", "verdict", "sensitivity"];

/// A column that only tables of runs with programs have.
const FAULTS: &str = "faults";

#[test]
fn headers_are_the_dictionary() {
    let folder = folder();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    let mut dictionary = dictionary(&folder);
    // Those of comparisons, panels and studies are not part of every run.
    for other in OTHERS {
        assert!(dictionary.remove(other).is_some(), "{other}");
    }
    let tables: Vec<&str> = dictionary.keys().map(String::as_str).collect();
    let expected = [
        "agents",
        "balance",
        "effects",
        "games",
        "modules",
        "neighbours",
        "offers",
        "pairs",
        "pricing",
        "rating_differences",
        "ratings",
        "scores",
        "scoring",
        "seat_advantage",
        "seats",
        "sequential",
        "sets",
        "tablets",
    ];
    assert_eq!(tables, expected);
    for (table, columns) in &dictionary {
        let mut reader = csv::Reader::from_path(folder.path(&format!("out/{table}.csv"))).unwrap();
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).filter(|name| *name != FAULTS).collect();
        assert_eq!(reader.headers().unwrap(), names, "{table}");
    }
}

#[test]
fn cells_have_the_type_that_the_dictionary_says() {
    let folder = folder();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    for (table, columns) in dictionary(&folder).into_iter().filter(|(table, _)| !OTHERS.contains(&table.as_str())) {
        for row in folder.table(&format!("out/{table}.csv")) {
            for (name, kind) in columns.iter().filter(|(name, _)| name != FAULTS) {
                let cell = &row[name];
                let fits = match kind.as_str() {
                    "integer" => cell.is_empty() || cell.parse::<i64>().is_ok(),
                    "float" => cell.is_empty() || cell.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 6),
                    "text" => true,
                    other => panic!("type {other}"),
                };
                assert!(fits, "{table}.{name}: `{cell}` is no {kind}");
            }
        }
    }
}

#[test]
fn names_are_unique_in_a_table() {
    for (table, columns) in dictionary(&TestFolder::new()) {
        let mut names: Vec<&String> = columns.iter().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), columns.len(), "{table}");
    }
}
