//! What the rest of the game pays for, as one seat sees it.

pub(crate) mod expansions;
pub(crate) mod judgement;
mod money;
pub(crate) mod prices;
pub(crate) mod scope;

use engine::skye::areas::Area;
use engine::skye::feature::FeatureCounts;
use engine::skye::tile::Tile;
use engine::skye::{Feature, Phase, Public, Rules, ScoringTile, Skye, Slot, TileId};
use engine::{Game, Seat};

use super::worth::{MilliVp, Times};
use judgement::{Judgements, Stage, standing};
use money::Money;
use prices::{Future, Largest, Prices, edges};

/// How often the tile at a slot still scores, from a given round on, and from the first round whose scoring counts as later.
fn times_of(game: &Skye, slot: Slot, from: u8, later_from: u8, hasty: bool) -> Times {
    let scorings_from = |round| game.rules().scorings_from(slot, round) as MilliVp;
    let (all, later) = (scorings_from(from), scorings_from(later_from));
    Times { all, later, unfinished: if hasty { all } else { later } }
}

/// The first round whose scoring is still to come, and the first one whose scoring counts as later.
#[inline]
fn first_scorings(judgements: &Judgements, game: &Skye, position: &Public) -> (u8, u8) {
    // Between rounds the position's round has not started, and at the end none is left.
    let is_over = position.phase == Phase::Over;
    let from = if is_over { game.rules().round_count() as u8 + 1 } else { position.round };
    let is_due = position.phase == Phase::Draw && !judgements.hasty;
    (from, if is_due { from } else { from + 1 })
}

/// The number of rounds to come for which a judgement has numbers, where a game has more rounds than the printed one: the largest.
fn known_stage(game: &Skye, to_come: u8) -> u8 {
    let printed = Rules::printed_rounds(game.seats());
    if game.rules().round_count() > printed { to_come.min(printed as u8 - 1) } else { to_come }
}

/// How often each scoring tile still scores, by slot.
type Scorings = [(ScoringTile, Times); Slot::ALL.len()];

/// How often one of them still scores; 0 if it is not in play.
#[inline]
fn times(scorings: &Scorings, scoring: ScoringTile) -> MilliVp {
    scorings.iter().find(|(other, _)| *other == scoring).map_or(0, |&(_, times)| times.all)
}

/// What is left of a game, the same for every seat.
#[derive(Copy, Clone, Debug)]
struct RestOfGame<'j> {
    scorings: Scorings,
    /// Rounds in which something will still be built.
    to_come: u8,
    /// What the judgement says of that number of rounds.
    stage: &'j Stage,
    /// The rules on gold, if they are not the printed ones and the judgement knows.
    money: Option<Money>,
}

impl<'j> RestOfGame<'j> {
    fn of(judgements: &'j Judgements, game: &Skye, position: &Public) -> Self {
        let (from, later_from) = first_scorings(judgements, game, position);
        let to_come = (game.rules().round_count() as u8 + 1).saturating_sub(later_from);
        let times = |slot| times_of(game, slot, from, later_from, judgements.hasty);
        Self {
            scorings: Slot::ALL.map(|slot| (game.scoring_at(slot), times(slot))),
            to_come,
            stage: judgements.of(game).stage(if judgements.reads_rules { known_stage(game, to_come) } else { to_come }),
            money: if judgements.reads_rules { Money::unprinted(game) } else { None },
        }
    }

    /// Worth of one gold.
    fn per_gold(&self) -> MilliVp {
        let gold = self.money.map_or(self.stage.gold, |money| money.worth(self.stage.gold));
        gold + times(&self.scorings, ScoringTile::MostGold) * self.stage.most_gold
    }
}

/// What the rest of the game pays for, as one seat sees it.
#[derive(Clone, Debug)]
pub struct Outlook<'a> {
    /// The game.
    pub game: &'a Skye,
    scorings: Scorings,
    /// For whisky, ships and lighthouses the largest count among the other seats, where a scoring tile compares them.
    rivals: [u16; 3],
    gold: MilliVp,
    pub(crate) prices: Prices,
    /// Whether modules are in play: only then can rows count.
    pub(crate) has_modules: bool,
}

impl<'a> Outlook<'a> {
    /// The outlook of `seat` by the first preset's judgement. During a round its scoring is still to come.
    pub fn new(game: &'a Skye, position: &Public, seat: Seat) -> Self {
        Self::by(&Judgements::first(), game, position, seat)
    }

    /// The outlook of `seat` by a judgement.
    pub fn by(judgements: &Judgements, game: &'a Skye, position: &Public, seat: Seat) -> Self {
        let rest = RestOfGame::of(judgements, game, position);
        let gold = rest.per_gold();
        let RestOfGame { scorings, to_come, stage, .. } = rest;
        let has_modules = !game.rules().modules.is_empty();
        let future = Future { to_come, gold, vp_barrels_earn_gold: game.rules().vp_barrels_earn_gold, has_modules };
        let mut prices = Prices::new(stage, scorings.into_iter(), future);
        prices.ignore(judgements.ignored);
        let mut outlook = Self { game, scorings, rivals: [0; 3], gold, prices, has_modules };
        outlook.compare(position, seat);
        outlook
    }

