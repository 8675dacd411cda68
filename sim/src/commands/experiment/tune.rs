//! `sim tune`: from what is wanted to the variant of an experiment that comes closest, confirmed on fresh seeds.

use std::path::PathBuf;

use clap::Args;

use crate::commands::args::{ExecArgs, seed};
use games::for_game;
use lab::base::error::Result;
use lab::base::out;
use lab::base::plain_text::quoted;
use lab::config::{Config, Overrides};
use lab::experiment::Experiment;
use lab::forms::numbers::counted;
use lab::study::Calibration;
use lab::study::recalibrated;
use lab::study::tune::{Recalibrate, Tuning};
use lab::subject::GameInfo;
use report::studies::tune::{TuneReport, WINNER, complete};
use report::terminal::summary;

/// Arguments of `sim tune`.
#[derive(Args, Clone, Debug)]
pub struct TuneArgs {
    /// Read the experiment, with its section [tune], from this TOML file
    pub config: PathBuf,

    /// Write into this folder [default: runs/NAME-SEED-tune]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Use this master seed instead of the config's
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Change a key of the config, such as tune.games=20000 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Resume an interrupted study, or start it if there is none
    #[arg(long)]
    pub resume: bool,

    /// Calibrate the judgement of agents for each finalist, where possible
    ///
    /// Otherwise agents play changed rules by what they believe of those they know.
    #[arg(long)]
    pub recalibrate: bool,

    /// How to play
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// How a calibration for a finalist is done: half as long as that of the shipped numbers, since it starts close to what fits.
fn calibration(players: usize, seed: u64) -> Calibration {
    Calibration { passes: 2, games: 2000, trials: 400, players: Some(players), deviation: 700.0, seed }
}

/// Searches, confirms and writes the verdict.
pub fn run(args: &TuneArgs) -> Result<()> {
    let config = Config::load(&args.config, &Overrides { set: args.set.clone(), seed: args.seed })?;
    tune(games::of_config(&config)?, args, &config)
}

fn tune(game: &'static GameInfo, args: &TuneArgs, config: &Config) -> Result<()> {
    let tuning = Tuning::of(game, config)?;
    let base = &tuning.base;
    let folder = args.out.clone().unwrap_or_else(|| format!("runs/{}-{}-tune", base.name, base.seed).into());
    let Some(open) = tuning.folder(&folder, args.resume, args.recalibrate)? else {
        return out::line(format_args!("complete already: {}", folder.display()));
    };
    if open.kept() > 0 {
        out::line(format_args!("kept {} in {}", counted(open.kept() as u64, "cluster"), folder.display()))?;
    }
    let calibration = args.recalibrate.then(|| calibration(base.players, base.seed));
    let recalibrate = calibration.map(|plan| {
        move |experiment: &Experiment| {
            for_game!(experiment.info() => recalibrated(experiment, &plan, args.exec.into()))
        }
    });
    let recalibrate = recalibrate.as_ref().map(|recalibrate| recalibrate as Recalibrate<'_>);
    let command = format!("sim tune {}", quoted(&args.config.file_name().unwrap_or_default().to_string_lossy()));
    let verdict = complete(&tuning, config, &command, open, recalibrate, args.exec.into())?;
    let report = TuneReport { tuning: &tuning, verdict: &verdict };
    summary::heading(&report.title())?;
    summary::print_caveat(&base.reconstructed())?;
    report.sentences().iter().try_for_each(out::line)?;
    out::line(report.table())?;
    let shown = folder.display();
    out::line(format_args!("tables and a page, report.html, in {shown}; `sim run {shown}/{WINNER}` plays the winner"))
}
