//! `sim play`: one game narrated, or many recorded.

pub mod args;

mod batch;
mod summary;
mod table;

use self::args::PlayArgs;
use self::batch::play_all;
use self::summary::Summary;
use self::table::Table;
use super::telling::tell;
use crate::base::error::Result;
use crate::base::{interrupt, out};
use crate::for_game;
use crate::games::GameName;
use crate::lab::config::Config;
use crate::lab::play::numbered_games::ScoreHash;
use crate::lab::shown::Shown;
use crate::lab::wire::Wire;
use crate::lab::wire::recorder::Recorder;
use crate::report::terminal::summary::print_caveat;

/// Narrates one game, or plays and records as many as wanted.
pub fn run(args: &PlayArgs) -> Result<()> {
    let config = args.setup.config()?;
    for_game!(GameName::of_config(&config)? => play(args, &config))
}

fn play<S: Wire + Shown>(args: &PlayArgs, config: &Config) -> Result<()> {
    let table = Table::<S>::lay(args, config)?;
    if args.record.is_none() && args.games == 1 { tell_one(&table) } else { play_and_sum_up(args, &table) }
}

fn tell_one<S: Wire + Shown>(table: &Table<S>) -> Result<()> {
    let game = table.game(0);
    let outcome = tell::<S>(&game.game, table.players(), &game.text(), |narrator| table.play(&game, narrator))?;
    let mut hash = ScoreHash::default();
    hash.add(&outcome);
    out::line("")?;
    print_caveat(&table.reconstructed())?;
    out::line(format_args!("score hash {}", hash.finish()))
}

fn play_and_sum_up<S: Wire>(args: &PlayArgs, table: &Table<S>) -> Result<()> {
    // Before there is a file to leave behind.
    interrupt::heed()?;
    let mut recorder = Recorder::to(args.record.as_deref())?;
    let mut summary = Summary::new(table.players());
    play_all(args, table, recorder.is_writing(), |played| {
        summary.add(&played);
        played.line.map_or(Ok(()), |line| recorder.write(&line))
    })?;
    recorder.finish()?;
    summary.print(args.record.as_deref(), &table.reconstructed()).map_err(out::fault)
}
