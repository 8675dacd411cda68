//! The notes of a fair: rows, their columns, the outcomes that they give, and the laws that they obey.

use engine::Seat;
use lab::forms::column::Type;
use lab::schedule::Schedule;
use lab::subject::columns;
use lab::subject::law::same;
use lab::subject::outcome::{self, Outcome};
use lab::subject::raw::{RawTable, RowCount};
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
    columns::BLOCK,
    columns::CLUSTER,
    columns::GAME,
    columns::SEED,
    columns::ROTATION,
    columns::PLAYERS,
    RawColumn::new(
        Type::Integer,
        "purse",
        "coins",
        |rows, _, line| line.whole(*rows.treatment.get::<u8>()),
        |rows, _, cells| cells.expect_whole((*rows.treatment.get::<u8>()).into()),
    )
    .meaning("the most coins in a purse"),
    columns::FIRST_START,
    RawColumn::new(
        Type::Integer,
        "prizes",
        "prizes",
        |rows, _, line| line.count(notes_of(rows).prizes),
        |rows, _, cells| cells.whole().map(|prizes| notes_mut(rows).prizes = prizes),
    )
    .meaning("prizes turned up"),
    RawColumn::new(
        Type::Integer,
        LOTS,
        "prizes",
        |rows, _, line| line.count(notes_of(rows).lots),
        |rows, _, cells| cells.whole().map(|lots| notes_mut(rows).lots = lots),
    )
    .meaning("prizes that anybody bid for"),
    columns::WINNERS,
    columns::MARGIN,
    columns::SPREAD,
];

const SEAT_COLUMNS: &[RawColumn] = &[
    columns::BLOCK,
    columns::GAME,
    columns::SEAT,
    columns::AGENT,
    columns::points("prizes less payments"),
    columns::RANK,
    columns::WIN_SHARE,
    columns::SEAT_MARGIN,
    columns::DECISIONS,
    columns::SEARCHED,
    columns::ITERATIONS,
];

/// A prize that somebody bid for: a row of `lots.csv`.
#[derive(Copy, Clone, Default, Debug)]
pub struct Lot {
    /// The number of the prize in its game, from 1.
    pub number: u64,
    /// The prize.
    pub prize: u8,
    /// The highest bid.
    pub bid: u8,
    /// The buyer; nobody where several made the highest bid.
    pub buyer: Option<Seat>,
}

const LOT_COLUMNS: &[RawColumn] = &[
    columns::BLOCK,
    columns::GAME,
    RawColumn::new(
        Type::Integer,
        "number",
        "",
        |rows, at, line| line.count(notes_of(rows).rows[at.row].number),
        |rows, at, cells| cells.whole().map(|number| notes_mut(rows).rows[at.row].number = number),
    )
    .meaning("which prize of the game it was, from 1"),
    RawColumn::new(
        Type::Integer,
        "prize",
        "VP",
        |rows, at, line| line.whole(notes_of(rows).rows[at.row].prize),
        |rows, at, cells| cells.whole().map(|prize| notes_mut(rows).rows[at.row].prize = prize),
    )
    .meaning("the prize"),
    RawColumn::new(
        Type::Integer,
        "bid",
        "coins",
        |rows, at, line| line.whole(notes_of(rows).rows[at.row].bid),
        |rows, at, cells| cells.whole().map(|bid| notes_mut(rows).rows[at.row].bid = bid),
    )
    .meaning("the highest bid"),
    RawColumn::new(
        Type::Integer,
        "buyer",
        "seat",
        |rows, at, line| notes_of(rows).rows[at.row].buyer.into_iter().for_each(|buyer| line.index(buyer.index())),
        |rows, at, cells| {
            notes_mut(rows).rows[at.row].buyer = cells.below_or_empty(rows.game.players)?.map(Seat::new);
            Ok(())
        },
    )
    .meaning("who bought it; empty where several made the highest bid"),
];

/// All raw tables in their order.
pub const RAW_TABLES: &[RawTable] = &[
    RawTable::games(GAME_COLUMNS),
    RawTable::seats(SEAT_COLUMNS),
    RawTable {
        name: LOTS,
        columns: LOT_COLUMNS,
        rows: |rows| notes_of(rows).rows.len(),
        extent: RowCount::Varies,
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
