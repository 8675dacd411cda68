//! The common columns of `games.csv` and `seats.csv`, between which a game places its own.

#![expect(missing_docs, reason = "each is named for its column")]

use super::raw::PROGRAMS;
use super::raw_column::{At, RawColumn};
use super::rows::Rows;
use crate::forms::column::Type;

pub const BLOCK: RawColumn =
    RawColumn::known(Type::Integer, "block", "", |rows, _, line| line.count(rows.game.fixture.block))
        .meaning("number of the block, from 0");

pub const CLUSTER: RawColumn =
    RawColumn::known(Type::Integer, "cluster", "", |rows, _, line| line.count(rows.game.fixture.cluster))
        .meaning("number of the seed, from 0; blocks of one cluster differ only in their line-up");

pub const GAME: RawColumn =
    RawColumn::known(Type::Integer, "game", "", |rows, _, line| line.count(rows.game.fixture.game))
        .meaning("number of the game over all blocks, from 0");

pub const ROTATION: RawColumn =
    RawColumn::known(Type::Integer, "rotation", "", |rows, _, line| line.index(rows.game.fixture.rotation))
        .meaning("number of the seating within the block, from 0");

pub const PLAYERS: RawColumn =
    RawColumn::known(Type::Integer, "players", "players", |rows, _, line| line.index(rows.game.players))
        .meaning("number of players");

pub const FIRST_START: RawColumn = RawColumn::known(Type::Integer, "first_start", "seat", |rows, _, line| {
    line.index(rows.game.fixture.seed.first.index());
})
.meaning("starting player of the first round");

pub const WINNERS: RawColumn = RawColumn::new(
    Type::Text,
    "winners",
    "",
    |rows, _, line| line.seats(rows.game.winners),
    |rows, _, cells| cells.some_seats(rows.game.players).map(|seats| rows.game.winners = seats),
)
.meaning("seats of rank 1, joined by `+`");

pub const MARGIN: RawColumn = RawColumn::new(
    Type::Integer,
    "margin",
    "VP",
    |rows, _, line| line.whole(rows.game.margin),
    |rows, _, cells| cells.signed().map(|margin| rows.game.margin = margin),
)
.meaning("VP of the best player minus VP of the second best");

pub const SPREAD: RawColumn = RawColumn::new(
    Type::Integer,
    "spread",
    "VP",
    |rows, _, line| line.whole(rows.game.spread),
    |rows, _, cells| cells.signed().map(|spread| rows.game.spread = spread),
)
.meaning("VP of the best player minus VP of the last");

pub const LEAD_CHANGES: RawColumn = RawColumn::new(
    Type::Integer,
    "lead_changes",
    "changes",
    |rows, _, line| line.whole(rows.running.lead_changes),
    |rows, _, cells| cells.below(rows.running.rounds() + 1).map(|changes| rows.running.lead_changes = changes as u32),
)
.meaning("number of times a new player took the sole lead, after a round or in the final ranking");

pub const LAST_LEAD_CHANGE: RawColumn = RawColumn::new(
    Type::Integer,
    "last_lead_change",
    "round",
    |rows, _, line| line.index(rows.running.last_lead_change),
    |rows, _, cells| cells.below(rows.running.rounds() + 2).map(|round| rows.running.last_lead_change = round),
)
.meaning("round of the last lead change; rounds + 1 if in the final ranking, 0 if none");

pub const SEAT: RawColumn =
    RawColumn::known(Type::Integer, "seat", "seat", |_, at, line| line.index(at.row)).meaning("seat, clockwise from 0");

pub const AGENT: RawColumn =
    RawColumn::known(Type::Text, "agent", "", |rows, at, line| line.agent(Some(rows.seats[at.row].agent)))
        .meaning("name of the agent");

pub const RANK: RawColumn = RawColumn::new(
    Type::Integer,
    "rank",
    "",
    |rows, at, line| line.whole(rows.seats[at.row].rank),
    |rows, at, cells| cells.up_to(rows.game.players).map(|rank| rows.seats[at.row].rank = rank),
)
.meaning("final rank, 1 for a winner; ties share a rank");

