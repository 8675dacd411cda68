//! The appraisals of a thread's greedy players in the games that they are playing.
//!
//! Every seat values the same tiles for the same territories, and again when it buys what it has priced: what was found for one decision
//! serves the next ones. It is only ever what would be found again, so no choice depends on it.

use std::cell::RefCell;
use std::sync::Arc;

use engine::skye::Skye;

use crate::skye::appraisal::{Appraisals, Judgements};

/// The number of pairs of a game and a judgement that are remembered, the latest ones.
///
/// They are those of one game at a table of different players.
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

/// Does something with what is known already in this game by this judgement, and remembers what is found.
pub(super) fn with_gains<T>(game: &Skye, judgements: &Arc<Judgements>, act: impl FnOnce(&mut Appraisals) -> T) -> T {
    let is_same = |found: &GainCache| found.game.is_same(game) && Arc::ptr_eq(&found.judgements, judgements);
    // Taken out while it is used, so that nothing is borrowed meanwhile.
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
