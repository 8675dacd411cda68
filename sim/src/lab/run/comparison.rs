//! Two runs of the same blocks, read together: what differs, seed by seed.

use super::finished_run::FinishedRun;
use super::raw::{RawFolder, RawReader, RowReader};
use crate::base::error::Result;
use crate::lab::experiment::Experiment;
use crate::lab::forms::column::{dictionary, header, write_rows};
use crate::lab::forms::line::Line;
use crate::lab::subject::Subject;
use crate::lab::subject::raw::{GAMES, SEATS};
use crate::lab::tables::comparison::{Comparison, ComparisonRow};
use crate::lab::tables::measures::{ClusterMeans, Measure};

/// An experiment and the folder of its raw tables.
pub type Played<'a, S> = (&'a Experiment<S>, RawFolder<'a>);

/// Compares two runs, whose line-ups and blocks must be the same.
///
/// # Errors
/// If a table is not as its run left it.
pub fn compare<S: Subject>(
    (first, first_folder): Played<'_, S>,
    (second, second_folder): Played<'_, S>,
) -> Result<Vec<ComparisonRow>> {
    let measures = Measure::all::<S>(first);
    let [one_rows, two_rows] =
        [(first, first_folder), (second, second_folder)].map(|(run, folder)| RowReader::new(run, folder.path));
    let mut one = RawReader::open(first, first_folder, [GAMES, SEATS])?;
    let mut two = RawReader::open(second, second_folder, [GAMES, SEATS])?;
    let mut totals = Comparison::new::<S>(measures.clone());
    let fresh = || [ClusterMeans::new(&measures), ClusterMeans::new(&measures)];
    let mut means = fresh();
    for number in 0..first.blocks {
        one_rows.games(&one.block(number)?)?.iter().for_each(|game| means[0].add::<S>(game));
        two_rows.games(&two.block(number)?)?.iter().for_each(|game| means[1].add::<S>(game));
        if first.lineup_of(number) + 1 == first.lineups() {
            totals.add(&means[0].means(), &means[1].means());
            means = fresh();
        }
    }
    one.end()?;
    two.end()?;
    Ok(totals.rows())
}

/// The table of the comparison that the config of a finished run asks for, from raw tables that must be those of the manifest unless they
/// may be `edited`.
///
/// # Errors
/// As [`compare`].
pub fn of_kept<S: Subject>(kept: &FinishedRun<S>, edited: bool) -> Result<Option<Vec<ComparisonRow>>> {
    let compare = |second: &FinishedRun<S>| {
        compare((&kept.experiment, kept.raw(edited)), (&second.experiment, second.raw(edited)))
    };
    kept.second.as_deref().map(compare).transpose()
}

/// The table as CSV.
pub fn csv<S: Subject>(experiment: &Experiment<S>, rows: &[ComparisonRow]) -> Vec<u8> {
    let mut bytes = header(&dictionary(ComparisonRow::COLUMNS)).into_bytes();
    write_rows(ComparisonRow::COLUMNS, rows, &mut Line::at_end(&mut bytes, &experiment.labels()));
    bytes
}
