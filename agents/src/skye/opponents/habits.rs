//! The habits of players: committed nets, fitted to decisions of strong players.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::facts::FACTS;
use super::offers::{DISCARDED_TILE, POSTED_PRICE, PRICED_TILE};
use super::purchases::{BOUGHT, OPTION};
use crate::net::Net;
use crate::spec::kind::{AcceptedValues, KeyCondition, SettingKey, Settings};

/// The number of features of a tile to discard.
pub const DISCARD: usize = FACTS + DISCARDED_TILE.len();

/// The number of features of a price.
pub const PRICE: usize = FACTS + PRICED_TILE.len() + POSTED_PRICE.len();

/// The number of features of a purchase, or of a pass.
pub const PURCHASE: usize = FACTS + OPTION.len() + BOUGHT.len();

/// Predictions of offers and purchases: each net scores the options of one kind of decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habits {
    /// The decisions that they were fitted to, as a phrase.
    pub trained_on: String,
    /// Scores tiles to discard.
    pub discards: Net,
    /// Scores prices.
    pub prices: Net,
    /// Scores a pass and purchases.
    pub purchases: Net,
}

/// Why habits are rejected.
#[derive(Debug, thiserror::Error)]
pub enum HabitsError {
    /// They are not in the right format, or a net is damaged.
    #[error("not a file of habits: {0}; accepted: JSON written by `sim train --what habits` since release 0.4")]
    Json(#[from] serde_json::Error),
    /// A net has other inputs.
    #[error("a net of {found} inputs for {what}, which have {expected}")]
    Inputs {
        /// The options that it scores.
        what: &'static str,
        /// The net's inputs.
        found: usize,
        /// The numbers in a row.
        expected: usize,
    },
}

/// The habits in the file that is compiled in.
static COMMITTED: LazyLock<Arc<Habits>> = LazyLock::new(|| {
    let habits = Habits::from_json(include_str!("../../../data/habits.json"));
    Arc::new(habits.expect("the committed data file is tested"))
});

/// The key of a file of habits.
const HABITS: &str = "habits";

/// The word for the compiled-in habits instead of a file.
const WITH_PROGRAM: &str = "committed";

impl Habits {
    /// The committed ones.
    pub fn committed() -> Arc<Self> {
        Arc::clone(&COMMITTED)
    }

    /// The key of a file of habits, which has an effect under these conditions.
    pub const fn key(only_with: &'static [KeyCondition]) -> SettingKey {
        SettingKey::new(HABITS, WITH_PROGRAM, AcceptedValues::File(WITH_PROGRAM, |text| {
                Self::from_json(text).map(|_| ()).map_err(|error| error.to_string())
            }), "predictions of others' offers and, in a search, of their purchases: the habits shipped with the program, or a file \
                      written by `sim train --what habits`").only_with(only_with)
    }

    /// Returns the habits that settings name.
    ///
    /// # Panics
    /// If the file that they name is invalid; it is checked when it is given.
    pub fn of(settings: &Settings) -> Arc<Self> {
        settings.file(HABITS).map_or_else(Self::committed, |text| {
            Arc::new(Self::from_json(text).expect("the file is checked when it is given"))
        })
    }

    /// Reads the format that [`to_json`](Self::to_json) writes.
    ///
    /// # Errors
    /// If the text is not valid, or a net is damaged.
    pub fn from_json(text: &str) -> Result<Self, HabitsError> {
        let habits: Self = serde_json::from_str(text)?;
        let nets = [
            ("tiles to discard", &habits.discards, DISCARD),
            ("prices", &habits.prices, PRICE),
            ("purchases", &habits.purchases, PURCHASE),
        ];
        for (what, net, expected) in nets {
            if net.inputs() != expected {
                return Err(HabitsError::Inputs { what, found: net.inputs(), expected });
            }
        }
        Ok(habits)
    }

    /// The data file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain numbers") + "\n"
    }
}
