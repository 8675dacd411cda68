//! What the appraisal believes about the expansion modules.

use engine::skye::{ScrollKind, Tablet};
use serde::{Deserialize, Serialize};

use super::super::worth::{MilliVp, VP};

/// The kinds of scroll that only modules bring.
const NEW_SCROLLS: usize = ScrollKind::ALL.len() - ScrollKind::IN_BASE;

/// The numbers that only modules need, for one number of rounds to come. Most are for each of these rounds, so that the same numbers can
/// serve every stage until they are calibrated.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expansions {
    /// What the new kinds of scroll will count in each round to come besides what is there, in thousandths; in the order of their kinds.
    pub scroll_growth: [MilliVp; NEW_SCROLLS],
    /// Thousandths of the tiles connected to the castle that lie on the longest road.
    pub longest_road: MilliVp,
    /// Gold that is expected at the end, for the scroll that counts it; in thousandths.
    pub gold_at_end: MilliVp,
    /// What the scroll that a score-again tablet counts will gain in each round to come.
    pub score_again: MilliVp,
    /// Gold that an own-tile tablet, a bag-draw tablet and each gold of discount save in each round to come, in thousandths.
    pub saved: [MilliVp; 3],
    /// Worth of keeping a borderland tile for a better place, for each round to come.
    pub borderland: MilliVp,
    /// Chance in thousandths that a Druid tile is still there a round later if one other player could take it.
    pub stays: MilliVp,
}

impl Expansions {
    /// Estimates by hand.
    pub fn by_hand() -> Self {
        let mut scroll_growth = [0; NEW_SCROLLS];
        for (kind, growth) in ScrollKind::ALL[ScrollKind::IN_BASE..].iter().zip(&mut scroll_growth) {
            *growth = growth_by_hand(*kind);
        }
        Self {
            scroll_growth,
            longest_road: 750,
            gold_at_end: 8000,
            score_again: VP / 4,
            saved: [600, 900, 700],
            borderland: VP / 4,
            stays: 500,
        }
    }

    /// Gold that a tablet saves in each round to come, in thousandths.
    pub fn saved_by(&self, tablet: Tablet) -> MilliVp {
        let [own_tile, bag_draw, discount] = self.saved;
        match tablet {
            Tablet::ScoreAgain => 0,
            Tablet::OwnTile => own_tile,
            Tablet::BagDraw => bag_draw,
            Tablet::Discount1 => discount,
            Tablet::Discount2 => 2 * discount,
        }
    }
}

/// What a kind of scroll comes to count in one round, roughly: a territory grows by three tiles.
fn growth_by_hand(kind: ScrollKind) -> MilliVp {
    match kind {
        ScrollKind::CompletedPastures | ScrollKind::CompletedMountains | ScrollKind::CompletedWaters => 300,
        ScrollKind::CompletedAreas => 900,
        ScrollKind::BuildingSets => 200,
        ScrollKind::LongestRoad => 800,
        ScrollKind::Harbours => 200,
        ScrollKind::AnimalPairs => 400,
        ScrollKind::Rows | ScrollKind::Columns => 350,
        ScrollKind::Lines => 700,
        ScrollKind::Sheep
        | ScrollKind::Cattle
        | ScrollKind::Farm
        | ScrollKind::Broch
        | ScrollKind::Lighthouse
        | ScrollKind::Ship
        | ScrollKind::Whisky
        | ScrollKind::Gold
        | ScrollKind::Flat3
        | ScrollKind::Flat4 => 0,
    }
}
