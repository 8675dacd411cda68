//! Empty places of a territory: what any tile would meet there, whatever it shows.

use engine::skye::territory::ground::TileSet;
use engine::skye::tile::Edges;
use engine::skye::{Module, Place, Placement, SIDES, ScoringTile, Side, Territory};

use super::super::outlook::Outlook;
use super::super::worth::MilliVp;
use super::merger::{self, Met};
use super::road_parts::{self, RoadId};
use super::{Estate, Outskirts};

/// An empty place next to a tile.
#[derive(Copy, Clone, Debug)]
pub(super) struct Site {
    /// Where.
    pub place: Place,
    /// What any tile there adds by its place alone: squares, lines, shared edges.
    pub worth: MilliVp,
    /// Whether it makes a column with three in a row, and a row with three side by side.
    pub makes_column: bool,
    pub makes_row: bool,
    /// Whether a tile there makes a borderland tile beside it flip.
    pub flips: bool,
    /// By side the area of the territory that would be met.
    pub areas: [Met; 4],
    /// Whether one of these areas has a scroll.
    pub meets_scrolls: bool,
    /// By side the road that would be met.
    pub roads: [RoadId; 4],
    /// The sides with a neighbour.
    pub closed: Edges,
    /// Whether there is a farm on one of the eight places around.
    pub is_near_farm: bool,
    /// Animals around that are not at a farm yet.
    pub animals_around: u16,
}

impl Estate<'_> {
    /// The site at this place, which has neighbours on these sides.
    pub(super) fn examine_site(&self, place: Place, closed: Edges) -> Site {
        let Outskirts { roads, grid, diagonals, flips, .. } = self.outskirts();
        let (outlook, prices) = (self.outlook, &self.outlook.prices);
        let near = if outlook.pays(ScoringTile::FarmAnimals) { grid.near(place) } else { TileSet::EMPTY };
        let addition = self.shape.addition_at(outlook.counts_rows, grid, place, closed);
        let diagonal = diagonals.as_ref().is_some_and(|diagonals| diagonals.grows_at(place));
        let mut site = Site {
            place,
            worth: addition.worth(prices) + MilliVp::from(diagonal) * prices.diagonal,
            makes_column: addition.column,
            makes_row: addition.row,
            flips: flips.iter().any(|(flip, _)| flip.place == place),
            areas: [merger::NONE; 4],
            meets_scrolls: false,
            roads: [road_parts::NONE; 4],
            closed,
            is_near_farm: self.farms.has_farm(near),
            animals_around: self.farms.animals_apart(near),
        };
        for side in closed.iter() {
            let neighbour = grid.get(place.neighbour(side)).expect("a tile on a closed side");
            let (tile, facing) = (self.territory.tile(outlook.game.tiles(), neighbour), side.opposite());
            // Two curved sides lie side by side, but share no edge.
            if !tile.special.curved.has(facing) {
                let part = tile.area_at[facing.index()];
                let area = self.areas().index_of(neighbour, usize::from(part));
                site.areas[side.index()] = area as Met;
                site.meets_scrolls |= self.scrolls.iter().any(|&(other, _)| other == area);
                site.roads[side.index()] = roads.leaving(neighbour, facing);
            }
        }
        site
    }
}

/// A borderland tile that is turned over when a tile is laid at some place: its last free straight side faces it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Flip {
    /// The place.
    pub place: Place,
    /// The index of the borderland tile.
    pub index: usize,
}

impl Flip {
    /// Every such tile of a territory.
    pub fn all(outlook: &Outlook<'_>, territory: &Territory) -> Vec<Self> {
        let tiles = outlook.game.tiles();
        if !outlook.game.has(Module::Borderlands) {
            return Vec::new();
        }
        let last_free = |index: usize| {
            let Placement { tile, place, rotation } = territory.placement(index);
            tiles.borderland(tile)?;
            let curved = tiles.tile(tile, rotation).special.curved;
            let is_free = |side: &Side| !curved.has(*side) && territory.neighbour(index, *side).is_none();
            let mut free = SIDES.into_iter().filter(is_free);
            let first = free.next()?;
            free.next().is_none().then(|| Self { place: place.neighbour(first), index })
        };
        (0..territory.len()).filter_map(last_free).collect()
    }
}
