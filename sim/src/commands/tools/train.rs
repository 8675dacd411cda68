//! `sim train`: makes the learned evaluation again.

use std::path::PathBuf;

use agents::AgentSpec;
use agents::net::Training;
use agents::skye::KINDS;
use clap::Args;
use engine::MAX_SEATS;

use crate::base::error::{Error, Result};
use crate::base::out;
use crate::base::own_file::check_ours;
use crate::commands::args::manner::MannerArgs;
use crate::commands::args::number::{seed, whole};
use crate::skye::tools::training::{self, TrainingPlan, write_new};

/// Arguments of `sim train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// The file for what is learned; it is written whole or not at all
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The folder for games played, which need not be played again if it is interrupted [default: FILE with .games]
    #[arg(long, value_name = "FOLDER")]
    pub games_in: Option<PathBuf>,

    /// Number of players
    #[arg(long, value_name = "P", default_value_t = 2,
          value_parser = whole::<u64>(2..=MAX_SEATS as u64), allow_negative_numbers = true)]
    pub players: u64,

    /// Games of self-play
    #[arg(long, value_name = "N", default_value_t = 32000,
          value_parser = whole::<u64>(20..=10_000_000), allow_negative_numbers = true)]
    pub games: u64,

    /// Who plays them
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub agent: String,

    /// The percentage of decisions that rule-of-thumb takes instead, so that positions after mistakes are learned, too
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = whole::<u32>(0..=100), allow_negative_numbers = true)]
    pub slips: u32,

    /// Neurons of the net's hidden layer
    #[arg(long, value_name = "N", default_value_t = 32,
          value_parser = whole::<u64>(1..=64), allow_negative_numbers = true)]
    pub hidden: u64,

    /// How often everything is learned
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = whole::<u64>(1..=1000), allow_negative_numbers = true)]
    pub epochs: u64,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// How the file begins.
const BEGINNING: &str = "trained_on = ";

/// Trains, writes the file, and says how well it foresees.
pub fn run(args: &TrainArgs) -> Result<()> {
    // Before hours of games are played.
    check_ours(&args.out, BEGINNING)?;
    let plan = TrainingPlan {
        players: args.players as usize,
        games: args.games,
        agent: agent(&args.agent)?,
        slips: args.slips,
        slips_like: agent("rule-of-thumb")?,
        seed: args.seed,
        training: Training {
            hidden: vec![args.hidden as usize],
            epochs: args.epochs as usize,
            decay: 1.0,
            seed: args.seed,
            ..Training::default()
        },
    };
    let folder = args.games_in.clone().unwrap_or_else(|| args.out.with_extension("games"));
    let (evaluation, held) = training::train(&plan, &folder, args.manner.threads.map(usize::from), args.manner.quiet)?;
    write_new(&args.out, evaluation.to_toml().as_bytes())?;
    out::print(format_args!(
        "{}: learned from {} positions; log loss on {} of other games: {:.4}, by linear worth {:.4}, with even chances {:.4}\n",
        args.out.display(),
        held.learned,
        held.held_out,
        held.evaluation,
        held.linear,
        held.even,
    ))
}

fn agent(text: &str) -> Result<AgentSpec> {
    let spec = AgentSpec::read(text, &KINDS).map_err(Error::input)?;
    if spec.is_timed() {
        Err(Error::input(format!("{text}: plays by the clock, which cannot be repeated")))
    } else {
        Ok(spec)
    }
}
