//! Seeds of games, as texts that reproduce them.

use std::fmt::Display;
use std::str::FromStr;

use engine::random::{Random, mix, mix_into, random};
use engine::{MAX_SEATS, Seat};

/// The seed of one game: with the same agents, rules and treatment it reproduces the game.
///
/// Its text has draws and thinking in hexadecimal, the first starting player's seat, and the treatment, if the game has
/// one.
///
/// ```
/// use engine::Seat;
/// use interface::seeds::GameSeed;
///
/// let seed = GameSeed { draws: 255, thinking: 1, first: Seat::new(2) };
/// let text = seed.text(&"sheep+squares+columns+harbours");
/// assert_eq!(text, "00000000000000ff-0000000000000001-2-sheep+squares+columns+harbours");
/// assert_eq!(GameSeed::split(&text), Some((seed, "sheep+squares+columns+harbours")));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameSeed {
    /// The seed of every round's draws. Games of one block share it.
    pub draws: u64,
    /// The seed of the agents' own random choices, different for every game.
    pub thinking: u64,
    /// The first starting player.
    pub first: Seat,
}

impl GameSeed {
    /// The random source for one decision of one seat.
    ///
    /// Decisions of a game are counted from 0 over all seats.
    #[inline]
    pub fn thinking_of(&self, seat: Seat, decision: u64) -> Random {
        random(mix_into(self.thinking_by_seat()[seat.index()], decision))
    }

    /// By seat, the seed that [`mix_into`] makes that of one decision from.
    #[inline]
    pub fn thinking_by_seat(&self) -> [u64; MAX_SEATS] {
        std::array::from_fn(|seat| mix([self.thinking, seat as u64]))
    }

    /// Its text, with the treatment.
    pub fn text(&self, treatment: &impl Display) -> String {
        let (seed, treatment) =
            (format!("{:016x}-{:016x}-{}", self.draws, self.thinking, self.first), treatment.to_string());
        if treatment.is_empty() { seed } else { format!("{seed}-{treatment}") }
    }

    /// Reads the seed and the treatment from a text.
    ///
    /// # Errors
    /// If it is not a seed of a game with such treatments.
    pub fn read<T: FromStr<Err = String>>(text: &str) -> Result<(Self, T), GameSeedError> {
        Self::read_by(text, str::parse)
    }

    /// The same, with a function that reads treatments.
    ///
    /// # Errors
    /// If it is not a seed of a game with such treatments.
    pub fn read_by<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<(Self, T), GameSeedError> {
        let fault = |why: String| GameSeedError { found: text.to_owned(), why };
        let (seed, treatment) = Self::split(text).ok_or_else(|| fault(String::new()))?;
        Ok((seed, read(treatment).map_err(|error| fault(format!(" ({error})")))?))
    }

    /// Splits a text into a seed and the text of its treatment; `None` if it is not a seed.
    pub fn split(text: &str) -> Option<(Self, &str)> {
        let mut parts = text.splitn(4, '-');
        let (draws, thinking) = (hex_word(parts.next()?)?, hex_word(parts.next()?)?);
        let first = parts.next()?;
        let first = Seat::all(MAX_SEATS).find(|seat| seat.to_string() == first)?;
        Some((Self { draws, thinking, first }, parts.next().unwrap_or_default()))
    }
}

/// A text that is not a game seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "found `{found}`; accepted: the `seed` of a record, <16 hex digits>-<16 hex digits>-<first seat>, and after another dash \
     what the game varies, such as scoring tiles A+B+C+D or hometowns by seat{why}"
)]
pub struct GameSeedError {
    found: String,
    why: String,
}

/// Reads exactly 16 hexadecimal digits; the library's parser would accept a sign, too.
fn hex_word(digits: &str) -> Option<u64> {
    let is_plain = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_plain.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A treatment of two words.
    #[derive(PartialEq, Debug)]
    struct Words(String);

    impl FromStr for Words {
        type Err = String;

        fn from_str(text: &str) -> Result<Self, String> {
            let is_pair = text.split('+').count() == 2;
            is_pair.then(|| Self(text.to_owned())).ok_or_else(|| "two words with a plus between them".to_owned())
        }
    }

    const SEED: &str = "00000000000000ff-0000000000000001-2-a-b+c";

    #[test]
    fn a_game_seed_is_read_as_it_is_written() {
        let (seed, words) = GameSeed::read::<Words>(SEED).unwrap();
        assert_eq!((seed.draws, seed.thinking, seed.first.index()), (255, 1, 2));
        assert_eq!(seed.text(&words.0), SEED);
        assert_eq!(seed.text(&""), &SEED[..35]);
    }

    #[track_caller]
    fn check_refused(old: &str, new: &str, wanted: &str) {
        let error = GameSeed::read::<Words>(&SEED.replacen(old, new, 1)).unwrap_err().to_string();
        assert!(error.contains("<16 hex digits>-") && error.contains(wanted), "{error}");
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
    fn what_is_no_treatment_is_told() {
        check_refused("+c", "", "(two words");
        check_refused("-a-b+c", "", "(two words");
    }
}
