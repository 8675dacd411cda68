//! `sim analyse`: the result tables of a finished run, recomputed from its raw tables.

use std::path::PathBuf;

use clap::Args;

use crate::commands::args::ExecArgs;
use lab::base::error::Result;
use lab::base::out;
use lab::play::cost::Cost;
use lab::run::analysis::analyse;
use lab::run::finished_run::FinishedRun;
use lab::run::timing;
use lab::subject::GameInfo;
use report::terminal::{comparison, summary};

/// Arguments of `sim analyse`.
#[derive(Args, Debug)]
pub struct AnalyseArgs {
    /// Read this complete run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Write the result tables to this folder [default: DIR]
    #[arg(long, value_name = "DIR2")]
    pub out: Option<PathBuf>,

    /// Accept raw tables changed after the run; the manifest then says `edited`
    #[arg(long)]
    pub edited: bool,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Computes the result tables from the raw tables, replaces them, and prints the summary.
pub fn run(args: &AnalyseArgs) -> Result<()> {
    of_run(games::of_run(&args.folder)?, args)
}

fn of_run(game: &'static GameInfo, args: &AnalyseArgs) -> Result<()> {
    let kept = FinishedRun::open(game, &args.folder)?;
    let folder = args.out.as_ref().unwrap_or(&args.folder);
    let (totals, compared) = analyse(&kept, folder, args.edited, args.exec.into())?;
    let experiment = &kept.experiment;
    compared.map_or(Ok(()), |rows| comparison::print_own(experiment, &rows))?;
    let looks = timing::history(&kept.folder, experiment)?.looks();
    summary::print(experiment, &kept.part, &totals, &vec![Cost::default(); experiment.agents.len()], looks)?;
    out::line(format_args!("result tables in {}", folder.display()))
}
