//! `sim analyse`: the result tables of a finished run once more, from its raw tables.

use std::path::PathBuf;

use clap::Args;

use super::MannerArgs;
use crate::block::Cost;
use crate::comparison::{self, COMPARISON};
use crate::error::{Error, Result};
use crate::folder::{MANIFEST, replace};
use crate::kept::Kept;
use crate::{analysis, out, summary};

/// Arguments of `sim analyse`.
#[derive(Args, Debug)]
pub struct AnalyseArgs {
    /// The folder of a complete run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Folder for the result tables [default: DIR]
    #[arg(long, value_name = "DIR2")]
    pub out: Option<PathBuf>,

    /// Accept a run of another version of this program
    #[arg(long)]
    pub force_version: bool,

    /// How to read
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Computes the result tables from the raw tables, replaces them, and prints the summary.
pub fn run(args: &AnalyseArgs) -> Result<()> {
    let kept = Kept::open(&args.folder, args.force_version)?;
    let folder = args.out.as_ref().unwrap_or(&args.folder);
    if *folder != args.folder && folder.join(MANIFEST).exists() {
        let shown = folder.display();
        return Err(Error::input(format!("{shown}: found another run; accepted: a folder without a run (--out)")));
    }
    let Kept { experiment, part, .. } = &kept;
    let totals = analysis::totals(experiment, &args.folder, part.blocks(experiment.blocks), args.manner.into())?;
    let comparison = comparison::of_run(experiment, &args.folder, &args.folder)?;
    let compared = comparison.as_ref().map(|rows| (COMPARISON.to_owned(), comparison::csv(experiment, rows)));
    replace(folder, &[totals.files(experiment), Vec::from_iter(compared)].concat())?;
    summary::print(experiment, part, &totals, &vec![Cost::default(); experiment.agents.len()])?;
    comparison.map_or(Ok(()), |rows| comparison::print(experiment, &rows))?;
    out::line(format_args!("result tables in {}", folder.display()))
}
