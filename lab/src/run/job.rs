//! Playing a run, from the beginning or from an interruption, until its folder is complete.
//!
//! A job opens its folder, plays the missing blocks, writes the files computed from them, and publishes everything. A
//! comparison is two jobs, with the comparison table in the folder of the first. A panel is one run for each kind of
//! player.

use std::path::{Path, PathBuf};

use super::finished_run::FinishedRun;
use super::raw::RawFolder;
use super::timing::Timing;
use super::{analysis, timing, unfinished};
use crate::base::error::{Error, Result};
use crate::base::ordered::Workers;
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::play::roster::{self, AnyRoster};
use crate::play::tournament::{Tournament, play_on};
use crate::run::manifest::{COMPARISON, Content, Manifest, Origin, SECOND, TIMING, json, panel_folder};
use crate::run::raw_writer::RawWriter;
use crate::run::session::RunSession;
use crate::run::unfinished::{RunPlan, UnfinishedRun, begin};
use crate::schedule::shards::Part;
use crate::tables::comparison::ComparisonRow;
use crate::tables::panel::Panel;
use crate::tables::totals::Totals;

/// The folder of a run, and the options for playing it.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The part of the experiment.
    pub part: Part,
    /// The folder for its tables.
    pub folder: PathBuf,
    /// Whether to resume a run that was started.
    pub resume: bool,
    /// Threads and progress.
    pub exec: ExecOptions,
}

/// Receives reports of a run's progress.
pub trait Listener: Sync {
    /// Called when a run of this many blocks is resumed or extended, with what earlier sessions left.
    ///
    /// # Errors
    /// If that cannot be reported, or the run should not be resumed.
    fn resumed(&self, run: &RawWriter, blocks: u64, folder: &Path) -> Result<()>;

    /// Converts the error that ended a run early into the reported one. The run keeps `kept` blocks.
    fn interrupted(&self, error: Error, kept: u64, blocks: u64) -> Error;

    /// Called after some blocks, with the number of their games and of all games of the run.
    fn played(&self, _games: u64, _all: u64) {}
}

/// A run whose folder is complete.
pub struct CompleteRun {
    /// Its folder.
    pub folder: PathBuf,
    /// The experiment, with the number of blocks played.
    pub experiment: Experiment,
    /// The blocks in the folder.
    pub blocks: u64,
    /// The number of times that the run was complete before, with fewer blocks.
    pub looks: u64,
    /// The tournament of this session; `None` if the folder was already complete.
    pub tournament: Option<Tournament>,
    /// The comparison with the second run, if it was computed now.
    pub comparison: Option<Vec<ComparisonRow>>,
    /// The effects that hold for all kinds of players, if there is a panel.
    pub panel: Option<Panel>,
}

/// Checks that a part of an experiment can be played alone.
///
/// A shard can determine neither when to stop, which requires all blocks in order, nor the result of a comparison.
///
/// # Errors
/// If it cannot be played alone.
pub fn check_part(experiment: &Experiment, part: &Part) -> Result<()> {
    let sections = [("stop", experiment.stop.is_some()), ("compare", experiment.compare.is_some())];
    let section = sections.into_iter().find(|(_, is_there)| *is_there && !part.is_whole());
    let Some((section, _)) = section else { return Ok(()) };
    let accepted = format!("a config without `[{section}]`, or no --shard");
    Err(Error::input("--shard", format_args!("found {part}, and `[{section}]` in the config"), &accepted))
}

/// Plays the missing blocks of a run and of its second run, if any, and completes their folders.
///
/// Returns the run, followed by the second one if the config has a comparison.
///
/// # Errors
/// If a table cannot be read or written, threads cannot be created, or on Ctrl-C. Committed blocks are kept; after
/// Ctrl-C, these are all finished blocks.
pub fn run(experiment: &Experiment, options: &RunOptions, listener: &impl Listener) -> Result<Vec<CompleteRun>> {
    let mut jobs = vec![RunJob::new(experiment, options.folder.clone(), options, listener)?];
    if let Some(second) = experiment.compare.as_deref() {
        jobs.push(RunJob::new(second, options.folder.join(SECOND), options, listener)?);
    }
    // Claim all folders before playing anything, so that errors are reported at once.
    jobs.iter_mut().try_for_each(RunJob::open)?;
    play_panel(experiment, options, listener)?;
    // From last to first, because the folder of a comparison is complete only when both runs are.
    jobs.iter_mut().rev().try_for_each(RunJob::play)?;
    jobs[0].result.comparison = compare(&jobs)?;
    jobs.iter_mut().try_for_each(RunJob::write)?;
    // While a longer run replaces the second run of a complete comparison, the first run is marked as incomplete.
    jobs[0].unfinished.iter_mut().try_for_each(UnfinishedRun::replace_earlier)?;
    jobs.iter_mut().rev().try_for_each(RunJob::publish)?;
    Ok(jobs.into_iter().map(|job| job.result).collect())
}

