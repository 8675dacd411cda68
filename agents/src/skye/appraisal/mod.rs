//! The worth of tiles, territories and gold.
//!
//! All agents that evaluate positions of Isle of Skye share it.
//!
//! An [`Outlook`] lists everything that the rest of the game pays for; an [`Estate`] is one territory examined under
//! it, which computes the gain of a placement quickly. Worth is in integer [`MilliVp`], so it is exact and the same on
//! every machine.
//!
//! | word | meaning |
//! |---|---|
//! | *judgement* | [`Judgement`]: the evaluation weights of a player, for one number of players; [`Judgements`] has one for each |
//! | *stage* | [`Stage`]: the numbers of a judgement for one number of rounds to come |
//! | *prices* | the worth of a square, a column, an area, … in the rest of one game: the scorings to come times the numbers of the stage |
//! | *outlook* | [`Outlook`]: the prices in one position as one seat sees it, and the majorities that it competes in |
//! | *summary* | the counts of one territory that prices apply to |
//! | *estate* | [`Estate`]: one territory under an outlook: its summary, its worth, and the gain of each placement |
//! | *survey* | `engine`'s `scoring::Survey`: the score of a territory now, by the rules alone; the appraisal does not use it |
//!
//! Scorings to come are read from the rules. The value of gold is a number of the stage, found for the printed rules
//! (at the end 200, a fifth of a VP); another castle income or another price of a VP at the end changes it. Catch-up
//! gold does not: where it is changed, no other value of gold was found to win more. A search simulates all rules, and
//! evaluates as the greedy player does.

mod outlook;
pub use outlook::Outlook;
pub use outlook::expansions::Expansions;
pub use outlook::judgement::{ByPlayers, IgnoredTerms, Judgement, Judgements, Scope, Stage};

mod estate;
pub use estate::Estate;
pub(crate) use estate::PARTS;

mod appraisals;
pub use appraisals::Appraisals;
pub(crate) use appraisals::KeyMap;

mod ways;
pub use ways::{AppraisalKey, Ways, WaysOfTile};

use engine::Seat;
use engine::skye::{Public, Skye, Slot, Territory};

/// Thousandths of a victory point.
pub type MilliVp = i32;

/// One victory point.
pub const VP: MilliVp = 1000;

/// Returns the worth of this many things at a price.
#[inline]
pub(crate) fn times(count: u16, price: MilliVp) -> MilliVp {
    MilliVp::from(count) * price
}

/// The number of times that a scoring tile still scores.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct ScoringsLeft {
    /// All scorings to come, this round's included.
    pub all: MilliVp,
    /// Scorings late enough for unfinished things to be finished by then.
    pub later: MilliVp,
}

/// The parts that no scoring tile pays for.
const BESIDES: [&str; 4] = ["scrolls", "barrels (income)", "stone tablets", "place (shared edges, open roads)"];

/// The number of parts: one for each slot, and the others.
pub const NAMED_PARTS: usize = Slot::ALL.len() + BESIDES.len();

/// The names of the parts in a game: the scoring tiles with their slots, then the others.
pub fn part_names(game: &Skye) -> [String; NAMED_PARTS] {
    let slots = Slot::ALL.map(|slot| format!("{} {}", slot.letter(), game.scoring_at(slot)));
    let mut names = slots.into_iter().chain(BESIDES.map(str::to_owned));
    std::array::from_fn(|_| names.next().expect("a name for each part"))
}

/// Returns the worth of a territory to a seat in parts.
///
/// They add up to the worth of the [`Estate`] under the seat's outlook.
///
/// The territory is appraised without scoring tiles, then with one more tile at a time; the part of a slot is the
/// increase by its tile. Worth that two tiles share, such as that of open roads, belongs to the first.
pub fn worth_in_parts(
    judgements: &Judgements,
    game: &Skye,
    position: &Public,
    seat: Seat,
    territory: &Territory,
) -> [MilliVp; NAMED_PARTS] {
    let mut parts = [0; NAMED_PARTS];
    let mut earlier = 0;
    for slots in 0..=Slot::ALL.len() {
        let outlook = Outlook::of_first_slots(judgements, game, position, seat, slots);
        let estate = Estate::new(outlook, territory);
        match slots.checked_sub(1) {
            None => parts[Slot::ALL.len()..].copy_from_slice(&estate.parts_besides_scoring()),
            Some(slot) => parts[slot] = estate.worth() - earlier,
        }
        earlier = estate.worth();
    }
    parts
}
