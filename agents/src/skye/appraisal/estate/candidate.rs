//! A candidate for placement: the part of a tile's gain that does not depend on its place.

use std::cell::OnceCell;

use engine::skye::tile::MAX_AREAS_PER_TILE;
use engine::skye::{Area, Rotation, Tablet, Tile, TileId};

use super::merger::Merger;
use super::summary::TerritorySummary;
use crate::skye::appraisal::outlook::prices::Terrains;
use crate::skye::{MilliVp, Outlook};

/// A tile in one rotation, without neighbours.
pub(super) struct RotatedTile<'a> {
    /// The tile.
    pub tile: &'a Tile,
    /// The worth of each of its areas alone.
    areas: [MilliVp; MAX_AREAS_PER_TILE],
    /// The worth of all of them.
    pub worth: MilliVp,
    /// Its areas that count: bit i for area i.
    pub counting: u8,
    /// The terrains of its areas that count.
    pub terrains: Terrains,
    /// True if one of them has no open edge, whatever its neighbours.
    pub has_completed: bool,
}

impl<'a> RotatedTile<'a> {
    /// A tile; areas of these terrains count.
    pub fn new(outlook: &Outlook<'_>, tile: &'a Tile, counting: Terrains) -> Self {
        let mut rotated = Self {
            tile,
            areas: [0; MAX_AREAS_PER_TILE],
            worth: 0,
            counting: 0,
            terrains: Terrains::default(),
            has_completed: false,
        };
        for (part, (area, worth)) in tile.areas.iter().zip(&mut rotated.areas).enumerate() {
            if counting.has(area.terrain) {
                let area = Area::of_tile(tile, part, 0);
                rotated.has_completed |= area.is_completed();
                *worth = outlook.area_worth(&area);
                rotated.worth += *worth;
                rotated.counting |= 1 << part;
                rotated.terrains.extend([area.terrain()]);
            }
        }
        rotated
    }

    /// Returns the worth of one of its areas alone.
    #[inline]
    pub fn area_worth(&self, part: usize) -> MilliVp {
        self.areas[part]
    }

    /// One of its areas alone.
    pub fn area(&self, part: usize) -> Area {
        Area::of_tile(self.tile, part, 0)
    }

    /// Its areas without neighbours, as those of tile number `number` of the territory.
    pub fn alone<'m>(&'m self, merger: &'m Merger, number: usize) -> impl Iterator<Item = Area> + 'm {
        let alone = (0..self.tile.areas.len()).filter(|&part| !merger.meets(part));
        alone.map(move |part| Area::of_tile(self.tile, part, number))
    }
}

/// One side of a tile that may be laid.
pub(super) struct TileCandidate<'a> {
    /// By rotation.
    pub rotated: [RotatedTile<'a>; Rotation::ALL.len()],
    /// The worth of its features and of the tablet that it brings.
    pub feature_worth: MilliVp,
    /// The features and scrolls of the territory and the tile, if it joins nothing.
    ///
    /// All else is the territory's.
    pub after: TerritorySummary,
    /// The worth of all scrolls in that case.
    pub scroll_worth: MilliVp,
    /// True if a scroll counts areas.
    pub scrolls_count_areas: bool,
    /// True if it has tunnel entrances that count.
    pub has_tunnels: bool,
    pub has_farm: bool,
    pub animals: u16,
    /// The additional worth of its cattle and barrels once it is connected.
    pub connected_worth: MilliVp,
}

/// A tile that may be laid, with the back of a borderland tile.
///
/// The back is face up at once where both straight sides touch tiles.
pub(super) struct Candidates<'a> {
    /// The tile's id.
    pub tile: TileId,
    /// The tile.
    pub front: TileCandidate<'a>,
    /// The id of its back, and the back, computed on first use.
    pub back: Option<(TileId, OnceCell<TileCandidate<'a>>)>,
}

impl TerritorySummary {
    /// Adds the tablet that a tile brings, if any.
    pub fn add_tablet(&mut self, outlook: &Outlook<'_>, tile: TileId) {
        if let Some(tablet) = outlook.game.tiles().druid(tile).and_then(|druid| druid.tablet) {
            self.tablets += outlook.prices.tablets[tablet as usize];
            self.score_again += u16::from(tablet == Tablet::ScoreAgain);
        }
    }
}
