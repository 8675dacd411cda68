//! What can be told of a folder that kept the result tables and not the raw ones: whether they are those that its manifest lists.

use std::path::Path;

use super::findings::Verification;
use crate::base::error::{Error, Result};
use crate::lab::forms::column::{Entry, Type};
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::run::manifest::{COMPARISON, KeptTable, MANIFEST, dictionaries};
use crate::lab::subject::Subject;
use crate::lab::tables::frame::Frame;

/// The result table that lists the agents.
const AGENTS: &str = "agents.csv";

/// Compares the result tables that are there with the manifest: their columns, the form of their cells, and the agents. Notes what is not
/// there, or cannot be checked without games.
///
/// # Errors
/// If a file cannot be read for another reason than its content.
pub fn check<S: Subject>(kept: &FinishedRun<S>, report: &mut Verification) -> Result<()> {
    check_counts(kept, report);
    let dictionaries = dictionaries::<S>();
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for table in kept.tables.iter().filter(|table| table.content.is_none()) {
        let path = kept.folder.join(&table.file);
        match Frame::read(&path) {
            Ok(None) => missing.push(table.file.as_str()),
            Ok(Some(frame)) => {
                let name = table.file.trim_end_matches(".csv");
                let entries = dictionaries.iter().find(|(known, _)| *known == name).map(|(_, entries)| &entries[..]);
                check_table(&path, table, &frame, entries.unwrap_or_default()).or_else(|error| report.note(error))?;
                if table.file == AGENTS {
                    check_agents(kept, &path, &frame).or_else(|error| report.note(error))?;
                }
                found.push(table.file.as_str());
            }
            Err(error) => report.note(error)?,
        }
    }
    let raw: Vec<&str> = kept.tables.iter().filter(|table| table.content.is_some()).map(|table| &*table.file).collect();
    report.tables = found.len() as u64;
    let why =
        format!("without {} nothing tells whether the numbers are right, or games play as they did", raw.join(", "));
    report.unchecked.push(why);
    if !missing.is_empty() {
        report.unchecked.push(format!("not there: {}", missing.join(", ")));
    }
    if found.contains(&COMPARISON) && kept.second.is_none() {
        report.unchecked.push("the run that it is compared with is not there".to_owned());
    }
    Ok(())
}

/// The numbers of a manifest must be those of its config.
fn check_counts<S: Subject>(kept: &FinishedRun<S>, report: &mut Verification) {
    let (experiment, part) = (&kept.experiment, &kept.part);
    let blocks = part.block_count(experiment.blocks);
    let expected = [("seed", experiment.seed), ("blocks", blocks), ("games", blocks * experiment.games_per_block())];
    for ((key, expected), found) in expected.into_iter().zip(kept.counts) {
        if found != expected {
            let manifest = kept.folder.join(MANIFEST);
            report.faults.push(format!("{}: {key}: found {found}; by its config it is {expected}", manifest.display()));
        }
    }
}

fn check_table(path: &Path, table: &KeptTable, frame: &Frame, entries: &[Entry]) -> Result<()> {
    let fault = |what: String| Err(Error::input(format!("{}: {what}", path.display())).in_one_line());
    if frame.columns() != table.columns {
        let [found, expected] = [frame.columns(), &table.columns].map(|columns| columns.join(", "));
        return fault(format!("found the columns {found}; accepted: {expected}, as {MANIFEST} says"));
    }
    let kind_of = |column: &str| entries.iter().find(|entry| entry.name == column).map(|entry| entry.kind);
    for (line, row) in (2..).zip(frame.rows()) {
        for column in &table.columns {
            let (cell, kind) = (row.text(column), kind_of(column));
            let accepted = match kind {
                Some(Type::Integer) if !cell.is_empty() && cell.parse::<i64>().is_err() => "a whole number",
                Some(Type::Float) if !cell.is_empty() && cell.parse::<f64>().is_err() => "a number",
                Some(Type::Integer | Type::Float | Type::Text) | None => continue,
            };
            return fault(format!("row {line}: {column}: found `{cell}`; accepted: {accepted}, or nothing"));
        }
    }
    Ok(())
}

/// The agents must be those of the config, as the manifest spells them.
fn check_agents<S: Subject>(kept: &FinishedRun<S>, path: &Path, frame: &Frame) -> Result<()> {
    let agents = kept.config["agents"].as_array().into_iter().flatten();
    let told = |key: &str, agent: &serde_json::Value| agent[key].as_str().unwrap_or_default().to_owned();
    let expected: Vec<[String; 2]> = agents.map(|agent| ["name", "spec"].map(|key| told(key, agent))).collect();
    let found: Vec<[String; 2]> =
        frame.rows().map(|row| ["agent", "spec"].map(|column| row.text(column).to_owned())).collect();
    if found == expected {
        return Ok(());
    }
    let spelled = |agents: &[[String; 2]]| {
        agents.iter().map(|[name, spec]| format!("{name} ({spec})")).collect::<Vec<_>>().join(", ")
    };
    let (found, expected) = (spelled(&found), spelled(&expected));
    let why = format!("found the agents {found}; accepted: {expected}, as {MANIFEST} says");
    Err(Error::input(format!("{}: {why}", path.display())).in_one_line())
}
