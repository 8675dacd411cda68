//! `sim export`: Parquet files with the cells of the tables, typed, and what is known about them.

use std::fs::{self, File};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use crate::workshop::{Workshop, text};

/// A run of two games' worth of tables, all raw tables among them.
fn played(words: &[&str]) -> Workshop {
    let shop = Workshop::new();
    shop.succeed(&[&["run", "t.toml", "--out", "run", "--quiet"], words].concat());
    shop
}

fn open(shop: &Workshop, path: &str) -> SerializedFileReader<File> {
    SerializedFileReader::new(File::open(shop.path(path)).unwrap()).unwrap()
}

/// The tables of a folder without ending.
fn tables(shop: &Workshop, folder: &str) -> Vec<String> {
    let names = shop.files(folder).into_keys();
    names.filter_map(|name| name.strip_suffix(".csv").map(str::to_owned)).collect()
}

/// What a file says of itself, by key.
fn note(reader: &SerializedFileReader<File>, key: &str) -> String {
    let notes = reader.metadata().file_metadata().key_value_metadata().unwrap();
    notes.iter().find(|note| note.key == key).unwrap().value.clone().unwrap()
}

/// A cell as the table spells it.
fn spelled(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => format!("{number:.6}"),
        Field::Str(text) => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_table_is_there_cell_by_cell() {
    let shop = played(&[]);
    let printed = shop.succeed(&["export", "run", "--to", "parquet", "--out", "columns"]);
    let names = tables(&shop, "run");
    assert!(names.len() > 8, "{names:?}");
    assert_eq!(shop.files("columns").len(), names.len());
    let mut dictionary = csv::Reader::from_reader(shop.succeed(&["list", "columns"]).into_bytes().leak() as &[u8]);
    let dictionary: Vec<[String; 5]> = dictionary.deserialize().map(Result::unwrap).collect();
    for name in names {
        let reader = open(&shop, &format!("columns/{name}.parquet"));
        let mut csv = csv::Reader::from_path(shop.path(&format!("run/{name}.csv"))).unwrap();
        let header: Vec<String> = csv.headers().unwrap().iter().map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = csv.deserialize().map(Result::unwrap).collect();
        let mut found = Vec::new();
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let (columns, cells): (Vec<_>, Vec<_>) =
                row.get_column_iter().map(|(column, field)| (column.clone(), spelled(field))).unzip();
            assert_eq!(columns, header);
            found.push(cells);
        }
        assert_eq!(found, rows, "{name}");
        assert!(printed.contains(&format!("{name}.parquet: {} row", rows.len())), "{printed}");
        let columns: Vec<Value> = serde_json::from_str(&note(&reader, "columns")).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr();
        for ((column, entry), place) in header.iter().zip(&columns).zip(0..) {
            let listed = dictionary.iter().find(|row| row[0] == name && row[1] == *column).unwrap();
            let told = ["name", "type", "unit", "meaning"].map(|key| entry[key].as_str().unwrap().to_owned());
            assert_eq!(told[..], listed[1..], "{name}");
            let physical = schema.column(place).physical_type().to_string();
            let expected = match &*listed[2] {
                "integer" => "INT64",
                "float" => "DOUBLE",
                _ => "BYTE_ARRAY",
            };
            assert_eq!(physical, expected, "{name}: {column}");
        }
        assert_eq!(
            (note(&reader, "table"), note(&reader, "game"), note(&reader, "seed")),
            (name, "skye".into(), "5".into())
        );
    }
}

