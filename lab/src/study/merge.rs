//! Merging shards of an experiment into one run, block by block.

use std::ops::ControlFlow;
use std::path::Path;

use crate::base::error::{Error, Result};
use crate::base::ordered::Workers;
use crate::base::progress::Progress;
use crate::config::effective;
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::run::analysis::{self, sums_of};
use crate::run::finished_run::FinishedRun;
use crate::run::job::RunResults;
use crate::run::manifest::{self, Manifest, TIMING, config_sha256, panel_folder};
use crate::run::raw::{RawBlock, RawReader, RowReader};
use crate::run::session::RunSession;
use crate::run::timing::Timing;
use crate::run::unfinished::{RunPlan, UnfinishedRun, begin};
use crate::schedule::shards::Part;
use crate::store::files::json_of;
use crate::tables::totals::{Totals, accumulators};

/// Determines the part of an experiment that these folders contain together.
///
/// # Errors
/// If they are not parts of one experiment, were not played by one program, or two contain the
/// same shard.
pub fn united(kept: &[FinishedRun]) -> Result<Part> {
    let mut part = Part { shards: kept[0].part.shards.clone(), of: kept[0].part.of };
    for (index, next) in kept.iter().enumerate().skip(1) {
        manifest::check_same_experiment(&kept[0].folder, &next.folder)?;
        if next.part.of != part.of {
            return Err(Error::input(
                next.folder.display(),
                format_args!("found shard {}, and {} is {}", next.part, kept[0].folder.display(), kept[0].part),
                "shards of the same N",
            ));
        }
        let held_twice = next.part.shards.iter().find_map(|shard| {
            let earlier = kept[..index].iter().find(|kept| kept.part.shards.contains(shard))?;
            Some((shard, earlier))
        });
        if let Some((shard, other)) = held_twice {
            let (next, other) = (next.folder.display(), other.folder.display());
            return Err(Error::input(
                &next,
                format_args!("found shard {shard}/{}, which {other} holds already", part.of),
                "every shard once",
            ));
        }
        part.shards.extend(&next.part.shards);
    }
    Ok(part)
}

/// Merges these parts into a new folder, and completes it. Returns the total sums.
///
/// # Errors
/// If they belong to a run with `[compare]`, which has no shards; if a table was changed after the run, the folder
/// cannot be filled, or on Ctrl-C.
pub fn merge_into(kept: &[FinishedRun], part: &Part, folder: &Path, exec: ExecOptions) -> Result<Totals> {
    let FinishedRun { experiment, origin, .. } = &kept[0];
    if experiment.compare.is_some() {
        let shown = kept[0].folder.display();
        return Err(Error::input(&shown, "found a run with `[compare]`", "shards of an experiment"));
    }
    let threads = Workers::new(exec.threads)?.threads();
    let session = RunSession::now(folder, threads);
    let mut run = begin(folder, RunPlan { experiment, part, session, origin, is_resumable: false })?;
    let numbers: Vec<u64> = experiment.blocks_in(part).collect();
    let (totals, _) = merge(experiment, kept, &numbers, &mut run, exec)?;
    merge_panel(kept, part, folder, exec)?;
    let has_panel = part.is_whole() && !experiment.panel.is_empty();
    let panel = has_panel.then(|| analysis::panel(experiment, folder, false)).transpose()?;
    let contents = run.writer.sync()?;
    let mut timing = Timing::of(experiment, run.writer.sessions(), run.writer.costs());
    timing.parts = timings_of(kept)?;
    let results = RunResults { experiment, totals: &totals, comparison: None, panel: panel.as_ref(), timing: &timing };
    results.stage(&mut run)?;
    run.complete(&Manifest::complete(experiment, part, origin, &contents))?;
    Ok(totals)
}

/// Merges the runs of a panel's players, each into its own folder.
fn merge_panel(kept: &[FinishedRun], part: &Part, folder: &Path, exec: ExecOptions) -> Result<()> {
    for number in 0..kept[0].experiment.panel.len() {
        let parts = kept
            .iter()
            .map(|kept| FinishedRun::open(kept.experiment.info(), &panel_folder(&kept.folder, number)))
            .collect::<Result<Vec<_>>>()?;
        merge_into(&parts, part, &panel_folder(folder, number), exec)?;
    }
    Ok(())
}

