//! `sim run`: from a config to a folder of tables.

use std::path::{Path, PathBuf};

use clap::Args;

use super::MannerArgs;
use super::completing::{Rest, complete};
use super::number::seed;
use super::resuming::{command, explain};
use super::shard::Shard;
use crate::comparison::{self, SECOND};
use crate::config::{self, Overrides};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::folder::journal::Session;
use crate::folder::{self, Opened, Plan};
use crate::kept::Kept;
use crate::manifest::Origin;
use crate::part::Part;
use crate::timing::Timing;
use crate::{interrupt, ordered, out, summary, tournament};

/// Arguments of `sim run`.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// The experiment, a TOML file
    pub config: PathBuf,

    /// Folder for the tables, new or without results [default: runs/NAME-SEED]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Master seed, instead of the config's
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Another value for a key of the config, such as blocks=100 or agents.0.spec=random; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Go on with a run that was interrupted, keeping every finished block; begin it if there is none
    #[arg(long)]
    pub resume: bool,

    /// Play only shard I of N; `array` takes both from the environment of a job array
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Go on with a run of another version of this program; its games may differ
    #[arg(long, requires = "resume")]
    pub force_version: bool,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Plays the experiment, writes its tables, and prints the summary.
pub fn run(args: &RunArgs) -> Result<()> {
    let experiment = config::load(&args.config, &Overrides { set: args.set.clone(), seed: args.seed })?;
    let part = args.shard.as_ref().map_or(Ok(Part::whole()), Shard::part)?;
    refuse_shards(&experiment, &part)?;
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&experiment, &part));
    // Before there is anything to be left behind.
    interrupt::heed()?;
    if let Some(second) = &experiment.compare {
        // First, so that a folder that looks complete is.
        play(args, second, &part, &folder.join(SECOND), Some("The second run, with what [compare] changes"))?;
    }
    play(args, &experiment, &part, &folder, None)
}

/// Plays one experiment into its folder, and prints a summary under a title if it has one.
fn play(args: &RunArgs, experiment: &Experiment, part: &Part, folder: &Path, title: Option<&str>) -> Result<()> {
    let blocks = part.block_count(experiment.blocks);
    let mut run = match open(args, experiment, part, folder)? {
        Opened::Complete => {
            let blocks = part.block_count(Kept::open(folder, true)?.experiment.blocks);
            return out::line(format_args!(
                "complete already: kept {blocks} of {blocks} blocks in {}",
                folder.display()
            ));
        }
        Opened::Unfinished(run) => run,
    };
    if args.resume {
        out::line(format_args!("kept {} of {blocks} blocks in {}", run.writer.committed(), folder.display()))?;
    }
    let again = command(args, part);
    let played = tournament::go_on(experiment, args.manner.into(), part, &mut run);
    let outcome = played.map_err(|error| explain(error, run.writer.committed(), blocks, &again))?;
    let marks = run.writer.sync().map_err(|error| explain(error, run.writer.committed(), blocks, &again))?;
    let ended = if part.is_whole() { experiment.ended_after(outcome.blocks) } else { experiment.clone() };
    let timing = Timing::of(&ended, run.writer.sessions(), &outcome.costs);
    let comparison = comparison::of_run(&ended, &run.raw_folder(), folder)?;
    let rest = Rest {
        experiment: &ended,
        part,
        totals: &outcome.totals,
        comparison: comparison.as_deref(),
        timing: &timing,
        origin: &Origin::here(),
    };
    complete(*run, &marks, &rest).map_err(|error| explain(error, outcome.blocks, blocks, &again))?;
    title.map_or(Ok(()), out::line)?;
    summary::print(&ended, part, &outcome.totals, &outcome.costs)?;
    comparison.map_or(Ok(()), |rows| comparison::print(&ended, &rows))?;
    summary::print_speed(&outcome)?;
    out::line(format_args!("tables in {}", folder.display()))
}

/// A shard can tell neither whether it is enough, which takes all blocks in their order, nor what a comparison comes to.
fn refuse_shards(experiment: &Experiment, part: &Part) -> Result<()> {
    let sections = [("stop", experiment.stop.is_some()), ("compare", experiment.compare.is_some())];
    let section = sections.into_iter().find(|(_, is_there)| *is_there && !part.is_whole());
    let Some((section, _)) = section else { return Ok(()) };
    let accepted = format!("a config without `[{section}]`, or all of this one without --shard");
    Err(Error::input(format!("--shard: found {part}, and `[{section}]` in the config; accepted: {accepted}")))
}

fn default_folder(experiment: &Experiment, part: &Part) -> PathBuf {
    let run = format!("runs/{}-{}", experiment.name, experiment.seed);
    if part.is_whole() { run.into() } else { format!("{run}.shard-{}", part.to_string().replace('/', "-of-")).into() }
}

fn open(args: &RunArgs, experiment: &Experiment, part: &Part, folder: &Path) -> Result<Opened> {
    let threads = ordered::pool(args.manner.threads.map(usize::from))?.current_num_threads();
    let session = Session::now(folder, threads);
    let plan = Plan { experiment, part, session, origin: &Origin::here(), is_resumable: true };
    if args.resume {
        folder::resume(folder, plan, args.force_version)
    } else {
        folder::begin(folder, plan).map(Opened::unfinished)
    }
}
