//! All ways to lay the tiles of a round, with what each gains; kept, since a player who plans every placement of a round anew meets the same
//! territories again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use engine::skye::{Module, Place, Placement, Skye, Territory, TileId};

use super::estate::Estate;
use super::outlook::Outlook;
use super::worth::MilliVp;

/// All ways to lay tiles in any territories under one outlook: found when first asked for, and kept.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The outlook's key.
    outlook: u64,
    /// Every way found, with what it gains.
    found: Vec<(Placement, MilliVp)>,
    /// By the [`key`] of a territory, where the ways to lay each tile are among those found.
    known: HashMap<u64, Parts, BuildHasherDefault<KeyHasher>>,
}

/// Tiles, each with a part of the ways that are known.
type Parts = Vec<(TileId, Range<usize>)>;

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

    /// Shows all ways to lay each of these tiles, with their gains, tile after tile; each tile's as [`Estate::for_each_gain`] does.
    pub fn for_each(
        &mut self,
        outlook: &Outlook<'_>,
        territory: &Territory,
        tiles: impl Iterator<Item = TileId>,
        mut show: impl FnMut(TileId, &[(Placement, MilliVp)]),
    ) {
        let Self { found, known, .. } = self;
        let known = known.entry(key(outlook.game, territory)).or_default();
        let mut estate = None;
        for tile in tiles {
            let part = known.iter().find(|(other, _)| *other == tile).map(|(_, part)| part.clone());
            let part = part.unwrap_or_else(|| {
                let begin = found.len();
                let estate = estate.get_or_insert_with(|| Estate::new(outlook, territory));
                estate.for_each_gain(tile, |placement, gain| found.push((placement, gain)));
                known.push((tile, begin..found.len()));
                begin..found.len()
            });
            show(tile, &found[part]);
        }
    }
}

/// A number that differs where territories, or the order of the places around them, differ: beside curved sides that order depends on how a
/// territory came about, and the first among equal ways is taken.
fn key(game: &Skye, territory: &Territory) -> u64 {
    if !game.has(Module::Borderlands) {
        return territory.key();
    }
    territory.frontier().fold(territory.key(), |key, Place { x, y }| {
        let place = u64::from(x as u8) << u8::BITS | u64::from(y as u8);
        (key.rotate_left(5) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// Hashes keys that are spread evenly already.
#[derive(Copy, Clone, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word;
    }
}
