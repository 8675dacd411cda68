//! Result tables from raw tables: what `run` keeps in memory while it plays, here computed again from its files.

use std::path::Path;

use crate::error::Result;
use crate::experiment::Experiment;
use crate::manifest::result_tables;
use crate::progress::Progress;
use crate::raw::{RawBlock, RawReader, RowReader};
use crate::rows::GameRows;
use crate::tables::RawTable;
use crate::tables::results::{BlockSums, Totals};
use crate::tournament::Manner;
use crate::{interrupt, ordered};

/// Reads these blocks, ascending, which are all that the raw tables in a folder hold, and sums them up, as playing them did.
///
/// # Errors
/// If a table is not as the run left it, threads cannot be made, or Ctrl-C is pressed.
pub fn totals(
    experiment: &Experiment,
    folder: &Path,
    blocks: impl Iterator<Item = u64>,
    manner: Manner,
) -> Result<Totals> {
    let interrupt = interrupt::heed()?;
    let pool = ordered::pool(manner.threads)?;
    let progress = Progress::of_games(experiment.games(), manner.quiet);
    let blocks = RawReader::open(experiment, folder, needed_tables(experiment))?.blocks(blocks);
    let rows = RowReader::new(experiment, folder);
    let mut totals = Totals::new(experiment);
    let sums = |(): &mut (), block: RawBlock| sums_of(experiment, &rows, &block);
    ordered::for_each(
        &pool,
        interrupt,
        blocks,
        || (),
        sums,
        |sums| {
            totals.add(&sums?);
            progress.add(experiment.games_per_block());
            Ok(())
        },
    )?;
    Ok(totals)
}

/// The raw tables that the result tables are computed from. Those on games and seats say what a game is.
pub fn needed_tables(experiment: &Experiment) -> impl Iterator<Item = RawTable> {
    let needed: Vec<RawTable> = result_tables(experiment).flat_map(|table| table.needs()).copied().collect();
    RawTable::ALL.into_iter().filter(move |table| table.is_always_written() || needed.contains(table))
}

/// What a block that was read adds to the result tables.
///
/// # Errors
/// If a row is not one that a run writes in this place.
pub fn sums_of(experiment: &Experiment, rows: &RowReader<'_>, block: &RawBlock) -> Result<BlockSums> {
    Ok(sums_of_games(experiment, &rows.games(block)?))
}

/// What the games of a block add to the result tables.
pub fn sums_of_games(experiment: &Experiment, games: &[GameRows]) -> BlockSums {
    let mut sums = BlockSums::new(experiment);
    games.iter().for_each(|game| sums.add(game));
    sums
}
