//! The judgement of the expansion modules.

use engine::skye::{ScrollKind, Tablet};
use serde::{Deserialize, Serialize};

use crate::skye::{MilliVp, VP};

/// The kinds of scroll that only modules bring.
const NEW_SCROLLS: usize = ScrollKind::ALL.len() - ScrollKind::IN_BASE;

/// The numbers that only modules need, for one number of rounds to come.
///
/// Worth is in thousandths of a VP.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expansions {
    /// The expected growth of the counts of the new kinds of scroll in each round to come.
    ///
    /// In thousandths, in the order of the kinds.
    pub scroll_growth: [MilliVp; NEW_SCROLLS],
    /// Thousandths of the tiles connected to the castle that lie on the longest road.
    pub longest_road: MilliVp,
    /// Gold that is expected at the end, for the scroll that counts it; in thousandths.
    pub gold_at_end: MilliVp,
    /// The expected growth of the scroll that a score-again tablet counts in each round to come.
    pub score_again: MilliVp,
    /// Worth of an own-tile tablet, a bag-draw tablet and each gold of discount, for all rounds to come.
    pub tablets: [MilliVp; 3],
    /// Worth of a connected tile with VP barrels, beyond the VP that they will score.
    pub vp_barrels: MilliVp,
    /// Worth of keeping a borderland tile for a better place, for each round to come.
    pub borderland: MilliVp,
    /// Chance in thousandths that a Druid tile is still there a round later if one other player could take it.
    pub stays: MilliVp,
    /// The part of the second buy turn's worth that counts in the first, in thousandths.
    pub saving: MilliVp,
}

impl Expansions {
    /// Estimates by hand, given the worth of one gold over all rounds to come.
    pub fn by_hand(future_gold: MilliVp) -> Self {
        // Gold that a tablet saves in each round to come, in thousandths.
        const SAVED: [MilliVp; 3] = [600, 900, 700];
        let new_kind = |index: usize| ScrollKind::ALL[ScrollKind::IN_BASE + index];
        Self {
            scroll_growth: std::array::from_fn(|index| growth_by_hand(new_kind(index))),
            longest_road: 750,
            gold_at_end: 8000,
            score_again: VP / 4,
            tablets: SAVED.map(|saved| saved * future_gold / 1000),
            vp_barrels: 0,
            borderland: VP / 4,
            stays: 500,
            saving: 1000,
        }
    }

    /// Returns the worth of a tablet with this many rounds to come.
    ///
    /// A score-again tablet is worth this much beyond the present scroll.
    pub fn tablet(&self, tablet: Tablet, to_come: MilliVp) -> MilliVp {
        let [own_tile, bag_draw, discount] = self.tablets;
        match tablet {
            Tablet::ScoreAgain => self.score_again * to_come,
            Tablet::OwnTile => own_tile,
            Tablet::BagDraw => bag_draw,
            Tablet::Discount1 => discount,
            Tablet::Discount2 => 2 * discount,
        }
    }

    /// Every number that is fitted: the appraisal is linear in each.
    ///
    /// Of the others, `borderland` and `saving` are tuned by play.
    pub fn fitted_mut(&mut self) -> impl Iterator<Item = &mut MilliVp> {
        let single = [&mut self.longest_road, &mut self.gold_at_end, &mut self.score_again, &mut self.vp_barrels];
        let kinds = ScrollKind::ALL[ScrollKind::IN_BASE..].iter().zip(&mut self.scroll_growth);
        let growing = kinds.filter(|(kind, _)| growth_by_hand(**kind) > 0).map(|(_, growth)| growth);
        growing.chain(&mut self.tablets).chain(single)
    }
}

/// Returns the rough growth of a kind of scroll's count in one round; 0 if it does not grow with the territory.
///
/// A territory grows by three tiles.
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
