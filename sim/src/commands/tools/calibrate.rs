//! `sim calibrate`: finds the greedy player's judgement anew.

use clap::Args;

use crate::base::error::Result;
use crate::base::out;
use crate::commands::args::manner::MannerArgs;
use crate::commands::args::number::{seed, whole};
use crate::skye::tools::calibration::{CalibrationPlan, calibrate};

/// Arguments of `sim calibrate`.
#[derive(Args, Debug)]
pub struct CalibrateArgs {
    /// How often everything is played and fitted
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = whole::<u64>(1..=100), allow_negative_numbers = true)]
    pub passes: u64,

    /// Games of each pass with two players; larger tables play fewer, for the same number of samples
    #[arg(long, value_name = "N", default_value_t = 4000,
          value_parser = whole::<u64>(20..=1_000_000), allow_negative_numbers = true)]
    pub games: u64,

    /// Games with two players for each worth of gold tried at the end; larger tables play fewer
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = whole::<u64>(10..=1_000_000), allow_negative_numbers = true)]
    pub trials: u64,

    /// How far, in thousandths, numbers are believed to be from those set by hand: one standard deviation
    #[arg(long, value_name = "N", default_value_t = 700,
          value_parser = whole::<u32>(1..=1_000_000), allow_negative_numbers = true)]
    pub deviation: u32,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Calibrates, and prints the data file.
pub fn run(args: &CalibrateArgs) -> Result<()> {
    let CalibrateArgs { passes, games, trials, seed, .. } = *args;
    let plan = CalibrationPlan { passes, games, trials, seed, deviation: f64::from(args.deviation) };
    let judgements = calibrate(&plan, args.manner.threads.map(usize::from), args.manner.quiet)?;
    out::print(format_args!("{}", judgements.to_toml()))
}
