//! The games available for experiments.

pub mod skye;

pub mod tipperary;

pub mod pages;

mod calibration;

use std::path::Path;

use engine::names::hint;
use lab::base::error::{Error, Result};
use lab::config::Config;
use lab::run::finished_run;
use lab::subject::GameInfo;
use lab::wire::files::{self, RecordFault, Records};

/// All games; the first is the default for configs and records that name none.
pub const GAMES: [&GameInfo; 2] = [&skye::INFO, &tipperary::INFO];

/// Their names in configs, manifests and records.
pub const NAMES: [&str; GAMES.len()] = [GAMES[0].name, GAMES[1].name];

/// Calls a function generic over a game's set-up for one of [`GAMES`]: `for_game!(game => play(a))`.
#[macro_export]
macro_rules! for_game {
    ($game:expr => $run:ident($($argument:expr),*)) => {
        if $game.name == $crate::GAMES[1].name {
            $run::<$crate::tipperary::setting::Setting>($($argument),*)
        } else {
            $run::<$crate::skye::setting::Setting>($($argument),*)
        }
    };
}

/// Returns the game that a flag names.
///
/// # Errors
/// If there is no game of that name.
pub fn of_flag(name: &str) -> Result<&'static GameInfo> {
    let game = GAMES.into_iter().find(|game| game.name == name);
    game.ok_or_else(|| Error::input("--game", format_args!("found `{name}`; {}", hint(name, &NAMES)), ""))
}

/// Returns the game of a config.
///
/// # Errors
/// If the config names an unknown game.
pub fn of_config(config: &Config) -> Result<&'static GameInfo> {
    config.game(&NAMES).map(|place| GAMES[place])
}

/// Returns the game of a finished run.
///
/// # Errors
/// If its manifest cannot be read or names an unknown game.
pub fn of_run(folder: &Path) -> Result<&'static GameInfo> {
    finished_run::game_of(folder, &NAMES).map(|place| GAMES[place])
}

/// Returns the game of a file of records, and the opened file; the first game if it names none.
///
/// # Errors
/// If the file cannot be opened.
pub fn of_record(file: &Path) -> Result<(&'static GameInfo, Records), RecordFault> {
    let mut records = Records::open(file)?;
    Ok((GAMES[records.game(&NAMES)], records))
}

/// Returns the game of one record or saved game; the first game if it names none.
pub fn of_line(line: &str) -> &'static GameInfo {
    GAMES[files::game_of(line, &NAMES)]
}
