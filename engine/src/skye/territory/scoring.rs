//! The awards of scoring tiles and scrolls.

use std::cmp::Reverse;

use tinyvec::ArrayVec;

use super::laid_tiles::LaidTiles;
use super::longest_road::RoadGraph;
use super::shape::LineSet;
use crate::MAX_SEATS;
use crate::skye::printed::scoring_tile::BUILDINGS;
use crate::skye::{
    Area, AreaKind, Areas, Countable, Feature, Payment, PaymentPart, Pays, Place, Rules, ScoringTile, ScrollCriterion,
    ScrollKind, Terrain, Territory, Tile, TileId, Tiles,
};

/// Points by seat.
pub type BySeat = ArrayVec<[u16; MAX_SEATS]>;

/// One territory whose features are counted.
#[derive(Copy, Clone, Debug)]
pub struct Survey<'a> {
    tiles: &'a Tiles,
    territory: &'a Territory,
}

impl<'a> Survey<'a> {
    /// Starts a survey of a territory.
    #[inline]
    pub fn of(tiles: &'a Tiles, territory: &'a Territory) -> Self {
        Self { tiles, territory }
    }

    /// The territory.
    pub fn territory(&self) -> &'a Territory {
        self.territory
    }

    /// Its areas.
    #[inline]
    pub fn areas(&self) -> &'a Areas {
        self.territory.areas()
    }

    /// Counts this feature in the whole territory; for whisky, tiles with barrels.
    #[inline]
    pub fn count(&self, feature: Feature) -> u16 {
        self.territory.features().of(feature)
    }

    /// Gold that barrels earn: one for each connected tile with barrels, under these rules.
    pub fn barrel_income(&self, rules: &Rules) -> u16 {
        if self.count(Feature::Whisky) == 0 {
            return 0;
        }
        self.connected()
            .filter(|tile| tile.gold_barrels || rules.vp_barrels_earn_gold && tile.special.vp_barrels)
            .count() as u16
    }

    /// VP of VP barrels: one for each connected tile that shows some.
    pub fn vp_barrels(&self) -> u16 {
        if self.count(Feature::Whisky) == 0 {
            return 0;
        }
        // Ruling: one for every tile, whatever the number of barrels shown.
        self.connected().filter(|tile| tile.special.vp_barrels).count() as u16
    }

    /// The tiles that roads connect to the castle.
    fn connected(&self) -> impl Iterator<Item = &Tile> {
        self.territory.roads().iter().map(|index| self.territory.tile(self.tiles, index))
    }

    /// VP of a printed scoring tile, as far as it depends on one territory alone.
    ///
    /// For a `most-*` tile it is the count that [`award`] compares. Some tiles need the gold held.
    pub fn measure(&self, scoring: ScoringTile, gold: u16) -> u16 {
        scoring.printed().parts.iter().map(|part| self.measure_part(part, gold)).sum()
    }

    /// VP of a part of a scoring tile, as far as it depends on one territory alone.
    ///
    /// For a majority it is the count that is compared. Some parts need the gold held.
    #[inline]
    pub fn measure_part(&self, part: &PaymentPart, gold: u16) -> u16 {
        match part.pays {
            Pays::Each { points, per: 1 } => self.tally(part.tally, gold).saturating_mul(points),
            Pays::Each { points, per } => (self.tally(part.tally, gold) / per).saturating_mul(points),
            Pays::Steps(points) => {
                self.areas().with_terrain(Terrain::Mountain).map(|area| broch_vp(area, points)).sum()
            }
            Pays::Most(_) => self.tally(part.tally, gold),
        }
    }

    /// Counts the things that a scoring tile counts, given the gold held.
    pub fn tally(&self, tally: Countable, gold: u16) -> u16 {
        match tally {
            Countable::Feature(feature) => self.count(feature),
            Countable::Connected(feature) => self.connected().map(|tile| tile.features.of(feature)).sum(),
            Countable::Sets(BUILDINGS) => self.building_sets(),
            Countable::Sets(features) => self.territory.features().sets(features),
            Countable::Gold => gold,
            Countable::Squares => self.squares(),
            Countable::Columns => self.columns(),
            Countable::Rows => self.rows(),
            // Ruling: the castle is a tile of its diagonals, too.
            Countable::Diagonal => self.territory.fullest_diagonal() as u16,
            // Ruling: the castle counts itself.
            Countable::RoadTiles => self.territory.roads().len() as u16,
            Countable::Areas(AreaKind::COMPLETED) => self.areas().completed().count() as u16,
            Countable::Areas(AreaKind::HARBOUR) => self.harbours(),
            Countable::Areas(kind) => self.areas().iter().filter(|area| area.is_of(&kind)).count() as u16,
            Countable::MountainsByBrochs => {
                self.areas().with_terrain(Terrain::Mountain).filter(|area| area.brochs() > 0).count() as u16
            }
            Countable::FarmAnimals => self.farm_animals(),
            Countable::LargestLake => self.largest_completed(Terrain::Water),
            Countable::LargestRange => self.largest_completed(Terrain::Mountain),
            Countable::LargestHerd => self.areas().with_terrain(Terrain::Pasture).map(Area::cattle).max().unwrap_or(0),
            Countable::OpenWater => self.areas().with_terrain(Terrain::Water).map(Area::open_edges).sum(),
            Countable::LakeHouses => self.farms_at_lakes(),
            Countable::BestScroll => self.best_scroll(gold).map_or(0, |scroll| scroll.vp),
        }
    }

    fn completed_with_terrain(&self, terrain: Terrain) -> impl Iterator<Item = &Area> {
        self.areas().with_terrain(terrain).filter(|area| area.is_completed())
    }

    fn largest_completed(&self, terrain: Terrain) -> u16 {
        self.completed_with_terrain(terrain).map(Area::size).max().unwrap_or(0)
    }

    /// Number of water areas with ship and lighthouse, completed or not.
    fn harbours(&self) -> u16 {
        self.areas().iter().filter(|area| area.ships() > 0 && area.lighthouses() > 0).count() as u16
    }

    /// Farms on tiles that are part of a completed water area.
    ///
    /// Ruling: any water area of the tile, even an inner one; every farm once.
    fn farms_at_lakes(&self) -> u16 {
        if self.count(Feature::Farm) == 0 {
            return 0;
        }
        let tiles = self.territory.tiles(self.tiles).enumerate();
        tiles
            .filter(|(index, tile)| {
                let areas = (0..tile.areas.len()).map(|part| self.areas().containing(*index, part));
                tile.has_farm() && areas.into_iter().any(|area| area.terrain() == Terrain::Water && area.is_completed())
            })
            .map(|(_, tile)| tile.features.of(Feature::Farm))
            .sum()
    }

    fn building_sets(&self) -> u16 {
        self.count(Feature::Broch).min(self.count(Feature::Farm)).min(self.count(Feature::Lighthouse))
    }

    /// Number of 2x2 squares.
    fn squares(&self) -> u16 {
        (0..self.territory.len()).filter(|&index| self.territory.begins_square(index)).count() as u16
    }

    /// Number of columns with a run of three or more tiles. Ruling: each column scores at most once.
    fn columns(&self) -> u16 {
        self.lines(LaidTiles::is_amid_column, |place| place.x)
    }

    /// Number of rows with a run of three or more tiles; each row scores at most once.
    fn rows(&self) -> u16 {
        self.lines(LaidTiles::is_amid_row, |place| place.y)
    }

    /// Number of lines with a tile amid others.
    fn lines(&self, is_amid: impl Fn(&LaidTiles, usize) -> bool, line: impl Fn(Place) -> i8) -> u16 {
        let mut lines = LineSet::default();
        for (index, laid) in self.territory.placements().enumerate() {
            if is_amid(self.territory, index) {
                lines.insert(line(laid.place));
            }
        }
        lines.len() as u16
    }

    /// Animals on a farm's tile or on one of the eight around it, each once.
    fn farm_animals(&self) -> u16 {
        if self.count(Feature::Farm) == 0 {
            return 0;
        }
        let has_farm = |place: Place| {
            self.territory
                .placements()
                .zip(self.territory.tiles(self.tiles))
                .any(|(laid, tile)| tile.has_farm() && laid.place.is_near(place))
        };
        self.territory
            .placements()
            .zip(self.territory.tiles(self.tiles))
            .filter(|(laid, tile)| tile.animals() > 0 && has_farm(laid.place))
            .map(|(_, tile)| tile.animals())
            .sum()
    }

    /// Counts the things that a kind of scroll counts, given the gold held.
    fn counted(&self, counted: ScrollCriterion, gold: u16) -> u16 {
        match counted {
            ScrollCriterion::Feature(feature) => self.count(feature),
            ScrollCriterion::Completed(Some(terrain)) => self.completed_with_terrain(terrain).count() as u16,
            ScrollCriterion::Completed(None) => self.areas().completed().count() as u16,
            ScrollCriterion::BuildingSets => self.building_sets(),
            ScrollCriterion::LongestRoad => RoadGraph::of(self.tiles, self.territory).longest(),
            ScrollCriterion::Harbours => self.harbours(),
            ScrollCriterion::Gold => gold,
            ScrollCriterion::Flat(vp) => vp,
            ScrollCriterion::AnimalPairs => self.count(Feature::Sheep).min(self.count(Feature::Cattle)),
            ScrollCriterion::Rows => self.rows(),
            ScrollCriterion::Columns => self.columns(),
            ScrollCriterion::RowsAndColumns => self.rows() + self.columns(),
        }
    }

    /// VP of a scroll of this kind before doubling, given the gold held.
    pub fn scroll_vp(&self, kind: ScrollKind, gold: u16) -> u16 {
        kind.vp(self.counted(kind.counts(), gold))
    }

    /// Every scroll of the territory in the order laid, given the gold held.
    pub fn scrolls(&self, gold: u16) -> impl Iterator<Item = Scroll> + '_ {
        let tiles = self.territory.placements().zip(self.territory.tiles(self.tiles)).enumerate();
        tiles.filter(|(_, (_, tile))| tile.has_scrolls).flat_map(move |(number, (laid, tile))| {
            tile.scrolls().map(move |(part, kind)| {
                let doubled = self.areas().containing(number, part).is_completed();
                // Ruling: rounded down first, then doubled; the count is over the whole territory.
                let single = self.scroll_vp(kind, gold);
                Scroll { tile: laid.tile, kind, doubled, single, vp: if doubled { 2 * single } else { single } }
            })
        })
    }

    /// The scroll that is worth most now.
    ///
    /// Ties go to the tile with the smallest id as text.
    pub fn best_scroll(&self, gold: u16) -> Option<Scroll> {
        self.best_by(gold, |scroll| scroll.vp)
    }

    /// The scroll that is worth most without doubling.
    ///
    /// Ties go to the tile with the smallest id as text.
    pub fn best_single_scroll(&self, gold: u16) -> Option<Scroll> {
        self.best_by(gold, |scroll| scroll.single)
    }

    fn best_by(&self, gold: u16, worth: impl Fn(&Scroll) -> u16) -> Option<Scroll> {
        let rank = |scroll: &Scroll| (worth(scroll), Reverse(self.tiles.name(scroll.tile)));
        self.scrolls(gold).max_by(|a, b| rank(a).cmp(&rank(b)))
    }
}

