//! `games.csv`: one row per game.

use engine::skye::Slot;
use engine::skye::rules::MAX_ROUNDS;

use super::rows::{SeatNotes, SkyeRows};
use crate::lab::forms::column::RawColumn;
use crate::lab::forms::over::Over;
use crate::lab::subject::columns;

/// The columns in order.
pub const COLUMNS: &[RawColumn<SkyeRows>] = &[
    columns::block(),
    columns::cluster(),
    columns::game(),
    columns::seed(),
    columns::rotation(),
    columns::players(),
    RawColumn::<SkyeRows>::text(
        "scoring",
        "scoring tile on this slot",
        |rows, at, line| line.plain(rows.treatment.0[at.part].name()),
        |rows, at, cells| cells.expect(rows.treatment.0[at.part].name()),
    )
    .for_each(Over::Lettered(Slot::ALL.len())),
    columns::first_start(),
    RawColumn::integer(
        "rounds",
        "rounds",
        "rounds played",
        |rows, _, line| line.index(rows.running.rounds()),
        |rows, _, cells| {
            rows.running.resize(rows.notes.rounds);
            cells.expect_whole(rows.notes.rounds as u64)
        },
    ),
    columns::winners(),
    columns::margin(),
    columns::spread(),
    columns::lead_changes(),
    columns::last_lead_change(),
    columns::leaders(MAX_ROUNDS),
    total("tiles_sold", "tiles", "tiles bought by players", |rows, _, line| line.whole(sum(rows, |seat| seat.sold))),
    total("tiles_kept", "tiles", "unsold tiles kept for their stake", |rows, _, line| {
        line.whole(sum(rows, |seat| seat.kept));
    }),
    total("tiles_returned", "tiles", "tiles that fitted nowhere and went back to the bag", |rows, _, line| {
        line.whole(sum(rows, |seat| seat.returned));
    }),
    total("gold_traded", "gold", "gold paid by players to players", |rows, _, line| {
        line.whole(sum(rows, |seat| seat.earned));
    }),
    total("gold_burnt", "gold", "stakes lost on kept tiles", |rows, _, line| line.whole(sum(rows, |seat| seat.burnt))),
    total("gold_catch_up", "gold", "catch-up income of all players", |rows, _, line| {
        line.whole(sum(rows, |seat| seat.catch_up_income));
    }),
];

/// A sum over the seats, which are in `seats.csv`.
const fn total(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    write: fn(&SkyeRows, crate::lab::forms::column::At, &mut crate::lab::forms::line::Line<'_>),
) -> RawColumn<SkyeRows> {
    RawColumn::integer(name, unit, meaning, write, |_, _, cells| cells.skip())
}

/// A sum over the seats of a game.
pub fn sum(rows: &SkyeRows, amount: impl Fn(&SeatNotes) -> u16) -> i64 {
    rows.notes.seats.iter().map(|seat| i64::from(amount(seat))).sum()
}
