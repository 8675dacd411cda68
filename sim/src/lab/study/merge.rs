//! Shards of an experiment read together, block by block, as if they were one run.

use std::path::Path;

use crate::base::error::{Error, Result};
use crate::base::files::read;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::play::manner::Manner;
use crate::lab::run::analysis::{self, sums_of};
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::run::folder::Session;
use crate::lab::run::manifest::{self, MOST_BYTES, TIMING, panel_folder};
use crate::lab::run::playing::Completion;
use crate::lab::run::raw::{RawBlock, RawReader, RowReader};
use crate::lab::run::timing::Timing;
use crate::lab::run::unfinished::{RunPlan, Unfinished, begin};
use crate::lab::schedule::part::Part;
use crate::lab::subject::Subject;
use crate::lab::tables::totals::Totals;

/// The part of an experiment that these folders hold together.
///
/// # Errors
/// If they are not parts of one experiment, played by one program unless `any_version`, or two hold the same shard.
pub fn united<S: Subject>(kept: &[FinishedRun<S>], any_version: bool) -> Result<Part> {
    let mut part = Part { shards: kept[0].part.shards.clone(), of: kept[0].part.of };
    for (index, next) in kept.iter().enumerate().skip(1) {
        manifest::check_same_experiment(&kept[0].folder, &next.folder, any_version)?;
        if next.part.of != part.of {
            return Err(Error::input(format!(
                "{}: found shard {}, and {} is {}; accepted: shards of one division",
                next.folder.display(),
                next.part,
                kept[0].folder.display(),
                kept[0].part
            )));
        }
        let earlier = |shard: &u64| kept[..index].iter().find(|kept| kept.part.shards.contains(shard));
        if let Some((shard, other)) = next.part.shards.iter().find_map(|shard| Some((shard, earlier(shard)?))) {
            let (next, other) = (next.folder.display(), other.folder.display());
            return Err(Error::input(format!(
                "{next}: found shard {shard}/{}, which {other} holds already; accepted: every shard once",
                part.of
            )));
        }
        part.shards.extend(&next.part.shards);
    }
    Ok(part)
}

/// Joins these parts in a new folder, which is completed; the sums of all.
///
/// # Errors
/// If they are of a run with `[compare]`, which has no shards and two folders in one; if a table is not as the run left it, the folder cannot
/// be filled, or Ctrl-C is pressed.
pub fn merge_into<S: Subject>(
    kept: &[FinishedRun<S>],
    part: &Part,
    folder: &Path,
    manner: Manner,
) -> Result<Totals<S>> {
    let FinishedRun { experiment, origin, .. } = &kept[0];
    if experiment.compare.is_some() {
        let shown = kept[0].folder.display();
        return Err(Error::input(format!("{shown}: found a run with `[compare]`; accepted: shards of an experiment")));
    }
    interrupt::heed()?;
    let threads = ordered::pool(manner.threads)?.current_num_threads();
    let session = Session::now(folder, threads);
    let mut run = begin(folder, RunPlan { experiment, part, session, origin, is_resumable: false })?;
    let totals = merge(kept, part, &mut run, manner)?;
    merge_panel(kept, part, folder, manner)?;
    let has_panel = part.is_whole() && !experiment.panel.is_empty();
    let panel = has_panel.then(|| analysis::panel(experiment, folder, false)).transpose()?;
    let contents = run.writer.sync()?;
    let mut timing = Timing::of(experiment, run.writer.sessions(), run.writer.costs());
    timing.parts = kept.iter().filter_map(|kept| timing_of(&kept.folder)).collect();
    let completion = Completion {
        experiment,
        part,
        totals: &totals,
        comparison: None,
        panel: panel.as_ref(),
        timing: &timing,
        origin,
    };
    let (names, manifest) = completion.stage(&run, &contents)?;
    run.complete(&names, &manifest)?;
    Ok(totals)
}

/// Joins the runs of a panel's players, each in a folder of its own.
fn merge_panel<S: Subject>(kept: &[FinishedRun<S>], part: &Part, folder: &Path, manner: Manner) -> Result<()> {
    for number in 0..kept[0].experiment.panel.len() {
        let open = |kept: &FinishedRun<S>| FinishedRun::open(&panel_folder(&kept.folder, number), true);
        let parts: Vec<FinishedRun<S>> = kept.iter().map(open).collect::<Result<_>>()?;
        merge_into(&parts, part, &panel_folder(folder, number), manner)?;
    }
    Ok(())
}

/// How a part was played, if that was kept.
fn timing_of(folder: &Path) -> Option<serde_json::Value> {
    serde_json::from_slice(&read(&folder.join(TIMING), MOST_BYTES).ok()?).ok()
}

/// Writes all blocks of these parts in their order; the sums of all.
///
/// # Errors
/// If a table is not as the run left it, cannot be written, or Ctrl-C is pressed.
fn merge<S: Subject>(kept: &[FinishedRun<S>], part: &Part, run: &mut Unfinished, manner: Manner) -> Result<Totals<S>> {
    let experiment = &kept[0].experiment;
    let pool = ordered::pool(manner.threads)?;
    let progress = Progress::of_games(part.block_count(experiment.blocks) * experiment.games_per_block(), manner.quiet);
    let rows: Vec<RowReader<'_, S>> = kept.iter().map(|kept| RowReader::new(experiment, &kept.folder)).collect();
    let sums = |(): &mut (), (index, block): (usize, RawBlock)| {
        sums_of(experiment, &rows[index], &block).map(|sums| (block, sums))
    };
    let mut totals = Totals::new(&experiment.schedule, &experiment.subject);
    ordered::for_each(
        &pool,
        interrupt::heed()?,
        Parts::open(kept, part)?,
        || (),
        sums,
        |read| {
            let (block, sums) = read?;
            run.writer.add(&block.lines, &[])?;
            totals.add(&sums);
            progress.add(experiment.games_per_block());
            Ok(())
        },
    )?;
    Ok(totals)
}

/// The blocks of several parts in their order.
struct Parts<'a, S: Subject, N> {
    kept: &'a [FinishedRun<S>],
    readers: Vec<RawReader<'a, S>>,
    numbers: N,
}

impl<'a, S: Subject> Parts<'a, S, ()> {
    fn open(kept: &'a [FinishedRun<S>], part: &'a Part) -> Result<Parts<'a, S, impl Iterator<Item = u64>>> {
        let open = |part: &'a FinishedRun<S>| {
            RawReader::open(&kept[0].experiment, part.raw(false), part.experiment.tables.clone())
        };
        let readers = kept.iter().map(open).collect::<Result<_>>()?;
        Ok(Parts { kept, readers, numbers: part.blocks(kept[0].experiment.blocks) })
    }
}

impl<S: Subject, N: Iterator<Item = u64>> Iterator for Parts<'_, S, N> {
    type Item = Result<(usize, RawBlock)>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(number) = self.numbers.next() else { return self.end().err().map(Err) };
        let index = self.kept.iter().position(|kept| kept.part.has(number)).expect("every block is in a part");
        Some(self.readers[index].block(number).map(|block| (index, block)))
    }
}

impl<S: Subject, N> Parts<'_, S, N> {
    /// Whether every table has ended, and matched its manifest.
    fn end(&mut self) -> Result<()> {
        for reader in &mut self.readers {
            reader.end()?;
        }
        Ok(())
    }
}
