//! What a game shows to those who learn from it.

use engine::{Game, Seat};

use super::known::GameFamily;

/// A game whose chances to win can be learned.
pub trait Learnable: Game {
    /// Its name in the files of evaluations.
    const NAME: &'static str;

    /// What is found of one game's positions and kept, so that nothing is computed twice.
    type Sight;

    /// How many numbers of rounds to come are told apart, from 0; between rounds at least one is to come.
    const STAGES: usize;

    /// Which game it is.
    fn known(&self) -> GameFamily;

    /// Nothing seen yet.
    fn sight() -> Self::Sight;

    /// How many numbers a net sees of a seat in games that may have these modules: so many of a row, the first ones.
    fn width(modules: &[String]) -> usize;

    /// How many rounds are to come, if it is between two rounds.
    fn rounds_to_come(&self, position: &Self::Public) -> Option<usize>;

    /// What is seen of a seat between two rounds.
    fn seen(&self, position: &Self::Public, seat: Seat, sight: &mut Self::Sight) -> SeatFeatures;
}

/// What is seen of a seat between two rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatFeatures {
    /// Its linear worth: what it has and what its land will bring, in thousandths of a VP.
    pub worth: i32,
    /// All that a net may see.
    pub row: Vec<i16>,
}
