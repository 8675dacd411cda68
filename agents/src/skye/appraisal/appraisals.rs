//! A cache of appraisals, since the same territories recur.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use engine::Seat;
use engine::skye::{Placement, Public, Skye, Territory, TileId};

use super::outlook::KnownTerms;
use super::{AppraisalKey, Estate, Judgements, MilliVp, Outlook, Ways};
use crate::first_best;
use crate::net::PartialSums;
use crate::skye::opponents::TradeAhead;

/// The worth of territories and the gains by tiles, computed on first use and cached.
///
/// The cache is valid for one game and one judgement, in all positions. Entries are keyed by the tiles of the
/// territory, whoever owns it, and by everything that its outlook depends on.
pub struct Appraisals {
    judgements: Arc<Judgements>,
    is_hurried: bool,
    terms: KnownTerms,
    ways: Ways,
    /// The worth of territories, and a net's partial sums for them.
    begun: KeyMap<AppraisalKey, (MilliVp, PartialSums)>,
    /// That of the last position in which offers were made.
    pub(in crate::skye) trade_ahead: Option<Box<TradeAhead>>,
}

/// The most estates kept, of 6 kB each: few, so that they stay in the processor's cache, and more for a search.
const FEW_ESTATES: usize = 16;
const MANY_ESTATES: usize = 1 << 8;

/// The most partial sums kept, which take some tens of megabytes.
///
/// Beyond that the cache is cleared, which changes no choice.
const MOST_BEGUN: usize = 1 << 16;

impl Appraisals {
    /// An empty cache for this judgement.
    pub fn by(judgements: Arc<Judgements>) -> Self {
        Self {
            judgements,
            is_hurried: false,
            terms: KnownTerms::default(),
            ways: Ways::keeping(FEW_ESTATES),
            begun: KeyMap::default(),
            trade_ahead: None,
        }
    }

    /// The same cache for a search, which plans the building of many sets of tiles in the same territories.
    #[must_use]
    pub fn for_search(self) -> Self {
        Self { ways: Ways::keeping(MANY_ESTATES), ..self }
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
        self.best_ways(game, position, seat, tiles).map(|best| best.map_or(0, |(_, gain)| gain)).collect()
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
        first_best(self.best_ways(game, position, seat, tiles).flatten(), |(_, gain)| *gain)
    }

    /// By tile, the placement with the seat's largest gain; `None` if it cannot be laid.
    fn best_ways(
        &mut self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        tiles: &[TileId],
    ) -> impl Iterator<Item = Option<(Placement, MilliVp)>> {
        let Self { judgements, terms, ways, .. } = self;
        let (territory, key) = key_of(game, position, seat);
        tiles.iter().map(move |&tile| {
            let examine = || Estate::new(terms.outlook(judgements, game, position, seat), territory);
            ways.of(key, tile, examine).map(|ways| ways.best)
        })
    }

    /// The seat's territory under its outlook.
    pub fn estate(&mut self, game: &Skye, position: &Public, seat: Seat) -> &Estate {
        let Self { judgements, terms, ways, .. } = self;
        let (territory, key) = key_of(game, position, seat);
        ways.estate(key, || Estate::new(terms.outlook(judgements, game, position, seat), territory))
    }

    /// Returns the worth of the seat's territory in the rest of the game.
    pub fn worth(&mut self, game: &Skye, position: &Public, seat: Seat) -> MilliVp {
        self.estate(game, position, seat).worth()
    }

    /// Returns the worth of the seat's territory in the rest of the game, and a net's partial sums for its estate.
    ///
    /// The sums are cached: they must depend only on one net, the territory, its outlook and the game.
    pub(crate) fn begun(
        &mut self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        begin: impl FnOnce(&Estate) -> PartialSums,
    ) -> (MilliVp, PartialSums) {
        let (territory, key) = key_of(game, position, seat);
        if let Some(&begun) = self.begun.get(&key) {
            return begun;
        }
        let estate = Estate::new(self.terms.outlook(&self.judgements, game, position, seat), territory);
        let begun = (estate.worth(), begin(&estate));
        if self.begun.len() >= MOST_BEGUN {
            self.begun.clear();
        }
        self.begun.insert(key, begun);
        begun
    }

    /// The seat's outlook, and the known ways to lay tiles.
    pub fn ways(&mut self, game: &Skye, position: &Public, seat: Seat) -> (Outlook, &mut Ways) {
        (self.terms.outlook(&self.judgements, game, position, seat), &mut self.ways)
    }

    /// Clears the cache, as for another game.
    pub fn forget(&mut self) {
        self.terms = KnownTerms::default();
        self.ways = self.ways.emptied();
        self.begun.clear();
        self.trade_ahead = None;
    }
}

/// The seat's territory, and its key.
fn key_of<'p>(game: &Skye, position: &'p Public, seat: Seat) -> (&'p Territory, AppraisalKey) {
    let territory = &position.player(seat).territory;
    (territory, AppraisalKey::of(game, territory, Outlook::key(game, position, seat)))
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
