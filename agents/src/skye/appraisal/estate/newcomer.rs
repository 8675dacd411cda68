//! A tile that might be laid: what it adds wherever it is laid.

use engine::skye::areas::Area;
use engine::skye::tile::{MAX_AREAS_PER_TILE, Tile};
use engine::skye::{Rotation, Terrain, TileId};

use super::super::outlook::Outlook;
use super::super::outlook::prices::Terrains;
use super::super::worth::MilliVp;
use super::summary::{Scrolls, Summary};

/// A tile in one rotation, before it meets anything.
pub(super) struct Lying<'a> {
    /// The tile.
    pub tile: &'a Tile,
    /// What each of its areas is worth alone.
    areas: [MilliVp; MAX_AREAS_PER_TILE],
    /// What all of them are worth.
    pub worth: MilliVp,
    /// Its areas that count: bit i for area i.
    pub counting: u8,
}

impl<'a> Lying<'a> {
    fn new(outlook: &Outlook<'_>, tile: &'a Tile, counting: Terrains) -> Self {
        let mut lying = Self { tile, areas: [0; MAX_AREAS_PER_TILE], worth: 0, counting: 0 };
        for (part, (area, worth)) in tile.areas.iter().zip(&mut lying.areas).enumerate() {
            if counting.has(area.terrain) {
                *worth = outlook.area_worth(&Area::of_tile(tile, part, 0));
                lying.worth += *worth;
                lying.counting |= 1 << part;
            }
        }
        lying
    }

    /// What one of its areas is worth alone.
    #[inline]
    pub fn area_worth(&self, part: usize) -> MilliVp {
        self.areas[part]
    }

    /// Every area that touches an edge or is enclosed, alone, with its number.
    pub fn areas(&self) -> impl Iterator<Item = (usize, Area)> + '_ {
        (0..self.tile.areas.len()).map(|part| (part, self.area(part)))
    }

    /// One of its areas alone.
    pub fn area(&self, part: usize) -> Area {
        Area::of_tile(self.tile, part, 0)
    }

    /// Its water areas alone, with their numbers.
    pub fn lakes(&self) -> impl Iterator<Item = (usize, Area)> + '_ {
        self.areas().filter(|(_, area)| area.terrain() == Terrain::Water)
    }
}

/// A tile that might be laid.
pub(super) struct Newcomer<'a> {
    /// By rotation.
    pub lying: [Lying<'a>; Rotation::ALL.len()],
    /// What its features add.
    pub feature_worth: MilliVp,
    /// The features and scrolls of the territory and the tile, if it joins nothing; the rest is the territory's.
    pub after: Summary,
    /// What all scrolls are worth then.
    pub scroll_worth: MilliVp,
    pub has_farm: bool,
    pub animals: u16,
    /// What its cattle and barrels add once it is connected.
    pub connected_worth: MilliVp,
}

impl<'a> Newcomer<'a> {
    /// Examines a tile for a territory with this summary and this worth of its features; areas of these terrains count.
    pub fn new(
        outlook: &'a Outlook<'_>,
        summary: &Summary,
        feature_worth: MilliVp,
        mut counting: Terrains,
        tile: TileId,
    ) -> Self {
        let tiles = outlook.game.tiles();
        let printed = tiles.as_printed(tile);
        counting.extend(printed.scrolls().map(|(part, _)| printed.areas[part].terrain));
        let lying = Rotation::ALL.map(|rotation| Lying::new(outlook, tiles.tile(tile, rotation), counting));
        let mut after = *summary;
        after.features.add_all(&printed.features);
        for (part, kind) in printed.scrolls() {
            after.scrolls[kind as usize] += outlook.scroll_weight(&Area::of_tile(printed, part, 0));
        }
        Self {
            feature_worth: after.feature_worth(outlook) - feature_worth,
            scroll_worth: if after.scrolls == Scrolls::default() { 0 } else { after.scroll_worth(&outlook.prices) },
            after,
            has_farm: printed.has_farm(),
            animals: printed.animals(),
            connected_worth: outlook.connected_worth(printed),
            lying,
        }
    }
}
