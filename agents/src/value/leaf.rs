//! Leaf evaluations, and their words in specs.

use std::sync::Arc;

use engine::{Game, MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use super::{Evaluation, Learnable, MILLI};
use crate::search::{CHANCE, Prospect, Values};
use crate::spec::kind::KeyCondition::Is;
use crate::spec::kind::{AcceptedValues, KeyCondition, SettingKey, Settings};

/// The leaf evaluation of a simulation, if the game is not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The lead in linear worth.
    Appraisal,
    /// The chances to win by the committed evaluation for the game.
    ///
    /// Without one it is the same as `Appraisal`.
    Learned,
    /// The chances to win by this evaluation.
    Given(Arc<Evaluation>),
}

/// The meaning of values by the lead in worth.
const BY_LEAD: &str = "the lead in worth, from 0 (lost) to 1 (won); the win share where playouts end the game";

/// The meaning of values if learned chances are wanted and none are available.
pub const WITHOUT: &str = "the lead in worth, from 0 (lost) to 1 (won), since no value net covers this game; the win share where \
                       playouts end it";

impl Leaf {
    /// The key of the leaf evaluation.
    pub const KEY: SettingKey = SettingKey::word(
        LEAF,
        LEARNED,
        &[APPRAISAL, LEARNED],
        "how a playout is evaluated where it stops before the game is over: by the lead in worth (`appraisal`), or by a value \
                  net `learned` from self-play; by `appraisal` also in games that no net covers",
    );

    /// The key of a file of learned chances of this game.
    pub const fn value_key<G: Learnable>() -> SettingKey {
        SettingKey::new(VALUE, COMMITTED, AcceptedValues::File(COMMITTED, |text| {
                Evaluation::from_json::<G>(text).map(|_| ()).map_err(|error| error.to_string())
            }), "the value nets: those shipped with the program, or a file written by `sim train`, which refuses games that \
                      it does not cover").only_with(SEARCHES_BY_LEARNED)
    }

    /// Returns the leaf evaluation that settings name, in this game.
    ///
    /// # Panics
    /// If the file that they name is not an evaluation of the game; it is checked when it is given.
    pub fn of<G: Learnable>(settings: &Settings) -> Self {
        match settings.file(VALUE) {
            Some(text) => {
                Self::Given(Arc::new(Evaluation::from_json::<G>(text).expect("the file is checked when it is given")))
            }
            None if settings.get::<String>(LEAF) == APPRAISAL => Self::Appraisal,
            None => Self::Learned,
        }
    }

    /// The learned evaluation that it uses in a game with this committed one.
    pub fn evaluation<'e, G: Learnable>(
        &'e self,
        game: &G,
        committed: impl FnOnce(&G) -> Option<&'static Evaluation>,
    ) -> Option<&'e Evaluation> {
        match self {
            Self::Appraisal => None,
            Self::Learned => committed(game),
            Self::Given(given) => Some(&**given).filter(|given| given.known.players == game.seats()),
        }
    }

    /// Names the meaning of its values in a game with this committed evaluation.
    pub fn measure<G>(&self, game: &G, committed: impl FnOnce(&G) -> Option<&'static Evaluation>) -> &'static str {
        match self {
            Self::Appraisal => BY_LEAD,
            Self::Learned if committed(game).is_none() => WITHOUT,
            Self::Learned | Self::Given(_) => CHANCE,
        }
    }

    /// The reason why it cannot be used in a game.
    pub fn objection<G: Learnable>(&self, game: &G) -> Option<String> {
        match self {
            Self::Appraisal | Self::Learned => None,
            Self::Given(given) => Some(format!("{VALUE}: {}", given.known.objection(&game.family())?)),
        }
    }
}

/// Returns the prospects of all seats, by the lead in worth over the best other seat.
///
/// Worth is in thousandths of a VP. At the end of the game the chance is the win share, and the value the mean of it and
/// the number that stands for the lead.
pub fn values_by_lead<G: Game>(
    game: &G,
    position: &G::Public,
    is_over: bool,
    worth: impl FnMut(Seat) -> i32,
) -> Values {
    let worth: ArrayVec<[i32; MAX_SEATS]> = Seat::all(game.seats()).map(worth).collect();
    let mut values = Values::default();
    for (seat, value) in Seat::all(game.seats()).zip(&mut values) {
        let others = seat.others(game.seats());
        let best_other = others.map(|other| worth[other.index()]).max().unwrap_or(0);
        let lead = f64::from(worth[seat.index()] - best_other) / f64::from(LEAD);
        *value = (0.5 + 0.5 * lead / (1.0 + lead.abs())).into();
        if is_over {
            let chance = game.outcome(position).win_share(seat);
            *value = Prospect { chance, value: 0.5 * value.value + 0.5 * chance };
        }
    }
    values
}

/// The lead that counts as three quarters of a win.
const LEAD: i32 = 10 * MILLI;

/// The key of the leaf evaluation.
const LEAF: &str = "leaf";

/// The key of a file of learned chances.
pub const VALUE: &str = "value";

/// The word for the compiled-in evaluations instead of a file.
const COMMITTED: &str = "committed";

/// The ways to appraise.
const APPRAISAL: &str = "appraisal";
const LEARNED: &str = "learned";

/// A file has an effect for searches with learned chances.
const SEARCHES_BY_LEARNED: &[KeyCondition] = &[Is(LEAF, LEARNED)];
