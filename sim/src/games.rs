//! The games, one line each.

use engine::names::hint;

use crate::base::error::{Error, Result};
use crate::lab::shown::Shown;
use crate::lab::study::soak::Soaked;
use crate::lab::subject::Subject;
use crate::skye::setting::Setting as Skye;
use crate::tipperary::setting::Setting as Tipperary;

/// Something to be done for a game that is only known at run time.
pub trait Work {
    /// Its result.
    type Output;

    /// Does it for this game.
    fn run<S: Soaked + Shown>(self) -> Self::Output;
}

/// Generates the list of games: the first is the default of configs and records that name none.
macro_rules! games {
    ($($Name:ident),+) => {
        /// A game by its name.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "the variants name themselves")]
        pub enum GameName {
            $($Name),+
        }

        impl GameName {
            /// All games.
            pub const ALL: &'static [Self] = &[$(Self::$Name),+];

            /// Their names in configs, manifests and records.
            pub const NAMES: &'static [&'static str] = &[$(<$Name as Subject>::NAME),+];

            /// Does something for this game.
            pub fn does<W: Work>(self, work: W) -> W::Output {
                match self {
                    $(Self::$Name => work.run::<$Name>(),)+
                }
            }
        }
    };
}

games! { Skye, Tipperary }

/// The game that a flag names.
///
/// # Errors
/// If there is none of that name.
pub fn game_named(name: &str) -> Result<GameName> {
    let place = GameName::NAMES.iter().position(|other| *other == name);
    let unknown = || Error::input(format!("--game: found `{name}`; {}", hint(name, GameName::NAMES)));
    place.map(|place| GameName::ALL[place]).ok_or_else(unknown)
}

/// Does something for the game at this index in the list of names.
///
/// # Errors
/// If there is no such index, because the game could not be determined.
pub fn for_game<T>(place: Result<usize>, work: impl Work<Output = Result<T>>) -> Result<T> {
    GameName::ALL[place?].does(work)
}
