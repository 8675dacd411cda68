//! Games whose chances to win can be learned, and their features.

use engine::{Game, Seat};

use super::game_family::GameFamily;

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatFeatures {
    /// Its linear worth: present points and the future worth of its land, in thousandths of a VP.
    pub worth: i32,
    /// All that a net may see.
    pub row: Vec<i16>,
}
