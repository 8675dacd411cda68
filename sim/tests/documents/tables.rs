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
    /// Those with an interval.
    pub estimates: Vec<Estimate>,
}

/// An estimate with its interval.
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The false discovery rate at which it is a finding, if the table has one.
    pub q: Option<f64>,
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
        // An estimate's columns are followed by those of its interval's ends, and its q value comes before the next estimate.
        let ends_in = |at: usize, ending: &str| heads.get(at).is_some_and(|head| head.ends_with(ending));
        let is_estimate = |at: &usize| ends_in(at + 1, "_lo") && ends_in(at + 2, "_hi") && &heads[at + 1] != "pi_lo";
        let columns: Vec<usize> = (0..heads.len()).filter(is_estimate).collect();
        let q_of = |at: usize| {
            let until = columns.iter().copied().find(|&other| other > at).unwrap_or(heads.len());
            (at..until).find(|&other| &heads[other] == "q" || ends_in(other, "_q"))
        };
        for record in reader.records() {
            let record = record.expect("a row");
            if let (Some(name), Some(spec)) = (place("agent"), place("spec")) {
                self.named.entry(record[spec].to_owned()).or_default().insert(record[name].to_owned());
            }
            let names = names.iter().cloned().chain(record.iter().map(str::to_owned)).collect();
            let number = |at: usize| record[at].parse::<f64>().ok();
            let estimates = columns.iter().filter_map(|&at| {
                let q = q_of(at).and_then(number);
                Some(Estimate { value: number(at)?, low: number(at + 1)?, high: number(at + 2)?, q })
            });
            let estimates = estimates.collect();
            self.rows.push(Row {
                names,
                numbers: record.iter().filter_map(|cell| cell.parse().ok()).collect(),
                estimates,
            });
        }
    }

    /// Adds a row for each line, an object of JSON.
    fn read_lines(&mut self, text: &str, names: &BTreeSet<String>) {
        for line in text.lines() {
            let mut row = Row { names: names.clone(), numbers: Vec::new(), estimates: Vec::new() };
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
