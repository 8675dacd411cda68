//! All ways to lay the tiles of a round, with their gains.
//!
//! They are cached, since a player who plans every placement of a round separately meets the same territories again.

use std::ops::Range;

use engine::skye::{Place, Placement, Territory, TileId};

use super::{Estate, KeyMap, MilliVp, Outlook};

/// The most ways that are cached, some 20 megabytes.
///
/// Beyond that the cache is cleared, which changes no choice.
const MOST_FOUND: usize = 1 << 20;

/// All ways to lay tiles in any territories under one outlook, found on first use and cached.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The outlook's key.
    outlook: u64,
    /// Every way found, with its gain.
    found: Vec<(Placement, MilliVp)>,
    /// By the key of a territory, the ranges in `found` of each tile's ways.
    known: KeyMap<u64, Vec<WaysOfTile>>,
}

/// The known ways of one tile.
#[derive(Clone, Debug)]
struct WaysOfTile {
    tile: TileId,
    /// A key of everything besides the territory that the order of the ways depends on: see [`order_of`].
    order: u64,
    ways: Range<usize>,
}

impl Ways {
    /// Clears the cache if this key is that of another outlook than before.
    pub(super) fn under(&mut self, outlook: u64) -> &mut Self {
        if self.outlook != outlook {
            self.outlook = outlook;
            self.found.clear();
            self.known.clear();
        }
        self
    }

    /// Reports all ways to lay each of these tiles, with their gains, tile after tile.
    ///
    /// Each tile's ways come as from [`Estate::for_each_gain`].
    pub fn for_each(
        &mut self,
        outlook: &Outlook<'_>,
        territory: &Territory,
        tiles: impl Iterator<Item = TileId>,
        mut show: impl FnMut(TileId, &[(Placement, MilliVp)]),
    ) {
        let Self { found, known, .. } = self;
        if found.len() > MOST_FOUND {
            found.clear();
            known.clear();
        }
        let known = known.entry(territory.key()).or_default();
        let (mut estate, mut order) = (None, None);
        for tile in tiles {
            let is_borderland = outlook.game.tiles().is_borderland(tile);
            let order = if is_borderland { *order.get_or_insert_with(|| order_of(territory)) } else { 0 };
            let is_same = |of: &&WaysOfTile| of.tile == tile && of.order == order;
            let ways = known.iter().find(is_same).map(|of| of.ways.clone()).unwrap_or_else(|| {
                let begin = found.len();
                let estate = estate.get_or_insert_with(|| Estate::new(outlook, territory));
                estate.for_each_gain(tile, |placement, gain| found.push((placement, gain)));
                known.push(WaysOfTile { tile, order, ways: begin..found.len() });
                begin..found.len()
            });
            show(tile, &found[ways]);
        }
    }
}

/// A number that differs between equal territories with different orders of the surrounding places.
///
/// Beside curved sides, where only borderland tiles are laid, the order depends on how the territory came about, and
/// the first among equal ways is chosen.
fn order_of(territory: &Territory) -> u64 {
    territory.frontier().fold(0, |key, Place { x, y }| {
        let place = u64::from(x as u8) << u8::BITS | u64::from(y as u8);
        (key.rotate_left(5) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