/// Plays the runs of a panel, each in its own folder, and completes them.
fn play_panel(experiment: &Experiment, options: &RunOptions, listener: &impl Listener) -> Result<()> {
    for (number, style) in experiment.panel.iter().enumerate() {
        let options = RunOptions { folder: panel_folder(&options.folder, number), ..options.clone() };
        run(&experiment.played_by(&style.spec), &options, listener)?;
    }
    Ok(())
}

/// Compares the first run, if it was played now, with the second, if any.
fn compare(jobs: &[RunJob<'_, impl Listener>]) -> Result<Option<Vec<ComparisonRow>>> {
    match jobs {
        [first, second] if first.unfinished.is_some() => {
            let [one, two] = [first, second].map(RunJob::raw_folder);
            let one = (&first.result.experiment, RawFolder::fresh(&one));
            analysis::compare(one, (&second.result.experiment, RawFolder::fresh(&two))).map(Some)
        }
        _ => Ok(None),
    }
}

/// One run on its way to a complete folder.
struct RunJob<'a, L> {
    /// The run as far as it is known, with the number of blocks played once they are.
    result: CompleteRun,
    roster: Box<dyn AnyRoster>,
    options: &'a RunOptions,
    listener: &'a L,
    /// The folder being filled; `None` before it is opened, or if it is already complete.
    unfinished: Option<UnfinishedRun>,
    /// The contents of the raw tables after all blocks have been played.
    contents: Vec<Content>,
}

impl<'a, L: Listener> RunJob<'a, L> {
    /// Creates a job. Asks external programs whether their games are repeatable, before writing anything.
    fn new(experiment: &Experiment, folder: PathBuf, options: &'a RunOptions, listener: &'a L) -> Result<Self> {
        let roster = roster::of_experiment(experiment);
        if let Some(other) = roster.handshake()?.first().filter(|_| experiment.reproducible) {
            return Err(Error::input(
                "",
                format_args!("agent {other}"),
                "one that says `\"deterministic\": true` when it is ready, `deterministic = true` beside its \
                 `command`, or `reproducible = false` in the config",
            ));
        }
        let result = CompleteRun {
            folder,
            blocks: experiment.block_count_in(&options.part),
            experiment: experiment.clone(),
            looks: 0,
            tournament: None,
            comparison: None,
            panel: None,
        };
        Ok(Self { result, roster, options, listener, unfinished: None, contents: Vec::new() })
    }

    /// Claims the folder, and determines which blocks it contains.
    fn open(&mut self) -> Result<()> {
        let RunOptions { part, resume, exec, .. } = self.options;
        let CompleteRun { experiment, folder, blocks, .. } = &mut self.result;
        // Before anything could be left behind.
        let threads = Workers::new(exec.threads)?.threads();
        let session = RunSession::now(folder, threads);
        let plan = RunPlan { experiment, part, session, origin: &Origin::here(), is_resumable: true };
        if !resume {
            self.unfinished = Some(begin(folder, plan)?);
            return Ok(());
        }
        match unfinished::resume(folder, plan, timing::history(folder, experiment)?)? {
            Some(run) => {
                self.listener.resumed(&run.writer, *blocks, folder)?;
                self.result.looks = run.writer.looks();
                self.unfinished = Some(run);
            }
            None => {
                *experiment = FinishedRun::open_apart(experiment.info(), folder)?.experiment;
                *blocks = experiment.block_count_in(part);
            }
        }
        Ok(())
    }

