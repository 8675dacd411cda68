//! Where every random number of an experiment comes from: a master seed, a number, a purpose.

use std::fmt;
use std::str::FromStr;

use engine::random::{Random, mix, random};
use engine::skye::{ScoringSet, ScoringTile};
use engine::{MAX_SEATS, Seat};

/// What a seed is for. Different purposes never share random numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Which tiles are drawn.
    Draws,
    /// The first starting player.
    Seating,
    /// Which scoring tiles are in play, and in which slots.
    Scoring,
    /// The agents' own random choices.
    Thinking,
}

/// The seed for one purpose of one numbered thing (a block, a game) under a master seed.
pub fn seed(master: u64, number: u64, purpose: Purpose) -> u64 {
    mix([master, number, purpose as u64])
}

/// All that chance decides about one game: with the same agents and rules it gives the same game again.
///
/// As text: draws and thinking in hexadecimal, the first starting player's seat, the scoring tiles on A to D;
/// `00000000000000ff-0000000000000001-2-sheep+squares+columns+harbours`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameSeed {
    /// Decides every round's draws. Games of one block share it.
    pub draws: u64,
    /// Decides the agents' own random choices. Every game has its own.
    pub thinking: u64,
    /// The first starting player.
    pub first: Seat,
    /// The scoring tiles on A to D.
    pub scoring: ScoringSet,
}

impl GameSeed {
    /// The random source for one decision of one seat; decisions of a game are counted from 0 over all seats.
    pub fn thinking_of(&self, seat: Seat, decision: u64) -> Random {
        random(mix([self.thinking, seat.index() as u64, decision]))
    }
}

impl fmt::Display for GameSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.scoring;
        write!(f, "{:016x}-{:016x}-{}-{a}+{b}+{c}+{d}", self.draws, self.thinking, self.first)
    }
}

/// A text that is not a game seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "game seed: found `{found}`; accepted: <16 hex digits>-<16 hex digits>-<first seat>-<scoring tiles A+B+C+D>{why}"
)]
pub struct GameSeedError {
    found: String,
    why: String,
}

impl FromStr for GameSeed {
    type Err = GameSeedError;

    fn from_str(text: &str) -> Result<Self, GameSeedError> {
        let fault = |why: String| GameSeedError { found: text.to_owned(), why };
        let plain = || fault(String::new());
        let parts: Vec<&str> = text.splitn(4, '-').collect();
        let [draws, thinking, first, scoring] = parts[..] else { return Err(plain()) };
        let word = |digits: &str| match digits.len() {
            16 => u64::from_str_radix(digits, 16).map_err(|_| plain()),
            _ => Err(plain()),
        };
        let first = first.parse().ok().filter(|&seat| seat < MAX_SEATS).ok_or_else(plain)?;
        let scoring = scoring.split('+').map(|name| name.parse::<ScoringTile>());
        let scoring: Vec<ScoringTile> =
            scoring.collect::<Result<_, _>>().map_err(|error| fault(format!(" ({error})")))?;
        let scoring = scoring.try_into().map_err(|_| plain())?;
        Ok(Self { draws: word(draws)?, thinking: word(thinking)?, first: Seat::new(first), scoring })
    }
}
