//! All ways to lay the tiles of a round, with their gains.
//!
//! They are cached, since a player who plans every placement of a round separately meets the same territories again.

use std::cell::LazyCell;
use std::ops::Range;

use engine::skye::{Place, Placement, Territory, TileId};

use super::appraisals::AppraisalKey;
use super::{Estate, KeyMap, MilliVp, Outlook};

/// The most ways that are cached, some 20 megabytes.
///
/// Beyond that the cache is cleared, which changes no choice.
const MOST_FOUND: usize = 1 << 20;

/// All ways to lay tiles in any territories, found on first use and cached.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The key of the present outlook.
    outlook: u64,
    /// Every way found, with its gain.
    found: Vec<(Placement, MilliVp)>,
    /// The ranges in `found` of each tile's ways.
    known: KeyMap<AppraisalKey, Vec<WaysOfTile>>,
}

/// All ways to lay one tile.
#[derive(Clone, Debug)]
pub struct WaysOfTile {
    /// The tile.
    pub tile: TileId,
    /// The largest gain.
    pub most: MilliVp,
    /// A key of everything besides the territory that the order of the ways depends on: see [`order_of`].
    order: u64,
    found: Range<usize>,
}

impl Ways {
    /// Those under the outlook with this key.
    pub(super) fn under(&mut self, outlook: u64) -> &mut Self {
        self.outlook = outlook;
        self
    }

    /// Reports all ways to lay each of these tiles in the territory with this key, with their gains.
    ///
    /// Each tile's ways come as from [`Estate::for_each_gain`], and only if there are any.
    /// The territory is made only if some are not known.
    pub fn for_each<'t>(
        &mut self,
        outlook: &Outlook<'_>,
        key: u64,
        territory: impl FnOnce() -> &'t Territory,
        tiles: impl Iterator<Item = TileId>,
        mut show: impl FnMut(&WaysOfTile, &[(Placement, MilliVp)]),
    ) {
        let Self { outlook: outlook_key, found, known } = self;
        if found.len() > MOST_FOUND {
            found.clear();
            known.clear();
        }
        let known = known.entry(AppraisalKey { territory: key, outlook: *outlook_key }).or_default();
        let territory = LazyCell::new(territory);
        let (mut estate, mut order) = (None, None);
        for tile in tiles {
            let is_borderland = outlook.game.tiles().is_borderland(tile);
            let order = if is_borderland { *order.get_or_insert_with(|| order_of(*territory)) } else { 0 };
            let is_same = |of: &WaysOfTile| of.tile == tile && of.order == order;
            let index = known.iter().position(is_same).unwrap_or_else(|| {
                let begin = found.len();
                let estate = estate.get_or_insert_with(|| Estate::new(outlook, *territory));
                let mut most = MilliVp::MIN;
                estate.for_each_gain(tile, |placement, gain| {
                    found.push((placement, gain));
                    most = most.max(gain);
                });
                known.push(WaysOfTile { tile, most, order, found: begin..found.len() });
                known.len() - 1
            });
            let ways = &known[index];
            if !ways.found.is_empty() {
                show(ways, &found[ways.found.clone()]);
            }
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
