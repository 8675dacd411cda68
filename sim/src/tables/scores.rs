//! `scores.csv`: one row per player, round and scoring tile.

use super::column::{Column, integer, text};
use crate::rows::ScoreRow;

/// The columns in order.
pub const COLUMNS: &[Column<ScoreRow>] = &[
    integer("block", "", "number of the block, from 0", |row, _, line| line.count(row.block)),
    integer("game", "", "number of the game over all blocks, from 0", |row, _, line| line.count(row.game)),
    integer("round", "round", "round, from 1", |row, _, line| line.whole(row.round)),
    text("slot", "slot of the scoring tile, A to D", |row, _, line| line.display(row.slot.letter())),
    text("scoring", "the scoring tile", |row, _, line| line.plain(row.scoring.name())),
    integer("seat", "seat", "who scored", |row, _, line| line.index(row.seat)),
    text("agent", "name of the agent on that seat", |row, _, line| line.agent(Some(row.agent))),
    integer("vp", "VP", "VP awarded, perhaps 0", |row, _, line| line.whole(row.vp)),
    integer("total", "VP", "score after it", |row, _, line| line.whole(row.total)),
];