    /// Sums up the kept blocks, and plays the others.
    fn play(&mut self) -> Result<()> {
        let Self { result, roster, options: RunOptions { part, exec, .. }, listener, .. } = self;
        let Some(run) = &mut self.unfinished else { return Ok(()) };
        let (experiment, all, raw, writer) = (&result.experiment, result.blocks, run.raw_folder(), &mut run.writer);
        let kept = writer.committed();
        let mut play = || {
            let blocks = experiment.blocks_in(part).take(kept as usize);
            let totals = analysis::totals(experiment, RawFolder::fresh(&raw), blocks, *exec)?;
            let games = all * experiment.games_per_block();
            let played = play_on(experiment, &**roster, *exec, part, kept, totals, |played| {
                listener.played(played.games, games);
                writer.add(played.sums.len() as u64, &played.lines, &played.costs)
            });
            // Any other error may have left an incomplete block.
            if let Err(Error::Interrupted | Error::Undecided(_)) = &played {
                writer.commit()?;
            }
            Ok((played?, writer.sync()?))
        };
        let (tournament, contents) = play().map_err(|error| listener.interrupted(error, writer.committed(), all))?;
        if part.is_whole() {
            result.blocks = tournament.blocks;
            result.experiment = experiment.ended_after(tournament.blocks);
        }
        result.tournament = Some(Tournament { costs: writer.costs().to_vec(), ..tournament });
        self.contents = contents;
        Ok(())
    }

    /// Writes the files computed from the raw tables.
    fn write(&mut self) -> Result<()> {
        let Some(run) = &mut self.unfinished else { return Ok(()) };
        let CompleteRun { experiment, folder, tournament, comparison, panel, blocks, .. } = &mut self.result;
        let Some(Tournament { totals, costs, .. }) = tournament else { return Ok(()) };
        if self.options.part.is_whole() && !experiment.panel.is_empty() {
            *panel = Some(analysis::panel(experiment, folder, false)?);
        }
        let (comparison, panel) = (comparison.as_deref(), panel.as_ref());
        let timing = &Timing::of(experiment, run.writer.sessions(), costs);
        let written = RunResults { experiment, totals, comparison, panel, timing }.stage(run);
        written.map_err(|error| self.listener.interrupted(error, run.writer.committed(), *blocks))
    }

    /// Publishes the files.
    fn publish(&mut self) -> Result<()> {
        let Some(run) = &mut self.unfinished else { return Ok(()) };
        let CompleteRun { experiment, blocks, .. } = &self.result;
        let manifest = Manifest::complete(experiment, &self.options.part, &Origin::here(), &self.contents);
        let completed = run.complete(&manifest);
        completed.map_err(|error| self.listener.interrupted(error, run.writer.committed(), *blocks))
    }

    /// Returns the folder of the raw tables.
    fn raw_folder(&self) -> PathBuf {
        self.unfinished.as_ref().map_or_else(|| self.result.folder.clone(), UnfinishedRun::raw_folder)
    }
}

/// The results of a run, which its folder contains in addition to the raw tables.
pub struct RunResults<'a> {
    /// The experiment, with the number of blocks played.
    pub experiment: &'a Experiment,
    /// The result tables.
    pub totals: &'a Totals,
    /// The comparison with the second experiment, if any.
    pub comparison: Option<&'a [ComparisonRow]>,
    /// The effects that hold for all kinds of players, if there is a panel.
    pub panel: Option<&'a Panel>,
    /// The sessions and the speed.
    pub timing: &'a Timing,
}

impl RunResults<'_> {
    /// Writes the results next to the raw tables of a run, and prepares the raw tables for publication.
    ///
    /// # Errors
    /// If a file cannot be written; the run can then be resumed.
    pub fn stage(&self, run: &mut UnfinishedRun) -> Result<()> {
        let Self { experiment, totals, comparison, panel, timing } = self;
        run.stage_tables(experiment)?;
        let mut files = totals.files(experiment);
        files.extend(comparison.map(|rows| (COMPARISON.to_owned(), analysis::comparison_csv(experiment, rows))));
        files.extend(panel.iter().flat_map(|panel| analysis::panel_files(experiment, panel)));
        // With these files, games can be replayed wherever the folder is, using the original components.
        files.extend(experiment.kept_files());
        files.push((TIMING.to_owned(), json(timing)));
        files.into_iter().try_for_each(|(name, content)| run.stage(name, &content))
    }
}
