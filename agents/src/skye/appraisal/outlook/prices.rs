//! What the rest of a game pays for each count in a territory's summary.

use engine::skye::areas::Area;
use engine::skye::feature::FeatureCounts;
use engine::skye::payment::{AreaKind, FeatureSet};
use engine::skye::scoring_tile::BUILDINGS;
use engine::skye::tile::Tile;
use engine::skye::{Countable, Feature, Payment, PaymentPart, Pays, ScrollKind, Tablet, Terrain};

use super::super::worth::{MilliVp, ScoringsLeft, VP};
use super::expansions::Expansions;
use super::judgement::{AT_PAR, IgnoredTerms, OPEN_EDGES, STANDINGS, Stage};

/// A set of terrains.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Terrains(u8);

impl Terrains {
    /// Every terrain.
    pub const ALL: Self = Self((1 << Terrain::ALL.len()) - 1);

    /// Whether the set holds this one.
    #[inline]
    pub fn has(self, terrain: Terrain) -> bool {
        self.0 >> terrain as u8 & 1 == 1
    }

    /// Whether the set holds none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds all of another set.
    #[inline]
    pub fn extend_by(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Extend<Terrain> for Terrains {
    fn extend<I: IntoIterator<Item = Terrain>>(&mut self, terrains: I) {
        terrains.into_iter().for_each(|terrain| self.0 |= 1 << terrain as u8);
    }
}

impl FromIterator<Terrain> for Terrains {
    fn from_iter<I: IntoIterator<Item = Terrain>>(terrains: I) -> Self {
        let mut set = Self::default();
        set.extend(terrains);
        set
    }
}

/// A scoring tile that pays for one area alone, the largest of its kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Largest {
    /// The largest completed water area.
    Lake,
    /// The largest completed mountain area.
    Range,
    /// The pasture area with the most cattle, completed or not.
    Herd,
}

impl Largest {
    /// All, in the order of their indices.
    pub const ALL: [Self; 3] = [Self::Lake, Self::Range, Self::Herd];

    /// The terrain of its areas.
    pub fn terrain(self) -> Terrain {
        match self {
            Self::Lake => Terrain::Water,
            Self::Range => Terrain::Mountain,
            Self::Herd => Terrain::Pasture,
        }
    }

    /// What it counts in an area.
    #[inline]
    pub fn count(self, area: &Area) -> u16 {
        match self {
            Self::Lake | Self::Range => area.size(),
            Self::Herd => area.cattle(),
        }
    }
}

/// What the rest of a game still has for what modules bring.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Future {
    /// Rounds in which something will still be built.
    pub to_come: u8,
    /// Worth of one gold now.
    pub gold: MilliVp,
    /// Whether VP barrels earn gold, too.
    pub vp_barrels_earn_gold: bool,
    /// Whether modules are in play.
    pub has_modules: bool,
}

/// More than any placement gains.
const NEVER: MilliVp = 1000 * VP;

/// A table by open edges, from 0.
type ByOpenEdges = [MilliVp; OPEN_EDGES + 1];

