//! A table: which games are played at it, and which one a seed gives.

use interface::narrate::Narrate;
use interface::protocol::Protocol;
use interface::seeds::GameSeed;
use lab::base::error::{Error, Result};
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::subject::Setup;
use lab::subject::treatment::Treatment;
use learning::encoding::Encoding;
use serde_json::{Map, Value};

use super::traits::Seed;

/// A game that this package can do everything with.
pub trait Lab: Setup<Game: Encoding<Chance: Send + Sync> + Protocol + Narrate> {}

impl Lab for games::skye::setting::Setting {}
impl Lab for games::tipperary::setting::Setting {}

/// A table of a game.
pub struct TableSetup<S: Lab> {
    /// Number of players.
    pub players: usize,
    /// Which games.
    pub source: GameSource<S>,
}

/// Which games are played at it.
#[derive(Clone)]
pub enum GameSource<S: Lab> {
    /// Those of a subject, perhaps all with one treatment.
    Drawn(S, Option<Treatment>),
    /// One, with what only records of this game say.
    Set(S::Game, Map<String, Value>),
}

/// A game that was dealt.
pub struct DealtGame<S: Lab> {
    /// The game.
    pub game: S::Game,
    /// The seed of its chance.
    pub seed: GameSeed,
    /// The text that reproduces both.
    pub text: String,
    /// The keys that only records of this game have.
    pub keys: Map<String, Value>,
}

impl<S: Lab> GameSource<S> {
    /// Game number `number` of a master seed.
    pub fn numbered(&self, master: u64, number: u64, players: usize) -> DealtGame<S> {
        let seed = game_seed(master, number, players);
        match self {
            Self::Drawn(subject, treatment) => {
                let drawn = || subject.treatment(number, treatment_seed(master, number));
                Self::with(subject, seed, &treatment.clone().unwrap_or_else(drawn))
            }
            Self::Set(game, keys) => {
                DealtGame { game: game.clone(), seed, text: seed.text(&String::new()), keys: keys.clone() }
            }
        }
    }

    fn with(subject: &S, seed: GameSeed, treatment: &Treatment) -> DealtGame<S> {
        let (game, text, keys) = (subject.game(treatment), seed.text(treatment), subject.record_keys(treatment));
        DealtGame { game, seed, text, keys }
    }

    /// The game that a seed gives.
    pub fn of(&self, seed: &Seed, players: usize) -> Result<DealtGame<S>> {
        let Seed::Text(text) = seed else { return Ok(self.numbered(seed.master(), 0, players)) };
        let Some((game_seed, rest)) = GameSeed::split(text) else {
            return Ok(self.numbered(seed.master(), 0, players));
        };
        if game_seed.first.index() >= players {
            let first = game_seed.first;
            return Err(Error::input(
                "seed",
                format_args!("found first seat {first}, but there are {players} players"),
                "",
            ));
        }
        match self {
            Self::Drawn(subject, fixed) => {
                let fault = |error: String| Error::input("seed", &error, "");
                let read =
                    GameSeed::read_by(text, |named| subject.named(named)).map_err(|error| fault(error.to_string()));
                let treatment = match (rest.is_empty(), fixed) {
                    (true, Some(fixed)) => fixed.clone(),
                    _ => read?.1,
                };
                subject.accepts(&treatment).map_err(fault)?;
                if fixed.as_ref().is_some_and(|fixed| *fixed != treatment) {
                    return Err(fault("it names other scoring tiles than `scoring`; leave `scoring` out".to_owned()));
                }
                Ok(Self::with(subject, game_seed, &treatment))
            }
            Self::Set(game, keys) => {
                Ok(DealtGame { game: game.clone(), seed: game_seed, text: text.clone(), keys: keys.clone() })
            }
        }
    }
}
