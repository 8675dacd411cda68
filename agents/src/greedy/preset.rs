//! Greedy players under a name.

use std::sync::Arc;

use super::brain::Brain;
use super::building::Building;
use super::buying::Buying;
use super::pricing::Pricing;
use crate::appraisal::Judgements;

/// A named greedy player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Preset {
    /// The first version. It never changes, as a yardstick.
    First,
    /// The strongest one measured.
    Best,
    /// The calibrated judgement with the rules of the first: nearly as quick.
    Quick,
}

impl Preset {
    /// Its name in specs.
    pub const NAMES: [&str; 3] = ["first", "best", "quick"];

    /// The preset with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::First, Self::Best, Self::Quick];
        Self::NAMES.iter().position(|other| *other == name).map(|index| all[index])
    }

    /// What it plays with.
    pub fn brain(self) -> Brain {
        match self {
            Self::First => Brain {
                judgements: Judgements::first(),
                pricing: Pricing::Table,
                buying: Buying::Surplus,
                building: Building::TileByTile,
            },
            Self::Quick => Brain { judgements: Judgements::calibrated(), ..Self::First.brain() },
            Self::Best => Brain::best_by(Judgements::calibrated()),
        }
    }
}

impl Brain {
    /// The best player measured, with another judgement.
    pub fn best_by(judgements: Arc<Judgements>) -> Self {
        let (pricing, buying) = (Pricing::Sampled { samples: 32 }, Buying::Foresight);
        Self { judgements, pricing, buying, building: Building::Beam { width: 12 } }
    }
}
