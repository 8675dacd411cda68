//! `scores.csv`: one row per player, round and scoring tile.

use engine::skye::Slot;

use super::rows::SkyeRows;
use crate::lab::forms::column::RawColumn;
use crate::lab::subject::columns;

const SLOTS: [&str; Slot::ALL.len()] = ["A", "B", "C", "D"];

/// The columns in order.
pub const COLUMNS: &[RawColumn<SkyeRows>] = &[
    columns::block(),
    columns::game(),
    RawColumn::integer(
        "round",
        "round",
        "round, from 1",
        |rows, at, line| line.whole(rows.notes.scores[at.row].round),
        |rows, at, cells| cells.up_to(rows.notes.rounds).map(|round| rows.notes.scores[at.row].round = round),
    ),
    RawColumn::text(
        "slot",
        "slot of the scoring tile, A to D",
        |rows, at, line| line.plain(SLOTS[rows.notes.scores[at.row].slot.index()]),
        |rows, at, cells| cells.word(&SLOTS).map(|slot| rows.notes.scores[at.row].slot = Slot::ALL[slot]),
    ),
    RawColumn::text(
        "scoring",
        "the scoring tile",
        |rows, at, line| line.plain(rows.treatment.0[rows.notes.scores[at.row].slot.index()].name()),
        |rows, at, cells| cells.expect(rows.treatment.0[rows.notes.scores[at.row].slot.index()].name()),
    ),
    RawColumn::integer(
        "seat",
        "seat",
        "who scored",
        |rows, at, line| line.index(rows.notes.scores[at.row].seat),
        |rows, at, cells| cells.below(rows.game.players).map(|seat| rows.notes.scores[at.row].seat = seat),
    ),
    RawColumn::text(
        "agent",
        "name of the agent on that seat",
        |rows, at, line| line.agent(Some(rows.seats[rows.notes.scores[at.row].seat].agent)),
        |rows, at, cells| cells.agent(rows.seats[rows.notes.scores[at.row].seat].agent),
    ),
    RawColumn::integer(
        "vp",
        "VP",
        "VP awarded, perhaps 0",
        |rows, at, line| line.whole(rows.notes.scores[at.row].vp),
        |rows, at, cells| cells.whole().map(|vp| rows.notes.scores[at.row].vp = vp),
    ),
    RawColumn::integer(
        "total",
        "VP",
        "score after it",
        |rows, at, line| line.whole(rows.notes.scores[at.row].total),
        |rows, at, cells| cells.whole().map(|total| rows.notes.scores[at.row].total = total),
    ),
];
