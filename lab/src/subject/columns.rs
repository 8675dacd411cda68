//! The columns of any game in `games.csv` and `seats.csv`, between which a game places its own.

use super::raw::PROGRAMS;
use super::raw_row::{CellCode, Count, RawCell, RawColumn, Read, Signed, Write, raw_cells};
use crate::forms::column::Type::{Integer, Text};
use crate::forms::seat_set::SeatSet;

raw_cells! {
    /// One or more seats.
    Seats(SeatSet, Text) |seats, line| line.seats(seats) => |cells, rows| cells.some_seats(rows.game.players);
    /// A rank.
    Rank(u8, Integer) |rank, line| line.whole(rank) => |cells, rows| cells.up_to(rows.game.players);
    /// A win share. The number of winners determines it exactly; its rounded decimals do not.
    WinShare(f64, Float) |share, line| line.float(Some(share)) => |cells, _| {
        cells.word(&WIN_SHARES).map(|winners| if winners == 0 { 0.0 } else { 1.0 / winners as f64 })
    };
    /// A number of lead changes.
    LeadChanges(u32, Integer) |changes, line| line.whole(changes) => |cells, rows| {
        cells.below(rows.running.rounds() + 1).map(|changes| changes as u32)
    };
    /// The round of a lead change.
    LeadChangeRound(usize, Integer) |round, line| line.index(round) => |cells, rows| cells.below(rows.running.rounds() + 2);
}

/// The win shares of a loser, and of each of this many winners.
const WIN_SHARES: [&str; 6] = ["0.000000", "1.000000", "0.500000", "0.333333", "0.250000", "0.200000"];

/// Declares columns that are known before a game is played: name, type, unit, meaning, writer.
macro_rules! known {
    ($($COLUMN:ident: $name:literal, $Type:ident, $unit:literal, $meaning:literal, $write:expr;)+) => {
        #[expect(missing_docs, reason = "each has its meaning")]
        impl<R> RawColumn<R> {
            $(pub const $COLUMN: Self = Self::column($Type, $name, $unit, $meaning, CellCode::Known($write));)+
        }
    };
}

known! {
    BLOCK: "block", Integer, "", "number of the block, from 0", |_, rows, _, line| line.count(rows.game.fixture.block);
    CLUSTER: "cluster", Integer, "", "number of the seed, from 0; blocks of one cluster differ only in their line-up",
        |_, rows, _, line| line.count(rows.game.fixture.cluster);
    GAME: "game", Integer, "", "number of the game over all blocks, from 0",
        |_, rows, _, line| line.count(rows.game.fixture.game);
    SEED: "seed", Text, "", "seed of the game; the same agents and rules reproduce the game from it",
        |_, rows, _, line| line.plain(&rows.game.fixture.seed.text(&rows.treatment));
    ROTATION: "rotation", Integer, "", "number of the seating within the block, from 0",
        |_, rows, _, line| line.index(rows.game.fixture.rotation);
    PLAYERS: "players", Integer, "players", "number of players", |_, rows, _, line| line.index(rows.game.players);
    FIRST_START: "first_start", Integer, "seat", "starting player of the first round",
        |_, rows, _, line| line.index(rows.game.fixture.seed.first.index());
    ROUNDS: "rounds", Integer, "rounds", "rounds played", |_, rows, _, line| line.index(rows.running.rounds());
    SEAT: "seat", Integer, "seat", "seat, clockwise from 0", |_, _, at, line| line.index(at.row);
    AGENT: "agent", Text, "", "name of the agent", |_, rows, at, line| line.agent(Some(rows.seats[at.row].agent));
}

/// Declares columns that are stored in the rows of any game: name, kind of cell, unit, meaning, place.
macro_rules! stored {
    ($($COLUMN:ident: $name:literal, $Kind:ty, $unit:literal, $meaning:literal,
        |$rows:ident, $at:ident| $place:expr $(, if $part:expr)?;)+) => {
        #[expect(missing_docs, reason = "each has its meaning")]
        impl<R> RawColumn<R> {
            $(pub const $COLUMN: Self = {
                let write: Write<R> = |_, $rows, $at, line| <$Kind>::WRITE($place, line);
                let read: Read<R> = |_, $rows, $at, cells| {
                    $place = <$Kind>::READ(cells, $rows)?;
                    Ok(())
                };
                Self::column(<$Kind>::TYPE, $name, $unit, $meaning, CellCode::Stored(write, read))$(.only_with($part))?
            };)+
        }
    };
}

stored! {
    WINNERS: "winners", Seats, "", "seats of rank 1, each an `s` and its number, joined by `+`", |rows, _at| rows.game.winners;
    MARGIN: "margin", Signed, "VP", "VP of the best player minus VP of the second best", |rows, _at| rows.game.margin;
    SPREAD: "spread", Signed, "VP", "VP of the best player minus VP of the last", |rows, _at| rows.game.spread;
    LEAD_CHANGES: "lead_changes", LeadChanges, "changes",
        "number of times a new player took the sole lead, after a round or in the final ranking",
        |rows, _at| rows.running.lead_changes;
    LAST_LEAD_CHANGE: "last_lead_change", LeadChangeRound, "round",
        "round of the last lead change; rounds + 1 if in the final ranking, 0 if none",
        |rows, _at| rows.running.last_lead_change;
    LEADERS: "leaders", Seats, "", "seats with the most VP after this round, each an `s` and its number, joined by `+`",
        |rows, at| rows.running.leaders[at.part];
    VP: "vp", Signed, "VP", "final score", |rows, at| rows.seats[at.row].points;
    VP_BY_ROUND: "vp_round", Signed, "VP", "VP at the end of this round", |rows, at| rows.running.points[at.part][at.row];
    RANK: "rank", Rank, "", "final rank, 1 for a winner; ties share a rank", |rows, at| rows.seats[at.row].rank;
    WIN_SHARE: "win_share", WinShare, "games", "1 for a sole winner, 1/k for each of k winners, otherwise 0",
        |rows, at| rows.seats[at.row].win_share;
    SEAT_MARGIN: "margin", Signed, "VP", "VP minus VP of the best other player", |rows, at| rows.seats[at.row].margin;
    DECISIONS: "decisions", Count, "decisions", "decisions taken", |rows, at| rows.seats[at.row].decisions;
    SEARCHED: "searched", Count, "decisions", "decisions that the agent searched", |rows, at| rows.seats[at.row].searched;
    ITERATIONS: "iterations", Count, "iterations", "simulated continuations over all decisions",
        |rows, at| rows.seats[at.row].iterations;
    FAULTS: "faults", Count, "decisions",
        "decisions by the `on-fault` agent, because the program failed; only in runs with external agents",
        |rows, at| rows.seats[at.row].faults, if PROGRAMS;
}
