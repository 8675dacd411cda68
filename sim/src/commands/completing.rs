//! The end of a run: what follows from the raw tables is written, and everything appears.

use crate::comparison::{self, COMPARISON};
use crate::error::Result;
use crate::experiment::Experiment;
use crate::folder::journal::Mark;
use crate::folder::{TILES, TIMING, Unfinished};
use crate::manifest::{Manifest, Origin, json};
use crate::part::Part;
use crate::tables::comparison::ComparisonRow;
use crate::tables::results::Totals;
use crate::timing::Timing;

/// What a run leaves beside its raw tables.
pub struct Rest<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The part of it that the folder holds.
    pub part: &'a Part,
    /// The result tables.
    pub totals: &'a Totals,
    /// What it comes to beside the experiment that it is compared with, if it is.
    pub comparison: Option<&'a [ComparisonRow]>,
    /// How it was played.
    pub timing: &'a Timing,
    /// By which program.
    pub origin: &'a Origin,
}

/// Completes a run whose raw tables go up to these marks.
///
/// # Errors
/// If a file cannot be written or moved; the run can be gone on with then.
pub fn complete(run: Unfinished, marks: &[Mark], rest: &Rest<'_>) -> Result<()> {
    let Rest { experiment, part, totals, comparison, timing, origin } = rest;
    let mut files = totals.files(experiment);
    files.extend(comparison.map(|rows| (COMPARISON.to_owned(), comparison::csv(experiment, rows))));
    if !experiment.tiles.is_shipped {
        // So that games can be played again wherever the folder is, with the tiles as they were read.
        files.push((TILES.to_owned(), experiment.tiles.text.as_bytes().to_vec()));
    }
    files.push((TIMING.to_owned(), json(timing)));
    files.iter().try_for_each(|(name, content)| run.stage(name, content))?;
    let mut names = run.stage_tables(experiment)?;
    names.extend(files.into_iter().map(|(name, _)| name));
    run.complete(&names, &Manifest::complete(experiment, part, origin, marks))
}
