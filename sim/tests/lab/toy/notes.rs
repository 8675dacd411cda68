//! What is noted of a fair: rows, their columns, what they can be asked for, and what must add up in them.

use engine::Seat;
use lab::forms::column::Type;
use lab::schedule::Schedule;
use lab::subject::columns;
use lab::subject::law::same;
use lab::subject::outcome::{self, Outcome};
use lab::subject::raw::{RawTable, RowCount};
use lab::subject::raw_column::RawColumn;
use lab::subject::rows::{Rows, SeatRow};

use super::rules::{FairEvent, buyer};
use super::subject::Purse;

/// What is noted of a game.
pub fn of(rows: &Rows) -> &FairNotes {
    rows.notes()
}

/// The same to write in.
pub fn of_mut(rows: &mut Rows) -> &mut FairNotes {
    rows.notes_mut()
}

/// The name of the table with a row for each prize that anybody bid for.
pub const LOTS: &str = "lots";

/// What is noted of one game.
#[derive(Clone, Default, Debug)]
pub struct FairNotes {
    /// Prizes turned up.
    pub prizes: u64,
    /// Those of them that anybody bid for.
    pub lots: u64,
    /// The prize on offer, while the game is played.
    on_offer: u8,
    /// By seat.
    pub seats: Vec<Purchases>,
    /// For `lots.csv`, in the order of play.
    pub rows: Vec<Lot>,
}

/// What a seat bought.
#[derive(Copy, Clone, Default, PartialEq, Debug)]
pub struct Purchases {
    /// Points of its prizes.
    pub won: i32,
    /// Coins that it paid for them.
    pub paid: i32,
}

/// A prize that somebody bid for.
#[derive(Copy, Clone, Default, Debug)]
pub struct Lot {
    /// Which prize of the game it was, from 1.
    pub number: u64,
    /// The prize.
    pub prize: u8,
    /// The highest bid.
    pub bid: u8,
    /// Who bought it.
    pub buyer: Option<Seat>,
}

impl FairNotes {
    /// Those of a game that has not begun.
    pub fn of(players: usize) -> Self {
        Self { seats: vec![Purchases::default(); players], ..Self::default() }
    }

    /// Takes note of an event.
    pub fn note(&mut self, event: &FairEvent) {
        match event {
            FairEvent::Prize { prize } => {
                self.prizes += 1;
                self.on_offer = *prize;
            }
            FairEvent::Purse { .. } | FairEvent::Bell { .. } => {}
            FairEvent::Bids { bids } => {
                let Some(bid) = bids.iter().copied().max().filter(|&bid| bid > 0) else { return };
                let lot = Lot { number: self.prizes, prize: self.on_offer, bid, buyer: buyer(bids).map(Seat::new) };
                self.lots += 1;
                self.rows.push(lot);
                add(&mut self.seats, &lot);
            }
        }
    }
}

fn add(seats: &mut [Purchases], lot: &Lot) {
    let Some(buyer) = lot.buyer else { return };
    seats[buyer.index()].won += i32::from(lot.prize);
    seats[buyer.index()].paid += i32::from(lot.bid);
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
        |rows, _, line| line.whole(rows.treatment.get::<Purse>().0),
        |rows, _, cells| cells.expect_whole(rows.treatment.get::<Purse>().0.into()),
    )
    .meaning("the most coins in a purse"),
    columns::FIRST_START,
    RawColumn::new(
        Type::Integer,
        "prizes",
        "prizes",
        |rows, _, line| line.count(of(rows).prizes),
        |rows, _, cells| cells.whole().map(|prizes| of_mut(rows).prizes = prizes),
    )
    .meaning("prizes turned up"),
    RawColumn::new(
        Type::Integer,
        LOTS,
        "prizes",
        |rows, _, line| line.count(of(rows).lots),
        |rows, _, cells| cells.whole().map(|lots| of_mut(rows).lots = lots),
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
    RawColumn::new(
        Type::Integer,
        "won",
        "VP",
        |rows, at, line| line.whole(of(rows).seats[at.row].won),
        |rows, at, cells| cells.signed().map(|won| of_mut(rows).seats[at.row].won = won),
    )
    .meaning("prizes"),
    RawColumn::new(
        Type::Integer,
        "paid",
        "coins",
        |rows, at, line| line.whole(of(rows).seats[at.row].paid),
        |rows, at, cells| cells.signed().map(|paid| of_mut(rows).seats[at.row].paid = paid),
    )
    .meaning("payments"),
    columns::DECISIONS,
    columns::SEARCHED,
    columns::ITERATIONS,
];

const LOT_COLUMNS: &[RawColumn] = &[
    columns::BLOCK,
    columns::GAME,
    RawColumn::new(
        Type::Integer,
        "number",
        "",
        |rows, at, line| line.count(of(rows).rows[at.row].number),
        |rows, at, cells| cells.whole().map(|number| of_mut(rows).rows[at.row].number = number),
    )
    .meaning("which prize of the game it was, from 1"),
    RawColumn::new(
        Type::Integer,
        "prize",
        "VP",
        |rows, at, line| line.whole(of(rows).rows[at.row].prize),
        |rows, at, cells| cells.whole().map(|prize| of_mut(rows).rows[at.row].prize = prize),
    )
    .meaning("the prize"),
    RawColumn::new(
        Type::Integer,
        "bid",
        "coins",
        |rows, at, line| line.whole(of(rows).rows[at.row].bid),
        |rows, at, cells| cells.whole().map(|bid| of_mut(rows).rows[at.row].bid = bid),
    )
    .meaning("the highest bid"),
    RawColumn::new(
        Type::Integer,
        "buyer",
        "seat",
        |rows, at, line| of(rows).rows[at.row].buyer.into_iter().for_each(|buyer| line.index(buyer.index())),
        |rows, at, cells| {
            of_mut(rows).rows[at.row].buyer = cells.below_or_empty(rows.game.players)?.map(Seat::new);
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
        rows: |rows| of(rows).rows.len(),
        extent: RowCount::Varies,
        add_row: |rows| of_mut(rows).rows.push(Lot::default()),
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
        of: |rows| Some(of(rows).prizes as f64),
    },
    Outcome {
        name: "lot_share",
        title: "share of prizes that anybody bid for",
        unit: "fraction",
        meaning: "share of prizes that anybody bid for; nothing without prizes",
        of: |rows| (of(rows).prizes > 0).then(|| of(rows).lots as f64 / of(rows).prizes as f64),
    },
];

/// What must add up in a game.
pub fn check(schedule: &Schedule, rows: &Rows) -> Result<(), String> {
    let notes = of(rows);
    rows.seats.iter().zip(&notes.seats).try_for_each(|(seat, own)| check_seat(notes, seat, own))?;
    if !schedule.writes(LOTS) {
        return Ok(());
    }
    same("lots are those in lots.csv", notes.rows.len() as u64, notes.lots)?;
    let numbers = notes.rows.iter().map(|lot| lot.number);
    same("lots stand in the order of play", numbers.clone().is_sorted_by(|one, two| one < two), true)?;
    same("no lot comes after the last prize", numbers.max() <= Some(notes.prizes), true)?;
    let mut bought = vec![Purchases::default(); notes.seats.len()];
    notes.rows.iter().for_each(|lot| add(&mut bought, lot));
    same("what is bought is that of lots.csv", &notes.seats, &bought)
}

fn check_seat(notes: &FairNotes, seat: &SeatRow, own: &Purchases) -> Result<(), String> {
    same("points are prizes less payments", seat.points, own.won - own.paid)?;
    same("every seat bids for every prize", seat.decisions, notes.prizes)
}
