//! A run from its beginning, or from where it was interrupted, to a complete folder.

use std::path::{Path, PathBuf};

use super::finished_run::FinishedRun;
use super::raw::RawFolder;
use super::timing::Timing;
use super::{analysis, timing, unfinished};
use crate::base::error::{Error, Result};
use crate::base::{interrupt, ordered};
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::play::roster::{self, AnyRoster};
use crate::play::tournament::{Tournament, play_on};
use crate::run::folder::Session;
use crate::run::manifest::{COMPARISON, Content, Manifest, Origin, SECOND, TIMING, json, panel_folder};
use crate::run::unfinished::{Opened, RunPlan, Unfinished, begin};
use crate::schedule::part::Part;
use crate::tables::comparison::ComparisonRow;
use crate::tables::panel::Panel;
use crate::tables::totals::Totals;

/// How a run is played into its folder.
#[derive(Clone, Debug)]
pub struct Order {
    /// The part of the experiment.
    pub part: Part,
    /// Where its tables go.
    pub folder: PathBuf,
    /// Whether to resume a run that was started.
    pub resume: bool,
    /// Whether another version of this program may have started it.
    pub any_version: bool,
    /// How games are played.
    pub exec: ExecOptions,
}

/// Something that is told how a run progresses.
pub trait Listener {
    /// This many of these blocks are kept from earlier sessions.
    ///
    /// # Errors
    /// If that cannot be reported.
    fn resumed(&self, kept: u64, blocks: u64, folder: &Path) -> Result<()>;

    /// A run ended too early, and this many of these blocks are kept; the error to report.
    fn interrupted(&self, error: Error, kept: u64, blocks: u64) -> Error;

    /// So many games of a block were played, out of so many in all.
    fn played(&self, _games: u64, _all: u64) {}
}

/// How far a run has come.
pub enum Played<T> {
    /// There was nothing left to play; the number of its blocks.
    Already(u64),
    /// It was played now.
    Now(T),
}

impl<T> Played<T> {
    /// The next step with what was played now.
    fn then<U>(self, step: impl FnOnce(T) -> Result<U>) -> Result<Played<U>> {
        Ok(match self {
            Self::Already(blocks) => Played::Already(blocks),
            Self::Now(now) => Played::Now(step(now)?),
        })
    }
}

/// A run that was just completed.
pub struct Finished {
    /// The experiment, with the blocks that were played.
    pub experiment: Experiment,
    /// Its results.
    pub tournament: Tournament,
    /// The comparison with the other experiment, if there is one.
    pub comparison: Option<Vec<ComparisonRow>>,
    /// What holds whoever plays, if there is a panel.
    pub panel: Option<Panel>,
}

/// Makes sure that a part of an experiment can be played alone. A shard can decide neither when to stop, which takes all blocks in
/// their order, nor the result of a comparison.
///
/// # Errors
/// If it cannot.
pub fn check_part(experiment: &Experiment, part: &Part) -> Result<()> {
    let sections = [("stop", experiment.stop.is_some()), ("compare", experiment.compare.is_some())];
    let section = sections.into_iter().find(|(_, is_there)| *is_there && !part.is_whole());
    let Some((section, _)) = section else { return Ok(()) };
    let accepted = format!("a config without `[{section}]`, or all of this one without --shard");
    Err(Error::input(format!("--shard: found {part}, and `[{section}]` in the config; accepted: {accepted}")))
}

/// What became of an experiment.
pub struct Outcome {
    /// Its run.
    pub run: Played<Finished>,
    /// The run that it is compared with, if there is one, and its folder.
    pub second: Option<(PathBuf, Played<Finished>)>,
}