/// Prices of everything in a territory's summary, all further scorings together.
#[derive(Clone, Debug, Default)]
pub(crate) struct SummaryPrices {
    pub squares: MilliVp,
    pub columns: MilliVp,
    pub rows: MilliVp,
    /// For each tile of the fullest diagonal.
    pub diagonal: MilliVp,
    pub animals_at_farms: MilliVp,
    pub road_tiles: MilliVp,
    pub road_cattle: MilliVp,
    pub road_whisky: MilliVp,
    /// For a connected tile with VP barrels.
    pub road_vp_barrels: MilliVp,
    pub open_roads: MilliVp,
    pub contacts: MilliVp,
    pub features: [MilliVp; Feature::ALL.len()],
    /// For a complete set of buildings, and for the next one by the parts already there.
    pub sets: MilliVp,
    pub begun_sets: [MilliVp; 3],
    /// By feature that is compared, and by standing.
    pub majorities: [[MilliVp; STANDINGS]; Feature::ALL.len()],
    /// The features that are compared.
    pub compared: FeatureSet,
    /// For an area by terrain and whether it covers three tiles or more.
    areas: [[ByOpenEdges; 2]; Terrain::ALL.len()],
    /// The terrains whose areas or lakes are worth anything.
    pub paying: Terrains,
    /// The terrains whose areas are paid for by what is in them, or by their open edges.
    by_features: Terrains,
    /// For an open mountain area by brochs, beyond `brochs`.
    begun_brochs: [MilliVp; 3],
    /// For a mountain area by brochs, from none to three and more.
    brochs: [MilliVp; 4],
    harbour: MilliVp,
    /// For an open water area with only ships, and with only lighthouses.
    begun_harbours: [MilliVp; 2],
    /// For each water edge that faces an empty place.
    open_water: MilliVp,
    /// For each tile of the largest lake and of the largest range, and for each cattle of the largest herd.
    pub largest: [ByOpenEdges; Largest::ALL.len()],
    /// Whether any of these is paid for.
    pub pays_largest: bool,
    /// For each farm on a tile of a water area.
    pub lake_houses: ByOpenEdges,
    /// How much a scroll counts: 1000, and twice that if its area is completed.
    pub scroll: ByOpenEdges,
    /// By kind of scroll: in thousandths, what it will count besides what is there.
    pub scroll_growth: [MilliVp; ScrollKind::ALL.len()],
    /// Thousandths of the connected tiles that count as the longest road.
    pub longest_road: MilliVp,
    /// How often the best scroll is scored during the game.
    pub scroll_of_choice: MilliVp,
    /// For each VP of the scroll that a score-again tablet counts.
    pub score_again: MilliVp,
    /// By kind of tablet.
    pub tablets: [MilliVp; Tablet::ALL.len()],
    /// What a borderland tile is worth that is not laid.
    pub borderland: MilliVp,
    /// Whether tunnels are seen.
    pub sees_tunnels: bool,
    /// Whether a scoring tile still pays for animals at farms.
    pub pays_farms: bool,
    /// What no printed scoring tile pays for, only those of users' files.
    more: More,
}

/// Prices of what no printed scoring tile pays for.
#[derive(Clone, Debug, Default)]
struct More {
    /// Areas of other kinds: what one pays by open edges.
    areas: Vec<(AreaKind, ByOpenEdges)>,
    /// Sets of other features: what a complete one pays, and the next one by thirds of its parts that are there.
    sets: Vec<(FeatureSet, MilliVp, [MilliVp; 3])>,
    /// Features other than cattle on tiles that are connected to the castle.
    connected: Vec<(Feature, MilliVp)>,
}

/// What a part of a scoring tile that is about gold makes each gold worth more, with so many scorings to come.
pub(super) fn gold_worth(part: &PaymentPart, cap: u16, times: MilliVp, stage: &Stage) -> MilliVp {
    match part.pays {
        Pays::Most(points) => {
            let [first, second] = points.map(|points| MilliVp::from(points.min(cap)));
            times * stage.most_gold * (first + second) / MOST_POINTS
        }
        // Gold is spent and comes again: it counts for the next scoring.
        Pays::Each { points, per } => VP * MilliVp::from(points) / MilliVp::from(per),
        Pays::Steps(_) => 0,
    }
}

/// Points for the most and the second most, as printed.
const MOST: [MilliVp; 2] = [5, 2];

/// Their sum.
const MOST_POINTS: MilliVp = MOST[0] + MOST[1];

