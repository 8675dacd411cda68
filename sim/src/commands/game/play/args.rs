//! The arguments of `sim play`.

use std::path::PathBuf;

use clap::Args;

use crate::commands::args::manner::MannerArgs;
use crate::commands::args::number::{seed, whole};
use crate::commands::args::setup::SetupArgs;

/// Arguments of `sim play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// 2 to 5 agents, by seat: a spec, or NAME=SPEC for a name other than the spec in records
    #[arg(required = true, num_args = 2..=5, value_name = "AGENT")]
    pub agents: Vec<String>,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub games: u64,

    /// Master seed of the games [default: 1]
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, conflicts_with = "game_seed")]
    pub seed: Option<u64>,

    /// Plays the one game with this seed, as written in a record. With the record's players, specs, rules and tiles it gives the
    /// same record
    #[arg(long, value_name = "G")]
    pub game_seed: Option<String>,

    /// The scoring tiles on A to D; without them each game draws its own
    #[arg(long, value_name = "a,b,c,d")]
    pub scoring: Option<String>,

    /// Writes a record of every game to this new file, one game per line
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,

    /// Which rules and components
    #[command(flatten)]
    pub setup: SetupArgs,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}
