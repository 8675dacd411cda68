//! Changed rules in a record: all settings, written only where one differs from the printed game.
//!
//! `{"castle-income":5,"gold-per-vp":5,"rounds":[{"scores":"A","catch-up":0},…]}`

use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{Rules, Slot};
use serde::{Deserialize, Deserializer, Serialize};

use super::object::Object;

/// The value of the key `rules`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesRecord {
    castle_income: u16,
    gold_per_vp: u16,
    #[serde(deserialize_with = "objects")]
    rounds: Vec<RoundRecord>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RoundRecord {
    /// Letters of the slots that score, ascending.
    scores: String,
    catch_up: u16,
}

impl RulesRecord {
    /// What to write for these rules; nothing if they are the printed ones.
    pub fn of(rules: &Rules, players: usize) -> Option<Self> {
        let round = |round: &RoundRule| RoundRecord {
            scores: round.scores.iter().map(Slot::letter).collect(),
            catch_up: round.catch_up,
        };
        (*rules != Rules::printed(players)).then(|| Self {
            castle_income: rules.castle_income,
            gold_per_vp: rules.gold_per_vp,
            rounds: rules.rounds.iter().map(round).collect(),
        })
    }

    /// The rules that are written here.
    ///
    /// # Errors
    /// What was found and what is accepted. Ranges of numbers are checked when a game is set up.
    pub fn rules(&self) -> Result<Rules, String> {
        if self.rounds.len() > MAX_ROUNDS {
            return Err(format!("rules: found {} rounds; accepted: 1 to {MAX_ROUNDS}", self.rounds.len()));
        }
        let rounds = self.rounds.iter().map(RoundRecord::rule).collect::<Result<_, _>>()?;
        Ok(Rules { rounds, castle_income: self.castle_income, gold_per_vp: self.gold_per_vp })
    }
}

fn objects<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RoundRecord>, D::Error> {
    let rounds: Vec<Object<RoundRecord>> = Deserialize::deserialize(deserializer)?;
    Ok(rounds.into_iter().map(|Object(round)| round).collect())
}

impl RoundRecord {
    fn rule(&self) -> Result<RoundRule, String> {
        let fault = || format!("rules: found scores `{}`; accepted: letters out of ABCD, ascending", self.scores);
        Ok(RoundRule { scores: Slots::from_letters(&self.scores).ok_or_else(fault)?, catch_up: self.catch_up })
    }
}