impl SummaryPrices {
    /// The prices by a judgement, given how often each scoring tile still scores.
    pub fn new<'p>(stage: &Stage, scorings: impl Iterator<Item = (&'p Payment, ScoringsLeft)>, future: Future) -> Self {
        let Future { to_come, gold, .. } = future;
        let mut prices = Self {
            contacts: stage.contacts,
            open_roads: stage.open_roads[0],
            road_whisky: MilliVp::from(to_come) * gold + stage.barrels[0] - stage.barrels[1],
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
        prices.pays_largest = Largest::ALL.into_iter().any(|largest| prices.pays_for_largest(largest));
        prices.by_features = Terrain::ALL.into_iter().filter(|&terrain| prices.pays_for_features(terrain)).collect();
        prices.paying = Terrain::ALL.into_iter().filter(|&terrain| prices.pays_for(terrain)).collect();
        prices
    }

    /// Sets what only modules need.
    fn expand(&mut self, expansions: &Expansions, future: Future) {
        let to_come = MilliVp::from(future.to_come);
        for (growth, each) in self.scroll_growth[ScrollKind::IN_BASE..].iter_mut().zip(expansions.scroll_growth) {
            *growth = each * to_come;
        }
        self.scroll_growth[ScrollKind::Gold as usize] += expansions.gold_at_end;
        self.longest_road = expansions.longest_road;
        let gold = if future.vp_barrels_earn_gold { future.gold } else { 0 };
        self.road_vp_barrels = (VP + gold) * to_come + expansions.vp_barrels;
        self.score_again = VP;
        self.tablets = Tablet::ALL.map(|tablet| expansions.tablet(tablet, to_come));
        self.borderland = expansions.borderland * to_come;
        self.sees_tunnels = true;
    }

    /// Whether the largest area of a kind is paid for; if so, a completed one always is.
    #[inline]
    pub fn pays_for_largest(&self, largest: Largest) -> bool {
        self.largest[largest as usize][0] != 0
    }

    /// Whether farms at lakes are paid for.
    #[inline]
    pub fn pays_lake_houses(&self) -> bool {
        self.lake_houses[0] != 0
    }

    /// Whether any area of this terrain can be worth anything, whatever is in it.
    fn pays_for(&self, terrain: Terrain) -> bool {
        let houses = terrain == Terrain::Water && self.pays_lake_houses();
        let by_size = Largest::ALL
            .into_iter()
            .filter(|largest| largest.terrain() == terrain)
            .any(|largest| is_any(&self.largest[largest as usize]));
        let by_kind = || self.more.areas.iter().any(|(kind, _)| kind.terrain.is_none_or(|other| other == terrain));
        let tables = self.areas[terrain as usize].as_flattened();
        self.by_features.has(terrain) || houses || by_size || is_any(tables) || by_kind()
    }

    /// Whether areas of this terrain are paid for by what is in them, or by their open edges.
    fn pays_for_features(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Pasture => false,
            Terrain::Mountain => is_any(&self.brochs) || is_any(&self.begun_brochs),
            Terrain::Water => self.harbour != 0 || is_any(&self.begun_harbours) || self.open_water != 0,
        }
    }

    /// Whether anything counts that in printed games only modules bring.
    pub fn has_more(&self) -> bool {
        self.rows != 0 || self.diagonal != 0 || self.pays_lake_houses()
    }

    /// What the features of a tile pay beyond cattle once it is connected to the castle.
    #[inline]
    pub fn connected_features(&self, tile: &Tile) -> MilliVp {
        if self.more.connected.is_empty() {
            return 0;
        }
        self.more.connected.iter().map(|&(feature, price)| MilliVp::from(tile.features.of(feature)) * price).sum()
    }

    /// What is paid for sets other than those of buildings.
    #[inline]
    pub fn other_sets(&self, features: FeatureCounts) -> MilliVp {
        if self.more.sets.is_empty() {
            return 0;
        }
        self.more
            .sets
            .iter()
            .map(|&(set, price, begun)| {
                let complete = set.iter().map(|feature| features.of(feature)).min().unwrap_or(0);
                let parts = set.iter().filter(|&feature| features.of(feature) > complete).count();
                MilliVp::from(complete) * price + begun[parts * begun.len() / set.len().max(1)]
            })
            .sum()
    }

    /// Adds what a part of a scoring tile pays.
    ///
    /// What is there only in part is worth as much for other points as it is for the printed ones.
    fn add(&mut self, part: &PaymentPart, cap: u16, times: ScoringsLeft, stage: &Stage) {
        let ScoringsLeft { all, later } = times;
        let (points, per) = match part.pays {
            Pays::Each { points: 0, .. } => return,
            Pays::Each { points, per } => (MilliVp::from(points), MilliVp::from(per)),
            Pays::Steps(points) => return self.add_brochs(points, all, later, stage),
            Pays::Most(points) => return self.add_majority(part.tally, points, cap, all, stage),
        };
        let price = VP * points / per * all;
        // What the judgement says of something unfinished, where so many points are printed for it.
        let begun = |worth: MilliVp, printed: MilliVp| worth * points / per / printed;
        match part.tally {
            Countable::Squares => self.squares += price,
            Countable::Columns => self.columns += price,
            Countable::Rows => self.rows += price,
            Countable::Diagonal => self.diagonal += price,
            Countable::Feature(feature) => self.features[feature as usize] += price,
            Countable::Sets(BUILDINGS) => {
                self.sets += price;
                for (parts, worth) in (1..).zip(stage.begun_sets) {
                    self.begun_sets[parts] += begun(worth, 5) * later;
                }
            }
            Countable::Sets(features) => {
                let [one, two] = stage.begun_sets.map(|worth| begun(worth, 5) * later);
                self.more.sets.push((features, price, [0, one, two]));
            }
            Countable::FarmAnimals => self.add_farms(price, stage.begun_farms.map(|worth| begun(worth, 1) * later)),
            Countable::RoadTiles => {
                self.road_tiles += price;
                self.open_roads = stage.open_roads[1];
            }
            Countable::Connected(Feature::Cattle) => {
                let unconnected = begun(stage.unconnected_cattle, 2) * later;
                self.road_cattle += price - unconnected;
                self.features[Feature::Cattle as usize] += unconnected;
                self.open_roads = stage.open_roads[1];
            }
            Countable::Connected(feature) => {
                self.more.connected.push((feature, price));
                self.open_roads = stage.open_roads[1];
            }
            Countable::Areas(AreaKind::HARBOUR) => {
                self.harbour += price;
                for (sum, worth) in self.begun_harbours.iter_mut().zip(stage.begun_harbours) {
                    *sum += begun(worth, 3) * later;
                }
            }
            Countable::Areas(kind) => self.add_areas(kind, all, later, stage, points, per),
            // Each of them, whatever is in it.
            Countable::MountainsByBrochs => self.add_brochs([points as u16 / per as u16; 3], all, later, stage),
            Countable::LargestLake => self.add_largest(Largest::Lake, all, later, stage, points, per),
            Countable::LargestRange => self.add_largest(Largest::Range, all, later, stage, points, per),
            Countable::LargestHerd => self.largest[Largest::Herd as usize].iter_mut().for_each(|sum| *sum += price),
            Countable::OpenWater => self.open_water += price,
            Countable::LakeHouses => {
                let completion = &stage.completion[Terrain::Water as usize];
                let once = with_completed(1000 * all, &completion.map(|chance| chance * later));
                self.lake_houses.iter_mut().zip(once).for_each(|(sum, once)| *sum += once * points / per);
            }
            Countable::BestScroll => self.scroll_of_choice += all * points / per,
            // Gold is priced by the outlook.
            Countable::Gold => {}
        }
    }

    /// Adds a scoring tile that pays these points for mountain areas with one, two and three or more brochs.
    fn add_brochs(&mut self, points: [u16; 3], all: MilliVp, later: MilliVp, stage: &Stage) {
        // As printed: 1, 3 and 6.
        const PRINTED: MilliVp = 1 + 3 + 6;
        let points = points.map(MilliVp::from);
        for (sum, points) in self.brochs[1..].iter_mut().zip(points) {
            *sum += VP * points * all;
        }
        for (sum, worth) in self.begun_brochs.iter_mut().zip(stage.begun_brochs) {
            *sum += worth * points.iter().sum::<MilliVp>() / PRINTED * later;
        }
    }

    /// Adds a scoring tile that pays these points for the most and the second most of a feature.
    fn add_majority(&mut self, tally: Countable, points: [u16; 2], cap: u16, all: MilliVp, stage: &Stage) {
        // Gold is priced by the outlook.
        let Countable::Feature(feature) = tally else { return };
        let [first, second] = points.map(|points| MilliVp::from(points.min(cap)));
        // Most other features are about as frequent as ships, so the same table serves.
        let table = if feature == Feature::Whisky { &stage.most_whisky } else { &stage.most_ships };
        for (standing, (sum, vp)) in self.majorities[feature as usize].iter_mut().zip(table).enumerate() {
            // Without any both places are open; from a tie on the first one is at stake, behind that mostly the second.
            *sum += all
                * match standing {
                    0 => vp * (first + second) / MOST_POINTS,
                    AT_PAR.. => vp * first / MOST[0],
                    _ => vp * second / MOST[1],
                };
        }
        self.compared.extend([feature]);
    }

    /// Removes what is ignored.
    pub fn ignore(&mut self, ignored: IgnoredTerms) {
        if ignored.scrolls {
            self.scroll = [0; OPEN_EDGES + 1];
            self.score_again = 0;
        }
        if ignored.roads {
            (self.road_tiles, self.road_cattle, self.open_roads) = (0, 0, 0);
        }
        if ignored.income {
            self.road_whisky = 0;
        }
        if ignored.tablets {
            (self.score_again, self.tablets) = (0, [0; Tablet::ALL.len()]);
        }
        if ignored.borderlands {
            self.borderland = NEVER;
        }
        if ignored.tunnels {
            (self.sees_tunnels, self.road_vp_barrels) = (false, 0);
        }
    }

    /// Adds a scoring tile that pays these points for so much of the size of the largest completed area of a kind.
    fn add_largest(
        &mut self,
        largest: Largest,
        all: MilliVp,
        later: MilliVp,
        stage: &Stage,
        points: MilliVp,
        per: MilliVp,
    ) {
        let once = with_completed(1000 * all, &stage.lake_completion.map(|chance| chance * later));
        self.largest[largest as usize].iter_mut().zip(once).for_each(|(sum, once)| *sum += once * points / per);
    }

    fn add_farms(&mut self, price: MilliVp, [farm, animal]: [MilliVp; 2]) {
        self.pays_farms = true;
        self.animals_at_farms += price - animal;
        self.features[Feature::Farm as usize] += farm;
        self.features[Feature::Sheep as usize] += animal;
        self.features[Feature::Cattle as usize] += animal;
    }

    /// Adds a scoring tile that pays for each area of a kind.
    ///
    /// A completed area pays at every scoring, an open one, if it has to be completed, at later ones if it is in time.
    fn add_areas(
        &mut self,
        kind: AreaKind,
        all: MilliVp,
        later: MilliVp,
        stage: &Stage,
        points: MilliVp,
        per: MilliVp,
    ) {
        let by_edges = |terrain: Terrain| {
            if !kind.completed {
                return [VP * all * points / per; OPEN_EDGES + 1];
            }
            let completion = stage.completion[terrain as usize].map(|chance| chance * later);
            with_completed(VP * all, &completion).map(|once| once * points / per)
        };
        let is_tabulated = kind.completed && kind.with.is_empty() && [0, 1, 3].contains(&kind.least);
        for terrain in Terrain::ALL.into_iter().filter(|&terrain| kind.terrain.is_none_or(|only| only == terrain)) {
            if is_tabulated {
                for is_large in [false, true].into_iter().filter(|&is_large| is_large || kind.least < 3) {
                    let prices = &mut self.areas[terrain as usize][usize::from(is_large)];
                    prices.iter_mut().zip(by_edges(terrain)).for_each(|(price, once)| *price += once);
                }
            } else {
                // Whether it is completed is in the prices.
                let kind = AreaKind { terrain: Some(terrain), completed: false, ..kind };
                self.more.areas.push((kind, by_edges(terrain)));
            }
        }
    }

    /// What a single area pays.
    #[inline]
    pub fn area(&self, area: &Area) -> MilliVp {
        if !self.paying.has(area.terrain()) {
            return 0;
        }
        let is_large = usize::from(area.is_large());
        let mut completed = self.areas[area.terrain() as usize][is_large][edges(area)];
        if !self.more.areas.is_empty() {
            let kinds = self.more.areas.iter().filter(|(kind, _)| area.is_of(kind));
            completed += kinds.map(|(_, prices)| prices[edges(area)]).sum::<MilliVp>();
        }
        if !self.by_features.has(area.terrain()) {
            return completed;
        }
        completed
            + match area.terrain() {
                Terrain::Pasture => 0,
                Terrain::Mountain => self.mountain(area),
                Terrain::Water => self.harbour(area) + self.open_water * MilliVp::from(area.open_edges()),
            }
    }

    #[inline]
    fn mountain(&self, area: &Area) -> MilliVp {
        let begun = if area.is_completed() { None } else { self.begun_brochs.get(usize::from(area.brochs())) };
        self.brochs[usize::from(area.brochs()).min(3)] + begun.unwrap_or(&0)
    }

    #[inline]
    fn harbour(&self, area: &Area) -> MilliVp {
        match (area.ships() > 0, area.lighthouses() > 0) {
            (true, true) => self.harbour,
            (false, false) => 0,
            (ships, _) => MilliVp::from(!area.is_completed()) * self.begun_harbours[usize::from(!ships)],
        }
    }
}

fn is_any(table: &[MilliVp]) -> bool {
    table.iter().any(|&worth| worth != 0)
}

/// The index into a table by open edges.
#[inline]
pub(super) fn edges(area: &Area) -> usize {
    usize::from(area.open_edges()).min(OPEN_EDGES)
}

fn with_completed(completed: MilliVp, open: &[MilliVp; OPEN_EDGES]) -> ByOpenEdges {
    std::array::from_fn(|edges| if edges == 0 { completed } else { open[edges - 1] })
}
