//! `sim merge`: the shards of an experiment, joined as if played as one run.

use std::path::PathBuf;

use clap::Args;

use crate::commands::args::ExecArgs;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::play::cost::Cost;
use lab::run::finished_run::FinishedRun;
use lab::schedule::shards::Part;
use lab::study::merge::{merge_into, united};
use lab::subject::GameInfo;
use report::terminal::summary;

/// The most missing shards that are listed.
const MOST_NAMED: usize = 20;

/// Arguments of `sim merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// Join these complete shards, in any order
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,

    /// Write the whole run to this folder, which must not hold results
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Join the shards given even if others are missing
    #[arg(long)]
    pub partial: bool,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Joins the shards, computes the result tables, and prints the summary.
pub fn run(args: &MergeArgs) -> Result<()> {
    merge(games::of_run(&args.folders[0])?, args)
}

fn merge(game: &'static GameInfo, args: &MergeArgs) -> Result<()> {
    let kept: Vec<FinishedRun> =
        args.folders.iter().map(|folder| FinishedRun::open(game, folder)).collect::<Result<_>>()?;
    let part = united(&kept)?;
    if !args.partial {
        refuse_gaps(&part)?;
    }
    let totals = merge_into(&kept, &part, &args.out, args.exec.into())?;
    let experiment = &kept[0].experiment;
    summary::print(experiment, &part, &totals, &vec![Cost::default(); experiment.agents.len()], 0)?;
    out::line(format_args!("{} of {} shards, tables in {}", part.shards.len(), part.of, args.out.display()))
}

fn refuse_gaps(part: &Part) -> Result<()> {
    let missing = || (1..=part.of).filter(|shard| !part.shards.contains(shard));
    let named: Vec<String> = missing().take(MOST_NAMED).map(|shard| shard.to_string()).collect();
    if named.is_empty() {
        return Ok(());
    }
    let more = match missing().count() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = named.join(", ");
    Err(Error::input(
        format_args!("of {} shards, these are missing", part.of),
        format_args!("{named}{more}"),
        "all, or --partial",
    ))
}
