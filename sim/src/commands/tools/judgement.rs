//! `sim train --what judgement`: fits the values of tiles and gold for the greedy player.

use engine::MAX_SEATS;

use crate::commands::args::SetupArgs;
use crate::commands::tools::train::TrainArgs;
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::output::NewFile;
use lab::study::{Calibration, Study};

/// The default and the largest number of games of each pass.
const GAMES: u64 = 4000;
const MAX_GAMES: u64 = 1_000_000;

/// Calibrates, and prints the data file.
///
/// # Errors
/// If the game does not support it, or a file cannot be written.
pub fn calibrate<S: Study>(args: &TrainArgs) -> Result<()> {
    let given =
        [("modules", args.modules.is_some()), ("players", args.players.is_some()), ("tried", args.tried.is_some())];
    if let Some((flag, _)) = given.iter().find(|(flag, is_given)| *is_given && !S::CALIBRATED_BY.contains(flag)) {
        let takers = games::GAMES.into_iter().zip(games::NAMES).filter(|(game, _)| for_game!(game => takes(flag)));
        let takers: Vec<&str> = takers.map(|(_, name)| name).collect();
        return Err(Error::input(
            format_args!("--{flag}"),
            format_args!("has an effect only with --game {}", takers.join(", ")),
            "",
        ));
    }
    let games = args.games.unwrap_or(GAMES);
    if games > MAX_GAMES {
        let accepted = format!("a whole number from 20 to {MAX_GAMES} with --what judgement");
        return Err(Error::input("--games", format_args!("found {games}"), &accepted));
    }
    let players = args.players.map(|players| players as usize);
    let setup = SetupArgs { game: Some(args.game.clone()), modules: args.modules.clone(), ..SetupArgs::default() };
    let subject: S = setup.config()?.components_of(players.unwrap_or(MAX_SEATS))?;
    let table =
        args.tried.as_ref().map(|path| NewFile::create(path).map_err(|error| error.at("--tried"))).transpose()?;
    let (passes, trials) = (args.passes.unwrap_or(2), args.trials.unwrap_or(2000));
    let deviation = f64::from(args.deviation.unwrap_or(700));
    let plan = Calibration { passes, games, trials, players, deviation, seed: args.seed };
    let calibrated = subject.calibrate(&plan, args.exec.into())?;
    if let Some(mut table) = table {
        table.write(&calibrated.tried)?;
        table.finish()?;
    }
    out::print(format_args!("{}", calibrated.file))
}

fn takes<S: Study>(flag: &str) -> bool {
    S::CALIBRATED_BY.contains(&flag)
}
