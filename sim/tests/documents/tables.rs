//! Committed tables: the numbers that a page may quote.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A row of a table.
pub struct Row {
    /// Texts in it, and the names of the folders and the file where it stands.
    pub names: BTreeSet<String>,
    /// Its numbers in the order of their columns.
    pub numbers: Vec<f64>,
}

/// The rows of some tables.
#[derive(Default)]
pub struct Tables {
    /// All rows.
    pub rows: Vec<Row>,
    /// Names that agents have in tables, by their specs.
    named: BTreeMap<String, BTreeSet<String>>,
}

impl Tables {
    /// All tables in a folder and below.
    pub fn below(folder: &Path) -> Self {
        let mut tables = Self::default();
        tables.read_folder(folder, &BTreeSet::new());
        tables
    }

    /// With the rows of others.
    pub fn and(mut self, other: Self) -> Self {
        self.rows.extend(other.rows);
        self.named.extend(other.named);
        self
    }

    fn read_folder(&mut self, folder: &Path, names: &BTreeSet<String>) {
        let mut paths: Vec<_> =
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            let mut names = names.clone();
            names.insert(path.file_stem().expect("a name").to_str().expect("a plain name").to_owned());
            // Tile files hold no results.
            if path.file_name().is_some_and(|name| name.to_string_lossy().contains("tiles."))
                && !path.ends_with("tiles.csv")
            {
                continue;
            }
            match path.extension().and_then(|ending| ending.to_str()) {
                _ if path.is_dir() => self.read_folder(&path, &names),
                Some("csv") => self.read_csv(&fs::read_to_string(&path).expect("a table"), &names),
                Some("jsonl") => self.read_lines(&fs::read_to_string(&path).expect("a table"), &names),
                _ => {}
            }
        }
    }

    /// Adds the rows of a table.
    pub fn read_csv(&mut self, text: &str, names: &BTreeSet<String>) {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let heads = reader.headers().expect("a head").clone();
        let place = |head: &str| heads.iter().position(|other| other == head);
        for record in reader.records() {
            let record = record.expect("a row");
            if let (Some(name), Some(spec)) = (place("agent"), place("spec")) {
                self.named.entry(record[spec].to_owned()).or_default().insert(record[name].to_owned());
            }
            let names = names.iter().cloned().chain(record.iter().map(str::to_owned)).collect();
            self.rows.push(Row { names, numbers: record.iter().filter_map(|cell| cell.parse().ok()).collect() });
        }
    }

    /// Adds a row for each line, an object of JSON.
    fn read_lines(&mut self, text: &str, names: &BTreeSet<String>) {
        for line in text.lines() {
            let mut row = Row { names: names.clone(), numbers: Vec::new() };
            flatten(&serde_json::from_str(line).expect("a line of JSON"), &mut row);
            self.rows.push(row);
        }
    }

    /// Whether a row has a name: its own, or that of an agent of this spec.
    pub fn has(&self, row: &Row, name: &str) -> bool {
        row.names.contains(name)
            || self.named.get(name).is_some_and(|names| names.iter().any(|name| row.names.contains(name)))
    }
}

fn flatten(value: &serde_json::Value, row: &mut Row) {
    match value {
        serde_json::Value::Number(number) => row.numbers.extend(number.as_f64()),
        serde_json::Value::String(text) => {
            row.names.insert(text.clone());
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| flatten(value, row)),
        serde_json::Value::Object(values) => values.values().for_each(|value| flatten(value, row)),
        serde_json::Value::Null | serde_json::Value::Bool(_) => {}
    }
}
