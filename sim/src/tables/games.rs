//! `games.csv`: one row per game.

use super::column::{Column, Over, integer, text};
use crate::rows::{GameRows, SeatRow};

/// The columns in order.
pub const COLUMNS: &[Column<GameRows>] = &[
    integer("block", "", "number of the block, from 0", |row, _, line| line.count(row.game.fixture.block)),
    integer(
        "cluster",
        "",
        "number of the seed, from 0; blocks of one cluster differ in their line-up alone",
        |row, _, line| {
            line.cluster(row.game.fixture.block);
        },
    ),
    integer("game", "", "number of the game over all blocks, from 0", |row, _, line| line.count(row.game.fixture.game)),
    text("seed", "what chance decided; with the same agents and rules it gives this game again", |row, _, line| {
        line.display(row.game.fixture.seed);
    }),
    integer("rotation", "", "number of the seating within the block, from 0", |row, _, line| {
        line.index(row.game.fixture.rotation);
    }),
    integer("players", "players", "number of players", |row, _, line| line.index(row.game.players)),
    text::<GameRows>("scoring", "scoring tile on this slot", |row, slot, line| {
        line.plain(row.game.fixture.seed.scoring[slot].name());
    })
    .for_each(Over::Slots),
    integer("first_start", "seat", "starting player of the first round", |row, _, line| {
        line.index(row.game.fixture.seed.first.index());
    }),
    integer("rounds", "rounds", "rounds played", |row, _, line| line.index(row.game.rounds)),
    text("winners", "seats of rank 1, with a plus between them", |row, _, line| line.seats(row.game.winners)),
    integer("margin", "VP", "VP of the best less VP of the second best", |row, _, line| line.whole(row.game.margin)),
    integer("spread", "VP", "VP of the best less VP of the last", |row, _, line| line.whole(row.game.spread)),
    integer(
        "lead_changes",
        "changes",
        "times that a new player led alone, after a round or in the final ranking",
        |row, _, line| {
            line.whole(row.game.lead_changes);
        },
    ),
    integer(
        "last_lead_change",
        "round",
        "round of the last lead change; rounds + 1 for the final ranking, 0 for none",
        |row, _, line| {
            line.index(row.game.last_lead_change);
        },
    ),
    text::<GameRows>("leaders", "seats with most VP after this round, with a plus between them", |row, round, line| {
        line.seats(row.game.leaders[round]);
    })
    .for_each(Over::Rounds),
    integer("tiles_sold", "tiles", "tiles bought by players", |row, _, line| line.whole(total(row, |seat| seat.sold))),
    integer("tiles_kept", "tiles", "unsold tiles kept for their stake", |row, _, line| {
        line.whole(total(row, |seat| seat.kept));
    }),
    integer("tiles_returned", "tiles", "tiles that fitted nowhere and went back to the bag", |row, _, line| {
        line.whole(total(row, |seat| seat.returned));
    }),
    integer("gold_traded", "gold", "gold paid by players to players", |row, _, line| {
        line.whole(total(row, |seat| seat.earned));
    }),
    integer("gold_burnt", "gold", "stakes lost on kept tiles", |row, _, line| {
        line.whole(total(row, |seat| seat.burnt));
    }),
    integer("gold_catch_up", "gold", "catch-up income of all players", |row, _, line| {
        line.whole(total(row, |seat| seat.catch_up_income));
    }),
];

fn total(rows: &GameRows, amount: impl Fn(&SeatRow) -> u16) -> i64 {
    rows.seats.iter().map(|seat| i64::from(amount(seat))).sum()
}
