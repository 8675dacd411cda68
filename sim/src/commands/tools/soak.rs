//! `sim soak`: random games under random rules, with every law asserted, for as long as wanted.

use std::time::{Duration, Instant};

use clap::Args;

use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered, out};
use crate::commands::args::manner::MannerArgs;
use crate::commands::args::number::{seed, whole};
use crate::lab::study::soak::soak;
use crate::skye::setting::Setting;

/// Arguments of `sim soak`.
#[derive(Args, Debug)]
pub struct SoakArgs {
    /// Number of experiments, each with its own rules, agents and tiles
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub experiments: u64,

    /// Stop after this many seconds, even if experiments are left
    #[arg(long, value_name = "S", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub seconds: Option<u64>,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// Number of the first experiment, to repeat a failed one
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub first: u64,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Plays until the budget is used up, or a law is broken.
pub fn run(args: &SoakArgs) -> Result<()> {
    let pool = ordered::pool(args.manner.threads.map(usize::from))?;
    let end = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let in_time = |_: &u64| end.is_none_or(|end| Instant::now() < end);
    let numbers = (args.first..args.first.saturating_add(args.experiments)).take_while(in_time).map(Ok);
    let progress = Progress::of_experiments(args.experiments, args.manner.quiet);
    let (mut done, mut played) = (0_u64, 0_u64);
    let work = |(): &mut (), number| (number, soak::<Setting>(args.seed, number));
    let soaked = ordered::for_each(
        &pool,
        interrupt::heed()?,
        numbers,
        || (),
        work,
        |(number, soaked)| {
            let broken = |what| {
                let again = format!("sim soak --seed {} --first {number} --experiments 1", args.seed);
                Error::other(format!("experiment {number} of seed {}: {what}\nonce more: {again}", args.seed))
            };
            played += soaked.map_err(broken)?;
            done += 1;
            progress.add(1);
            Ok(())
        },
    );
    drop(progress);
    soaked?;
    out::line(format_args!("{done} experiments, {played} games, seed {}: no law was broken", args.seed))
}
