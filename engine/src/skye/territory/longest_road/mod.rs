//! The longest route along the roads of a territory.
//!
//! Roads and mountain ranges are the nodes of a multigraph; crossings and tunnel entrances are its edges. A route is a trail, which uses
//! no edge twice, and its length is the number of different tiles of its nodes. Two facts leave little to search:
//!
//! - A trail that cannot be extended uses all edges of its two ends, which then have an odd number of them; or it is closed and uses all
//!   edges of a connected part. A connected part with at most two odd nodes is one trail (Euler 1736).
//! - The edges of a trail are those of a connected subgraph with at most two odd nodes, and vice versa.
//!
//! So a depth-first search only needs to start at odd nodes. That is quick for nearly all territories, which are almost
//! trees. If it takes long, a *frontier* method uses the second fact (Simpath: Knuth, The Art of Computer Programming
//! 4A, 7.1.4, exercise 225; Kawahara et al. 2017): nodes are added one by one, and a subgraph of the edges so far
//! matters only by its state at the frontier, the nodes that still have other edges. Dominated subgraphs are dropped.
//! Territories are narrow, so there are few such states.

mod frontier_state;
mod search;

#[cfg(test)]
mod tests;

use search::Search;

use super::Territory;
use crate::skye::printed::place::Side;
use crate::skye::printed::sizes::MAX_TERRITORY;
use crate::skye::printed::tile::MAX_ROADS_PER_TILE;
use crate::skye::printed::tiles::Tiles;

/// A set of tiles: a bit for each.
type TileBits = u64;

const _: () = assert!(MAX_TERRITORY <= TileBits::BITS as usize, "a bit for every tile");
const _: () = assert!(MAX_TERRITORY * MAX_ROADS_PER_TILE <= u8::MAX as usize, "a number for every road");

/// The roads of a territory, and the connections by which a route goes from one to another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoadGraph {
    /// For every road the index of its tile, below 64. A tile can have several separate roads.
    pub tiles: Vec<u8>,
    /// The two roads at every edge between two tiles where roads cross.
    pub crossings: Vec<(u8, u8)>,
    /// For every tunnel entrance its road, and the number of the mountain range that it leads into.
    pub entrances: Vec<(u8, u8)>,
}

impl RoadGraph {
    /// The roads of a territory.
    pub fn of(tiles: &Tiles, territory: &Territory) -> Self {
        let mut graph = Self::default();
        // The number of each tile's first road.
        let mut first = Vec::with_capacity(territory.len());
        for (index, tile) in territory.tiles(tiles).enumerate() {
            first.push(graph.tiles.len() as u8);
            graph.tiles.extend(tile.roads.iter().map(|_| index as u8));
        }
        for (index, tile) in territory.tiles(tiles).enumerate() {
            let road_at = |index: usize, side: Side| {
                let roads = &territory.tile(tiles, index).roads;
                roads.iter().position(|road| road.has(side)).map(|number| first[index] + number as u8)
            };
            // Visits every common edge once, from the tile south or west of it.
            for side in [Side::North, Side::East] {
                let beside = territory.neighbour(index, side).and_then(|other| road_at(other, side.opposite()));
                graph.crossings.extend(road_at(index, side).zip(beside));
            }
            for tunnel in &tile.special.tunnels {
                let road = tile.roads.iter().position(|road| *road == tunnel.road).expect("an entrance is on a road");
                let range = territory.areas().index_of(index, usize::from(tunnel.area));
                graph.entrances.push((first[index] + road as u8, range as u8));
            }
        }
        graph
    }

    /// The most different tiles on a route.
    ///
    /// A route goes along roads from tile to tile, and through mountain ranges from one entrance to another, but uses no crossing and no entrance
    /// twice.
    pub fn longest(&self) -> u16 {
        let mut search = Search::new(self);
        search.run(WALK_STEPS);
        search.best as u16
    }
}
/// Steps that the depth-first search may take in one part of the graph before the frontier method takes over.
const WALK_STEPS: usize = 2000;
