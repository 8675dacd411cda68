//! What the rows of all options of one decision have in common.

use engine::skye::{Module, Public, Skye};
use engine::{MAX_SEATS, Seat};

use crate::skye::appraisal::{Appraisals, MilliVp, VP};
use crate::skye::value::linear_worth;

/// How many numbers there are.
pub(super) const FACTS: usize = 12;

/// Worth is seen in tenths of a VP.
pub(super) fn in_tenths(worth: MilliVp) -> i16 {
    (worth / (VP / 10)).clamp(-2000, 2000) as i16
}

/// Prices that somebody would pay are seen within these limits.
pub(super) fn in_gold(limit: MilliVp) -> i16 {
    limit.clamp(-10, 40) as i16
}

/// Round, table, how the seat stands, and whether there are modules, above all a second buy turn.
pub(super) fn facts(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> [i16; FACTS] {
    let per_gold = gains.per_gold(game, position);
    let seats = position.seats();
    let mut worth = [0; MAX_SEATS];
    for other in Seat::all(seats) {
        worth[other.index()] = linear_worth(position, other, gains.worth(game, position, other), per_gold);
    }
    let others = || Seat::all(seats).filter(|&other| other != seat);
    let best_other = others().map(|other| worth[other.index()]).max().unwrap_or(0);
    let richest = others().map(|other| position.player(other).gold).max().unwrap_or(0);
    let to_come = game.rules().round_count() as i16 - i16::from(position.round);
    let turn = (seat.index() + seats - position.start.index()) % seats;
    [
        to_come,
        i16::from(to_come == 0),
        i16::from(seats == 3),
        i16::from(seats == 4),
        i16::from(seats == 5),
        position.player(seat).gold as i16,
        richest as i16,
        in_tenths(worth[seat.index()] - best_other),
        turn as i16,
        (per_gold / 10) as i16,
        i16::from(!game.rules().modules.is_empty()),
        i16::from(game.rules().modules.iter().any(|module| module == Module::Druids)),
    ]
}
