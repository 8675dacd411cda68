//! A cache of appraisals by a thread's greedy players in their current games.
//!
//! All seats value the same tiles for the same territories, when pricing and again when buying, so results of one
//! decision serve the next ones. A cached result always equals a recomputed one, so no choice depends on the cache.

use std::cell::RefCell;
use std::sync::Arc;

use engine::skye::Skye;

use crate::skye::appraisal::{Appraisals, Judgements};

/// The number of pairs of game and judgement that are kept, the latest ones.
///
/// That is enough for one game with five different players.
const REMEMBERED: usize = 5;

thread_local! {
    /// Latest first.
    static RECENT: RefCell<Vec<GainCache>> = const { RefCell::new(Vec::new()) };
}

/// The appraisals of one judgement in one game.
struct GainCache {
    game: Skye,
    judgements: Arc<Judgements>,
    gains: Appraisals,
}

/// Calls a function with the cached results for this game and judgement, and caches new ones.
pub(super) fn with_gains<T>(game: &Skye, judgements: &Arc<Judgements>, act: impl FnOnce(&mut Appraisals) -> T) -> T {
    let is_same = |found: &GainCache| found.game.is_same(game) && Arc::ptr_eq(&found.judgements, judgements);
    // Taken out while in use, so that nothing stays borrowed.
    let known = RECENT.with_borrow_mut(|recent| Some(recent.remove(recent.iter().position(is_same)?)));
    let mut found = known.unwrap_or_else(|| GainCache {
        game: game.clone(),
        judgements: Arc::clone(judgements),
        gains: Appraisals::by(Arc::clone(judgements)),
    });
    let done = act(&mut found.gains);
    RECENT.with_borrow_mut(|recent| {
        recent.insert(0, found);
        recent.truncate(REMEMBERED);
    });
    done
}
