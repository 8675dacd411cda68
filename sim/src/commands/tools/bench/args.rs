//! The arguments of `sim bench`.

use clap::Args;

use crate::commands::args::manner::MannerArgs;
use crate::commands::args::number::{seed, whole};
use crate::commands::args::setup::SetupArgs;

/// Arguments of `sim bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Only games of this agent, in all seats [default: all kinds of agents and the engine's calls]
    #[arg(long, value_name = "KIND")]
    pub only: Option<String>,

    /// Only this number of players [default: 2 to 5; 4 with --games or --calls]
    #[arg(long, value_name = "P", value_parser = whole::<u8>(2..=5), allow_negative_numbers = true)]
    pub players: Option<u8>,

    /// Play exactly this many games of --only on one thread, without a clock, and print a hash of the scores
    #[arg(long, value_name = "N", requires = "only",
          value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// Make each of the engine's calls exactly this many times on one thread, without a clock, and print the sum of their results
    #[arg(long, value_name = "N", conflicts_with_all = ["only", "games"],
          value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub calls: Option<u64>,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,

    /// Which rules and components
    #[command(flatten)]
    pub setup: SetupArgs,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}
