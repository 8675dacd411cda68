//! `seats.csv`: one row per player and game.

use super::column::{Column, Over, float, integer, text};
use super::line::Line;
use crate::rows::SeatRow;

/// The columns in order.
pub const COLUMNS: &[Column<SeatRow>] = &[
    integer("block", "", "number of the block, from 0", |row, _, line| line.count(row.block)),
    integer(
        "cluster",
        "",
        "number of the seed, from 0; blocks of one cluster differ in their line-up alone",
        |row, _, line| {
            line.cluster(row.block);
        },
    ),
    integer("game", "", "number of the game over all blocks, from 0", |row, _, line| line.count(row.game)),
    integer("seat", "seat", "seat, clockwise from 0", |row, _, line| line.index(row.seat)),
    text("agent", "name of the agent", |row, _, line| line.agent(Some(row.agent))),
    integer("vp", "VP", "final score: VP of the slots, of scrolls and for gold", |row, _, line| line.whole(row.vp)),
    integer::<SeatRow>("vp_slot", "VP", "VP from the scoring tile on this slot", |row, slot, line| {
        line.whole(row.vp_by_slot[slot]);
    })
    .for_each(Over::Slots),
    integer("vp_scrolls", "VP", "VP from scrolls", |row, _, line| line.whole(row.vp_scrolls)),
    integer("vp_gold", "VP", "VP from the final exchange of gold", |row, _, line| line.whole(row.vp_gold)),
    integer("rank", "", "1 is a winner; ties share a rank", |row, _, line| line.whole(row.rank)),
    float("win_share", "games", "1 for a sole winner, 1/k for each of k winners, else 0", |row, _, line| {
        line.float(Some(row.win_share));
    }),
    integer("margin", "VP", "VP less VP of the best other player", |row, _, line| line.whole(row.margin)),
    integer::<SeatRow>("gold_round", "gold", "gold held at the end of this round", |row, round, line| {
        in_round(row, round, row.gold_by_round[round], line);
    })
    .for_each(Over::Rounds),
    integer::<SeatRow>("vp_round", "VP", "VP at the end of this round", |row, round, line| {
        in_round(row, round, row.vp_by_round[round], line);
    })
    .for_each(Over::Rounds),
    integer("tiles", "tiles", "landscape tiles laid, the castle not counted", |row, _, line| line.whole(row.tiles)),
    integer("completed_areas", "areas", "completed areas at the end", |row, _, line| line.whole(row.completed_areas)),
    integer("bought", "tiles", "tiles bought", |row, _, line| line.whole(row.bought)),
    integer("sold", "tiles", "tiles sold", |row, _, line| line.whole(row.sold)),
    integer("kept", "tiles", "own tiles kept unsold", |row, _, line| line.whole(row.kept)),
    integer("returned", "tiles", "tiles that fitted nowhere and went back to the bag", |row, _, line| {
        line.whole(row.returned);
    }),
    integer("spent", "gold", "paid for tiles of other players", |row, _, line| line.whole(row.spent)),
    integer("earned", "gold", "received for sold tiles, the stake that comes back not counted", |row, _, line| {
        line.whole(row.earned);
    }),
    integer("burnt", "gold", "stakes lost on kept tiles", |row, _, line| line.whole(row.burnt)),
    integer("income_castle", "gold", "income from the castle", |row, _, line| line.whole(row.castle_income)),
    integer("income_whisky", "gold", "income from connected whisky", |row, _, line| line.whole(row.whisky_income)),
    integer("income_catch_up", "gold", "catch-up gold: for each player who is ahead of this one", |row, _, line| {
        line.whole(row.catch_up_income);
    }),
    integer("gold_left", "gold", "gold left after the final exchange, which breaks ties", |row, _, line| {
        line.whole(row.gold_left);
    }),
    integer("decisions", "decisions", "decisions taken", |row, _, line| line.count(row.decisions)),
    integer("searched", "decisions", "decisions for which the agent searched", |row, _, line| line.count(row.searched)),
    integer("iterations", "iterations", "simulated continuations over all decisions", |row, _, line| {
        line.count(row.iterations);
    }),
];

/// A cell of a round; empty if the game was shorter.
fn in_round(row: &SeatRow, round: usize, amount: u16, line: &mut Line<'_>) {
    if round < row.rounds {
        line.whole(amount);
    }
}
