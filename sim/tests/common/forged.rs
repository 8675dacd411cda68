//! Raw tables of a run that are changed, with a manifest that vouches for them.
#![allow(dead_code, reason = "several crates of tests share this, and none needs all of it")]

use std::fs;

use interface::digest::sha256;
use serde_json::{Value, json};

use crate::test_folder::TestFolder;

/// A table's lines in cells.
pub type Table = Vec<Vec<String>>;

/// The number of a column.
#[track_caller]
pub fn column(table: &Table, name: &str) -> usize {
    table[0].iter().position(|column| column == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Adds to a whole number in a row; rows count from 1.
pub fn add(table: &mut Table, row: usize, name: &str, more: i64) {
    let column = column(table, name);
    let number: i64 = table[row][column].parse().unwrap();
    table[row][column] = (number + more).to_string();
}

fn read(folder: &TestFolder, path: &str) -> Table {
    let text = fs::read_to_string(folder.path(path)).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn write(folder: &TestFolder, path: &str, table: &Table) {
    folder.write(path, &table.iter().map(|row| row.join(",") + "\n").collect::<String>());
}

/// Changes a table and makes the manifest vouch for it, so that only its meaning can give it away.
pub fn forge(folder: &TestFolder, name: &str, change: impl FnOnce(&mut Table)) {
    let path = format!("out/{name}");
    let mut table = read(folder, &path);
    change(&mut table);
    write(folder, &path, &table);
    let bytes = fs::read(folder.path(&path)).unwrap();
    let manifest = fs::read_to_string(folder.path("out/manifest.json")).unwrap();
    let json: Value = serde_json::from_str(&manifest).unwrap();
    let entry = json["tables"].as_array().unwrap().iter().find(|entry| entry["file"] == name).unwrap().clone();
    let line = |key: &str, value: &Value| format!("\"{key}\": {value}");
    let changes = [
        ("sha256", entry["sha256"].clone(), json!(sha256(&bytes))),
        ("bytes", entry["bytes"].clone(), json!(bytes.len())),
        ("rows", entry["rows"].clone(), json!(table.len() - 1)),
    ];
    let forged = changes.iter().fold(manifest, |text, (key, old, new)| text.replace(&line(key, old), &line(key, new)));
    folder.write("out/manifest.json", &forged);
}
