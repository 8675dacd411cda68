//! A run from its beginning, or from where it was interrupted, to a complete folder.

use std::path::{Path, PathBuf};

use super::analysis;
use super::comparison;
use super::content::Content;
use super::files::{COMPARISON, SECOND, TIMING};
use super::finished_run::FinishedRun;
use super::folder::journal::Session;
use super::folder::opened::{Opened, RunPlan, Unfinished, begin, resume};
use super::manifest::{Manifest, Origin, json};
use super::raw::RawFolder;
use super::timing::Timing;
use crate::base::error::{Error, Result};
use crate::base::{interrupt, ordered};
use crate::lab::experiment::Experiment;
use crate::lab::play::manner::Manner;
use crate::lab::play::tournament::{Tournament, play_on};
use crate::lab::schedule::part::Part;
use crate::lab::subject::Subject;
use crate::lab::subject::files::ComponentFile;
use crate::lab::tables::comparison::ComparisonRow;
use crate::lab::tables::totals::Totals;

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
    pub manner: Manner,
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
}

/// How far a run got.
pub enum Played<S: Subject> {
    /// There was nothing left to play; the number of its blocks.
    Already(u64),
    /// It is complete now.
    Now(Box<Finished<S>>),
}

/// A run that was just completed.
pub struct Finished<S: Subject> {
    /// The experiment, with the blocks that were played.
    pub experiment: Experiment<S>,
    /// Its results.
    pub tournament: Tournament<S>,
    /// The comparison with the other experiment, if there is one.
    pub comparison: Option<Vec<ComparisonRow>>,
}

/// Makes sure that a part of an experiment can be played alone. A shard can decide neither when to stop, which takes all blocks in
/// their order, nor the result of a comparison.
///
/// # Errors
/// If it cannot.
pub fn check_part<S>(experiment: &Experiment<S>, part: &Part) -> Result<()> {
    let sections = [("stop", experiment.stop.is_some()), ("compare", experiment.compare.is_some())];
    let section = sections.into_iter().find(|(_, is_there)| *is_there && !part.is_whole());
    let Some((section, _)) = section else { return Ok(()) };
    let accepted = format!("a config without `[{section}]`, or all of this one without --shard");
    Err(Error::input(format!("--shard: found {part}, and `[{section}]` in the config; accepted: {accepted}")))
}

/// The order for the experiment to compare with. It is played first, so that a folder that looks complete is complete.
pub fn second(order: &Order) -> Order {
    Order { folder: order.folder.join(SECOND), ..order.clone() }
}

/// Plays what is missing of a run, and completes its folder.
///
/// # Errors
/// If a table cannot be read or written, threads cannot be made, or Ctrl-C is pressed. What was committed is kept; after Ctrl-C that is
/// every finished block.
pub fn run<S: Subject>(experiment: &Experiment<S>, order: &Order, listener: &impl Listener) -> Result<Played<S>> {
    let Order { part, folder, resume, .. } = order;
    let blocks = part.block_count(experiment.blocks);
    let mut run = match open(experiment, order)? {
        Opened::Complete => {
            let kept = FinishedRun::<S>::open(folder, true)?;
            return Ok(Played::Already(part.block_count(kept.experiment.blocks)));
        }
        Opened::Unfinished(run) => run,
    };
    if *resume {
        listener.resumed(run.writer.committed(), blocks, folder)?;
    }
    let too_early = |error, run: &Unfinished| listener.interrupted(error, run.writer.committed(), blocks);
    let tournament = go_on(experiment, order, &mut run).map_err(|error| too_early(error, &run))?;
    let contents = run.writer.sync().map_err(|error| too_early(error, &run))?;
    let ended = if part.is_whole() { experiment.ended_after(tournament.blocks) } else { experiment.clone() };
    let timing = Timing::of(&ended, run.writer.sessions(), &tournament.costs);
    let comparison = compared(&ended, &run.raw_folder(), &folder.join(SECOND))?;
    let rest = Rest {
        experiment: &ended,
        part,
        totals: &tournament.totals,
        comparison: comparison.as_deref(),
        timing: &timing,
        origin: &Origin::here(),
    };
    complete(*run, &contents, &rest).map_err(|error| listener.interrupted(error, tournament.blocks, blocks))?;
    Ok(Played::Now(Box::new(Finished { experiment: ended, tournament, comparison })))
}

