//! `sim play`: one game told, or many recorded.

mod batch;
mod summary;
mod table;

use std::path::PathBuf;

use clap::Args;

use self::batch::play_all;
use self::summary::Summary;
use self::table::Table;
use super::telling::tell;
use crate::base::error::Result;
use crate::base::{interrupt, out};
use crate::commands::args::manner::MannerArgs;
use crate::commands::args::number::{seed, whole};
use crate::commands::args::setup::SetupArgs;
use crate::games::{GameName, Work, for_game};
use crate::lab::config::Config;
use crate::lab::play::casual::ScoreHash;
use crate::lab::shown::Shown;
use crate::lab::study::soak::Soaked;
use crate::lab::wire::Wire;
use crate::lab::wire::recorder::Recorder;

/// Arguments of `sim play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// 2 to 5 agents, by seat: a spec, or NAME=SPEC to have another name than the spec in records
    #[arg(required = true, num_args = 2..=5, value_name = "AGENT")]
    pub agents: Vec<String>,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub games: u64,

    /// Master seed of the games [default: 1]
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, conflicts_with = "game_seed")]
    pub seed: Option<u64>,

    /// Plays the one game with this seed, as it stands in a record. With the record's players, specs, rules and tiles it gives the
    /// same record
    #[arg(long, value_name = "G")]
    pub game_seed: Option<String>,

    /// The scoring tiles on A to D; without them each game draws its own
    #[arg(long, value_name = "a,b,c,d")]
    pub scoring: Option<String>,

    /// Writes a record of every game to this new file, a game in a line
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,

    /// Which rules and components
    #[command(flatten)]
    pub setup: SetupArgs,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Tells one game, or plays and records as many as wanted.
pub fn run(args: &PlayArgs) -> Result<()> {
    let config = args.setup.config()?;
    for_game(config.game(GameName::NAMES), Play { args, config: &config })
}

struct Play<'a> {
    args: &'a PlayArgs,
    config: &'a Config,
}

impl Work for Play<'_> {
    type Output = Result<()>;

    fn run<S: Soaked + Shown>(self) -> Result<()> {
        let Self { args, config } = self;
        let table = Table::<S>::lay(args, config)?;
        if args.record.is_none() && args.games == 1 { tell_one(&table) } else { play_and_sum_up(args, &table) }
    }
}

fn tell_one<S: Wire + Shown>(table: &Table<S>) -> Result<()> {
    let game = table.game(0);
    let outcome = tell::<S>(&game.game, table.players(), &game.text(), |narrator| table.play(&game, narrator))?;
    let mut hash = ScoreHash::default();
    hash.add(&outcome);
    out::line(format_args!("\nscore hash {}", hash.finish()))
}

fn play_and_sum_up<S: Wire>(args: &PlayArgs, table: &Table<S>) -> Result<()> {
    // Before there is a file to be left behind.
    interrupt::heed()?;
    let mut recorder = Recorder::to(args.record.as_deref())?;
    let mut summary = Summary::new(table.players());
    play_all(args, table, recorder.is_writing(), |played| {
        summary.add(&played);
        played.line.map_or(Ok(()), |line| recorder.write(&line))
    })?;
    recorder.finish()?;
    summary.print(args.record.as_deref()).map_err(out::fault)
}
