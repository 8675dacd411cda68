//! One type for what exists once for each game, so that Python's classes can hold that of any game.

use agents::search::{Mcts, SearchDomain};
use agents::skye::opponents::habitual_offer;
use agents::skye::{self, SkyeDomain};
use agents::spec::kind::Settings;
use agents::tipperary::{self, TipperaryDomain};
use engine::Game;
use engine::random::Random;
use games::skye::setting::Setting as Skye;
use games::tipperary::setting::Setting as Tipperary;
use interface::narrate::Narrate;
use interface::protocol::Protocol;
use lab::subject::{ActionOf, Setup};
use learning::encoding::Encoding;
use learning::numbers::ObservedNumber;
use pyo3::prelude::*;

/// A game that this package supports completely.
pub trait PackageGame: Setup<Game: Encoding<Chance: Send + Sync> + Protocol + Narrate> {
    /// The knowledge of the built-in search.
    type Domain: SearchDomain<Self::Game> + 'static;

    /// The built-in search with these settings.
    fn mcts(settings: &Settings) -> Mcts<Self::Domain>;

    /// Makes a secret decision by the habits of players, from a view; uniformly in a game without secrets.
    fn habitual(game: &Self::Game, view: &<Self::Game as Game>::View<'_>, random: &mut Random) -> ActionOf<Self> {
        game.random_action(game.public(view), random)
    }

    /// Wraps something of this game.
    fn any<T: PerGame>(of: T::Of<Self>) -> AnyGame<T>;
}

impl PackageGame for Skye {
    type Domain = SkyeDomain;

    fn mcts(settings: &Settings) -> Mcts<SkyeDomain> {
        skye::mcts(settings)
    }

    fn habitual(game: &Self::Game, view: &<Self::Game as Game>::View<'_>, random: &mut Random) -> ActionOf<Self> {
        habitual_offer(game, view, random)
    }

    fn any<T: PerGame>(of: T::Of<Self>) -> AnyGame<T> {
        AnyGame::Skye(of)
    }
}

impl PackageGame for Tipperary {
    type Domain = TipperaryDomain;

    fn mcts(settings: &Settings) -> Mcts<TipperaryDomain> {
        tipperary::mcts(settings)
    }

    fn any<T: PerGame>(of: T::Of<Self>) -> AnyGame<T> {
        AnyGame::Tipperary(of)
    }
}

/// Names a type that exists once for each game.
pub trait PerGame {
    /// The type for a game.
    type Of<S: PackageGame>;
}

/// Something of one of the games.
pub enum AnyGame<T: PerGame> {
    /// Of Isle of Skye.
    Skye(T::Of<Skye>),
    /// Of Tipperary.
    Tipperary(T::Of<Tipperary>),
}

/// Uses what is in an [`AnyGame`], with code that is generic over the games: `with_game!(table, |table| table.players)`.
macro_rules! with_game {
    ($any:expr, |$of:ident| $work:expr) => {
        match $any {
            $crate::any_game::AnyGame::Skye($of) => $work,
            $crate::any_game::AnyGame::Tipperary($of) => $work,
        }
    };
}

pub(crate) use with_game;

impl<T: PerGame> AnyGame<T> {
    /// The encoding of its game.
    pub fn encoding(&self) -> AnyEncoding {
        match self {
            Self::Skye(_) => AnyEncoding::of::<Skye>(),
            Self::Tipperary(_) => AnyEncoding::of::<Tipperary>(),
        }
    }

    /// The name of its game.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Skye(_) => Skye::INFO.name,
            Self::Tipperary(_) => Tipperary::INFO.name,
        }
    }
}

/// An encoding of a game: decisions as numbered small choices, and positions as observations.
///
/// Under one name, the numbers of an encoding never change their meaning.
#[pyclass(module = "boardlab", frozen, name = "Encoding")]
pub struct AnyEncoding {
    /// The name of the game.
    pub game: &'static str,
    /// ``"learn-1"`` or ``"tipperary-1"``.
    #[pyo3(get)]
    pub name: &'static str,
    /// m, the number of choices.
    #[pyo3(get)]
    pub actions: usize,
    /// n, the length of an observation.
    #[pyo3(get)]
    pub observation: usize,
    /// The number of planes, rows and columns of a board.
    #[pyo3(get)]
    pub planes: (usize, usize, usize),
    /// Names a choice, which must exist.
    pub describe: fn(usize) -> String,
    /// Describes the features of an observation.
    pub features: fn() -> Vec<ObservedNumber>,
}

impl AnyEncoding {
    fn of<S: PackageGame>() -> Self {
        Self {
            game: S::INFO.name,
            name: <S::Game as Encoding>::NAME,
            actions: S::Game::ACTIONS,
            observation: S::Game::OBSERVATION,
            planes: S::Game::PLANES.into(),
            describe: S::Game::describe,
            features: S::Game::features,
        }
    }
}
