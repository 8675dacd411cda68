//! Empty places of a territory: what any tile would meet there, whatever it shows.

use engine::skye::shape::Diagonals;
use engine::skye::territory::ground::TileSet;
use engine::skye::tile::Edges;
use engine::skye::{Module, Place, Placement, SIDES, ScoringTile, Side, Territory, Tiles};

use super::super::outlook::Outlook;
use super::super::worth::MilliVp;
use super::farms::Farms;
use super::grid::Grid;
use super::merger::{self, Met};
use super::road_parts::{self, RoadId, RoadParts};
use super::shape::Shape;

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
    /// By side the road that would be met.
    pub roads: [RoadId; 4],
    /// The sides with a neighbour.
    pub closed: Edges,
    /// Whether there is a farm on one of the eight places around.
    pub is_near_farm: bool,
    /// Animals around that are not at a farm yet.
    pub animals_around: u16,
}

impl Site {
    /// Every such place of a territory, in the order of its frontier.
    #[inline]
    pub fn all(
        outlook: &Outlook<'_>,
        territory: &Territory,
        grid: &Grid,
        shape: &Shape,
        farms: &Farms,
        roads: &RoadParts,
    ) -> Vec<Self> {
        let tiles = outlook.game.tiles();
        let prices = &outlook.prices;
        let diagonals = (prices.diagonal != 0).then(|| Diagonals::of(territory));
        let flipping = flipping(outlook, territory);
        let pays_farms = outlook.pays(ScoringTile::FarmAnimals);
        let site = |place: Place| {
            let near = if pays_farms { grid.near(place) } else { TileSet::EMPTY };
            let neighbours = SIDES.map(|side| grid.get(place.neighbour(side)));
            let addition = shape.addition_at(outlook.counts_rows, grid, place, &neighbours);
            let diagonal = diagonals.as_ref().is_some_and(|diagonals| diagonals.grows_at(place));
            let mut site = Self {
                place,
                worth: addition.worth(prices) + MilliVp::from(diagonal) * prices.diagonal,
                makes_column: addition.column,
                makes_row: addition.row,
                flips: flipping.contains(&place),
                areas: [merger::NONE; 4],
                roads: [road_parts::NONE; 4],
                closed: Edges::NONE,
                is_near_farm: farms.has_farm(near),
                animals_around: farms.animals_apart(near),
            };
            for (side, neighbour) in SIDES.into_iter().zip(neighbours) {
                if let Some(neighbour) = neighbour {
                    site.meet(tiles, territory, roads, side, neighbour);
                }
            }
            site
        };
        territory.frontier().map(site).collect()
    }

    /// Notes the tile on one side.
    fn meet(&mut self, tiles: &Tiles, territory: &Territory, roads: &RoadParts, side: Side, neighbour: usize) {
        self.closed = self.closed.with(side);
        let (tile, facing) = (territory.tile(tiles, neighbour), side.opposite());
        if tile.special.curved.has(facing) {
            // Two curved sides lie side by side, but share no edge.
            return;
        }
        let part = tile.area_at[facing.index()];
        self.areas[side.index()] = territory.areas().index_of(neighbour, usize::from(part)) as Met;
        self.roads[side.index()] = roads.leaving(neighbour, facing);
    }
}

/// The places where a tile makes a borderland tile beside it flip: its last free straight side faces them.
fn flipping(outlook: &Outlook<'_>, territory: &Territory) -> Vec<Place> {
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
        free.next().is_none().then(|| place.neighbour(first))
    };
    (0..territory.len()).filter_map(last_free).collect()
}
