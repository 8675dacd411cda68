//! Empty places of a territory: what any tile would meet there, whatever it shows.

use engine::skye::territory::ground::TileSet;
use engine::skye::tile::Edges;
use engine::skye::{Place, SIDES, ScoringTile, Side, Territory, Tiles};

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
    /// What any tile there adds by its place alone: squares, columns, shared edges.
    pub worth: MilliVp,
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
        let pays_farms = outlook.pays(ScoringTile::FarmAnimals);
        let site = |place: Place| {
            let near = if pays_farms { grid.near(place) } else { TileSet::EMPTY };
            let neighbours = SIDES.map(|side| grid.get(place.neighbour(side)));
            let mut site = Self {
                place,
                worth: shape.worth_at(outlook, grid, place, &neighbours),
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
        let facing = side.opposite().index();
        let part = territory.tile(tiles, neighbour).area_at[facing];
        self.areas[side.index()] = territory.areas().index_of(neighbour, usize::from(part)) as Met;
        self.roads[side.index()] = roads.leaving(neighbour, side.opposite());
        self.closed = self.closed.with(side);
    }
}
