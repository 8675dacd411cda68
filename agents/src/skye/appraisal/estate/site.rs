//! Empty places of a territory, and the surroundings of a tile there.

use engine::skye::{Edges, Module, Place, Placement, SIDES, Territory};

use super::merger::Met;
use super::road_parts::RoadId;
use crate::skye::{MilliVp, Outlook};

/// An empty place next to a tile.
#[derive(Copy, Clone, Debug)]
pub(super) struct Site {
    /// The place.
    pub place: Place,
    /// The worth that any tile adds at this place: squares, lines, shared edges.
    pub worth: MilliVp,
    /// True if it completes a column of three, or a row of three.
    pub makes_column: bool,
    pub makes_row: bool,
    /// True if a tile there turns over a neighbouring borderland tile.
    pub flips: bool,
    /// By side, the area of the territory that a tile meets.
    pub areas: [Met; 4],
    /// By side, all bits if a tile meets no area, otherwise none.
    pub free: [u8; SIDES.len()],
    /// True if one of these areas has a scroll.
    pub meets_scrolls: bool,
    /// By side, the road that a tile meets.
    pub roads: [RoadId; 4],
    /// True if a tile there may become connected to the castle.
    pub may_connect: bool,
    /// The sides with a neighbour.
    pub closed: Edges,
    /// True if there is a farm on one of the eight places around.
    pub is_near_farm: bool,
    /// Animals around that are not at a farm yet.
    pub animals_around: u16,
}

/// A borderland tile that is turned over when a tile is laid at some place.
///
/// Its last free straight side faces that place.
#[derive(Copy, Clone, Debug)]
pub(super) struct Flip {
    /// The place.
    pub place: Place,
    /// The index of the borderland tile.
    pub index: usize,
}

impl Flip {
    /// Every such tile of a territory.
    pub fn all(outlook: &Outlook, territory: &Territory) -> Vec<Self> {
        let tiles = outlook.game.tiles();
        if !outlook.game.has(Module::Borderlands) {
            return Vec::new();
        }
        (0..territory.len())
            .filter_map(|index| {
                let Placement { tile, place, rotation } = territory.placement(index);
                tiles.borderland(tile)?;
                let curved = tiles.tile(tile, rotation).special.curved;
                let mut free =
                    SIDES.into_iter().filter(|side| !curved.has(*side) && territory.neighbour(index, *side).is_none());
                let first = free.next()?;
                free.next().is_none().then(|| Self { place: place.neighbour(first), index })
            })
            .collect()
    }
}
