//! What players do, as nets: fitted to decisions of strong players, and committed.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::offers::{DISCARD, PRICE};
use super::purchases::PURCHASE;
use crate::net::{Net, NetError, NetFile};
use crate::spec::kind::{Accepted, Condition, Key, Settings};

/// What players offer and buy: each net scores the options of one kind of decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Habits {
    /// What they were learned from, in words.
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
    /// It is not in their format.
    #[error("no habits: {}", .0.message())]
    Toml(#[from] toml::de::Error),
    /// A net is rejected.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A net has other inputs.
    #[error("a net of {found} inputs for {what}, which have {expected}")]
    Inputs {
        /// What it scores.
        what: &'static str,
        /// The net's inputs.
        found: usize,
        /// The numbers in a row.
        expected: usize,
    },
}

/// Habits as stored in their file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HabitsFile {
    trained_on: String,
    discards: NetFile,
    prices: NetFile,
    purchases: NetFile,
}

/// What the committed file holds.
static COMMITTED: LazyLock<Arc<Habits>> = LazyLock::new(|| {
    let habits = Habits::from_toml(include_str!("../../../data/habits.toml"));
    Arc::new(habits.expect("the committed data file is tested"))
});

/// The key of a file of habits.
const HABITS: &str = "habits";

/// In place of a file: the habits that are compiled in.
const WITH_PROGRAM: &str = "committed";

impl Habits {
    /// The committed ones.
    pub fn committed() -> Arc<Self> {
        Arc::clone(&COMMITTED)
    }

    /// The key of a file of habits, which counts under these conditions.
    pub const fn key(only_with: &'static [&'static [Condition]]) -> Key {
        Key {
            name: HABITS,
            meaning: "what others are expected to offer and to buy: the habits that come with the program, or a file that \
                      `sim train --what habits` has made",
            default: WITH_PROGRAM,
            accepted: Accepted::File(WITH_PROGRAM, |text| {
                Self::from_toml(text).map(|_| ()).map_err(|error| error.to_string())
            }),
            only_with,
        }
    }

    /// What settings say of them.
    ///
    /// # Panics
    /// If the file that they name has none: it is checked when it is given.
    pub fn of(settings: &Settings) -> Arc<Self> {
        let given = |text| Arc::new(Self::from_toml(text).expect("the file is checked when it is given"));
        settings.file(HABITS).map_or_else(Self::committed, given)
    }

    /// Reads what [`to_toml`](Self::to_toml) has written.
    ///
    /// # Errors
    /// If these are no habits, or damaged.
    pub fn from_toml(text: &str) -> Result<Self, HabitsError> {
        let HabitsFile { trained_on, discards, prices, purchases } = toml::from_str(text)?;
        let net = |file: NetFile, what, expected| -> Result<Net, HabitsError> {
            let net: Net = file.try_into()?;
            let found = net.inputs();
            if found == expected { Ok(net) } else { Err(HabitsError::Inputs { what, found, expected }) }
        };
        Ok(Self {
            trained_on,
            discards: net(discards, "tiles to discard", DISCARD)?,
            prices: net(prices, "prices", PRICE)?,
            purchases: net(purchases, "purchases", PURCHASE)?,
        })
    }

    /// The data file.
    pub fn to_toml(&self) -> String {
        let Self { trained_on, discards, prices, purchases } = self;
        let [discards, prices, purchases] = [discards, prices, purchases].map(NetFile::from);
        let file = HabitsFile { trained_on: trained_on.clone(), discards, prices, purchases };
        toml::to_string(&file).expect("plain numbers")
    }
}
