//! What is kept of a game, with the columns of `offers.csv` and `scores.csv`.

use engine::Seat;
use engine::skye::Slot;
use interface::skye::scoring_set::Scoring;

use super::seats::SeatNotes;
use crate::lab::forms::column::{RawColumn, Reading, Type};
use crate::lab::forms::field::noted;
use crate::lab::forms::line::Line;
use crate::lab::subject::columns;
use crate::lab::subject::rows::Rows;

/// Everything that is kept of one game.
pub type SkyeRows = Rows<Scoring, Notes>;

/// What is noted of one game.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    /// Rounds that the rules have.
    pub rounds: usize,
    /// The index of the first borderland tile; tiles before it are no borderland tiles.
    pub first_borderland: usize,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatNotes>,
    /// For `offers.csv`, by round, seat and order drawn.
    pub offers: Vec<OfferRow>,
    /// For `scores.csv`, in the order of scoring.
    pub scores: Vec<ScoreRow>,
}

/// What became of a drawn tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Fate {
    /// Back to the bag before the sale.
    #[default]
    Discarded,
    /// Bought by this seat.
    Sold {
        /// The price.
        price: u16,
        /// Who bought it.
        buyer: Seat,
    },
    /// Kept, at the cost of its stake.
    Kept {
        /// The price, which was the stake.
        price: u16,
    },
}

noted! {
    /// One drawn tile: a row of `offers.csv`.
    struct OfferRow in SkyeRows, |rows, at, cells| rows.notes.offers[at.row], {
        + columns::block();
        + columns::game();
        round: u8 as Integer("round", "round", "round, from 1"), read cells.up_to(rows.notes.rounds);
        seat: usize as Integer("seat", "seat", "who drew the tile"), read cells.below(rows.game.players);
        + columns::agent_on!(|rows, at| rows.notes.offers[at.row].seat);
        /// The tile's number in its file, the castle's being 0.
        tile: usize as Text("tile", "", "id of the tile in its file"),
            write |tile: usize, line: &mut Line<'_>| line.piece(tile), read cells.piece("a tile of this run");
        // Whether a tile was sold or kept is in a later column.
        + RawColumn::integer(
            "price",
            "gold",
            "price asked and staked; empty for the discarded tile",
            |rows, at, line| rows.notes.offers[at.row].price().into_iter().for_each(|price| line.whole(price)),
            |rows, at, cells| {
                let price = cells.whole_or_empty()?;
                rows.notes.offers[at.row].fate = price.map_or(Fate::Discarded, |price| Fate::Kept { price });
                Ok(())
            },
        );
        gold: u16 as Integer("gold", "gold", "gold of the seat when it made its offer");
        /// What became of it.
        fate: Fate;
        + RawColumn::text(
            "outcome",
            "discarded, sold or kept",
            |rows, at, line| line.plain(rows.notes.offers[at.row].fate.name()),
            |rows, at, cells| {
                let offer = &mut rows.notes.offers[at.row];
                let Some(price) = offer.price() else { return cells.expect(Fate::NAMES[0]) };
                if cells.word(&Fate::NAMES[1..])? == 0 {
                    offer.fate = Fate::Sold { price, buyer: Seat::default() };
                }
                Ok(())
            },
        );
        + RawColumn::integer(
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
        );
        + RawColumn::new(
            Type::Integer,
            "gain",
            "gold",
            "what the offer changed: the price if sold, less the lost stake if kept",
            |rows, at, line| line.whole(rows.notes.offers[at.row].gain()),
            Reading::Skipped,
        );
    }
}

impl Fate {
    const NAMES: [&'static str; 3] = ["discarded", "sold", "kept"];

    fn name(self) -> &'static str {
        match self {
            Self::Discarded => Self::NAMES[0],
            Self::Sold { .. } => Self::NAMES[1],
            Self::Kept { .. } => Self::NAMES[2],
        }
    }
}

impl OfferRow {
    /// The price asked and staked; nothing for a discarded tile.
    pub fn price(&self) -> Option<u16> {
        match self.fate {
            Fate::Discarded => None,
            Fate::Sold { price, .. } | Fate::Kept { price } => Some(price),
        }
    }

    /// Whether somebody bought it.
    pub fn is_sold(&self) -> bool {
        matches!(self.fate, Fate::Sold { .. })
    }

    /// Gold asked that the maker gets: the price if it sold.
    pub fn revenue(&self) -> u16 {
        if let Fate::Sold { price, .. } = self.fate { price } else { 0 }
    }

    /// Gold that the maker loses: the stake if it did not sell.
    pub fn burnt(&self) -> u16 {
        if let Fate::Kept { price } = self.fate { price } else { 0 }
    }

    fn gain(&self) -> i32 {
        i32::from(self.revenue()) - i32::from(self.burnt())
    }
}

/// The slots as columns name them.
const SLOTS: [&str; Slot::ALL.len()] = ["A", "B", "C", "D"];

noted! {
    /// VP of one player for one scoring tile after one round: a row of `scores.csv`.
    struct ScoreRow in SkyeRows, |rows, at, cells| rows.notes.scores[at.row], {
        + columns::block();
        + columns::game();
        round: u8 as Integer("round", "round", "round, from 1"), read cells.up_to(rows.notes.rounds);
        slot: usize as Text("slot", "", "slot of the scoring tile, A to D"),
            write |slot: usize, line: &mut Line<'_>| line.plain(SLOTS[slot]), read cells.word(&SLOTS);
        + RawColumn::new(
            Type::Text,
            "scoring",
            "",
            "the scoring tile",
            |rows, at, line| line.plain(rows.treatment.0[rows.notes.scores[at.row].slot].name()),
            Reading::Known,
        );
        seat: usize as Integer("seat", "seat", "who scored"), read cells.below(rows.game.players);
        + columns::agent_on!(|rows, at| rows.notes.scores[at.row].seat);
        vp: u16 as Integer("vp", "VP", "VP awarded, perhaps 0");
        total: u16 as Integer("total", "VP", "score after it");
    }
}
