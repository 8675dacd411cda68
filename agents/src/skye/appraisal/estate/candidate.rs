//! A candidate for placement: the part of a tile's gain that does not depend on its place.

use std::cell::OnceCell;

use engine::skye::tile::MAX_AREAS_PER_TILE;
use engine::skye::{Area, Rotation, SIDES, Tablet, Tile, TileId};
use tinyvec::ArrayVec;

use super::merger::{Merger, NONE};
use super::summary::TerritorySummary;
use crate::skye::appraisal::outlook::prices::{Largest, Terrains};
use crate::skye::{MilliVp, Outlook};

/// A tile without neighbours. The numbers of its areas are those of the tile as printed, whatever its rotation.
pub(super) struct LoneTile<'a> {
    /// The tile as printed.
    pub tile: &'a Tile,
    /// The worth of each of its areas alone.
    pub area_worths: [MilliVp; MAX_AREAS_PER_TILE],
    /// The worth of all of them.
    pub worth: MilliVp,
    /// By side as printed, the number of its area there; [`NONE`] if that does not count.
    parts: [u8; SIDES.len()],
    /// The kinds of largest area that are paid for and that it may add to.
    pub largest: ArrayVec<[Largest; Largest::ALL.len()]>,
    /// True if one of them has no open edge, whatever its neighbours.
    pub has_completed: bool,
}

impl<'a> LoneTile<'a> {
    /// A tile; areas of these terrains count.
    pub fn new(outlook: &Outlook, tile: &'a Tile, counting: Terrains) -> Self {
        let mut lone = Self {
            tile,
            area_worths: [0; MAX_AREAS_PER_TILE],
            worth: 0,
            parts: tile.area_at,
            largest: ArrayVec::new(),
            has_completed: false,
        };
        let mut terrains = Terrains::default();
        for (part, (area, worth)) in tile.areas.iter().zip(&mut lone.area_worths).enumerate() {
            if counting.has(area.terrain) {
                let area = Area::of_tile(tile, part, 0);
                lone.has_completed |= area.is_completed();
                *worth = outlook.prices.areas.worth(&area);
                lone.worth += *worth;
                terrains.extend([area.terrain()]);
            } else {
                lone.parts.iter_mut().filter(|other| usize::from(**other) == part).for_each(|part| *part = NONE);
            }
        }
        let paid = outlook.prices.areas.paid_largest().filter(|largest| terrains.has(largest.terrain()));
        lone.largest.extend(paid);
        lone
    }

    /// By side in a rotation, the number of its area there; [`NONE`] if that does not count, or the side has all bits here.
    #[inline]
    pub fn parts_at(&self, rotation: Rotation, without: [u8; SIDES.len()]) -> [u8; SIDES.len()] {
        let turned = u32::from_le_bytes(self.parts).rotate_left(u8::BITS * rotation.quarter_turns() as u32);
        (turned | u32::from_le_bytes(without)).to_le_bytes()
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
    /// The tile by rotation.
    pub turned: [&'a Tile; Rotation::ALL.len()],
    /// What is the same in all rotations.
    pub lone: LoneTile<'a>,
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
    pub fn add_tablet(&mut self, outlook: &Outlook, tile: TileId) {
        if let Some(tablet) = outlook.game.tiles().druid(tile).and_then(|druid| druid.tablet) {
            self.tablets += outlook.prices.tablets[tablet as usize];
            self.score_again += u16::from(tablet == Tablet::ScoreAgain);
        }
    }
}