/// Plays what is missing of a run, and of the one that it is compared with, and completes their folders.
///
/// # Errors
/// If a table cannot be read or written, threads cannot be made, or Ctrl-C is pressed. What was committed is kept; after Ctrl-C that is
/// every finished block.
pub fn run(experiment: &Experiment, order: &Order, listener: &impl Listener) -> Result<Outcome> {
    let roster = of_repeatable(experiment)?;
    let first = Course { experiment, roster, folder: order.folder.clone(), order, listener };
    let second = experiment.compare.as_deref().map(|experiment| {
        let folder = order.folder.join(SECOND);
        Ok(Course { experiment, roster: of_repeatable(experiment)?, folder, order, listener })
    });
    let second = second.transpose()?;
    // Both folders are claimed before anything is played, so that what is refused is refused at once.
    let opened = first.open()?;
    let second = second.map(|course| Ok((course.open()?, course))).transpose()?;
    play_panel(experiment, order, listener)?;
    let second = second.map(|(opened, course)| Ok((opened.then(|run| course.play(run))?, course))).transpose()?;
    let played = opened.then(|run| first.play(run))?;
    let mut staged = played.then(|end| {
        let other = second.as_ref().map(|(played, course)| (course.experiment, course.raw_folder(played)));
        first.stage(end, other)
    })?;
    let second =
        second.map(|(played, course)| Ok((played.then(|end| course.stage(end, None))?, course))).transpose()?;
    // While the second run of a complete comparison gives way to a longer one, the first says that it is not complete.
    if let Played::Now(staged) = &mut staged {
        staged.run.replace_earlier()?;
    }
    let complete = |(staged, course): (Played<Staged>, Course<'_, _>)| {
        Ok((course.folder.clone(), staged.then(|staged| course.complete(staged))?))
    };
    let second = second.map(complete).transpose()?;
    Ok(Outcome { run: staged.then(|staged| first.complete(staged))?, second })
}

/// Plays the runs of a panel, each into a folder of its own, and completes them.
fn play_panel(experiment: &Experiment, order: &Order, listener: &impl Listener) -> Result<()> {
    for (number, player) in experiment.panel.iter().enumerate() {
        let order = Order { folder: panel_folder(&order.folder, number), ..order.clone() };
        run(&experiment.played_by(player), &order, listener)?;
    }
    Ok(())
}

/// The agents of an experiment. Before anything is written, programs are asked whether their games can be repeated.
fn of_repeatable(experiment: &Experiment) -> Result<Box<dyn AnyRoster>> {
    let roster = roster::of_experiment(experiment);
    let others = roster.handshake()?;
    match others.first().filter(|_| experiment.reproducible) {
        None => Ok(roster),
        Some(other) => Err(Error::input(format!(
            "agent {other}; accepted: one that says `\"deterministic\": true` when it is ready, `deterministic = true` beside its `command`, \
             or `reproducible = false` in the config"
        ))),
    }
}

/// One run on its way to a complete folder.
struct Course<'a, L> {
    experiment: &'a Experiment,
    roster: Box<dyn AnyRoster>,
    folder: PathBuf,
    order: &'a Order,
    listener: &'a L,
}

/// A run with all its blocks.
struct End {
    run: Box<Unfinished>,
    tournament: Tournament,
    /// What the raw tables hold.
    contents: Vec<Content>,
}

/// A run whose files are written, and not yet in their places.
struct Staged {
    run: Box<Unfinished>,
    names: Vec<String>,
    manifest: Manifest,
    finished: Finished,
}

