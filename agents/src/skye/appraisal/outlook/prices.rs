//! What the rest of a game pays for each count in a territory's summary.

use engine::skye::areas::Area;
use engine::skye::scoring::broch_vp;
use engine::skye::{Feature, ScoringTile, ScrollKind, Tablet, Terrain};

use super::super::worth::{MilliVp, Times, VP};
use super::expansions::Expansions;
use super::judgement::{Ignored, OPEN_EDGES, STANDINGS, Stage};

/// A set of terrains.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Terrains(u8);

impl Terrains {
    /// Whether the set holds this one.
    #[inline]
    pub fn has(self, terrain: Terrain) -> bool {
        self.0 >> terrain as u8 & 1 == 1
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

impl Terrains {
    /// Every terrain.
    pub const ALL: Self = Self((1 << Terrain::ALL.len()) - 1);

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
pub(crate) struct Prices {
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
    /// For whisky, ships and lighthouses, by standing.
    pub majorities: [[MilliVp; STANDINGS]; 3],
    /// For an area by terrain and whether it covers three tiles or more.
    areas: [[ByOpenEdges; 2]; Terrain::ALL.len()],
    /// The terrains whose areas or lakes are worth anything.
    pub paying: Terrains,
    /// For an open mountain area by brochs, beyond `brochs`.
    begun_brochs: [MilliVp; 3],
    /// How often `mountain-brochs` scores.
    brochs: MilliVp,
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
}

impl Prices {
    /// The prices by a judgement, given how often each scoring tile still scores.
    pub fn new(stage: &Stage, scorings: impl Iterator<Item = (ScoringTile, Times)>, future: Future) -> Self {
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
        for (scoring, times) in scorings.filter(|(_, times)| times.all > 0) {
            prices.add(scoring, times, stage);
        }
        prices.pays_largest = Largest::ALL.into_iter().any(|largest| prices.pays_for_largest(largest));
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
        let is_any = |table: &[MilliVp]| table.iter().any(|&worth| worth != 0);
        let by_features = match terrain {
            Terrain::Pasture => false,
            Terrain::Mountain => self.brochs != 0 || is_any(&self.begun_brochs),
            Terrain::Water => {
                let houses = self.pays_lake_houses();
                self.harbour != 0 || is_any(&self.begun_harbours) || self.open_water != 0 || houses
            }
        };
        let of_terrain = |largest: &Largest| largest.terrain() == terrain;
        let by_size =
            Largest::ALL.into_iter().filter(of_terrain).any(|largest| is_any(&self.largest[largest as usize]));
        by_features || by_size || is_any(self.areas[terrain as usize].as_flattened())
    }

    fn add(&mut self, scoring: ScoringTile, times: Times, stage: &Stage) {
        let Times { all, later, unfinished } = times;
        match scoring {
            ScoringTile::Squares => self.squares = 2 * VP * all,
            ScoringTile::Sheep => self.features[Feature::Sheep as usize] += VP * all,
            ScoringTile::Columns => self.columns = 3 * VP * all,
            ScoringTile::BuildingSets => {
                self.sets = 5 * VP * all;
                self.begun_sets = [0, stage.begun_sets[0] * unfinished, stage.begun_sets[1] * unfinished];
            }
            ScoringTile::MostWhisky => self.majorities[0] = stage.most_whisky.map(|vp| vp * all),
            ScoringTile::MostShips => self.majorities[1] = stage.most_ships.map(|vp| vp * all),
            ScoringTile::FarmAnimals => self.add_farms(all, stage.begun_farms.map(|worth| worth * later)),
            ScoringTile::RoadTiles => {
                self.road_tiles = VP * all;
                self.open_roads = stage.open_roads[1];
            }
            ScoringTile::RoadCattle => {
                self.road_cattle = 2 * VP * all - stage.unconnected_cattle * later;
                self.features[Feature::Cattle as usize] += stage.unconnected_cattle * later;
                self.open_roads = stage.open_roads[1];
            }
            ScoringTile::MountainBrochs => {
                self.brochs = VP * all;
                self.begun_brochs = stage.begun_brochs.map(|worth| worth * later);
            }
            ScoringTile::Harbours => {
                self.harbour = 3 * VP * all;
                self.begun_harbours = stage.begun_harbours.map(|worth| worth * later);
            }
            ScoringTile::LargestLake => self.add_largest(Largest::Lake, all, unfinished, stage),
            ScoringTile::LargestRange => self.add_largest(Largest::Range, all, unfinished, stage),
            ScoringTile::LargestHerd => {
                self.largest[Largest::Herd as usize] = [2 * VP * all; OPEN_EDGES + 1];
            }
            ScoringTile::OpenWater => self.open_water = VP / 2 * all,
            ScoringTile::LakeHouses => {
                let completion = &stage.completion[Terrain::Water as usize];
                self.lake_houses =
                    with_completed(1000 * all, &completion.map(|chance| chance * later)).map(|vp| 3 * vp);
            }
            // Lighthouses are as frequent as ships, so the same table serves.
            ScoringTile::MostLighthouses => self.majorities[2] = stage.most_ships.map(|vp| vp * all),
            ScoringTile::Diagonal => self.diagonal = 2 * VP * all,
            ScoringTile::Rows => self.rows = 3 * VP * all,
            ScoringTile::ScrollOfChoice => self.scroll_of_choice = all,
            ScoringTile::CompletedAreas => self.add_areas(all, later, stage, |_, _| 1),
            ScoringTile::LargeAreas => self.add_areas(all, later, stage, |_, is_large| 3 * MilliVp::from(is_large)),
            ScoringTile::Mountains => self.add_areas(all, later, stage, |terrain, _| match terrain {
                Terrain::Mountain => 2,
                Terrain::Pasture | Terrain::Water => 0,
            }),
            // Gold is priced by the outlook.
            ScoringTile::MostGold => {}
        }
    }

    /// Removes what is ignored.
    pub fn ignore(&mut self, ignored: Ignored) {
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

    /// Adds a scoring tile that pays twice the size of the largest completed area of a kind.
    fn add_largest(&mut self, largest: Largest, all: MilliVp, later: MilliVp, stage: &Stage) {
        self.largest[largest as usize] =
            with_completed(1000 * all, &stage.lake_completion.map(|chance| chance * later)).map(|vp| 2 * vp);
    }

    fn add_farms(&mut self, all: MilliVp, [farm, animal]: [MilliVp; 2]) {
        self.animals_at_farms = VP * all - animal;
        self.features[Feature::Farm as usize] += farm;
        self.features[Feature::Sheep as usize] += animal;
        self.features[Feature::Cattle as usize] += animal;
    }

    /// Adds a scoring tile that pays `vp` for each completed area, by terrain and whether it covers three tiles or more. A
    /// completed area pays at every scoring, an open one at later ones if it is completed in time.
    fn add_areas(&mut self, all: MilliVp, later: MilliVp, stage: &Stage, vp: impl Fn(Terrain, bool) -> MilliVp) {
        for terrain in Terrain::ALL {
            let completion = stage.completion[terrain as usize].map(|chance| chance * later);
            let once = with_completed(VP * all, &completion);
            for is_large in [false, true] {
                let prices = &mut self.areas[terrain as usize][usize::from(is_large)];
                prices.iter_mut().zip(once).for_each(|(price, once)| *price += once * vp(terrain, is_large));
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
        let completed = self.areas[area.terrain() as usize][is_large][edges(area)];
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
        self.brochs * MilliVp::from(broch_vp(area)) + begun.unwrap_or(&0)
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

/// The index into a table by open edges.
#[inline]
pub(super) fn edges(area: &Area) -> usize {
    usize::from(area.open_edges()).min(OPEN_EDGES)
}

fn with_completed(completed: MilliVp, open: &[MilliVp; OPEN_EDGES]) -> ByOpenEdges {
    std::array::from_fn(|edges| if edges == 0 { completed } else { open[edges - 1] })
}
