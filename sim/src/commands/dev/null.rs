//! `sim dev null`: false positive rates of the statistics where nothing differs.

use clap::Args;

use crate::commands::args::{seed, whole};
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::study::null::{MethodVerdict, studies, verdicts};
use lab::subject::GameInfo;

/// Arguments of `sim dev null`.
#[derive(Args, Debug)]
pub struct NullArgs {
    /// Play this game
    #[arg(long, value_name = "NAME", default_value = games::NAMES[0])]
    pub game: String,

    /// Repeat each experiment N times
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1..=1_000_000))]
    pub repetitions: u64,

    /// Start with this seed; derive the others from it
    #[arg(long, value_name = "S", value_parser = seed(), default_value_t = 20_151_015)]
    pub seed: u64,
}

/// Plays the repetitions and prints the rate of findings of each method, as CSV.
pub fn run(args: &NullArgs) -> Result<()> {
    let verdicts = null_verdicts(games::of_flag(&args.game)?, args)?;
    out::line("experiment,method,rate,repetitions,found,least,most,holds")?;
    verdicts.iter().try_for_each(print)?;
    match verdicts.iter().find(|verdict| !verdict.holds()) {
        Some(verdict) => Err(Error::machine(
            format_args!("{}, {}", verdict.experiment, verdict.method),
            format_args!(
                "found {} of {}; accepted: {} to {}",
                verdict.found, verdict.repetitions, verdict.band.0, verdict.band.1
            ),
        )),
        None => Ok(()),
    }
}

/// Tests the statistics on identical agents, and on studies of variants that do not differ.
fn null_verdicts(game: &'static GameInfo, args: &NullArgs) -> Result<Vec<MethodVerdict>> {
    let mut all = verdicts(game, args.repetitions, args.seed)?;
    all.extend(studies::verdicts(game, args.repetitions, args.seed)?);
    Ok(all)
}

fn print(verdict: &MethodVerdict) -> Result<()> {
    let MethodVerdict { experiment, method, rate, found, repetitions, band: (least, most) } = verdict;
    let holds = if verdict.holds() { "yes" } else { "no" };
    out::line(format_args!("{experiment},\"{method}\",{rate:.4},{repetitions},{found},{least},{most},{holds}"))
}
