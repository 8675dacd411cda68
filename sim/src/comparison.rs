//! Two runs of the same blocks, read together: what differs, seed by seed.

use std::path::Path;

use comfy_table::Table;

use crate::error::{Error, Result};
use crate::experiment::{ALL_AGENTS, Experiment};
use crate::measures::{ClusterMeans, Measure};
use crate::raw::{RawReader, RowReader};
use crate::stats::Estimate;
use crate::summary;
use crate::tables::column::{dictionary, header, write_row};
use crate::tables::comparison::{COLUMNS, ComparisonRow, Totals};
use crate::tables::{Line, RawTable};

/// The file of the table.
pub const COMPARISON: &str = "comparison.csv";

/// The folder within a run's own that holds its blocks once more, as `[compare]` says.
pub const SECOND: &str = "second";

/// An experiment and the folder of its raw tables.
pub type Played<'a> = (&'a Experiment, &'a Path);

/// Compares two runs, whose line-ups and blocks must be the same.
///
/// # Errors
/// If a table is not as its run left it.
pub fn compare((first, first_folder): Played<'_>, (second, second_folder): Played<'_>) -> Result<Vec<ComparisonRow>> {
    let measures = Measure::all(first);
    let blocks_of = |experiment, folder| {
        let blocks = RawReader::open(experiment, folder, [RawTable::Games, RawTable::Seats])?.blocks(0..first.blocks);
        Ok::<_, Error>((RowReader::new(experiment, folder), blocks))
    };
    let (one_rows, one_blocks) = blocks_of(first, first_folder)?;
    let (two_rows, two_blocks) = blocks_of(second, second_folder)?;
    let mut totals = Totals::new(&measures);
    let fresh = || [ClusterMeans::new(&measures), ClusterMeans::new(&measures)];
    let mut means = fresh();
    for (number, (one, two)) in one_blocks.zip(two_blocks).enumerate() {
        one_rows.games(&one?)?.iter().for_each(|game| means[0].add(game));
        two_rows.games(&two?)?.iter().for_each(|game| means[1].add(game));
        if first.lineup_of(number as u64) + 1 == first.lineups() {
            totals.add(&means[0].means(), &means[1].means());
            means = fresh();
        }
    }
    Ok(totals.rows())
}

/// The table of the comparison that a config asks for, of a run whose raw tables lie in `raw` and whose results in `folder`.
///
/// # Errors
/// As [`compare`].
pub fn of_run(experiment: &Experiment, raw: &Path, folder: &Path) -> Result<Option<Vec<ComparisonRow>>> {
    let second = experiment.compare.as_ref();
    second.map(|second| compare((experiment, raw), (second, &folder.join(SECOND)))).transpose()
}

/// The table as CSV.
pub fn csv(experiment: &Experiment, rows: &[ComparisonRow]) -> Vec<u8> {
    let mut bytes = header(&dictionary(COLUMNS)).into_bytes();
    let mut line = Line::at_end(&mut bytes, experiment);
    rows.iter().for_each(|row| write_row(COLUMNS, row, &mut line));
    bytes
}

/// The table for people, with its notes.
///
/// # Errors
/// If it cannot be printed.
pub fn print(experiment: &Experiment, rows: &[ComparisonRow]) -> Result<()> {
    crate::out::line(table(experiment, rows))?;
    crate::out::line(
        "second less first, paired by seed, with 95 % intervals over seeds; pairing: variance against that of runs with chance of their own",
    )
}

/// A p value; one that would round to nothing is given as less than the least that is told.
fn p_text(p: Option<f64>) -> String {
    if p.is_some_and(|p| p < 0.00005) { "< 0.0001".to_owned() } else { summary::plain(p, 4) }
}

fn table(experiment: &Experiment, rows: &[ComparisonRow]) -> Table {
    let mut table = summary::table(&["measure", "agent", "first", "second", "difference", "p", "pairing"], 2);
    for row in rows {
        let agent = row.measure.agent().map_or(ALL_AGENTS, |agent| &experiment.agents[agent].name);
        let number = |estimate: &Estimate| summary::with_half_width(estimate, 1.0, 3, "");
        let plain = |number: Option<f64>, decimals| summary::plain(number, decimals);
        table.add_row([
            row.measure.name().to_owned(),
            agent.to_owned(),
            number(&row.first),
            number(&row.second),
            number(&row.difference),
            p_text(row.p),
            plain(row.design_effect, 2),
        ]);
    }
    table
}
