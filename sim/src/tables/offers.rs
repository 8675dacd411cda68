//! `offers.csv`: one row per drawn tile.

use super::column::{Column, integer, text};
use crate::rows::{Fate, OfferRow};

/// The columns in order.
pub const COLUMNS: &[Column<OfferRow>] = &[
    integer("block", "", "number of the block, from 0", |row, _, line| line.count(row.block)),
    integer("game", "", "number of the game over all blocks, from 0", |row, _, line| line.count(row.game)),
    integer("round", "round", "round, from 1", |row, _, line| line.whole(row.round)),
    integer("seat", "seat", "who drew the tile", |row, _, line| line.index(row.seat)),
    text("agent", "name of the agent on that seat", |row, _, line| line.agent(Some(row.agent))),
    text("tile", "id of the tile in its file", |row, _, line| line.tile(row.tile)),
    integer("price", "gold", "price asked and staked; empty for the discarded tile", |row, _, line| {
        if row.fate != Fate::Discarded {
            line.whole(row.price);
        }
    }),
    integer("gold", "gold", "gold of the seat when it made its offer", |row, _, line| line.whole(row.gold)),
    text("outcome", "discarded, sold or kept", |row, _, line| line.plain(outcome(row.fate))),
    integer("buyer", "seat", "who bought it; empty if nobody did", |row, _, line| {
        if let Fate::Sold(buyer) = row.fate {
            line.index(buyer.index());
        }
    }),
    integer(
        "gain",
        "gold",
        "what the offer changed: the price if sold, less the lost stake if kept",
        |row, _, line| {
            line.whole(row.gain());
        },
    ),
];

fn outcome(fate: Fate) -> &'static str {
    match fate {
        Fate::Discarded => "discarded",
        Fate::Sold(_) => "sold",
        Fate::Kept => "kept",
    }
}
