//! The prices that the rest of a game pays for each count in a territory's summary.

mod areas;
pub(crate) use areas::{AreaPrices, Largest, Terrains};

use engine::skye::{
    Area, AreaKind, Countable, Feature, FeatureCounts, FeatureSet, Payment, PaymentPart, Pays, ScrollKind, Tablet, Tile,
};

use super::judgement::{AT_PAR, OPEN_EDGES, STANDINGS};
use crate::skye::appraisal::{Expansions, IgnoredTerms, MilliVp, ScoringsLeft, Stage, VP, times};

/// The facts about the rest of a game that modules need.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Future {
    /// Rounds to come in which tiles will still be laid.
    pub to_come: u8,
    /// Worth of one gold now.
    pub gold: MilliVp,
    /// True if VP barrels earn gold, too.
    pub vp_barrels_earn_gold: bool,
    /// True if modules are in play.
    pub has_modules: bool,
}

/// More than any placement can gain.
const NEVER: MilliVp = 1000 * VP;

/// A table by open edges, from 0.
type ByOpenEdges = [MilliVp; OPEN_EDGES + 1];

/// Prices of everything in a territory's summary, over all further scorings.
#[derive(Clone, Debug, Default)]
pub(crate) struct SummaryPrices {
    pub squares: MilliVp,
    pub columns: MilliVp,
    pub rows: MilliVp,
    /// For each tile of the fullest diagonal.
    pub diagonal: MilliVp,
    pub contacts: MilliVp,
    pub features: [MilliVp; Feature::ALL.len()],
    pub animals_at_farms: MilliVp,
    /// True if a scoring tile still pays for animals at farms.
    pub pays_farms: bool,
    pub areas: AreaPrices,
    pub roads: RoadPrices,
    pub sets: SetPrices,
    pub majorities: MajorityPrices,
    /// The weight of a scroll: 1000, and twice that if its area is completed.
    pub scroll: ByOpenEdges,
    /// By kind of scroll, the expected growth of its count, in thousandths.
    pub scroll_growth: [MilliVp; ScrollKind::ALL.len()],
    /// Thousandths of the connected tiles that count as the longest road.
    pub longest_road: MilliVp,
    /// The number of times that the best scroll is scored during the game.
    pub scroll_of_choice: MilliVp,
    /// For each VP of the scroll that a score-again tablet counts.
    pub score_again: MilliVp,
    /// By kind of tablet.
    pub tablets: [MilliVp; Tablet::ALL.len()],
    /// The worth of a borderland tile that is not laid.
    pub borderland: MilliVp,
}

/// Prices of tiles that are connected to the castle, and of their features.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoadPrices {
    pub tiles: MilliVp,
    pub cattle: MilliVp,
    pub whisky: MilliVp,
    /// For a tile with VP barrels.
    pub vp_barrels: MilliVp,
    /// For other features, which no printed scoring tile pays for.
    others: Vec<(Feature, MilliVp)>,
    /// For each open road.
    pub open: MilliVp,
    /// True if tunnels are seen.
    pub sees_tunnels: bool,
}

impl RoadPrices {
    /// Returns the additional worth of a tile that is connected to the castle.
    #[inline]
    pub fn worth(&self, tile: &Tile) -> MilliVp {
        let cattle = times(tile.features.of(Feature::Cattle), self.cattle);
        let barrels =
            times(tile.gold_barrels.into(), self.whisky) + times(tile.special.vp_barrels.into(), self.vp_barrels);
        self.tiles + cattle + barrels + self.other_features(tile)
    }

    /// Returns the additional worth of a tile's features other than cattle once it is connected.
    #[inline]
    pub fn other_features(&self, tile: &Tile) -> MilliVp {
        if self.others.is_empty() {
            return 0;
        }
        self.others.iter().map(|&(feature, price)| times(tile.features.of(feature), price)).sum()
    }
}

/// Prices of sets of features.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetPrices(Vec<SetPrice>);

/// The price of a complete set, and of the next one by the thirds of its parts that are there.
#[derive(Clone, Debug)]
struct SetPrice {
    set: FeatureSet,
    complete: MilliVp,
    begun: [MilliVp; 3],
}

impl SetPrices {
    /// Returns the worth of complete sets, and a little for every part of the next one.
    #[inline]
    pub fn worth(&self, features: FeatureCounts) -> MilliVp {
        let each = self.0.iter().map(|SetPrice { set, complete, begun }| {
            let sets = features.sets(*set);
            let parts = set.iter().filter(|&feature| features.of(feature) > sets).count();
            times(sets, *complete) + begun[parts * begun.len() / set.len().max(1)]
        });
        each.sum()
    }
}