#[test]
fn the_bytes_are_the_same_wherever_and_however_often_they_are_written() {
    let shop = played(&[]);
    shop.succeed(&["export", "run", "--to", "parquet", "--out", "deep/columns"]);
    shop.succeed(&["export", "run", "--to", "parquet"]);
    shop.succeed(&["export", "run", "--to", "parquet"]);
    let of = |folder: &str| {
        let mut files = shop.files(folder);
        files.retain(|name, _| name.ends_with(".parquet"));
        files
    };
    assert_eq!(of("run"), of("deep/columns"));
    shop.succeed(&["verify", "run", "--quiet"]);
    // A merge of shards, by tables that are compressed: but for the config, which says so.
    let parts = ["1", "2"].map(|shard| {
        let out = format!("part-{shard}");
        shop.succeed(&["run", "t.toml", "--set", "compress=gzip", "--out", &out, "--shard", &format!("{shard}/2")]);
        out
    });
    shop.succeed(&["merge", &parts[0], &parts[1], "--out", "whole"]);
    shop.succeed(&["run", "t.toml", "--set", "compress=gzip", "--out", "gzip"]);
    for folder in ["whole", "gzip"] {
        shop.succeed(&["export", folder, "--to", "parquet"]);
    }
    assert_eq!(of("whole"), of("gzip"));
    assert_eq!(of("gzip").len(), of("run").len());
}

#[test]
fn result_tables_alone_are_enough_and_none_is_too_few() {
    let shop = played(&[]);
    for table in ["games", "seats", "offers", "scores"] {
        fs::remove_file(shop.path(&format!("run/{table}.csv"))).unwrap();
    }
    shop.succeed(&["export", "run", "--to", "parquet", "--out", "columns"]);
    assert_eq!(shop.files("columns").len(), tables(&shop, "run").len());
    tables(&shop, "run").iter().for_each(|name| fs::remove_file(shop.path(&format!("run/{name}.csv"))).unwrap());
    assert!(shop.refuse(&["export", "run", "--to", "parquet", "--out", "none"]).contains("found no tables"));
    assert!(!shop.path("none").exists());
}

#[test]
fn what_is_not_its_own_is_not_replaced() {
    let shop = played(&[]);
    fs::create_dir(shop.path("mine")).unwrap();
    shop.write("mine/seats.parquet", "mine");
    let error = shop.refuse(&["export", "run", "--to", "parquet", "--out", "mine"]);
    assert!(error.contains("seats.parquet") && error.contains("something else"), "{error}");
    assert_eq!(shop.names_in("mine"), ["seats.parquet"]);
    assert_eq!(shop.read("mine/seats.parquet"), "mine");
}

#[test]
fn a_table_that_was_changed_is_refused_and_leaves_nothing() {
    let shop = played(&[]);
    let rows = shop.read("run/seats.csv");
    shop.write("run/seats.csv", &rows.replacen("one", "two", 1));
    let error = shop.refuse(&["export", "run", "--to", "parquet", "--out", "columns"]);
    assert!(error.contains("seats.csv") && error.contains("SHA-256"), "{error}");
    assert!(!shop.path("columns").exists());
    shop.write("run/seats.csv", &rows);
    let agents = shop.read("run/agents.csv");
    shop.write("run/agents.csv", &agents.replacen(".", ".x", 1));
    let error = shop.sim(&["export", "run", "--to", "parquet"]);
    assert_eq!(error.status.code(), Some(2));
    assert!(text(&error.stderr).contains("agents.csv:"), "{}", text(&error.stderr));
    assert!(!shop.names_in("run").iter().any(|name| name.ends_with(".parquet") || name == ".partial"));
    shop.write("run/agents.csv", &agents.replacen("agent,", "agency,", 1));
    assert!(shop.refuse(&["export", "run", "--to", "parquet"]).contains("`agency`"));
}

#[test]
fn tipperary_and_the_second_run_of_a_comparison_have_their_own() {
    let shop =
        played(&["--set", "game=tipperary", "--set", "agents.2.spec=area-first", "--set", "compare.rules.rounds=6"]);
    for folder in ["run", "run/second"] {
        shop.succeed(&["export", folder, "--to", "parquet"]);
        let of = |ending: &str| shop.names_in(folder).iter().filter(|name| name.ends_with(ending)).count();
        assert_eq!(of(".csv"), of(".parquet"), "{folder}");
    }
    assert_eq!(note(&open(&shop, "run/comparison.parquet"), "game"), "tipperary");
}
