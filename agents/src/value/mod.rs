//! Learned chances to win between two rounds, in any game.
//!
//! Every seat gets a score: its linear worth times the score of a VP at this number of rounds to come, plus the output
//! of a net that sees a row of numbers. Chances to win are the softmax of scores. Both are fitted to games of self-play
//! by `sim train`, and stored as an [`Evaluation`], with the [family](GameFamily) of games that it was trained on. Each
//! game defines its own features: see [`Learnable`].

mod evaluation;
pub(crate) use evaluation::in_tenths;
pub use evaluation::{Evaluation, EvaluationError, MILLI};

mod leaf;
pub use leaf::{Leaf, VALUE, WITHOUT, values_by_lead};

mod plans;
pub(crate) use plans::likely_plans;

use std::fmt;

use engine::{Game, Seat};
use serde::{Deserialize, Serialize};

/// A game whose chances to win can be learned.
pub trait Learnable: Game {
    /// Its name in the files of evaluations.
    const NAME: &'static str;

    /// Cached results on one game's positions, so that nothing is computed twice.
    type Cache;

    /// The number of rounds to come that are distinguished, from 0.
    ///
    /// Between rounds at least one is to come.
    const MAX_ROUNDS: usize;

    /// Returns the family of the game.
    fn family(&self) -> GameFamily;

    /// Makes an empty cache.
    fn new_cache() -> Self::Cache;

    /// Returns the number of features of a seat in games with any of these modules.
    ///
    /// They are the first ones of a row.
    fn width(modules: &[String]) -> usize;

    /// Returns the number of rounds to come; `None` if it is not between two rounds.
    fn rounds_to_come(&self, position: &Self::Public) -> Option<usize>;

    /// Returns the features of a seat between two rounds.
    fn features(&self, position: &Self::Public, seat: Seat, cache: &mut Self::Cache) -> SeatFeatures;
}

/// The features of a seat between two rounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatFeatures {
    /// Its linear worth: present points and the future worth of its land, in thousandths of a VP.
    pub worth: i32,
    /// All that a net may see.
    pub row: Vec<i16>,
}

/// A family of games: one game, number of players and rules, with any of some modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFamily {
    /// The name of the game.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// The modules that are, or may be, in play.
    pub modules: Vec<String>,
    /// The differences from the printed rules, such as `castle-income=6`.
    pub rules: Vec<String>,
}

impl GameFamily {
    /// Returns the reason why this game is not in the family; `None` if it is.
    pub fn objection(&self, game: &Self) -> Option<String> {
        let unknown: Vec<&str> =
            game.modules.iter().filter(|module| !self.modules.contains(module)).map(String::as_str).collect();
        let (known, found) = if game.game != self.game {
            (format!("the game {}", self.game), game.game.clone())
        } else if game.players != self.players {
            (format!("games of {} players", self.players), format!("{} players", game.players))
        } else if !unknown.is_empty() && self.modules.is_empty() {
            ("no modules at all".to_owned(), unknown.join(", "))
        } else if !unknown.is_empty() {
            (format!("the modules {}", self.modules.join(", ")), unknown.join(", "))
        } else if game.rules != self.rules {
            (format!("the rules {}", list(&self.rules, PRINTED)), list(&game.rules, PRINTED))
        } else {
            return None;
        };
        Some(format!("knows {known}; found {found}"))
    }
}

/// The phrase for rules without differences.
const PRINTED: &str = "as printed";

fn list(words: &[String], none: &str) -> String {
    if words.is_empty() { none.to_owned() } else { words.join(", ") }
}

/// As in "skye, 2 players, any of druids and bonus, rules as printed".
impl fmt::Display for GameFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, players, modules, rules } = self;
        write!(f, "{game}, {players} players, ")?;
        if !modules.is_empty() {
            write!(f, "any of {}, ", modules.join(", "))?;
        }
        write!(f, "rules {}", list(rules, PRINTED))
    }
}
