//! Where every random number of an experiment comes from: a master seed, a number, a purpose.

use std::fmt;
use std::str::FromStr;

use engine::random::{Random, mix, random};
use engine::skye::ScoringSet;
use engine::{MAX_SEATS, Seat};

use crate::scoring_set;

/// What a seed is for. Different purposes never share random numbers; their own number is part of every seed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Which tiles are drawn.
    Draws = 0,
    /// The first starting player.
    Seating = 1,
    /// Which scoring tiles are in play, and in which slots.
    Scoring = 2,
    /// The agents' own random choices.
    Thinking = 3,
    /// The bootstrap's weights.
    Bootstrap = 4,
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
        let (draws, thinking) = (hex_word(draws).ok_or_else(plain)?, hex_word(thinking).ok_or_else(plain)?);
        let first = Seat::all(MAX_SEATS).find(|seat| seat.to_string() == first).ok_or_else(plain)?;
        let scoring = scoring_set::parse(scoring, '+').map_err(|error| fault(format!(" ({error})")))?;
        Ok(Self { draws, thinking, first, scoring })
    }
}

/// 16 hexadecimal digits and nothing else; the library's reader takes a sign too.
fn hex_word(digits: &str) -> Option<u64> {
    let is_plain = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_plain.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: &str = "00000000000000ff-0000000000000001-2-sheep+squares+columns+harbours";

    #[test]
    fn a_game_seed_is_read_as_it_is_written() {
        let seed: GameSeed = SEED.parse().unwrap();
        assert_eq!((seed.draws, seed.thinking, seed.first.index()), (255, 1, 2));
        assert_eq!(seed.to_string(), SEED);
    }

    #[track_caller]
    fn check_refused(old: &str, new: &str, wanted: &str) {
        let error = SEED.replacen(old, new, 1).parse::<GameSeed>().unwrap_err().to_string();
        assert!(error.contains("accepted: <16 hex digits>-") && error.contains(wanted), "{error}");
    }

    #[test]
    fn signs_spaces_and_other_lengths_are_refused() {
        check_refused("00000000000000ff", "+0000000000000ff", "");
        check_refused("0000000000000001", "+000000000000001", "");
        check_refused("00000000000000ff", "00000000000000f ", "");
        check_refused("00000000000000ff", "ff", "");
        check_refused("-2-", "-+2-", "");
        check_refused("-2-", "-02-", "");
        check_refused("-2-", "-5-", "");
    }

    #[test]
    fn scoring_tiles_that_do_not_make_a_set_are_told() {
        check_refused("sheep", "sheeps", "did you mean `sheep`?");
        check_refused("squares", "sheep", "found `sheep` a second time");
        check_refused("+harbours", "", "found 3 scoring tiles");
    }

    #[test]
    fn purposes_keep_their_numbers() {
        // Another number would change every game of every seed.
        let purposes = [Purpose::Draws, Purpose::Seating, Purpose::Scoring, Purpose::Thinking, Purpose::Bootstrap];
        assert_eq!(purposes.map(|purpose| purpose as u64), [0, 1, 2, 3, 4]);
    }
}
