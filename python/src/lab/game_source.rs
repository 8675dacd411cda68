//! A table: its games, and the game of each seed.

use std::sync::Arc;

use agents::search::{Mcts, SearchDomain};
use agents::skye::opponents::habitual_offer;
use agents::skye::{self, SkyeDomain};
use agents::spec::kind::Settings;
use agents::tipperary::{self, TipperaryDomain};
use engine::Game;
use engine::random::Random;
use interface::narrate::Narrate;
use interface::protocol::Protocol;
use interface::seeds::GameSeed;
use lab::base::error::{Error, Result};
use lab::config::Config;
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::subject::treatment::Treatment;
use lab::subject::{ActionOf, Setup};
use learning::encoding::Encoding;
use serde_json::{Map, Value, json};

use super::table::FILE;
use super::traits::Seed;

/// A game that this package supports completely.
pub trait Lab: Setup<Game: Encoding<Chance: Send + Sync> + Protocol + Narrate> {
    /// The knowledge of the built-in search.
    type Domain: SearchDomain<Self::Game> + 'static;

    /// The built-in search with these settings.
    fn mcts(settings: &Settings) -> Mcts<Self::Domain>;

    /// Makes a secret decision by the habits of players, from a view; uniformly in a game without secrets.
    fn habitual(game: &Self::Game, view: &<Self::Game as Game>::View<'_>, random: &mut Random) -> ActionOf<Self> {
        game.random_action(game.public(view), random)
    }
}

impl Lab for games::skye::setting::Setting {
    type Domain = SkyeDomain;

    fn mcts(settings: &Settings) -> Mcts<SkyeDomain> {
        skye::mcts(settings)
    }

    fn habitual(game: &Self::Game, view: &<Self::Game as Game>::View<'_>, random: &mut Random) -> ActionOf<Self> {
        habitual_offer(game, view, random)
    }
}

impl Lab for games::tipperary::setting::Setting {
    type Domain = TipperaryDomain;

    fn mcts(settings: &Settings) -> Mcts<TipperaryDomain> {
        tipperary::mcts(settings)
    }
}

/// A table of a game.
#[derive(Clone)]
pub struct TableSetup<S: Lab> {
    /// Number of players.
    pub players: usize,
    /// Which games.
    pub source: GameSource<S>,
    /// The config's values from which it was made, and perhaps four scoring tiles.
    ///
    /// `None` if it was made from a set-up.
    pub config: Option<Arc<(Value, Option<Vec<String>>)>>,
    /// The component files in play that are not shipped.
    pub files: Arc<[String]>,
}

/// The games at a table.
#[derive(Clone)]
pub enum GameSource<S: Lab> {
    /// The games of a subject, perhaps all with one treatment.
    Drawn(S, Option<Treatment>),
    /// A single game, with the keys that only its records have.
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
    /// The component files in play that are not shipped.
    pub files: Arc<[String]>,
}

impl<S: Lab> DealtGame<S> {
    /// The game of a subject with a seed and a treatment.
    pub fn with(subject: &S, seed: GameSeed, treatment: &Treatment, files: &Arc<[String]>) -> Self {
        let (game, text, keys) = (subject.game(treatment), seed.text(treatment), subject.record_keys(treatment));
        Self { game, seed, text, keys, files: Arc::clone(files) }
    }

    /// The table with this game alone.
    pub fn table(&self) -> TableSetup<S> {
        TableSetup::of_game(self.game.clone(), self.keys.clone(), Arc::clone(&self.files))
    }
}

impl<S: Lab> TableSetup<S> {
    /// The table of one game, with the keys that only its records have.
    pub fn of_game(game: S::Game, keys: Map<String, Value>, files: Arc<[String]>) -> Self {
        Self { players: game.seats(), source: GameSource::Set(game, keys), config: None, files }
    }

    /// The subject of experiments with its games.
    ///
    /// # Errors
    /// If the table has only one game.
    pub fn subject(&self) -> Result<S> {
        match (&self.source, self.config.as_deref()) {
            (GameSource::Drawn(subject, None), _) => Ok(subject.clone()),
            (GameSource::Drawn(..), Some((values, Some(scoring)))) => {
                let mut values = values.clone();
                values["scoring"] = json!({"design": "fixed", "sets": [scoring]});
                let (subject, _) = Config::of_values(FILE, &values).set_up(S::INFO)?;
                Ok(subject.setup::<S>().clone())
            }
            _ => Err(Error::input("game", "found the game of a position or a view", "one made by boardlab.Game")),
        }
    }

    /// Game number `number` of a master seed.
    pub fn numbered(&self, master: u64, number: u64) -> DealtGame<S> {
        let seed = game_seed(master, number, self.players);
        match &self.source {
            GameSource::Drawn(subject, treatment) => {
                let drawn = || subject.treatment(number, treatment_seed(master, number));
                DealtGame::with(subject, seed, &treatment.clone().unwrap_or_else(drawn), &self.files)
            }
            GameSource::Set(game, keys) => self.set(game, keys, seed, seed.text(&String::new())),
        }
    }

    fn set(&self, game: &S::Game, keys: &Map<String, Value>, seed: GameSeed, text: String) -> DealtGame<S> {
        DealtGame { game: game.clone(), seed, text, keys: keys.clone(), files: Arc::clone(&self.files) }
    }

    /// The game of a seed.
    pub fn of(&self, seed: &Seed) -> Result<DealtGame<S>> {
        let Seed::Text(text) = seed else { return Ok(self.numbered(seed.master(), 0)) };
        let Some((game_seed, rest)) = GameSeed::split(text) else {
            return Ok(self.numbered(seed.master(), 0));
        };
        if game_seed.first.index() >= self.players {
            let (first, players) = (game_seed.first, self.players);
            return Err(Error::input(
                "seed",
                format_args!("found first seat {first}, but there are {players} players"),
                "",
            ));
        }
        match &self.source {
            GameSource::Drawn(subject, fixed) => {
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
                Ok(DealtGame::with(subject, game_seed, &treatment, &self.files))
            }
            GameSource::Set(game, keys) => Ok(self.set(game, keys, game_seed, text.clone())),
        }
    }
}
