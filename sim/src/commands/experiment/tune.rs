//! `sim tune`: the variant of an experiment that comes closest to given goals, confirmed on fresh seeds.

use std::path::PathBuf;

use clap::Args;
use games::for_game;
use lab::base::error::Result;
use lab::base::out;
use lab::experiment::Experiment;
use lab::forms::numbers::counted;
use lab::study::tune::{Recalibrate, Tuning};
use lab::study::{Calibration, recalibrated};
use report::studies::tune::{self, WINNER};
use report::terminal::summary;

use crate::commands::args::{ConfigArgs, ExecArgs};

/// Arguments of `sim tune`.
#[derive(Args, Clone, Debug)]
pub struct TuneArgs {
    /// The config
    #[command(flatten)]
    pub source: ConfigArgs,

    /// Write to this folder [default: runs/NAME-SEED-tune]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Resume an interrupted study, or start it if there is none
    #[arg(long)]
    pub resume: bool,

    /// Recalibrate the agents' judgement for each finalist, where possible
    ///
    /// Otherwise agents play changed rules with their judgement for the known rules.
    #[arg(long)]
    pub recalibrate: bool,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Searches, confirms and writes the verdict.
pub fn run(args: &TuneArgs) -> Result<()> {
    let config = args.source.load()?;
    let tuning = Tuning::of(games::of_config(&config)?, &config)?;
    let base = &tuning.base;
    let folder = args.out.clone().unwrap_or_else(|| format!("runs/{}-{}-tune", base.name, base.seed).into());
    let Some(open) = tuning.folder(&folder, args.resume, args.recalibrate)? else {
        return out::line(format_args!("complete already: {}", folder.display()));
    };
    if open.kept() > 0 {
        out::line(format_args!("kept {} in {}", counted(open.kept() as u64, "cluster"), folder.display()))?;
    }
    let recalibrate = |experiment: &Experiment| {
        let plan = calibration(base.players, base.seed);
        for_game!(experiment.info() => recalibrated(experiment, &plan, args.exec.into()))
    };
    let recalibrate = args.recalibrate.then_some(&recalibrate as Recalibrate<'_>);
    let report = tune::play(&tuning, open, recalibrate, (&config, &args.source.config), args.exec.into())?;
    summary::heading(&report.title)?;
    summary::print_caveat(&base.reconstructed())?;
    report.findings.iter().try_for_each(out::line)?;
    report.table.map_or(Ok(()), out::line)?;
    let shown = folder.display();
    out::line(format_args!(
        "tables and a page, report.html, in {shown}; to play the winner: `sim run {shown}/{WINNER}`"
    ))
}

/// Returns the calibration for a finalist.
///
/// It is half as long as that of the shipped numbers, since it starts close to the optimum.
fn calibration(players: usize, seed: u64) -> Calibration {
    Calibration { passes: 2, games: 2000, trials: 400, players: Some(players), deviation: 700.0, seed }
}
