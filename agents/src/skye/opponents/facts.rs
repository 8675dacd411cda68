//! The facts shared by the rows of all options of one decision.

use engine::skye::{Module, Public, Skye};
use engine::{MAX_SEATS, Seat};

use crate::skye::{Appraisals, MilliVp, VP};

/// A number in a row: its name, and the function that computes it.
pub(super) type Feature<T> = (&'static str, fn(&T) -> i16);

/// Returns the numbers of these features, in order.
pub(super) fn row_of<T, const N: usize>(features: &[Feature<T>; N], seen: &T) -> [i16; N] {
    features.map(|(_, read)| read(seen))
}

/// Joins two parts of a row.
///
/// # Panics
/// If it has another length.
pub(super) fn joined<const N: usize>(one: &[i16], other: &[i16]) -> [i16; N] {
    let mut row = [0; N];
    row[..one.len()].copy_from_slice(one);
    row[one.len()..].copy_from_slice(other);
    row
}

/// The number of facts: round, players, the seat's standing, modules.
///
/// Of the modules the second buy turn matters most.
pub(super) const FACTS: usize = FEATURES.len();

/// The situation from which the facts are computed.
struct Standing {
    rounds_to_come: i16,
    seats: usize,
    gold: u16,
    richest_other: u16,
    lead: MilliVp,
    place_in_turn: usize,
    per_gold: MilliVp,
    has_modules: bool,
    has_druids: bool,
}

const FEATURES: [Feature<Standing>; 12] = [
    ("rounds to come", |seen| seen.rounds_to_come),
    ("last round", |seen| i16::from(seen.rounds_to_come == 0)),
    ("three players", |seen| i16::from(seen.seats == 3)),
    ("four players", |seen| i16::from(seen.seats == 4)),
    ("five players", |seen| i16::from(seen.seats == 5)),
    ("gold", |seen| seen.gold as i16),
    ("most gold of another seat", |seen| seen.richest_other as i16),
    ("lead in linear worth", |seen| in_tenths(seen.lead)),
    ("place in the turn order", |seen| seen.place_in_turn as i16),
    ("worth of one gold", |seen| (seen.per_gold / 10) as i16),
    ("modules", |seen| i16::from(seen.has_modules)),
    ("druids", |seen| i16::from(seen.has_druids)),
];

/// Converts worth to tenths of a VP, as nets see it.
pub(super) fn in_tenths(worth: MilliVp) -> i16 {
    (worth / (VP / 10)).clamp(-2000, 2000) as i16
}

/// Limits a buyer's limit to the range that nets see.
pub(super) fn in_gold(limit: MilliVp) -> i16 {
    limit.clamp(-10, 40) as i16
}

/// The standings from which the facts of every seat in one round follow, given its gold.
pub struct Standings {
    /// By seat, linear worth without gold.
    worth: [MilliVp; MAX_SEATS],
    per_gold: MilliVp,
}

impl Standings {
    /// Computes them from a position.
    pub fn of(game: &Skye, position: &Public, gains: &mut Appraisals) -> Self {
        let mut worth = [0; MAX_SEATS];
        for seat in Seat::all(position.seats()) {
            let territory = gains.worth(game, position, seat);
            worth[seat.index()] = VP * MilliVp::from(position.player(seat).vp) + territory;
        }
        Self { worth, per_gold: gains.per_gold(game, position) }
    }

    /// Returns the facts of a seat's decision, given the gold of all seats.
    pub(super) fn facts(&self, game: &Skye, position: &Public, seat: Seat, gold: &[u16; MAX_SEATS]) -> [i16; FACTS] {
        let seats = position.seats();
        let worth = |seat: Seat| self.worth[seat.index()] + self.per_gold * MilliVp::from(gold[seat.index()]);
        let modules = game.rules().modules;
        let standing = Standing {
            rounds_to_come: game.rules().round_count() as i16 - i16::from(position.round),
            seats,
            gold: gold[seat.index()],
            richest_other: seat.others(seats).map(|other| gold[other.index()]).max().unwrap_or(0),
            lead: worth(seat) - seat.others(seats).map(worth).max().unwrap_or(0),
            place_in_turn: seat.steps_from(position.start, seats),
            per_gold: self.per_gold,
            has_modules: !modules.is_empty(),
            has_druids: modules.iter().any(|module| module == Module::Druids),
        };
        row_of(&FEATURES, &standing)
    }
}
