//! What several tiles gain together.

use engine::random::mix;
use engine::skye::{Territory, TileId};

use crate::key_map::KeyMap;
use crate::skye::appraisal::{MilliVp, Outlook};
use crate::skye::greedy::gain_together;

/// What sets of tiles gain when all of them are laid: found when first asked for, and kept. Valid while one round is traded, since territories
/// do not change then.
#[derive(Clone, Debug, Default)]
pub struct JointGains {
    known: KeyMap<u64, MilliVp>,
}

/// Sequences of placements followed: players that search look at one tile after another.
const WIDTH: usize = 1;

impl JointGains {
    /// What laying all these tiles gains the territory of this seat. The order of the tiles does not matter.
    pub fn of(&mut self, seat: usize, outlook: &Outlook<'_>, territory: &Territory, tiles: &mut [TileId]) -> MilliVp {
        if tiles.is_empty() {
            return 0;
        }
        tiles.sort_unstable();
        let key = tiles.iter().fold(mix([seat as u64]), |key, tile| mix([key, tile.index() as u64]));
        *self.known.entry(key).or_insert_with(|| gain_together(outlook, territory, tiles, WIDTH))
    }
}
