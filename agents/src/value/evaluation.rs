//! Chances to win, by a net that was trained on self-play.

use engine::MAX_SEATS;
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::{GameFamily, Learnable};
use crate::net::{Net, ONE, chances};
use crate::search::Values;

/// The number of parts of a VP in which linear worth is given.
pub const MILLI: i32 = 1000;

/// Converts worth to tenths of a VP, as nets see it.
pub(crate) fn in_tenths(worth: i32) -> i16 {
    (worth / (MILLI / 10)).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// The limit of linear worth's score on either side of 0.
///
/// Its sum with a net's score fits in an `i32`.
const MOST_GIVEN: i64 = (i32::MAX / 2) as i64;

/// A learned evaluation: the chances to win in some games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The games that it was trained on, as a phrase.
    pub trained_on: String,
    /// The games that it knows.
    pub known: GameFamily,
    /// By rounds to come, the score of a VP of linear worth, in units of 1/[`ONE`](crate::net::ONE).
    pub slopes: Vec<i32>,
    /// The net, whose output is added to a seat's score.
    pub net: Net,
}

/// The reason why an evaluation is rejected.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// It is not in the format of evaluations, or its net is damaged.
    #[error("not a file of value nets: {0}; accepted: JSON written by `sim train` since release 0.4")]
    Json(#[from] serde_json::Error),
    /// It is of another game.
    #[error("value nets for `{found}`; accepted: for `{wanted}`")]
    Game {
        /// The game that it knows.
        found: String,
        /// The one asked for.
        wanted: &'static str,
    },
    /// Its net has other inputs.
    #[error("a net of {found} inputs; seats have {wanted}")]
    Inputs {
        /// The net's inputs.
        found: usize,
        /// Numbers of a seat.
        wanted: usize,
    },
    /// It has slopes for other numbers of rounds.
    #[error("{found} slopes; accepted: one for each number of rounds to come, from 0 to {}", wanted - 1)]
    Slopes {
        /// Slopes that there are.
        found: usize,
        /// Those wanted.
        wanted: usize,
    },
}

/// An evaluation as stored in its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EvaluationFile {
    trained_on: String,
    game: String,
    players: usize,
    modules: Vec<String>,
    rules: Vec<String>,
    slopes: Vec<i32>,
    net: Net,
}

impl Evaluation {
    /// Returns the score of linear worth with this many rounds to come.
    ///
    /// In units of 1/[`ONE`](crate::net::ONE).
    #[inline]
    pub fn given(&self, to_come: usize, worth: i32) -> i32 {
        let score = i64::from(worth) * i64::from(self.slopes[to_come]) / i64::from(MILLI);
        score.clamp(-MOST_GIVEN, MOST_GIVEN) as i32
    }

    /// Returns whether it has learned chances with this many rounds to come.
    #[inline]
    pub fn is_trained_for(&self, to_come: usize) -> bool {
        (1..self.slopes.len()).contains(&to_come)
    }

    /// The chances to win of seats with these scores, in units of 1/[`ONE`](crate::net::ONE).
    pub fn chances(scores: impl Iterator<Item = i32>) -> Values {
        let (mut values, scores) = (Values::default(), scores.collect::<ArrayVec<[i32; MAX_SEATS]>>());
        let chances = chances(scores.iter().copied(), 1.0, ONE);
        values.iter_mut().zip(chances).for_each(|(value, chance)| *value = chance.into());
        values
    }

    /// Reads the format that [`to_json`](Self::to_json) writes, for this game.
    ///
    /// # Errors
    /// If it is not an evaluation of this game, or is damaged.
    pub fn from_json<G: Learnable>(text: &str) -> Result<Self, EvaluationError> {
        let EvaluationFile { trained_on, game: found, players, modules, rules, slopes, net } =
            serde_json::from_str(text)?;
        if found != G::NAME {
            return Err(EvaluationError::Game { found, wanted: G::NAME });
        }
        let wanted = G::width(&modules);
        if net.inputs() != wanted {
            return Err(EvaluationError::Inputs { found: net.inputs(), wanted });
        }
        if slopes.len() != G::MAX_ROUNDS {
            return Err(EvaluationError::Slopes { found: slopes.len(), wanted: G::MAX_ROUNDS });
        }
        Ok(Self { trained_on, known: GameFamily { game: found, players, modules, rules }, slopes, net })
    }

    /// Parses a data file that is compiled in.
    pub(crate) fn committed<G: Learnable>(text: &str) -> Self {
        Self::from_json::<G>(text).expect("the committed data files are tested")
    }

    /// The data file.
    pub fn to_json(&self) -> String {
        let Self { trained_on, known: GameFamily { game, players, modules, rules }, slopes, net } = self.clone();
        let file = EvaluationFile { trained_on, game, players, modules, rules, slopes, net };
        serde_json::to_string(&file).expect("plain numbers") + "\n"
    }
}
