//! Named greedy players.

use std::sync::Arc;

use super::super::appraisal::Judgements;
use super::brain::Brain;
use super::building::Building;
use super::buying::Buying;
use super::pricing::Pricing;
use crate::spec::kind::words;

/// A named greedy player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Preset {
    /// The first version. It never changes, as a yardstick.
    First,
    /// The strongest one when Isle of Skye's modules were complete. It never changes either.
    Second,
    /// The strongest one measured.
    Best,
    /// The calibrated judgement with the rules of the first: nearly as quick.
    Quick,
}

impl Preset {
    /// Every preset with its word in specs.
    pub const NAMED: [(&str, Self); 4] =
        [("first", Self::First), ("second", Self::Second), ("best", Self::Best), ("quick", Self::Quick)];

    /// The words alone.
    pub const WORDS: [&str; Self::NAMED.len()] = words(&Self::NAMED);

    /// What it plays with.
    pub fn brain(self) -> Brain {
        match self {
            Self::First => Brain {
                judgements: Judgements::first(),
                pricing: Pricing::Table,
                buying: Buying::Surplus,
                building: Building::TileByTile,
            },
            Self::Second => Brain {
                judgements: Judgements::second(),
                pricing: Pricing::Sampled { samples: 32 },
                buying: Buying::Foresight { gold_of_two: 100 },
                building: Building::Beam { width: 12 },
            },
            Self::Quick => Brain { judgements: Judgements::calibrated_for_printed_rules(), ..Self::First.brain() },
            Self::Best => Brain::best_by(Judgements::calibrated()),
        }
    }
}

impl Brain {
    /// The same player for a search to start from: it compares purchases itself, and expects others to count gold in full.
    #[must_use]
    pub fn for_search(self) -> Self {
        Self { buying: self.buying.with_gold_of_two(100), ..self }
    }

    /// The best player measured, with another judgement.
    pub fn best_by(judgements: Arc<Judgements>) -> Self {
        let (pricing, buying) = (Pricing::Sampled { samples: 32 }, Buying::Foresight { gold_of_two: 65 });
        Self { judgements, pricing, buying, building: Building::Beam { width: 12 } }
    }
}
