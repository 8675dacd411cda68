//! `sim merge`: the shards of an experiment joined, as if it had been played in one.

use std::path::{Path, PathBuf};

use clap::Args;

use super::MannerArgs;
use super::completing::{Rest, complete};
use crate::block::Cost;
use crate::error::{Error, Result};
use crate::folder::journal::Session;
use crate::folder::{Plan, TIMING, begin};
use crate::kept::Kept;
use crate::merge::{merge, united};
use crate::part::Part;
use crate::timing::Timing;
use crate::whole_file::read;
use crate::{interrupt, manifest, ordered, out, summary};

/// The most missing shards that are named.
const MOST_NAMED: usize = 20;

/// Arguments of `sim merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The folders of complete shards, in any order
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,

    /// Folder for the whole, new or without results
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Join what is there even if shards are missing
    #[arg(long)]
    pub partial: bool,

    /// Accept shards of other versions of this program; their games may differ
    #[arg(long)]
    pub force_version: bool,

    /// How to read and write
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Joins the shards, computes the result tables, and prints the summary.
pub fn run(args: &MergeArgs) -> Result<()> {
    let open = |folder: &PathBuf| Kept::open(folder, args.force_version);
    let kept: Vec<Kept> = args.folders.iter().map(open).collect::<Result<_>>()?;
    let part = united(&kept, args.force_version)?;
    if !args.partial {
        refuse_gaps(&part)?;
    }
    refuse_comparison(&kept[0])?;
    interrupt::heed()?;
    let Kept { experiment, origin, .. } = &kept[0];
    let threads = ordered::pool(args.manner.threads.map(usize::from))?.current_num_threads();
    let session = Session::now(&args.out, threads);
    let mut run = begin(&args.out, Plan { experiment, part: &part, session, origin, is_resumable: false })?;
    let totals = merge(&kept, &part, &mut run, args.manner.into())?;
    let marks = run.writer.sync()?;
    let mut timing = Timing::of(experiment, run.writer.sessions(), run.writer.costs());
    timing.parts = args.folders.iter().filter_map(|folder| timing_of(folder)).collect();
    let rest = Rest { experiment, part: &part, totals: &totals, comparison: None, timing: &timing, origin };
    complete(run, &marks, &rest)?;
    summary::print(experiment, &part, &totals, &vec![Cost::default(); experiment.agents.len()])?;
    out::line(format_args!("{} of {} shards, tables in {}", part.shards.len(), part.of, args.out.display()))
}

/// Runs with `[compare]` have no shards, and two folders in one.
fn refuse_comparison(kept: &Kept) -> Result<()> {
    let fault =
        || format!("{}: found a run with `[compare]`; accepted: shards of an experiment", kept.folder.display());
    kept.experiment.compare.as_ref().map_or(Ok(()), |_| Err(Error::input(fault())))
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
    Err(Error::input(format!("of {} shards these are missing: {named}{more}; accepted: all, or --partial", part.of)))
}

/// How a part was played, if anybody kept that.
fn timing_of(folder: &Path) -> Option<serde_json::Value> {
    serde_json::from_slice(&read(&folder.join(TIMING), manifest::MOST_BYTES).ok()?).ok()
}
