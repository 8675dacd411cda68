//! `sim tune`: the variant of an experiment that comes closest to given goals, confirmed on fresh seeds.

use std::path::{Path, PathBuf};

use clap::Args;
use games::for_game;
use lab::base::error::Result;
use lab::base::out;
use lab::experiment::Experiment;
use lab::forms::numbers::counted;
use lab::study::tune::Tuning;
use lab::study::{Calibration, recalibrated};
use report::studies::tune::WINNER;
use report::studies::{ReportedStudy, StudyReport};
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
    let mut tuning = Tuning::of(games::of_config(&config)?, &config)?;
    let (exec, plan) = (args.exec, calibration(tuning.base.players, tuning.base.seed));
    if args.recalibrate {
        tuning.recalibrate = Some(Box::new(
            move |experiment: &Experiment| for_game!(experiment.info() => recalibrated(experiment, &plan, exec.into())),
        ));
    }
    let Some((folder, report)) = play(&tuning, &args.source, args.out.as_deref(), args.resume, args.exec)? else {
        return Ok(());
    };
    summary::heading(&report.title)?;
    summary::print_caveat(&tuning.base.reconstructed())?;
    report.findings.iter().try_for_each(out::line)?;
    report.table.map_or(Ok(()), out::line)?;
    let shown = folder.display();
    out::line(format_args!(
        "tables and a page, report.html, in {shown}; to play the winner: `sim run {shown}/{WINNER}`"
    ))
}

/// Plays a study into its folder; `None` if it is complete already.
pub(super) fn play(
    study: &impl ReportedStudy,
    source: &ConfigArgs,
    folder: Option<&Path>,
    resume: bool,
    exec: ExecArgs,
) -> Result<Option<(PathBuf, StudyReport)>> {
    let (name, seed) = (&study.base().name, study.base().seed);
    let folder = folder.map_or_else(|| format!("runs/{name}-{seed}-{}", study.command()).into(), Path::to_path_buf);
    let Some(open) = study.folder(&folder, resume)? else {
        out::line(format_args!("complete already: {}", folder.display()))?;
        return Ok(None);
    };
    if open.kept() > 0 {
        out::line(format_args!("kept {} in {}", counted(open.kept() as u64, "cluster"), folder.display()))?;
    }
    let report = study.complete(open, &source.config, exec.into())?;
    Ok(Some((folder, report)))
}

/// Returns the calibration for a finalist.
///
/// It is half as long as that of the shipped numbers, since it starts close to the optimum.
fn calibration(players: usize, seed: u64) -> Calibration {
    Calibration { passes: 2, games: 2000, trials: 400, players: Some(players), deviation: 700.0, seed }
}
