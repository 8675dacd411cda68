//! The input of a run's figures, both common and specific to a game.

use super::data::{Dot, DotRow};
use crate::base::error::Result;
use crate::run::finished_run::FinishedRun;
use crate::subject::ResultTable;
use crate::tables::frame::{Frame, FrameRow, TextTable};
use stats::Estimate;

/// Returns a result table, or the reason why the folder does not have it.
pub fn table(run: &FinishedRun, name: &str) -> Result<std::result::Result<Frame, String>> {
    Ok(match run.result(name)? {
        Some(frame) => Ok(frame),
        None => Err(why_missing(run, name)),
    })
}

/// Explains why a result table is missing, and how to get it.
pub fn why_missing(run: &FinishedRun, name: &str) -> String {
    let tables = ResultTable::in_play(&run.experiment, &*run.experiment.subject);
    let needed = tables.iter().find(|table| table.name == name).and_then(|table| table.missing(&run.experiment));
    match needed {
        Some(raw) => format!("Needs {name}.csv, which comes from {raw}.csv: list `{raw}` in `tables` of the config."),
        None => format!("Needs {name}.csv, which this folder does not have."),
    }
}

/// Creates a row with one dot.
pub fn row(label: &str, estimate: Estimate, is_hollow: bool, text: String) -> DotRow {
    DotRow { label: label.to_owned(), dots: vec![Dot { series: 0, estimate, is_hollow, text }] }
}

/// Sorts rows by an estimate in descending order; rows without one come last.
pub fn sorted<'a>(
    rows: Vec<FrameRow<'a>>,
    by: impl Fn(&FrameRow<'a>) -> Result<Estimate>,
) -> Result<Vec<FrameRow<'a>>> {
    let mut keyed = rows.into_iter().map(|row| Ok((by(&row)?.value, row))).collect::<Result<Vec<_>>>()?;
    keyed.sort_by(|one, two| two.0.unwrap_or(f64::NEG_INFINITY).total_cmp(&one.0.unwrap_or(f64::NEG_INFINITY)));
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}

/// Creates a table from cells.
pub fn cells(header: &[&str], rows: Vec<Vec<String>>) -> TextTable {
    TextTable { header: header.iter().map(|name| (*name).to_owned()).collect(), rows }
}
