//! All ways to lay the tiles of a round, with what each gains.
//!
//! They are kept, since a player who plans every placement of a round by itself meets the same territories again.

use std::ops::Range;

use engine::skye::{Place, Placement, Territory, TileId};

use super::estate::Estate;
use super::outlook::Outlook;
use super::worth::MilliVp;
use crate::key_map::KeyMap;

/// The most ways that are kept, some 20 megabytes. Beyond that all are forgotten, which changes no choice.
const MOST_FOUND: usize = 1 << 20;

/// All ways to lay tiles in any territories under one outlook: found when first asked for, and kept.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The outlook's key.
    outlook: u64,
    /// Every way found, with what it gains.
    found: Vec<(Placement, MilliVp)>,
    /// By the key of a territory, where the ways to lay each tile are among those found.
    known: KeyMap<u64, Vec<WaysOfTile>>,
}

/// The ways that are known for one tile.
#[derive(Clone, Debug)]
struct WaysOfTile {
    tile: TileId,
    /// A key of what the order of the ways depends on besides the territory: see [`order_of`].
    order: u64,
    ways: Range<usize>,
}

impl Ways {
    /// Forgets all if the outlook with this key is another one than before.
    pub(super) fn under(&mut self, outlook: u64) -> &mut Self {
        if self.outlook != outlook {
            self.outlook = outlook;
            self.found.clear();
            self.known.clear();
        }
        self
    }

    /// Shows all ways to lay each of these tiles, with their gains, tile after tile.
    ///
    /// Each tile's as [`Estate::for_each_gain`] does.
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

/// A number that differs where the order of the places around equal territories differs.
///
/// Beside curved sides, where borderland tiles alone are laid, it depends on how a territory came about, and the first among equal ways is taken.
fn order_of(territory: &Territory) -> u64 {
    territory.frontier().fold(0, |key, Place { x, y }| {
        let place = u64::from(x as u8) << u8::BITS | u64::from(y as u8);
        (key.rotate_left(5) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
