//! All ways to lay tiles in territories, with their gains, found on first use and cached.
//!
//! A trade asks for the best way to lay each tile, and building for all of them; a player who plans every placement of a
//! round separately meets the same territories again.

use std::ops::Range;

use engine::skye::{Module, Place, Placement, Skye, Territory, TileId};

use super::{Estate, KeyMap, MilliVp};
use crate::first_best;

/// The most ways that are cached: some tens of megabytes with what is known of their territories.
///
/// Beyond that the cache is cleared, which changes no choice.
const MOST_FOUND: usize = 1 << 20;

/// Hashes of a territory and of an outlook.
///
/// Collisions are as rare as for random 64-bit numbers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct AppraisalKey {
    /// That of the territory, and of the order of the places around it.
    pub territory: u64,
    /// That of the outlook.
    pub outlook: u64,
}

impl AppraisalKey {
    /// The key of a territory, given that of its outlook.
    ///
    /// Beside curved sides, where only borderland tiles are laid, the order of places depends on how the territory came
    /// about, and the first among equal ways is chosen.
    pub fn of(game: &Skye, territory: &Territory, outlook: u64) -> Self {
        let mut key = territory.key();
        if game.has(Module::Borderlands) {
            for Place { x, y } in territory.frontier() {
                let place = u64::from(x as u8) << u8::BITS | u64::from(y as u8);
                key = (key.rotate_left(5) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        Self { territory: key, outlook }
    }
}

/// All ways to lay tiles in any territories.
#[derive(Default)]
pub struct Ways {
    /// Every way found, with its gain.
    found: Vec<(Placement, MilliVp)>,
    known: KeyMap<(AppraisalKey, u64), KnownWays>,
    /// The keys of territories after a placement, by their key and the placement's.
    after: KeyMap<(u64, u64), u64>,
    /// The territories that were examined, since other tiles may have to be laid in them next.
    estates: KeyMap<AppraisalKey, Box<Estate>>,
    most_estates: usize,
}

/// The ways to lay one tile, by their range in all that were found.
struct KnownWays {
    best: Option<(Placement, MilliVp)>,
    found: Range<usize>,
}

/// All ways to lay one tile, each with its gain less the worth of laying the tile later.
#[derive(Copy, Clone)]
pub struct WaysOfTile<'w> {
    /// All, in the order of [`Estate::for_each_gain`].
    pub all: &'w [(Placement, MilliVp)],
    /// The one with the largest gain, the first among equals.
    pub best: (Placement, MilliVp),
}

impl Ways {
    /// No ways yet; at most so many estates are kept.
    pub(super) fn keeping(most_estates: usize) -> Self {
        Self { most_estates, ..Self::default() }
    }

    /// None of them, as for another game.
    pub(super) fn emptied(&self) -> Self {
        Self::keeping(self.most_estates)
    }

    /// The ways to lay this tile in the territory with this key, which is examined if they are not known.
    ///
    /// `None` if the tile cannot be laid.
    pub fn of(&mut self, key: AppraisalKey, tile: TileId, examine: impl FnOnce() -> Estate) -> Option<WaysOfTile<'_>> {
        if self.found.len() > MOST_FOUND {
            *self = self.emptied();
        }
        let Self { found, known, estates, most_estates, .. } = self;
        let known = known.entry((key, tile.index() as u64)).or_insert_with(|| {
            let (begin, estate) = (found.len(), kept(estates, *most_estates, key, examine));
            let option = estate.option_worth(tile);
            estate.for_each_gain(tile, |placement, gain| found.push((placement, gain - option)));
            let best = first_best(found[begin..].iter().copied(), |(_, gain)| *gain);
            KnownWays { best, found: begin..found.len() }
        });
        known.best.map(|best| WaysOfTile { all: &found[known.found.clone()], best })
    }

    /// The key after a placement in the territory with this key, computed if it is not known.
    pub fn key_after(
        &mut self,
        key: AppraisalKey,
        placement: Placement,
        compute: impl FnOnce() -> AppraisalKey,
    ) -> AppraisalKey {
        let after = self.after.entry((key.territory, placement.key())).or_insert_with(|| compute().territory);
        AppraisalKey { territory: *after, ..key }
    }

    /// The territory with this key, which is examined if it is not known.
    pub fn estate(&mut self, key: AppraisalKey, examine: impl FnOnce() -> Estate) -> &Estate {
        kept(&mut self.estates, self.most_estates, key, examine)
    }
}

fn kept(
    estates: &mut KeyMap<AppraisalKey, Box<Estate>>,
    most: usize,
    key: AppraisalKey,
    examine: impl FnOnce() -> Estate,
) -> &Estate {
    if estates.len() > most {
        estates.clear();
    }
    estates.entry(key).or_insert_with(|| Box::new(examine()))
}
