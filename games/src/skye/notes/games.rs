//! `games.csv`, with one row per game; and the outcomes: the common ones, gold and tiles.

use engine::skye::Slot;
use engine::skye::rules::MAX_ROUNDS;

use super::raw_columns::{SeatNotes, notes_of, scoring};
use lab::forms::column::Type;
use lab::forms::column_group::ColumnGroup;
use lab::subject::columns;
use lab::subject::outcome::{self, Outcome};
use lab::subject::raw_column::RawColumn;
use lab::subject::rows::Rows;

/// The columns in order.
pub const COLUMNS: &[RawColumn] = &[
    columns::BLOCK,
    columns::CLUSTER,
    columns::GAME,
    columns::SEED,
    columns::ROTATION,
    columns::PLAYERS,
    RawColumn::known(Type::Text, "scoring", "", |rows, at, line| line.plain(scoring(rows).0[at.part].name()))
        .meaning("scoring tile on this slot")
        .for_each(ColumnGroup::Lettered(Slot::ALL.len())),
    columns::FIRST_START,
    RawColumn::new(
        Type::Integer,
        "rounds",
        "rounds",
        |rows, _, line| line.index(rows.running.rounds()),
        |rows, _, cells| {
            rows.running.resize(notes_of(rows).rounds);
            cells.expect_whole(notes_of(rows).rounds as u64)
        },
    )
    .meaning("rounds played"),
    columns::WINNERS,
    columns::MARGIN,
    columns::SPREAD,
    columns::LEAD_CHANGES,
    columns::LAST_LEAD_CHANGE,
    columns::leaders(MAX_ROUNDS),
    RawColumn::derived("tiles_sold", "tiles", |rows, _| sum(rows, |seat| seat.sold)).meaning("tiles bought by players"),
    RawColumn::derived("tiles_kept", "tiles", |rows, _| sum(rows, |seat| seat.kept))
        .meaning("unsold tiles kept for their stake"),
    RawColumn::derived("tiles_returned", "tiles", |rows, _| sum(rows, |seat| seat.returned))
        .meaning("tiles that fitted nowhere and went back to the bag"),
    RawColumn::derived("gold_traded", "gold", |rows, _| sum(rows, |seat| seat.earned))
        .meaning("gold paid by players to players"),
    RawColumn::derived("gold_burnt", "gold", |rows, _| sum(rows, |seat| seat.burnt))
        .meaning("stakes lost on kept tiles"),
    RawColumn::derived("gold_catch_up", "gold", |rows, _| sum(rows, |seat| seat.catch_up_income))
        .meaning("catch-up income of all players"),
];

/// Sums an amount over the seats of a game.
fn sum(rows: &Rows, amount: impl Fn(&SeatNotes) -> u16) -> i64 {
    notes_of(rows).seats.iter().map(|seat| i64::from(amount(seat))).sum()
}

/// All outcomes in the order of tables.
pub const OUTCOMES: &[Outcome] = &[
    outcome::vp(),
    outcome::winner_vp(),
    outcome::margin(),
    outcome::spread(),
    outcome::first_start_win(),
    outcome::leader_win(),
    outcome::lead_changes(),
    Outcome {
        name: "gold_traded",
        title: "gold traded",
        unit: "gold",
        meaning: "gold paid by players to players",
        of: |rows| Some(sum(rows, |seat| seat.earned) as f64),
    },
    Outcome {
        name: "sold_share",
        title: "share of offered tiles sold",
        unit: "fraction",
        meaning: "share of offered tiles that were bought",
        of: |rows| {
            let (sold, kept) = (sum(rows, |seat| seat.sold) as f64, sum(rows, |seat| seat.kept) as f64);
            Some(sold / (sold + kept))
        },
    },
    outcome::leverage(),
    outcome::last_lead_change(),
    outcome::drama(),
    outcome::gini(),
    Outcome {
        name: "gold_burnt",
        title: "gold lost on unsold tiles",
        unit: "gold",
        meaning: "stakes lost on kept tiles, over all players",
        of: |rows| Some(sum(rows, |seat| seat.burnt) as f64),
    },
    Outcome {
        name: "gold_catch_up",
        title: "catch-up gold",
        unit: "gold",
        meaning: "catch-up income of all players",
        of: |rows| Some(sum(rows, |seat| seat.catch_up_income) as f64),
    },
];

/// The number of outcomes with estimated effects of scoring tiles: the first ones, up to leverage.
pub const WITH_EFFECTS: usize = 10;