/// Prices of the most and the second most of a feature.
#[derive(Clone, Debug, Default)]
pub(crate) struct MajorityPrices {
    /// By feature that is compared, and by standing.
    pub by_standing: [[MilliVp; STANDINGS]; Feature::ALL.len()],
    /// The features that are compared.
    pub compared: FeatureSet,
}

impl MajorityPrices {
    /// Adds a scoring tile that pays these points for the most and the second most of a feature.
    fn add(&mut self, feature: Feature, [first, second]: [MilliVp; 2], all: MilliVp, stage: &Stage) {
        // Most other features are about as frequent as ships, so they share a table.
        let table = if feature == Feature::Whisky { &stage.most_whisky } else { &stage.most_ships };
        for (standing, (sum, vp)) in self.by_standing[feature as usize].iter_mut().zip(table).enumerate() {
            // Without any, both ranks are open; from a tie on the first rank is at stake, behind that mostly the
            // second.
            *sum += all
                * match standing {
                    0 => vp * (first + second) / MOST_POINTS,
                    AT_PAR.. => vp * first / MOST[0],
                    _ => vp * second / MOST[1],
                };
        }
        self.compared.extend([feature]);
    }
}

/// A part of a scoring tile that pays points for every `per` things.
struct Award<'s> {
    points: MilliVp,
    per: MilliVp,
    times: ScoringsLeft,
    stage: &'s Stage,
}

impl Award<'_> {
    /// Returns the price of one at all scorings to come.
    fn price(&self) -> MilliVp {
        VP * self.points / self.per * self.times.all
    }

    /// Returns the worth of something unfinished, scaled from its worth at the points `printed`.
    fn begun(&self, worth: MilliVp, printed: MilliVp) -> MilliVp {
        worth * self.points / self.per / printed * self.times.later
    }

    /// Returns the price by open edges of an area that pays on completion, with these chances.
    fn by_edges(&self, completion: &[MilliVp; OPEN_EDGES]) -> ByOpenEdges {
        let once = with_completed(VP * self.times.all, &completion.map(|chance| chance * self.times.later));
        once.map(|once| once * self.points / self.per)
    }
}

/// Returns the additional worth of each gold by a part of a scoring tile that is about gold.
///
/// It has this many scorings to come.
pub(super) fn gold_worth(part: &PaymentPart, cap: u16, times: MilliVp, stage: &Stage) -> MilliVp {
    match part.pays {
        Pays::Most(points) => {
            let [first, second] = points.map(|points| MilliVp::from(points.min(cap)));
            times * stage.most_gold * (first + second) / MOST_POINTS
        }
        // Gold is spent and earned again, so it counts for the next scoring.
        Pays::Each { points, per } => VP * MilliVp::from(points) / MilliVp::from(per),
        Pays::Steps(_) => 0,
    }
}

/// Points for the most and the second most, as printed.
const MOST: [MilliVp; 2] = [5, 2];

/// Their sum.
const MOST_POINTS: MilliVp = MOST[0] + MOST[1];