/// The comparison of a run with the other one, if there is one: that one was played first.
fn compared<S: Subject>(experiment: &Experiment<S>, raw: &Path, second: &Path) -> Result<Option<Vec<ComparisonRow>>> {
    let compare = |other| comparison::compare((experiment, RawFolder::fresh(raw)), (other, RawFolder::fresh(second)));
    experiment.compare.as_deref().map(compare).transpose()
}

fn open<S: Subject>(experiment: &Experiment<S>, order: &Order) -> Result<Opened> {
    // Before there is anything to leave behind.
    interrupt::heed()?;
    let threads = ordered::pool(order.manner.threads)?.current_num_threads();
    let session = Session::now(&order.folder, threads);
    let plan = RunPlan { experiment, part: &order.part, session, origin: &Origin::here(), is_resumable: true };
    if order.resume {
        resume(&order.folder, plan, order.any_version)
    } else {
        begin(&order.folder, plan).map(Opened::unfinished)
    }
}

/// Sums up what is kept and plays the rest.
fn go_on<S: Subject>(experiment: &Experiment<S>, order: &Order, run: &mut Unfinished) -> Result<Tournament<S>> {
    let (part, manner, kept) = (&order.part, order.manner, run.writer.committed());
    let blocks = part.blocks(experiment.blocks).take(kept as usize);
    let totals = analysis::totals(experiment, RawFolder::fresh(&run.raw_folder()), blocks, manner)?;
    let played = play_on(experiment, manner, part, kept, totals, |block| run.writer.add(&block.lines, &block.costs));
    if let Err(Error::Interrupted) = &played {
        run.writer.commit()?;
    }
    Ok(Tournament { costs: run.writer.costs().to_vec(), ..played? })
}

/// What a run leaves besides its raw tables.
pub struct Rest<'a, S: Subject> {
    /// The experiment.
    pub experiment: &'a Experiment<S>,
    /// The part of it that the folder holds.
    pub part: &'a Part,
    /// The result tables.
    pub totals: &'a Totals<S>,
    /// The comparison with the other experiment, if there is one.
    pub comparison: Option<&'a [ComparisonRow]>,
    /// How it was played.
    pub timing: &'a Timing,
    /// The program that played it.
    pub origin: &'a Origin,
}

/// Completes a run whose raw tables hold this: what follows from them is written, and everything appears.
///
/// # Errors
/// If a file cannot be written or moved; the run can then be resumed.
pub fn complete<S: Subject>(run: Unfinished, contents: &[Content], rest: &Rest<'_, S>) -> Result<()> {
    let Rest { experiment, part, totals, comparison, timing, origin } = rest;
    let mut files = totals.files(experiment);
    files.extend(comparison.map(|rows| (COMPARISON.to_owned(), comparison::csv(experiment, rows))));
    // So that games can be replayed wherever the folder is, with the components as they were read.
    let users = experiment.subject.files().into_iter().filter(|file| !file.is_shipped);
    files.extend(users.map(|file| (ComponentFile::kept_name(file.key), file.text.as_bytes().to_vec())));
    files.push((TIMING.to_owned(), json(timing)));
    files.iter().try_for_each(|(name, content)| run.stage(name, content))?;
    let mut names = run.stage_tables(experiment)?;
    names.extend(files.into_iter().map(|(name, _)| name));
    run.complete(&names, &Manifest::complete(experiment, part, origin, contents))
}