    /// A key that differs between different outlooks by one judgement in one game.
    pub(crate) fn key(judgements: &Judgements, game: &Skye, position: &Public, seat: Seat) -> u64 {
        let (from, later_from) = first_scorings(judgements, game, position);
        let is_compared = |scoring: ScoringTile| game.scoring().contains(&scoring);
        let compared = MAJORITIES.into_iter().filter(|&(scoring, _)| is_compared(scoring));
        compared.fold(u64::from(from) << 8 | u64::from(later_from), |key, (_, feature)| {
            key << u16::BITS | u64::from(best_other(position, seat, feature))
        })
    }

    /// Worth of one gold by a judgement, the same for every seat.
    pub fn per_gold(judgements: &Judgements, game: &Skye, position: &Public) -> MilliVp {
        RestOfGame::of(judgements, game, position).per_gold()
    }

    /// What a judgement says of the rest of the game, the same for every seat.
    pub fn stage<'j>(judgements: &'j Judgements, game: &Skye, position: &Public) -> &'j Stage {
        RestOfGame::of(judgements, game, position).stage
    }

    /// Rounds in which something will still be built, the same for every seat.
    pub fn rounds_to_come(judgements: &Judgements, game: &Skye, position: &Public) -> u8 {
        RestOfGame::of(judgements, game, position).to_come
    }

    /// What is lost when this tile is laid, since it could be laid later: a borderland tile is an option.
    #[inline]
    pub fn option_worth(&self, tile: TileId) -> MilliVp {
        if self.game.tiles().is_borderland(tile) { self.prices.borderland } else { 0 }
    }

    /// Notes what the majorities in play are compared with.
    fn compare(&mut self, position: &Public, seat: Seat) {
        for (rival, (scoring, feature)) in MAJORITIES.into_iter().enumerate() {
            if self.pays(scoring) {
                self.rivals[rival] = best_other(position, seat, feature);
            }
        }
    }

    /// Worth of one gold.
    pub fn gold(&self) -> MilliVp {
        self.gold
    }

    /// Whether a scoring tile still scores.
    #[inline]
    pub fn pays(&self, scoring: ScoringTile) -> bool {
        times(&self.scorings, scoring) > 0
    }

    /// What all further scorings pay for a single area.
    #[inline]
    pub fn area_worth(&self, area: &Area) -> MilliVp {
        self.prices.area(area)
    }

    /// What further scorings pay for this area if it is the largest of its kind.
    #[inline]
    pub(crate) fn largest_worth(&self, largest: Largest, area: &Area) -> MilliVp {
        MilliVp::from(largest.count(area)) * self.prices.largest[largest as usize][edges(area)]
    }

    /// What further scorings pay for each farm on a tile of this water area.
    #[inline]
    pub(crate) fn house_worth(&self, lake: &Area) -> MilliVp {
        self.prices.lake_houses[edges(lake)]
    }

    /// How much a scroll in this area counts, in thousandths: once, plus as much of a second time as the area is likely to be completed.
    #[inline]
    pub fn scroll_weight(&self, area: &Area) -> MilliVp {
        self.prices.scroll[edges(area)]
    }

    /// What a tile is worth connected to the castle, beyond what it is worth unconnected.
    #[inline]
    pub(crate) fn connected_worth(&self, tile: &Tile) -> MilliVp {
        let cattle = MilliVp::from(tile.features.of(Feature::Cattle));
        let gold = MilliVp::from(tile.gold_barrels);
        let vp = MilliVp::from(tile.special.vp_barrels);
        let barrels = gold * self.prices.road_whisky + vp * self.prices.road_vp_barrels;
        self.prices.road_tiles + cattle * self.prices.road_cattle + barrels
    }

    /// What the majorities pay for these numbers of features.
    #[inline]
    pub(crate) fn majority_worth(&self, features: FeatureCounts) -> MilliVp {
        let worth = |number: usize, feature| {
            self.prices.majorities[number][standing(features.of(feature), self.rivals[number])]
        };
        worth(0, Feature::Whisky) + worth(1, Feature::Ship) + worth(2, Feature::Lighthouse)
    }

    /// How much more the majorities pay for these numbers of features once the others have those.
    pub fn majority_change(
        &self,
        features: FeatureCounts,
        others: impl Iterator<Item = FeatureCounts> + Clone,
    ) -> MilliVp {
        let changes =
            MAJORITIES.into_iter().zip(self.rivals).enumerate().map(|(number, ((scoring, feature), before))| {
                if !self.pays(scoring) {
                    return 0;
                }
                let after = others.clone().map(|other| other.of(feature)).max().unwrap_or(0);
                let worth = |rival| self.prices.majorities[number][standing(features.of(feature), rival)];
                worth(after) - worth(before)
            });
        changes.sum()
    }
}

/// The scoring tiles that compare features, in the order of [`Outlook::rivals`].
const MAJORITIES: [(ScoringTile, Feature); 3] = [
    (ScoringTile::MostWhisky, Feature::Whisky),
    (ScoringTile::MostShips, Feature::Ship),
    (ScoringTile::MostLighthouses, Feature::Lighthouse),
];

fn best_other(position: &Public, seat: Seat, feature: Feature) -> u16 {
    let others = Seat::all(position.seats()).filter(|&other| other != seat);
    let counts = others.map(|other| position.player(other).territory.features().of(feature));
    counts.max().unwrap_or(0)
}
