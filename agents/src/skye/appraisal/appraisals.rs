//! A cache of appraisals: the same territories come up again and again.

use std::sync::Arc;

use engine::Seat;
use engine::skye::{Placement, Public, Skye, TileId};

use super::estate::Estate;
use super::outlook::judgement::Judgements;
use super::outlook::{KnownTerms, Outlook};
use super::ways::Ways;
use super::worth::MilliVp;
use crate::choice::first_best;
use crate::key_map::KeyMap;
use crate::net::PartialSums;

/// The worth of territories and the gains by tiles, computed when first asked for and kept.
///
/// It is valid for one game and one judgement, in all positions: entries are found by the tiles of the territory, whoever owns it, and by what its
/// outlook depends on.
#[derive(Clone, Debug)]
pub struct Appraisals {
    judgements: Arc<Judgements>,
    is_hurried: bool,
    terms: KnownTerms,
    known: KeyMap<AppraisalKey, CachedAppraisal>,
    ways: Ways,
}

/// Hashes of a territory and of an outlook.
///
/// Different ones share a key as rarely as 64 random bits collide.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct AppraisalKey {
    territory: u64,
    outlook: u64,
}

/// Appraisals of one territory under one outlook.
#[derive(Clone, Debug, Default)]
struct CachedAppraisal {
    worth: Option<MilliVp>,
    /// The net's partial sums for it.
    begun: Option<Box<PartialSums>>,
    /// For tiles the placement that gains the most, with its gain, less what it would be worth to lay the tile later; none for a tile that
    /// cannot be laid.
    best: Vec<(TileId, Option<(Placement, MilliVp)>)>,
}

impl CachedAppraisal {
    fn best(&self, tile: TileId) -> Option<&Option<(Placement, MilliVp)>> {
        self.best.iter().find(|(other, _)| *other == tile).map(|(_, best)| best)
    }
}

/// The most territories kept, some tens of megabytes.
///
/// Beyond that all are forgotten, which changes no choice.
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
        }
    }

    /// The same for players in a hurry, as in far rounds of simulations.
    ///
    /// They neither save gold for the second buy turn nor think of the bag, and lay no borderland tiles.
    #[must_use]
    pub fn hurried(self) -> Self {
        Self { is_hurried: true, ..self }
    }

    /// Returns whether it is for players in a hurry.
    pub fn is_hurried(&self) -> bool {
        self.is_hurried
    }

    /// The judgement.
    pub fn judgements(&self) -> &Judgements {
        &self.judgements
    }

    /// Worth of one gold by the same judgement.
    pub fn per_gold(&self, game: &Skye, position: &Public) -> MilliVp {
        Outlook::per_gold(&self.judgements, game, position)
    }

    /// Returns the seat's gain by each of these tiles.
    pub fn of(&mut self, game: &Skye, position: &Public, seat: Seat, tiles: &[TileId]) -> Vec<MilliVp> {
        let known = self.learn(game, position, seat, tiles);
        tiles.iter().map(|&tile| known.best(tile).expect("it is known").map_or(0, |(_, gain)| gain)).collect()
    }

    /// The placement of these tiles that gains the seat the most, with its gain, less what it would be worth to lay the tile later; the
    /// first among equals. None if no tile can be laid.
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

    /// Returns what the rest of the game will pay for the seat's territory.
    pub fn worth(&mut self, game: &Skye, position: &Public, seat: Seat) -> MilliVp {
        let Self { judgements, terms, known, .. } = self;
        let known = find(known, game, position, seat);
        *known.worth.get_or_insert_with(|| {
            let outlook = terms.outlook(judgements, game, position, seat);
            Estate::new(&outlook, &position.player(seat).territory).worth()
        })
    }

    /// Returns what the rest of the game will pay for the seat's territory, and what is made of its estate.
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

    /// The same, kept: what one net makes of the estate, by nothing but the territory, its outlook and the game.
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

    /// All ways to lay tiles under the seat's outlook that are known.
    pub fn ways(&mut self, game: &Skye, position: &Public, seat: Seat) -> &mut Ways {
        self.ways.under(Outlook::key(game, position, seat))
    }

    /// Forgets everything, as for another game.
    pub fn forget(&mut self) {
        self.terms = KnownTerms::default();
        self.known.clear();
        self.ways = Ways::default();
    }

    /// Appraises the seat's territory with these tiles, and returns all that is known of it.
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

/// Returns all that is known of a seat's territory.
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
