//! `sim merge`: the shards of an experiment joined, as if it had been played in one.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::MannerArgs;
use super::completing::{Rest, complete};
use crate::block::Cost;
use crate::error::{Error, Result};
use crate::folder::journal::Session;
use crate::folder::{Plan, TIMING, begin};
use crate::kept::Kept;
use crate::merging::{merge, united};
use crate::part::Part;
use crate::timing::Timing;
use crate::{interrupt, ordered, out, summary};

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

    /// Accept shards of another version of this program
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
    let part = united(&kept)?;
    if !args.partial {
        refuse_gaps(&part)?;
    }
    let experiment = &kept[0].experiment;
    refuse_comparison(&kept[0])?;
    interrupt::heed()?;
    let threads = ordered::pool(args.manner.threads.map(usize::from))?.current_num_threads();
    let session = Session::now(&args.out, threads);
    let mut run = begin(&args.out, Plan { experiment, part: &part, session, origin: &kept[0].origin })?;
    let merged = merge(&kept, &part, &mut run, args.manner.into());
    let merged = merged.and_then(|totals| Ok((totals, run.writer.sync()?)));
    // Parts that can be merged once more are nothing to go on with.
    let (totals, marks) = match merged {
        Ok(merged) => merged,
        Err(error) => {
            run.give_up();
            return Err(error);
        }
    };
    let mut timing = Timing::of(experiment, run.writer.sessions(), run.writer.costs());
    timing.parts = args.folders.iter().filter_map(|folder| read_json(&folder.join(TIMING))).collect();
    let rest =
        Rest { experiment, part: &part, totals: &totals, comparison: None, timing: &timing, origin: &kept[0].origin };
    complete(run, &marks, &rest)?;
    summary::print(experiment, &part, &totals, &vec![Cost::default(); experiment.agents.len()])?;
    let shown = args.out.display();
    out::line(format_args!("{} of {} shards, tables in {shown}", part.shards.len(), part.of))
}

/// Runs with `[compare]` have no shards, and two folders in one.
fn refuse_comparison(kept: &Kept) -> Result<()> {
    let fault =
        || format!("{}: found a run with `[compare]`; accepted: shards of an experiment", kept.folder.display());
    kept.experiment.compare.as_ref().map_or(Ok(()), |_| Err(Error::input(fault())))
}

fn refuse_gaps(part: &Part) -> Result<()> {
    if part.is_whole() {
        return Ok(());
    }
    let missing: Vec<String> =
        (1..=part.of).filter(|shard| !part.shards.contains(shard)).map(|shard| shard.to_string()).collect();
    let (shown, more) = (missing[..missing.len().min(20)].join(", "), missing.len().saturating_sub(20));
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(Error::input(format!("shards {shown}{more} of {} are missing; accepted: all, or --partial", part.of)))
}

/// A file of JSON that may be missing, such as times that nobody kept.
fn read_json(path: &Path) -> Option<serde_json::Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
