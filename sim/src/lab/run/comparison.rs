//! Two runs of the same blocks, read together: what differs, seed by seed.

use std::path::Path;

use super::files::SECOND;
use super::raw::{RawReader, RowReader};
use crate::base::error::{Error, Result};
use crate::lab::experiment::Experiment;
use crate::lab::forms::column::{dictionary, header, write_rows};
use crate::lab::forms::line::Line;
use crate::lab::subject::Subject;
use crate::lab::subject::raw::{GAMES, SEATS};
use crate::lab::tables::comparison::{COLUMNS, ComparisonRow, Totals};
use crate::lab::tables::measures::{ClusterMeans, Measure};

/// An experiment and the folder of its raw tables.
pub type Played<'a, S> = (&'a Experiment<S>, &'a Path);

/// Compares two runs, whose line-ups and blocks must be the same.
///
/// # Errors
/// If a table is not as its run left it.
pub fn compare<S: Subject>(
    (first, first_folder): Played<'_, S>,
    (second, second_folder): Played<'_, S>,
) -> Result<Vec<ComparisonRow>> {
    let measures = Measure::all::<S>(first);
    let blocks_of = |experiment, folder| {
        let blocks = RawReader::open(experiment, folder, [GAMES, SEATS])?.blocks(0..first.blocks);
        Ok::<_, Error>((RowReader::new(experiment, folder), blocks))
    };
    let (one_rows, one_blocks) = blocks_of(first, first_folder)?;
    let (two_rows, two_blocks) = blocks_of(second, second_folder)?;
    let mut totals = Totals::new(measures.iter().map(|measure| (measure.name::<S>(), measure.agent())));
    let fresh = || [ClusterMeans::new(&measures), ClusterMeans::new(&measures)];
    let mut means = fresh();
    for (number, (one, two)) in one_blocks.zip(two_blocks).enumerate() {
        one_rows.games(&one?)?.iter().for_each(|game| means[0].add::<S>(game));
        two_rows.games(&two?)?.iter().for_each(|game| means[1].add::<S>(game));
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
pub fn of_run<S: Subject>(experiment: &Experiment<S>, raw: &Path, folder: &Path) -> Result<Option<Vec<ComparisonRow>>> {
    let second = experiment.compare.as_deref();
    second.map(|second| compare((experiment, raw), (second, &folder.join(SECOND)))).transpose()
}

/// The table as CSV.
pub fn csv<S: Subject>(experiment: &Experiment<S>, rows: &[ComparisonRow]) -> Vec<u8> {
    let mut bytes = header(&dictionary(COLUMNS)).into_bytes();
    write_rows(COLUMNS, rows, &mut Line::at_end(&mut bytes, &experiment.labels()));
    bytes
}
