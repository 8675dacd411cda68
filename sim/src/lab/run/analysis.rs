//! Result tables from raw tables: what playing keeps in memory is here recomputed from files.

use std::path::Path;

use super::comparison;
use super::files::{COMPARISON, MANIFEST};
use super::finished_run::FinishedRun;
use super::folder::replace::replace;
use super::raw::{RawBlock, RawFolder, RawReader, RowReader};
use crate::base::error::{Error, Result};
use crate::base::own_file::check_ours;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::experiment::Experiment;
use crate::lab::play::manner::Manner;
use crate::lab::subject::raw::is_always_written;
use crate::lab::subject::{RowsOf, Subject};
use crate::lab::tables::comparison::ComparisonRow;
use crate::lab::tables::totals::{BlockSums, ResultTable, Totals};

/// Computes the result tables of a finished run and puts them into a folder, replacing any that are there. Returns the sums, and the
/// comparison if the run has one. With `edited`, raw tables may differ from those of the manifest, which then says so, if it is in the
/// folder.
///
/// # Errors
/// If the folder is that of another run, holds other tables of the same names or cannot be written, a table is not as the run left it, or Ctrl-C is pressed.
pub fn analyse<S: Subject>(
    kept: &FinishedRun<S>,
    folder: &Path,
    edited: bool,
    manner: Manner,
) -> Result<(Totals<S>, Option<Vec<ComparisonRow>>)> {
    let is_in_place = *folder == kept.folder;
    if !is_in_place && folder.join(MANIFEST).exists() {
        let shown = folder.display();
        return Err(Error::input(format!("{shown}: found another run; accepted: a folder without a run (--out)")));
    }
    let FinishedRun { experiment, part, .. } = kept;
    let totals = totals(experiment, kept.raw(edited), part.blocks(experiment.blocks), manner)?;
    let compared = comparison::of_kept(kept, edited)?;
    let table = compared.as_ref().map(|rows| (COMPARISON.to_owned(), comparison::csv(experiment, rows)));
    let changed = if is_in_place { kept.manifest_saying(edited)? } else { None };
    let manifest = changed.map(|manifest| (MANIFEST.to_owned(), manifest));
    let results = totals.files(experiment);
    if !is_in_place {
        results.iter().try_for_each(|(name, table)| check_ours(&folder.join(name), &header_of(table)))?;
    }
    replace(folder, &[results, Vec::from_iter(table), Vec::from_iter(manifest)].concat())?;
    Ok((totals, compared))
}

/// The first line of a table, which tables of its name have in common.
fn header_of(table: &[u8]) -> String {
    let end = table.iter().position(|&byte| byte == b'\n').map_or(table.len(), |end| end + 1);
    String::from_utf8_lossy(&table[..end]).into_owned()
}

/// Reads these blocks, ascending, which must be all that a folder's raw tables hold, and sums them up as playing did.
///
/// # Errors
/// If a table is not as the run left it, threads cannot be made, or Ctrl-C is pressed.
pub fn totals<S: Subject>(
    experiment: &Experiment<S>,
    folder: RawFolder<'_>,
    blocks: impl Iterator<Item = u64>,
    manner: Manner,
) -> Result<Totals<S>> {
    let interrupt = interrupt::heed()?;
    let pool = ordered::pool(manner.threads)?;
    let progress = Progress::of_games(experiment.games(), manner.quiet);
    let blocks = RawReader::open(experiment, folder, needed_tables(experiment))?.blocks(blocks);
    let rows = RowReader::new(experiment, folder.path);
    let mut totals = Totals::new(&experiment.schedule, &experiment.subject);
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

/// The raw tables that the result tables are computed from. Every game needs those on games and seats.
fn needed_tables<S: Subject>(experiment: &Experiment<S>) -> impl Iterator<Item = &'static str> {
    let needed: Vec<&str> = ResultTable::given(&experiment.schedule, &experiment.subject)
        .iter()
        .flat_map(ResultTable::needs)
        .copied()
        .collect();
    let names = S::raw_tables().iter().map(|table| table.name);
    names.filter(move |name| is_always_written(name) || needed.contains(name))
}

/// What a block read from files adds to the result tables.
///
/// # Errors
/// If a row is not one that a run writes there.
pub fn sums_of<S: Subject>(
    experiment: &Experiment<S>,
    rows: &RowReader<'_, S>,
    block: &RawBlock,
) -> Result<BlockSums<S>> {
    Ok(sums_of_games(experiment, &rows.games(block)?))
}

/// What the games of a block add to the result tables.
pub fn sums_of_games<S: Subject>(experiment: &Experiment<S>, games: &[RowsOf<S>]) -> BlockSums<S> {
    let mut sums = BlockSums::new(&experiment.schedule, &experiment.subject);
    games.iter().for_each(|game| sums.add(game));
    sums
}
