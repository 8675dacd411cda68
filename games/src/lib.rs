//! The games, a name each.

pub mod skye;

pub mod tipperary;

use std::path::Path;

use engine::names::hint;

use lab::base::error::{Error, Result};
use lab::config::Config;
use lab::run::finished_run;
use lab::subject::Setup;
use lab::wire::files::{self, RecordFault, Records};

/// A game by its name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants name themselves")]
pub enum GameName {
    Skye,
    Tipperary,
}

/// Calls a function that is generic over games for the game of a [`GameName`](crate::GameName): `for_game!(name => play(args))`.
#[macro_export]
macro_rules! for_game {
    ($name:expr => $run:ident($($argument:expr),*)) => {
        match $name {
            $crate::GameName::Skye => $run::<$crate::skye::setting::Setting>($($argument),*),
            $crate::GameName::Tipperary => $run::<$crate::tipperary::setting::Setting>($($argument),*),
        }
    };
}

/// The name that a game has in configs, manifests and records.
const fn name_of<S: Setup>() -> &'static str {
    S::NAME
}

impl GameName {
    /// All games; the first is the default of configs and records that name none.
    pub const ALL: [Self; 2] = [Self::Skye, Self::Tipperary];

    /// Their names in configs, manifests and records.
    pub const NAMES: &'static [&'static str] =
        &[for_game!(Self::ALL[0] => name_of()), for_game!(Self::ALL[1] => name_of())];

    /// The game that a flag names.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn of_flag(name: &str) -> Result<Self> {
        let place = Self::NAMES.iter().position(|other| *other == name);
        let unknown = || Error::input(format!("--game: found `{name}`; {}", hint(name, Self::NAMES)));
        place.map(|place| Self::ALL[place]).ok_or_else(unknown)
    }

    /// The game of a config.
    ///
    /// # Errors
    /// If the config names another one.
    pub fn of_config(config: &Config) -> Result<Self> {
        config.game(Self::NAMES).map(|place| Self::ALL[place])
    }

    /// The game of a finished run.
    ///
    /// # Errors
    /// If its manifest cannot be read, or names another one.
    pub fn of_run(folder: &Path) -> Result<Self> {
        finished_run::game_of(folder, Self::NAMES).map(|place| Self::ALL[place])
    }

    /// The game of a file of records, and the file to read on; the first game if it does not say.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn of_record(file: &Path) -> Result<(Self, Records), RecordFault> {
        let mut records = Records::open(file)?;
        Ok((Self::ALL[records.game(Self::NAMES)], records))
    }

    /// The game of one record or saved game; the first if it does not say.
    pub fn of_line(line: &str) -> Self {
        Self::ALL[files::game_of(line, Self::NAMES)]
    }
}
