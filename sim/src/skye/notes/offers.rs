//! `offers.csv`: one row per drawn tile.

use engine::Seat;

use super::rows::{Fate, SkyeRows};
use crate::lab::forms::column::RawColumn;
use crate::lab::subject::columns;

/// What can become of a tile, in words.
const OUTCOMES: [&str; 3] = ["discarded", "sold", "kept"];

/// The columns in order.
pub const COLUMNS: &[RawColumn<SkyeRows>] = &[
    columns::block(),
    columns::game(),
    RawColumn::integer(
        "round",
        "round",
        "round, from 1",
        |rows, at, line| line.whole(rows.notes.offers[at.row].round),
        |rows, at, cells| cells.up_to(rows.notes.rounds).map(|round| rows.notes.offers[at.row].round = round),
    ),
    RawColumn::integer(
        "seat",
        "seat",
        "who drew the tile",
        |rows, at, line| line.index(rows.notes.offers[at.row].seat),
        |rows, at, cells| cells.below(rows.game.players).map(|seat| rows.notes.offers[at.row].seat = seat),
    ),
    RawColumn::text(
        "agent",
        "name of the agent on that seat",
        |rows, at, line| line.agent(Some(rows.seats[rows.notes.offers[at.row].seat].agent)),
        |rows, at, cells| cells.agent(rows.seats[rows.notes.offers[at.row].seat].agent),
    ),
    RawColumn::text(
        "tile",
        "id of the tile in its file",
        |rows, at, line| line.piece(rows.notes.offers[at.row].tile),
        |rows, at, cells| cells.piece("a tile of this run").map(|tile| rows.notes.offers[at.row].tile = tile),
    ),
    // Whether a tile was sold or kept is in a later column.
    RawColumn::integer(
        "price",
        "gold",
        "price asked and staked; empty for the discarded tile",
        |rows, at, line| rows.notes.offers[at.row].price().into_iter().for_each(|price| line.whole(price)),
        |rows, at, cells| {
            let price = cells.whole_or_empty()?;
            rows.notes.offers[at.row].fate = price.map_or(Fate::Discarded, |price| Fate::Kept { price });
            Ok(())
        },
    ),
    RawColumn::integer(
        "gold",
        "gold",
        "gold of the seat when it made its offer",
        |rows, at, line| line.whole(rows.notes.offers[at.row].gold),
        |rows, at, cells| cells.whole().map(|gold| rows.notes.offers[at.row].gold = gold),
    ),
    RawColumn::text(
        "outcome",
        "discarded, sold or kept",
        |rows, at, line| line.plain(OUTCOMES[place(rows.notes.offers[at.row].fate)]),
        |rows, at, cells| {
            let offer = &mut rows.notes.offers[at.row];
            match offer.price() {
                None => cells.expect(OUTCOMES[0]),
                Some(price) => {
                    if cells.word(&OUTCOMES[1..])? == 0 {
                        offer.fate = Fate::Sold { price, buyer: Seat::default() };
                    }
                    Ok(())
                }
            }
        },
    ),
    RawColumn::integer(
        "buyer",
        "seat",
        "who bought it; empty if nobody did",
        |rows, at, line| {
            if let Fate::Sold { buyer, .. } = rows.notes.offers[at.row].fate {
                line.index(buyer.index());
            }
        },
        |rows, at, cells| match &mut rows.notes.offers[at.row].fate {
            Fate::Sold { buyer, .. } => cells.below(rows.game.players).map(|seat| *buyer = Seat::new(seat)),
            Fate::Discarded | Fate::Kept { .. } => cells.expect(""),
        },
    ),
    RawColumn::integer(
        "gain",
        "gold",
        "what the offer changed: the price if sold, less the lost stake if kept",
        |rows, at, line| line.whole(rows.notes.offers[at.row].gain()),
        |_, _, cells| cells.skip(),
    ),
];

fn place(fate: Fate) -> usize {
    match fate {
        Fate::Discarded => 0,
        Fate::Sold { .. } => 1,
        Fate::Kept { .. } => 2,
    }
}