// The number of winners determines the share exactly; its rounded decimals do not.
pub const WIN_SHARE: RawColumn = RawColumn::new(
    Type::Float,
    "win_share",
    "games",
    |rows, at, line| line.float(Some(rows.seats[at.row].win_share)),
    |rows, at, cells| {
        cells.word(&WIN_SHARES).map(|winners| {
            rows.seats[at.row].win_share = if winners == 0 { 0.0 } else { 1.0 / winners as f64 };
        })
    },
)
.meaning("1 for a sole winner, 1/k for each of k winners, otherwise 0");

pub const DECISIONS: RawColumn = RawColumn::new(
    Type::Integer,
    "decisions",
    "decisions",
    |rows, at, line| line.count(rows.seats[at.row].decisions),
    |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].decisions = count),
)
.meaning("decisions taken");

pub const SEARCHED: RawColumn = RawColumn::new(
    Type::Integer,
    "searched",
    "decisions",
    |rows, at, line| line.count(rows.seats[at.row].searched),
    |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].searched = count),
)
.meaning("decisions that the agent searched");

pub const ITERATIONS: RawColumn = RawColumn::new(
    Type::Integer,
    "iterations",
    "iterations",
    |rows, at, line| line.count(rows.seats[at.row].iterations),
    |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].iterations = count),
)
.meaning("simulated continuations over all decisions");

pub const FAULTS: RawColumn = RawColumn::new(
    Type::Integer,
    "faults",
    "decisions",
    |rows, at, line| line.count(rows.seats[at.row].faults),
    |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].faults = count),
)
.meaning("decisions by the `on-fault` agent, because the program failed; only in runs with external agents")
.only_with(PROGRAMS);

/// The win shares of a loser, and of each of this many winners.
const WIN_SHARES: [&str; 6] = ["0.000000", "1.000000", "0.500000", "0.333333", "0.250000", "0.200000"];

pub const SEED: RawColumn = RawColumn::known(Type::Text, "seed", "", |rows, _, line| {
    line.plain(&rows.game.fixture.seed.text(&rows.treatment));
})
.meaning("seed of the game; the same agents and rules reproduce the game from it");

pub const SEAT_MARGIN: RawColumn = RawColumn::new(
    Type::Integer,
    "margin",
    "VP",
    |rows, at, line| line.whole(rows.seats[at.row].margin),
    |rows, at, cells| cells.signed().map(|margin| rows.seats[at.row].margin = margin),
)
.meaning("VP minus VP of the best other player");

/// Creates the columns of the seats that lead after each round, for games with a running score.
pub const fn leaders(most_rounds: usize) -> RawColumn {
    RawColumn::new(
        Type::Text,
        "leaders",
        "",
        |rows, at, line| line.seats(rows.running.leaders[at.part]),
        |rows, at, cells| cells.some_seats(rows.game.players).map(|seats| rows.running.leaders[at.part] = seats),
    )
    .meaning("seats with the most VP after this round, joined by `+`")
    .for_each_round(most_rounds)
}

/// Creates the column of final points; `meaning` says how the game scores them.
pub const fn points(meaning: &'static str) -> RawColumn {
    RawColumn::new(
        Type::Integer,
        "vp",
        "VP",
        |rows, at, line| line.whole(rows.seats[at.row].points),
        |rows, at, cells| cells.signed().map(|points| rows.seats[at.row].points = points),
    )
    .meaning(meaning)
}

/// Creates the columns of the score after each round.
pub const fn points_by_round(most_rounds: usize) -> RawColumn {
    RawColumn::new(
        Type::Integer,
        "vp_round",
        "VP",
        |rows, at, line| line.whole(rows.running.points(at.part, at.row)),
        |rows, at, cells| cells.signed().map(|points| *rows.running.points_mut(at.part, at.row) = points),
    )
    .meaning("VP at the end of this round")
    .for_each_round(most_rounds)
}

/// Creates the column of the name of the agent in a row's seat.
pub const fn agent_on(seat: fn(&Rows, At) -> usize) -> RawColumn {
    RawColumn::agent("agent", seat).meaning("name of the agent on that seat")
}
