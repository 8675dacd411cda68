//! The columns of `games.csv` and `seats.csv` that any game has. A game puts its own between them.

use std::fmt::Display;

use super::rows::Rows;
use crate::lab::forms::cells::Cells;
use crate::lab::forms::column::RawColumn;
use crate::lab::forms::over::Over;

/// The number of the block.
pub const fn block<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "block",
        "",
        "number of the block, from 0",
        |rows, _, line| line.count(rows.game.fixture.block),
        |rows, _, cells| cells.expect_whole(rows.game.fixture.block),
    )
}

/// The number of the cluster.
pub const fn cluster<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "cluster",
        "",
        "number of the seed, from 0; blocks of one cluster differ in their line-up alone",
        |rows, _, line| line.count(rows.game.fixture.cluster),
        |rows, _, cells| cells.expect_whole(rows.game.fixture.cluster),
    )
}

/// The number of the game.
pub const fn game<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "game",
        "",
        "number of the game over all blocks, from 0",
        |rows, _, line| line.count(rows.game.fixture.game),
        |rows, _, cells| cells.expect_whole(rows.game.fixture.game),
    )
}

/// What reproduces the game.
pub const fn seed<T: Display, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::text(
        "seed",
        "what chance decided; with the same agents and rules it gives this game again",
        |rows, _, line| line.plain(&rows.game.fixture.seed.text(&rows.treatment)),
        |rows, _, cells| cells.expect(&rows.game.fixture.seed.text(&rows.treatment)),
    )
}

/// The rotation of the seats.
pub const fn rotation<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "rotation",
        "",
        "number of the seating within the block, from 0",
        |rows, _, line| line.index(rows.game.fixture.rotation),
        |rows, _, cells| cells.expect_whole(rows.game.fixture.rotation as u64),
    )
}

/// The number of players.
pub const fn players<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "players",
        "players",
        "number of players",
        |rows, _, line| line.index(rows.game.players),
        |rows, _, cells| cells.expect_whole(rows.game.players as u64),
    )
}

/// Who begins.
pub const fn first_start<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "first_start",
        "seat",
        "starting player of the first round",
        |rows, _, line| line.index(rows.game.fixture.seed.first.index()),
        |rows, _, cells| cells.expect_whole(rows.game.fixture.seed.first.index() as u64),
    )
}

/// Who has won.
pub const fn winners<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::text(
        "winners",
        "seats of rank 1, with a plus between them",
        |rows, _, line| line.seats(rows.game.winners),
        |rows, _, cells| cells.some_seats(rows.game.players).map(|seats| rows.game.winners = seats),
    )
}

/// How far the best is ahead of the second.
pub const fn margin<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "margin",
        "VP",
        "VP of the best less VP of the second best",
        |rows, _, line| line.whole(rows.game.margin),
        |rows, _, cells| cells.signed().map(|margin| rows.game.margin = margin),
    )
}

/// How far the best is ahead of the last.
pub const fn spread<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "spread",
        "VP",
        "VP of the best less VP of the last",
        |rows, _, line| line.whole(rows.game.spread),
        |rows, _, cells| cells.signed().map(|spread| rows.game.spread = spread),
    )
}

/// How often the lead changed, for games with a running score.
pub const fn lead_changes<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "lead_changes",
        "changes",
        "times that a new player led alone, after a round or in the final ranking",
        |rows, _, line| line.whole(rows.running.lead_changes),
        |rows, _, cells| {
            rows.running.lead_changes = cells.below(rows.running.rounds() + 1)? as u32;
            Ok(())
        },
    )
}

/// When the lead changed last, for games with a running score.
pub const fn last_lead_change<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "last_lead_change",
        "round",
        "round of the last lead change; rounds + 1 for the final ranking, 0 for none",
        |rows, _, line| line.index(rows.running.last_lead_change),
        |rows, _, cells| {
            rows.running.last_lead_change = cells.below(rows.running.rounds() + 2)?;
            Ok(())
        },
    )
}

