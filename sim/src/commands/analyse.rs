//! `sim analyse`: the result tables of a finished run once more, from its raw tables.

use std::path::PathBuf;

use clap::Args;

use super::MannerArgs;
use crate::error::{Error, Result};
use crate::kept::Kept;
use crate::manifest::result_tables;
use crate::output::{MANIFEST, replace};
use crate::tables::ResultTable;
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
    let experiment = &kept.experiment;
    let outcome = analysis::analyse(experiment, &args.folder, args.manner.into())?;
    let table = |table| (format!("{}.csv", ResultTable::name(table)), outcome.totals.csv(table, experiment));
    replace(folder, &result_tables(experiment).map(table).collect::<Vec<_>>())?;
    summary::print(experiment, &outcome)?;
    out::line(format_args!("result tables in {}", folder.display()))
}
