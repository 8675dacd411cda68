//! `sim play`: one game told, or many recorded.

mod batch;
mod summary;
mod table;

use std::path::PathBuf;

use clap::Args;
use engine::skye::ScoringSet;

use super::MannerArgs;
use super::number::{seed, whole};
use super::recorder::Recorder;
use crate::casual::ScoreHash;
use crate::contestant::Contestant;
use crate::error::Result;
use crate::interrupt;
use crate::out;
use crate::scoring_set;
use crate::seeds::GameSeed;
use crate::tell::Narrator;
use batch::play_all;
use summary::Summary;
use table::Table;

/// Arguments of `sim play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// 2 to 5 agents, by seat: a spec, or NAME=SPEC to have another name than the spec in records
    #[arg(required = true, num_args = 2..=5, value_name = "AGENT")]
    pub agents: Vec<Contestant>,

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
    pub game_seed: Option<GameSeed>,

    /// The scoring tiles on A to D; without them each game draws its own
    #[arg(long, value_name = "a,b,c,d", value_parser = parse_scoring)]
    pub scoring: Option<ScoringSet>,

    /// Writes a record of every game to this new file, a game in a line
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,

    /// A tile file, or the name of a shipped one [default: printed]
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<String>,

    /// Takes the rules and the tile file of this experiment, and nothing else of it
    #[arg(long, value_name = "CONFIG", conflicts_with = "tiles")]
    pub config: Option<PathBuf>,

    /// Another value for a key of that experiment, such as rules.castle-income=4; can be given several times
    #[arg(long, value_name = "KEY=VALUE", requires = "config")]
    pub set: Vec<String>,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Tells one game, or plays and records as many as wanted.
pub fn run(args: &PlayArgs) -> Result<()> {
    let table = Table::lay(args)?;
    if args.record.is_none() && args.games == 1 { tell(&table) } else { play_and_sum_up(args, &table) }
}

fn tell(table: &Table) -> Result<()> {
    let (game, seed) = table.game(0);
    let mut narrator = Narrator::new(&game, table.players(), &seed, anstream::stdout().lock());
    let outcome = table.play(&game, &seed, &mut narrator);
    narrator.finish().map_err(out::fault)?;
    let mut hash = ScoreHash::default();
    hash.add(&outcome);
    out::line(format_args!("\nscore hash {}", hash.finish()))
}

fn play_and_sum_up(args: &PlayArgs, table: &Table) -> Result<()> {
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

fn parse_scoring(text: &str) -> std::result::Result<ScoringSet, String> {
    scoring_set::parse(text, ',')
}
