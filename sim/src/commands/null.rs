//! `sim null`: whether the statistics find nothing where nothing is.

use std::path::Path;

use clap::Args;

use super::number::{seed, whole};
use crate::config::{self, Overrides};
use crate::error::{Error, Result};
use crate::null::{Verdict, verdicts};
use crate::out;

/// Arguments of `sim null`.
#[derive(Args, Debug)]
pub struct NullArgs {
    /// How often the experiment is repeated
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = whole::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    pub repetitions: u64,

    /// Seed of the first repetition; the others follow from it
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 20_151_015)]
    pub seed: u64,
}

/// Two identical agents on all lines of an affine plane, every tile on every slot.
const CONFIG: &str = "name = \"null\"
players = 2
blocks = 80
tables = []
agents = [{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"random\" }]
scoring = { design = \"affine\" }
compare = { rules = { castle-income = 8 } }
";

/// Four identical agents; with so many blocks there are just wins enough for a two-sided band.
const FOUR: &str = "name = \"null\"
players = 4
blocks = 40
tables = []
agents = [{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"random\" }, \
          { name = \"c\", spec = \"random\" }, { name = \"d\", spec = \"random\" }]
";

/// Plays the repetitions and prints, as CSV, how often each method found something.
pub fn run(args: &NullArgs) -> Result<()> {
    let parse = |text| config::parse("null experiment", text, Path::new(""), &Overrides::default());
    let verdicts = verdicts(&parse(CONFIG)?, &parse(FOUR)?, args.repetitions, args.seed)?;
    out::line("method,repetitions,found,least,most,holds")?;
    verdicts.iter().try_for_each(print)?;
    match verdicts.iter().find(|verdict| !verdict.holds()) {
        Some(verdict) => Err(Error::other(format!(
            "{}: found {} of {}; accepted: {} to {}",
            verdict.method.name(),
            verdict.found,
            verdict.repetitions,
            verdict.band.0,
            verdict.band.1
        ))),
        None => Ok(()),
    }
}

fn print(verdict: &Verdict) -> Result<()> {
    let Verdict { method, found, repetitions, band: (least, most) } = verdict;
    let holds = if verdict.holds() { "yes" } else { "no" };
    out::line(format_args!("{},{repetitions},{found},{least},{most},{holds}", method.name()))
}
