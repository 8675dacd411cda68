//! The tiles of a territory that roads connect to the castle.

use super::place::Side;
use super::territory::{MAX_TERRITORY, Territory};
use super::tile::Edges;
use super::tiles::Tiles;

/// Which tiles are connected to the castle. Indices are those of [`Territory::placements`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RoadNetwork {
    /// Bit i: tile i is connected.
    connected: u32,
    /// For every tile the exits of its roads that are connected: a tile can have separate roads.
    reached: [Edges; MAX_TERRITORY],
}

const _: () = assert!(MAX_TERRITORY <= 32, "a bit for every tile");

impl RoadNetwork {
    /// Follows the roads from the castle: two neighbours are connected if both have an exit on the common edge.
    pub fn of(tiles: &Tiles, territory: &Territory) -> Self {
        let mut network = Self { connected: 1, reached: [Edges::NONE; MAX_TERRITORY] };
        let mut open = [0u8; 4 * MAX_TERRITORY];
        let mut length = 1;
        network.reached[0] = territory.tile(tiles, 0).exits;
        // The castle's roads all meet; `open` holds tiles whose newly reached exits are to be followed.
        while length > 0 {
            length -= 1;
            let index = usize::from(open[length]);
            for side in network.reached[index].iter() {
                let Some(next) = territory.neighbour(index, side) else { continue };
                let entry = side.opposite();
                if network.reached[next].has(entry) {
                    continue;
                }
                if let Some(road) = territory.tile(tiles, next).roads.iter().find(|road| road.has(entry)) {
                    network.reached[next] = network.reached[next].union(*road);
                    network.connected |= 1 << next;
                    open[length] = next as u8;
                    length += 1;
                }
            }
        }
        network
    }

    /// Whether the tile with this index is connected to the castle, as the castle itself is.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.connected >> index & 1 == 1
    }

    /// Whether a road leaves this tile on this side that is connected to the castle.
    #[inline]
    pub fn leaves(&self, index: usize, side: Side) -> bool {
        self.reached[index].has(side)
    }

    /// Number of connected tiles, the castle included.
    #[inline]
    pub fn len(&self) -> usize {
        self.connected.count_ones() as usize
    }

    /// Never true: the castle is connected to itself.
    pub fn is_empty(&self) -> bool {
        self.connected == 0
    }
}