impl SummaryPrices {
    /// The prices by a judgement, given the scorings left of each scoring tile.
    pub fn new<'p>(stage: &Stage, scorings: impl Iterator<Item = (&'p Payment, ScoringsLeft)>, future: Future) -> Self {
        let Future { to_come, gold, .. } = future;
        let mut prices = Self {
            contacts: stage.contacts,
            roads: RoadPrices {
                open: stage.open_roads[0],
                whisky: MilliVp::from(to_come) * gold + stage.barrels[0] - stage.barrels[1],
                ..RoadPrices::default()
            },
            scroll: with_completed(1000, &stage.scroll_completion).map(|completion| 1000 + completion),
            ..Self::default()
        };
        prices.scroll_growth[..ScrollKind::IN_BASE].copy_from_slice(&stage.scroll_growth);
        if future.has_modules {
            prices.expand(&stage.expansions, future);
        }
        prices.features[Feature::Whisky as usize] += stage.barrels[1];
        for (payment, times) in scorings.filter(|(_, times)| times.all > 0) {
            for part in &payment.parts {
                prices.add(part, payment.cap, times, stage);
            }
        }
        prices.areas.find_paying();
        prices
    }

    /// Sets the prices that only modules need.
    fn expand(&mut self, expansions: &Expansions, future: Future) {
        let to_come = MilliVp::from(future.to_come);
        for (growth, each) in self.scroll_growth[ScrollKind::IN_BASE..].iter_mut().zip(expansions.scroll_growth) {
            *growth = each * to_come;
        }
        self.scroll_growth[ScrollKind::Gold as usize] += expansions.gold_at_end;
        self.longest_road = expansions.longest_road;
        let gold = if future.vp_barrels_earn_gold { future.gold } else { 0 };
        self.roads.vp_barrels = (VP + gold) * to_come + expansions.vp_barrels;
        self.roads.sees_tunnels = true;
        self.score_again = VP;
        self.tablets = Tablet::ALL.map(|tablet| expansions.tablet(tablet, to_come));
        self.borderland = expansions.borderland * to_come;
    }

    /// Returns whether anything counts that only modules bring in printed games.
    pub fn has_more(&self) -> bool {
        self.rows != 0 || self.diagonal != 0 || self.areas.pays_lake_houses()
    }

    /// Adds the payment of a part of a scoring tile.
    ///
    /// Unfinished things keep their worth in proportion to the printed points.
    fn add(&mut self, part: &PaymentPart, cap: u16, times: ScoringsLeft, stage: &Stage) {
        let ScoringsLeft { all, later } = times;
        let (points, per) = match part.pays {
            Pays::Each { points: 0, .. } => return,
            Pays::Each { points, per } => (points, per),
            Pays::Steps(points) => return self.areas.add_brochs(points, all, later, stage),
            Pays::Most(points) => {
                // The outlook prices gold.
                if let Countable::Feature(feature) = part.tally {
                    let points = points.map(|points| MilliVp::from(points.min(cap)));
                    self.majorities.add(feature, points, all, stage);
                }
                return;
            }
        };
        let award = Award { points: points.into(), per: per.into(), times, stage };
        let price = award.price();
        match part.tally {
            Countable::Squares => self.squares += price,
            Countable::Columns => self.columns += price,
            Countable::Rows => self.rows += price,
            Countable::Diagonal => self.diagonal += price,
            Countable::Feature(feature) => self.features[feature as usize] += price,
            Countable::Sets(set) => {
                let [one, two] = stage.begun_sets.map(|worth| award.begun(worth, 5));
                self.sets.0.push(SetPrice { set, complete: price, begun: [0, one, two] });
            }
            Countable::FarmAnimals => self.add_farms(price, stage.begun_farms.map(|worth| award.begun(worth, 1))),
            Countable::RoadTiles => {
                self.roads.tiles += price;
                self.roads.open = stage.open_roads[1];
            }
            Countable::Connected(feature) => {
                if feature == Feature::Cattle {
                    let unconnected = award.begun(stage.unconnected_cattle, 2);
                    self.roads.cattle += price - unconnected;
                    self.features[Feature::Cattle as usize] += unconnected;
                } else {
                    self.roads.others.push((feature, price));
                }
                self.roads.open = stage.open_roads[1];
            }
            Countable::Areas(AreaKind::HARBOUR) => self.areas.add_harbours(&award),
            Countable::Areas(kind) => self.areas.add(kind, &award),
            // Each mountain area counts, whatever its features.
            Countable::MountainsByBrochs => self.areas.add_brochs([points / per; 3], all, later, stage),
            Countable::LargestLake => self.areas.add_largest(Largest::Lake, &award),
            Countable::LargestRange => self.areas.add_largest(Largest::Range, &award),
            Countable::LargestHerd => self.areas.add_largest(Largest::Herd, &award),
            Countable::OpenWater => self.areas.open_water += price,
            Countable::LakeHouses => self.areas.add_lake_houses(&award),
            Countable::BestScroll => self.scroll_of_choice += all * award.points / award.per,
            // The outlook prices gold.
            Countable::Gold => {}
        }
    }

    /// Removes what is ignored.
    pub fn ignore(&mut self, ignored: IgnoredTerms) {
        if ignored.scrolls {
            self.scroll = [0; OPEN_EDGES + 1];
            self.score_again = 0;
        }
        if ignored.roads {
            (self.roads.tiles, self.roads.cattle, self.roads.open) = (0, 0, 0);
        }
        if ignored.income {
            self.roads.whisky = 0;
        }
        if ignored.tablets {
            (self.score_again, self.tablets) = (0, [0; Tablet::ALL.len()]);
        }
        if ignored.borderlands {
            self.borderland = NEVER;
        }
        if ignored.tunnels {
            (self.roads.sees_tunnels, self.roads.vp_barrels) = (false, 0);
        }
    }

    fn add_farms(&mut self, price: MilliVp, [farm, animal]: [MilliVp; 2]) {
        self.pays_farms = true;
        self.animals_at_farms += price - animal;
        self.features[Feature::Farm as usize] += farm;
        self.features[Feature::Sheep as usize] += animal;
        self.features[Feature::Cattle as usize] += animal;
    }
}

/// The index into a table by open edges.
#[inline]
pub(super) fn edges(area: &Area) -> usize {
    usize::from(area.open_edges()).min(OPEN_EDGES)
}

fn with_completed(completed: MilliVp, open: &[MilliVp; OPEN_EDGES]) -> ByOpenEdges {
    std::array::from_fn(|edges| if edges == 0 { completed } else { open[edges - 1] })
}