/// Who led after each of up to this many rounds, for games with a running score.
pub const fn leaders<T, N>(most_rounds: usize) -> RawColumn<Rows<T, N>> {
    RawColumn::text(
        "leaders",
        "seats with most VP after this round, with a plus between them",
        |rows: &Rows<T, N>, at, line| {
            rows.running.leaders.get(at.part).into_iter().for_each(|leaders| line.seats(*leaders));
        },
        |rows: &mut Rows<T, N>, at, cells| match rows.running.leaders.get_mut(at.part) {
            Some(leaders) => cells.some_seats(rows.game.players).map(|seats| *leaders = seats),
            None => cells.expect(""),
        },
    )
    .for_each(Over::Numbered(most_rounds))
}

/// The seat.
pub const fn seat<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "seat",
        "seat",
        "seat, clockwise from 0",
        |_, at, line| line.index(at.row),
        |_, at, cells| cells.expect_whole(at.row as u64),
    )
}

/// The agent in the seat.
pub const fn agent<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::text(
        "agent",
        "name of the agent",
        |rows, at, line| line.agent(Some(rows.seats[at.row].agent)),
        |rows, at, cells| cells.agent(rows.seats[at.row].agent),
    )
}

/// Final points; the game says what they are made of.
pub const fn points<T, N>(meaning: &'static str) -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "vp",
        "VP",
        meaning,
        |rows, at, line| line.whole(rows.seats[at.row].points),
        |rows, at, cells| cells.signed().map(|points| rows.seats[at.row].points = points),
    )
}

/// The rank.
pub const fn rank<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "rank",
        "",
        "1 is a winner; ties share a rank",
        |rows, at, line| line.whole(rows.seats[at.row].rank),
        |rows, at, cells| cells.up_to(rows.game.players).map(|rank| rows.seats[at.row].rank = rank),
    )
}

/// The share of nobody, and of one among this many winners.
const WIN_SHARES: [&str; 6] = ["0.000000", "1.000000", "0.500000", "0.333333", "0.250000", "0.200000"];

/// The share of the win. It is not read from its rounded decimals: the number of winners gives it exactly.
pub const fn win_share<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::float(
        "win_share",
        "games",
        "1 for a sole winner, 1/k for each of k winners, else 0",
        |rows, at, line| line.float(Some(rows.seats[at.row].win_share)),
        |rows, at, cells| {
            let winners = cells.word(&WIN_SHARES)?;
            rows.seats[at.row].win_share = if winners == 0 { 0.0 } else { 1.0 / winners as f64 };
            Ok(())
        },
    )
}

/// How far the seat is ahead of the best other one.
pub const fn seat_margin<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "margin",
        "VP",
        "VP less VP of the best other player",
        |rows, at, line| line.whole(rows.seats[at.row].margin),
        |rows, at, cells| cells.signed().map(|margin| rows.seats[at.row].margin = margin),
    )
}

/// Points after each of up to this many rounds, for games with a running score.
pub const fn points_by_round<T, N>(most_rounds: usize) -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "vp_round",
        "VP",
        "VP at the end of this round",
        |rows: &Rows<T, N>, at, line| {
            if at.part < rows.running.rounds() {
                line.whole(rows.running.points(at.part, at.row));
            }
        },
        |rows: &mut Rows<T, N>, at, cells: &mut Cells<'_>| {
            if at.part >= rows.running.rounds() {
                return cells.expect("");
            }
            *rows.running.points_mut(at.part, at.row) = cells.signed()?;
            Ok(())
        },
    )
    .for_each(Over::Numbered(most_rounds))
}

/// Decisions taken.
pub const fn decisions<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "decisions",
        "decisions",
        "decisions taken",
        |rows, at, line| line.count(rows.seats[at.row].decisions),
        |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].decisions = count),
    )
}

/// Decisions searched.
pub const fn searched<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "searched",
        "decisions",
        "decisions for which the agent searched",
        |rows, at, line| line.count(rows.seats[at.row].searched),
        |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].searched = count),
    )
}

/// Iterations used.
pub const fn iterations<T, N>() -> RawColumn<Rows<T, N>> {
    RawColumn::integer(
        "iterations",
        "iterations",
        "simulated continuations over all decisions",
        |rows, at, line| line.count(rows.seats[at.row].iterations),
        |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].iterations = count),
    )
}
