//! A cache of appraisals, since the same territories recur.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use engine::Seat;
use engine::skye::{Placement, Public, Skye, TileId};

use super::outlook::KnownTerms;
use super::{Estate, Judgements, MilliVp, Outlook, Ways};
use crate::first_best;
use crate::net::PartialSums;
use crate::skye::opponents::TradeAhead;

/// The worth of territories and the gains by tiles, computed on first use and cached.
///
/// The cache is valid for one game and one judgement, in all positions. Entries are keyed by the tiles of the
/// territory, whoever owns it, and by everything that its outlook depends on.
#[derive(Clone, Debug)]
pub struct Appraisals {
    judgements: Arc<Judgements>,
    is_hurried: bool,
    terms: KnownTerms,
    known: KeyMap<AppraisalKey, CachedAppraisal>,
    ways: Ways,
    /// That of the last position in which offers were made.
    pub(in crate::skye) trade_ahead: Option<Box<TradeAhead>>,
}

/// Hashes of a territory and of an outlook.
///
/// Collisions are as rare as for random 64-bit numbers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct AppraisalKey {
    pub territory: u64,
    pub outlook: u64,
}

/// Appraisals of one territory under one outlook.
#[derive(Clone, Debug, Default)]
struct CachedAppraisal {
    worth: Option<MilliVp>,
    /// A net's partial sums for it.
    begun: Option<Box<PartialSums>>,
    /// By tile the placement with the largest gain, less the worth of laying the tile later.
    ///
    /// `None` for a tile that cannot be laid.
    best: Vec<(TileId, Option<(Placement, MilliVp)>)>,
}

impl CachedAppraisal {
    fn best(&self, tile: TileId) -> Option<&Option<(Placement, MilliVp)>> {
        self.best.iter().find(|(other, _)| *other == tile).map(|(_, best)| best)
    }
}

/// The most territories kept, which take some tens of megabytes.
///
/// Beyond that the cache is cleared, which changes no choice.
const MOST_KNOWN: usize = 1 << 16;

impl Appraisals {
    /// An empty cache for this judgement.
    pub fn by(judgements: Arc<Judgements>) -> Self {
        Self {
            judgements,
            is_hurried: false,
            terms: KnownTerms::default(),
            known: KeyMap::default(),
            ways: Ways::default(),
            trade_ahead: None,
        }
    }

    /// The same cache for hurried players, as in late rounds of simulations.
    ///
    /// They ignore saving gold for the second buy turn and draws from the bag, and lay no borderland tiles.
    #[must_use]
    pub fn hurried(self) -> Self {
        Self { is_hurried: true, ..self }
    }

    /// Returns whether it is for hurried players.
    pub fn is_hurried(&self) -> bool {
        self.is_hurried
    }

    /// The judgement.
    pub fn judgements(&self) -> &Judgements {
        &self.judgements
    }

    /// The worth of one gold by its judgement.
    pub fn per_gold(&self, game: &Skye, position: &Public) -> MilliVp {
        Outlook::per_gold(&self.judgements, game, position)
    }

    /// Returns the seat's gain by each of these tiles.
    pub fn of(&mut self, game: &Skye, position: &Public, seat: Seat, tiles: &[TileId]) -> Vec<MilliVp> {
        let known = self.learn(game, position, seat, tiles);
        tiles.iter().map(|&tile| known.best(tile).expect("it is known").map_or(0, |(_, gain)| gain)).collect()
    }

    /// The placement of these tiles with the seat's largest gain, less the worth of laying the tile later.
    ///
    /// The first among equals; `None` if no tile can be laid.
    pub fn best_placement(
        &mut self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        tiles: &[TileId],
    ) -> Option<(Placement, MilliVp)> {
        let known = self.learn(game, position, seat, tiles);
        let best = tiles.iter().filter_map(|&tile| *known.best(tile).expect("it is known"));
        first_best(best, |(_, gain)| *gain)
    }

    /// Returns the worth of the seat's territory in the rest of the game.
    pub fn worth(&mut self, game: &Skye, position: &Public, seat: Seat) -> MilliVp {
        let Self { judgements, terms, known, .. } = self;
        let known = find(known, game, position, seat);
        *known.worth.get_or_insert_with(|| {
            let outlook = terms.outlook(judgements, game, position, seat);
            Estate::new(&outlook, &position.player(seat).territory).worth()
        })
    }

    /// Returns the worth of the seat's territory in the rest of the game, and a function of its estate.
    pub fn examined<T>(
        &mut self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        examine: impl FnOnce(&Estate<'_>) -> T,
    ) -> (MilliVp, T) {
        let outlook = self.terms.outlook(&self.judgements, game, position, seat);
        let estate = Estate::new(&outlook, &position.player(seat).territory);
        (estate.worth(), examine(&estate))
    }

    /// As [`examined`](Self::examined), with the net's partial sums cached.
    ///
    /// They must depend only on one net, the territory, its outlook and the game.
    pub(crate) fn begun(
        &mut self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        begin: impl FnOnce(&Estate<'_>) -> PartialSums,
    ) -> (MilliVp, PartialSums) {
        let known = find(&mut self.known, game, position, seat);
        if let (Some(worth), Some(begun)) = (known.worth, &known.begun) {
            return (worth, **begun);
        }
        let (worth, begun) = self.examined(game, position, seat, begin);
        let known = find(&mut self.known, game, position, seat);
        (known.worth, known.begun) = (Some(worth), Some(Box::new(begun)));
        (worth, begun)
    }

    /// The seat's outlook, and the known ways to lay tiles under it.
    pub fn ways<'g>(&mut self, game: &'g Skye, position: &Public, seat: Seat) -> (Outlook<'g>, &mut Ways) {
        let outlook = self.terms.outlook(&self.judgements, game, position, seat);
        (outlook, self.ways.under(Outlook::key(game, position, seat)))
    }

    /// Clears the cache, as for another game.
    pub fn forget(&mut self) {
        self.terms = KnownTerms::default();
        self.known.clear();
        self.ways = Ways::default();
        self.trade_ahead = None;
    }

    /// Appraises the seat's territory with these tiles, and returns its entry.
    fn learn(&mut self, game: &Skye, position: &Public, seat: Seat, tiles: &[TileId]) -> &CachedAppraisal {
        let Self { judgements, terms, known, .. } = self;
        let known = find(known, game, position, seat);
        if tiles.iter().any(|&tile| known.best(tile).is_none()) {
            let outlook = terms.outlook(judgements, game, position, seat);
            let estate = Estate::new(&outlook, &position.player(seat).territory);
            known.worth = Some(estate.worth());
            known.best.reserve(tiles.len());
            for &tile in tiles {
                if known.best(tile).is_none() {
                    let best = estate.best_placement(tile);
                    let option = outlook.option_worth(tile);
                    known.best.push((tile, best.map(|(placement, gain)| (placement, gain - option))));
                }
            }
        }
        known
    }
}

/// Returns the entry of a seat's territory.
fn find<'k>(
    all: &'k mut KeyMap<AppraisalKey, CachedAppraisal>,
    game: &Skye,
    position: &Public,
    seat: Seat,
) -> &'k mut CachedAppraisal {
    if all.len() >= MOST_KNOWN {
        all.clear();
    }
    let territory = position.player(seat).territory.key();
    all.entry(AppraisalKey { territory, outlook: Outlook::key(game, position, seat) }).or_default()
}

/// A map whose keys are words, at least one of them evenly distributed.
pub(crate) type KeyMap<K, T> = HashMap<K, T, BuildHasherDefault<KeyHasher>>;

/// Hashes keys that are already evenly distributed.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct KeyHasher(u64);

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
