//! The notes of a fair: rows, their columns, the outcomes that they give, and the laws that they obey.

use engine::Seat;
use lab::forms::field::noted;
use lab::schedule::Schedule;
use lab::subject::columns;
use lab::subject::law::same;
use lab::subject::outcome::{self, Outcome};
use lab::subject::raw::{Extent, RawTable};
use lab::subject::raw_column::RawColumn;
use lab::subject::rows::Rows;

use super::rules::{FairEvent, buyer};

/// Returns the notes of a game.
pub fn notes_of(rows: &Rows) -> &FairNotes {
    rows.notes()
}

/// Returns the notes of a game to write in.
pub fn notes_mut(rows: &mut Rows) -> &mut FairNotes {
    rows.notes_mut()
}

/// The name of the table with a row for each prize that anybody bid for.
pub const LOTS: &str = "lots";

/// The notes of one game.
#[derive(Clone, Default, Debug)]
pub struct FairNotes {
    /// Prizes turned up.
    pub prizes: u64,
    /// Those of them that anybody bid for.
    pub lots: u64,
    /// The prize on offer, while the game is played.
    on_offer: u8,
    /// For `lots.csv`, in the order of play.
    pub rows: Vec<Lot>,
}

impl FairNotes {
    /// Notes an event.
    pub fn note(&mut self, event: &FairEvent) {
        match event {
            FairEvent::Prize { prize } => (self.prizes, self.on_offer) = (self.prizes + 1, *prize),
            FairEvent::Purse { .. } | FairEvent::Bell { .. } => {}
            FairEvent::Bids { bids } => {
                let Some(bid) = bids.iter().copied().max().filter(|&bid| bid > 0) else { return };
                let buyer = buyer(bids).map(Seat::new);
                self.lots += 1;
                self.rows.push(Lot { number: self.prizes, prize: self.on_offer, bid, buyer });
            }
        }
    }
}

const GAME_COLUMNS: &[RawColumn] = &[
    columns::block(),
    columns::cluster(),
    columns::game(),
    columns::seed(),
    columns::rotation(),
    columns::players(),
    RawColumn::integer(
        "purse",
        "coins",
        "the most coins in a purse",
        |rows, _, line| line.whole(*rows.treatment.get::<u8>()),
        |rows, _, cells| cells.expect_whole((*rows.treatment.get::<u8>()).into()),
    ),
    columns::first_start(),
    RawColumn::integer(
        "prizes",
        "prizes",
        "prizes turned up",
        |rows, _, line| line.count(notes_of(rows).prizes),
        |rows, _, cells| cells.whole().map(|prizes| notes_mut(rows).prizes = prizes),
    ),
    RawColumn::integer(
        LOTS,
        "prizes",
        "prizes that anybody bid for",
        |rows, _, line| line.count(notes_of(rows).lots),
        |rows, _, cells| cells.whole().map(|lots| notes_mut(rows).lots = lots),
    ),
    columns::winners(),
    columns::margin(),
    columns::spread(),
];

const SEAT_COLUMNS: &[RawColumn] = &[
    columns::block(),
    columns::game(),
    columns::seat(),
    columns::agent(),
    columns::points("prizes less payments"),
    columns::rank(),
    columns::win_share(),
    columns::seat_margin(),
    columns::decisions(),
    columns::searched(),
    columns::iterations(),
];

noted! {
    /// A prize that somebody bid for: a row of `lots.csv`.
    struct Lot in FairNotes.rows, |rows, at, cells| {
        + columns::block();
        + columns::game();
        number: u64 as Integer("number", "", "which prize of the game it was, from 1");
        prize: u8 as Integer("prize", "VP", "the prize");
        bid: u8 as Integer("bid", "coins", "the highest bid");
        /// The seat that bought it.
        buyer: Option<Seat>;
        + RawColumn::integer(
            "buyer",
            "seat",
            "who bought it; empty where several made the highest bid",
            |rows, at, line| notes_of(rows).rows[at.row].buyer.into_iter().for_each(|buyer| line.index(buyer.index())),
            |rows, at, cells| {
                let buyer = cells.below_or_empty(rows.game.players)?.map(Seat::new);
                notes_mut(rows).rows[at.row].buyer = buyer;
                Ok(())
            },
        );
    }
}

/// All raw tables in their order.
pub const RAW_TABLES: &[RawTable] = &[
    RawTable::games(GAME_COLUMNS),
    RawTable::seats(SEAT_COLUMNS),
    RawTable {
        name: LOTS,
        columns: Lot::COLUMNS,
        rows: |rows| notes_of(rows).rows.len(),
        extent: Extent::Varies,
        add_row: |rows| notes_mut(rows).rows.push(Lot::default()),
    },
];

/// All outcomes in the order of tables.
pub const OUTCOMES: &[Outcome] = &[
    outcome::vp(),
    outcome::margin(),
    outcome::first_start_win(),
    outcome::leader_win(),
    outcome::lead_changes(),
    outcome::leverage(),
    Outcome {
        name: "prizes",
        title: "prizes",
        unit: "prizes",
        meaning: "prizes turned up",
        of: |rows| Some(notes_of(rows).prizes as f64),
    },
    Outcome {
        name: "lot_share",
        title: "share of prizes that anybody bid for",
        unit: "fraction",
        meaning: "share of prizes that anybody bid for; nothing without prizes",
        of: |rows| (notes_of(rows).prizes > 0).then(|| notes_of(rows).lots as f64 / notes_of(rows).prizes as f64),
    },
];

/// Checks what must add up in a game.
pub fn check(schedule: &Schedule, rows: &Rows) -> Result<(), String> {
    let notes = notes_of(rows);
    for seat in &rows.seats {
        same("every seat bids for every prize", seat.decisions, notes.prizes)?;
    }
    if !schedule.writes(LOTS) {
        return Ok(());
    }
    same("lots are those in lots.csv", notes.rows.len() as u64, notes.lots)?;
    let numbers = notes.rows.iter().map(|lot| lot.number);
    same("lots stand in the order of play", numbers.clone().is_sorted_by(|one, two| one < two), true)?;
    same("no lot comes after the last prize", numbers.max() <= Some(notes.prizes), true)?;
    rows.seats.iter().try_for_each(|seat| {
        let own = notes.rows.iter().filter(|lot| lot.buyer.is_some_and(|buyer| buyer.index() == seat.seat));
        let points: i32 = own.map(|lot| i32::from(lot.prize) - i32::from(lot.bid)).sum();
        same("points are prizes less payments", seat.points, points)
    })
}
