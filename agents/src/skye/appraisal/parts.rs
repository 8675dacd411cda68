//! The worth of a territory in named parts.

use engine::Seat;
use engine::skye::{Public, Skye, Slot, Territory};

use super::estate::Estate;
use super::outlook::Outlook;
use super::outlook::judgement::Judgements;
use super::worth::MilliVp;

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
        let estate = Estate::new(&outlook, territory);
        match slots.checked_sub(1) {
            None => parts[Slot::ALL.len()..].copy_from_slice(&estate.parts_besides_scoring()),
            Some(slot) => parts[slot] = estate.worth() - earlier,
        }
        earlier = estate.worth();
    }
    parts
}