/// The worth of one scroll.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scroll {
    /// The tile that shows it.
    pub tile: TileId,
    /// The thing counted.
    pub kind: ScrollKind,
    /// True if its area is completed.
    pub doubled: bool,
    /// Its VP before doubling.
    pub single: u16,
    /// Its VP, after doubling.
    pub vp: u16,
}

/// VP for one mountain area, given the points for one, two, three or more brochs.
#[inline]
pub fn broch_vp(mountain: &Area, points: [u16; 3]) -> u16 {
    match mountain.brochs() {
        0 => 0,
        1 => points[0],
        2 => points[1],
        _ => points[2],
    }
}

/// VP of one printed scoring tile for every seat, from each seat's [`Survey::measure`].
#[inline]
pub fn award(scoring: ScoringTile, measured: &[u16]) -> BySeat {
    award_part(&scoring.printed().parts[0], measured.iter().copied().collect())
}

/// VP of a part of a scoring tile for every seat, from each seat's [`Survey::measure_part`].
#[inline]
fn award_part(part: &PaymentPart, measured: BySeat) -> BySeat {
    match part.pays {
        Pays::Most(points) => majority_vp(&measured, points),
        Pays::Each { .. } | Pays::Steps(_) => measured,
    }
}

/// VP of a scoring tile with this payment for every seat, from its territory and gold.
#[inline]
pub fn pay<'a>(payment: &Payment, seats: impl Iterator<Item = (Survey<'a>, u16)> + Clone) -> BySeat {
    let measured = |part: &PaymentPart| -> BySeat {
        let mut measured = BySeat::new();
        seats.clone().for_each(|(survey, gold)| measured.push(survey.measure_part(part, gold)));
        award_part(part, measured)
    };
    let Some((first, others)) = payment.parts.split_first() else { return seats.map(|_| 0).collect() };
    let mut paid = measured(first);
    for part in others {
        paid.iter_mut().zip(measured(part)).for_each(|(paid, vp)| *paid = paid.saturating_add(vp));
    }
    if payment.is_capped() {
        paid.iter_mut().for_each(|vp| *vp = (*vp).min(payment.cap));
    }
    paid
}

/// Points for the most and for the second most, by seat; a count of zero is never paid.
///
/// Rulebook: if several tie for first, all are paid as first and there is no second; if several tie for second, all are
/// paid as second.
pub fn majority_vp(counts: &[u16], [first, second]: [u16; 2]) -> BySeat {
    counts
        .iter()
        .map(|&count| match 1 + counts.iter().filter(|&&other| other > count).count() {
            _ if count == 0 => 0,
            1 => first,
            // A tie for first leaves rank 2 empty.
            2 => second,
            _ => 0,
        })
        .collect()
}