impl<L: Listener> Course<'_, L> {
    fn open(&self) -> Result<Played<Box<Unfinished>>> {
        let Self { experiment, folder, order: Order { part, resume, any_version, exec, .. }, listener, .. } = self;
        // Before there is anything to leave behind.
        interrupt::install_handler()?;
        let threads = ordered::pool(exec.threads)?.current_num_threads();
        let session = Session::now(folder, threads);
        let plan = RunPlan { experiment, part, session, origin: &Origin::here(), is_resumable: true };
        if !resume {
            return Ok(Played::Now(Box::new(begin(folder, plan)?)));
        }
        match unfinished::resume(folder, plan, timing::past(folder, experiment)?, *any_version)? {
            Opened::Complete => {
                let kept = FinishedRun::open_apart(experiment.info(), folder, true)?;
                Ok(Played::Already(part.block_count(kept.experiment.blocks)))
            }
            Opened::Unfinished(run) => {
                listener.resumed(run.writer.committed(), self.blocks(), folder)?;
                Ok(Played::Now(run))
            }
        }
    }

    /// Sums up what is kept and plays the rest.
    fn play(&self, mut run: Box<Unfinished>) -> Result<End> {
        let Self { experiment, roster, order: Order { part, exec, .. }, .. } = self;
        let kept = run.writer.committed();
        let mut play = || {
            let blocks = part.blocks(experiment.blocks).take(kept as usize);
            let totals = analysis::totals(experiment, RawFolder::fresh(&run.raw_folder()), blocks, *exec)?;
            let all = self.blocks() * experiment.games_per_block();
            let played = play_on(experiment, &**roster, *exec, part, kept, totals, |block| {
                self.listener.played(block.games, all);
                run.writer.add(&block.lines, &block.costs)
            });
            // Whatever else ends it may have left a block half-written.
            if let Err(Error::Interrupted | Error::Undecided(_)) = &played {
                run.writer.commit()?;
            }
            Ok((played?, run.writer.sync()?))
        };
        let (tournament, contents) = play().map_err(|error| self.too_early(error, &run))?;
        Ok(End { tournament: Tournament { costs: run.writer.costs().to_vec(), ..tournament }, contents, run })
    }

    /// Writes what follows from the raw tables, and from those of the run to compare with if there is one.
    fn stage(&self, end: End, other: Option<(&Experiment, PathBuf)>) -> Result<Staged> {
        let Self { experiment, order: Order { part, .. }, .. } = self;
        let End { run, tournament, contents } = end;
        let ended = if part.is_whole() { experiment.ended_after(tournament.blocks) } else { (*experiment).clone() };
        let compare = |(other, raw): (&Experiment, PathBuf)| {
            analysis::compare((&ended, RawFolder::fresh(&run.raw_folder())), (other, RawFolder::fresh(&raw)))
        };
        let comparison = other.map(compare).transpose()?;
        let has_panel = part.is_whole() && !ended.panel.is_empty();
        let panel = has_panel.then(|| analysis::panel(&ended, &self.folder, false)).transpose()?;
        let completion = Completion {
            experiment: &ended,
            part,
            totals: &tournament.totals,
            comparison: comparison.as_deref(),
            panel: panel.as_ref(),
            timing: &Timing::of(&ended, run.writer.sessions(), &tournament.costs),
            origin: &Origin::here(),
        };
        let (names, manifest) = completion.stage(&run, &contents).map_err(|error| self.too_early(error, &run))?;
        Ok(Staged { run, names, manifest, finished: Finished { experiment: ended, tournament, comparison, panel } })
    }

    fn complete(&self, staged: Staged) -> Result<Finished> {
        let Staged { run, names, manifest, finished } = staged;
        let kept = run.writer.committed();
        let completed = run.complete(&names, &manifest);
        completed.map_err(|error| self.listener.interrupted(error, kept, self.blocks()))?;
        Ok(finished)
    }

    /// Where its raw tables are.
    fn raw_folder(&self, played: &Played<End>) -> PathBuf {
        match played {
            Played::Already(_) => self.folder.clone(),
            Played::Now(end) => end.run.raw_folder(),
        }
    }

    fn blocks(&self) -> u64 {
        self.order.part.block_count(self.experiment.blocks)
    }

    fn too_early(&self, error: Error, run: &Unfinished) -> Error {
        self.listener.interrupted(error, run.writer.committed(), self.blocks())
    }
}

/// What completes a run beside its raw tables.
pub struct Completion<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The part of it that the folder holds.
    pub part: &'a Part,
    /// The result tables.
    pub totals: &'a Totals,
    /// The comparison with the other experiment, if there is one.
    pub comparison: Option<&'a [ComparisonRow]>,
    /// What holds whoever plays, if there is a panel.
    pub panel: Option<&'a Panel>,
    /// How it was played.
    pub timing: &'a Timing,
    /// The program that played it.
    pub origin: &'a Origin,
}

impl Completion<'_> {
    /// Writes all this beside raw tables that hold these contents; the names of all files but the manifest, and the manifest.
    ///
    /// # Errors
    /// If a file cannot be written; the run can then be resumed.
    pub fn stage(&self, run: &Unfinished, contents: &[Content]) -> Result<(Vec<String>, Manifest)> {
        let Self { experiment, part, totals, comparison, panel, timing, origin } = self;
        let mut files = totals.files(experiment);
        files.extend(comparison.map(|rows| (COMPARISON.to_owned(), analysis::comparison_csv(experiment, rows))));
        files.extend(panel.iter().flat_map(|panel| analysis::panel_files(experiment, panel)));
        // So that games can be replayed wherever the folder is, with the components as they were read.
        files.extend(experiment.kept_files());
        files.push((TIMING.to_owned(), json(timing)));
        files.iter().try_for_each(|(name, content)| run.stage(name, content))?;
        let mut names = run.stage_tables(experiment)?;
        names.extend(files.into_iter().map(|(name, _)| name));
        Ok((names, Manifest::complete(experiment, part, origin, contents)))
    }
}