/// Merges parts that contain the first blocks of an experiment without gaps into a new folder.
///
/// The folder is completed, and the result equals a direct run of the experiment. The parts were played without its
/// `[stop]`, which is applied here to blocks in order. Returns the number of blocks of the run; `None`, with the folder
/// removed, if the run needs more blocks than available.
///
/// # Errors
/// If the parts do not belong to the experiment, a table was changed after the run, the folder cannot be filled, or on
/// Ctrl-C.
pub fn assemble(
    experiment: &Experiment,
    kept: &[FinishedRun],
    folder: &Path,
    exec: ExecOptions,
) -> Result<Option<u64>> {
    let held = united(kept)?;
    let unstopped = config_sha256(&effective(&without_stop(experiment)).into());
    if let Some(other) = kept.iter().find(|kept| config_sha256(&kept.config) != unstopped) {
        let shown = other.folder.display();
        return Err(Error::input(&shown, "found a part of another experiment", "parts of this one"));
    }
    let threads = Workers::new(exec.threads)?.threads();
    let (session, origin, part) = (RunSession::now(folder, threads), &kept[0].origin, &Part::whole());
    let mut run = begin(folder, RunPlan { experiment, part, session, origin, is_resumable: false })?;
    let numbers: Vec<u64> = (0..experiment.blocks).take_while(|&block| experiment.is_in(&held, block)).collect();
    let (totals, blocks) = merge(experiment, kept, &numbers, &mut run, exec)?;
    if blocks < experiment.blocks && !totals.is_over() {
        return Ok(None);
    }
    let contents = run.writer.sync()?;
    let ended = experiment.ended_after(blocks);
    let mut timing = Timing::of(&ended, run.writer.sessions(), run.writer.costs());
    timing.parts = timings_of(kept)?;
    let results = RunResults { experiment: &ended, totals: &totals, comparison: None, panel: None, timing: &timing };
    results.stage(&mut run)?;
    run.complete(&Manifest::complete(&ended, part, origin, &contents))?;
    Ok(Some(blocks))
}

/// Returns the experiment without its stop rule, so that all of its blocks are played.
pub fn without_stop(experiment: &Experiment) -> Experiment {
    let mut all = experiment.clone();
    all.schedule.stop = None;
    all
}

/// Reads the timings of the parts that contain them.
fn timings_of(kept: &[FinishedRun]) -> Result<Vec<serde_json::Value>> {
    kept.iter().filter_map(|kept| json_of(&kept.folder.join(TIMING)).transpose()).collect()
}

/// Writes these blocks of the parts, in ascending order, up to the end of the experiment.
///
/// Returns their sums and their number.
///
/// # Errors
/// If a table was changed after the run or cannot be written, or on Ctrl-C.
fn merge(
    experiment: &Experiment,
    kept: &[FinishedRun],
    numbers: &[u64],
    run: &mut UnfinishedRun,
    exec: ExecOptions,
) -> Result<(Totals, u64)> {
    let progress = Progress::of_games(numbers.len() as u64 * experiment.games_per_block(), exec.quiet);
    let rows: Vec<RowReader<'_>> = kept.iter().map(|kept| RowReader::new(experiment, &kept.folder)).collect();
    let tables = accumulators(&experiment.schedule, &*experiment.subject);
    let mut totals = Totals::new(&experiment.schedule, &*experiment.subject);
    let mut blocks = 0;
    Workers::new(exec.threads)?.until(
        PartReader::open(kept, numbers.iter().copied())?,
        || (),
        |(): &mut (), (index, block): (usize, RawBlock)| {
            sums_of(&tables, &rows[index], &block).map(|sums| (block, sums))
        },
        |(block, sums)| {
            run.writer.add(1, &block.lines, &[])?;
            totals.add(&[sums]);
            blocks += 1;
            progress.add(experiment.games_per_block());
            Ok(if totals.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    Ok((totals, blocks))
}

/// Reads the blocks of several parts in order.
struct PartReader<'a, N> {
    kept: &'a [FinishedRun],
    readers: Vec<RawReader<'a>>,
    numbers: N,
}

impl<'a, N: Iterator<Item = u64>> PartReader<'a, N> {
    fn open(kept: &'a [FinishedRun], numbers: N) -> Result<Self> {
        let mut readers = Vec::new();
        for part in kept {
            let tables = &part.experiment.tables;
            readers.push(RawReader::open_one_of(kept.len(), &kept[0].experiment, part.raw(false), tables)?);
        }
        Ok(Self { kept, readers, numbers })
    }
}

impl<N: Iterator<Item = u64>> Iterator for PartReader<'_, N> {
    type Item = Result<(usize, RawBlock)>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(number) = self.numbers.next() else { return self.end().err().map(Err) };
        let cluster = self.kept[0].experiment.cluster_of(number);
        let index = self.kept.iter().position(|kept| kept.part.has(cluster)).expect("every block is in some part");
        Some(self.readers[index].block(number).map(|block| (index, block)))
    }
}

impl<N> PartReader<'_, N> {
    /// Checks that every table has ended, and matches its manifest.
    fn end(&mut self) -> Result<()> {
        for reader in &mut self.readers {
            reader.end()?;
        }
        Ok(())
    }
}
