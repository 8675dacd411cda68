//! The notes of a fair: rows, their columns, the outcomes that they give, and the laws that they obey.

use lab::forms::column::Type::Integer;
use lab::schedule::Schedule;
use lab::subject::law::same;
use lab::subject::outcome::{self, Outcome};
use lab::subject::raw::RawTable;
use lab::subject::raw_row::CellCode::Known;
use lab::subject::raw_row::{Count, OrEmpty, SeatNumber, raw_cells, raw_row};
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

raw_row! {
    /// The notes of one game: a row of `games.csv`.
    FairNotes {
        [
            BLOCK, CLUSTER, GAME, SEED, ROTATION, PLAYERS,
            column(Integer, "purse", "coins", "the most coins in a purse", Known(|_, rows, _, line| {
                line.whole(*rows.treatment.get::<u8>());
            })),
            FIRST_START,
        ]
        prizes: Count, "prizes", "prizes turned up";
        lots: Count, "prizes", "prizes that anybody bid for";
        [WINNERS, MARGIN, SPREAD]
    }
    with {
        /// The prize on offer, while the game is played.
        on_offer: u8,
        /// For `seats.csv`, by seat.
        seats: Vec<FairSeat>,
        /// For `lots.csv`, in the order of play.
        rows: Vec<Lot>,
    }
}

impl FairNotes {
    /// Notes an event.
    pub fn note(&mut self, event: &FairEvent) {
        match event {
            FairEvent::Prize { prize } => (self.prizes, self.on_offer) = (self.prizes + 1, *prize),
            FairEvent::Purse { .. } | FairEvent::Bell { .. } => {}
            FairEvent::Bids { bids } => {
                let Some(bid) = bids.iter().copied().max().filter(|&bid| bid > 0) else { return };
                self.lots += 1;
                self.rows.push(Lot { number: self.prizes, prize: self.on_offer, bid, buyer: buyer(bids) });
            }
        }
    }
}

raw_row! {
    /// A player of a game: a row of `seats.csv`.
    FairSeat in FairNotes.seats {
        [BLOCK, GAME, SEAT, AGENT, VP.meaning("prizes less payments"), RANK, WIN_SHARE, SEAT_MARGIN]
        [DECISIONS, SEARCHED, ITERATIONS]
    }
}

raw_cells! {
    /// A number of coins or VP.
    Coins(u8, Integer) |coins, line| line.whole(coins) => |cells, _| cells.whole();
}

raw_row! {
    /// A prize that somebody bid for: a row of `lots.csv`.
    #[derive(Copy)]
    Lot in FairNotes.rows {
        [BLOCK, GAME]
        number: Count, "", "which prize of the game it was, from 1";
        prize: Coins, "VP", "the prize";
        bid: Coins, "coins", "the highest bid";
        buyer: OrEmpty<SeatNumber>, "seat", "who bought it; empty where several made the highest bid";
    }
}

/// All raw tables in their order.
pub const RAW_TABLES: &[RawTable] =
    &[RawTable::games::<FairNotes>(), RawTable::seats::<FairSeat>(), RawTable::new::<Lot>(LOTS, None)];

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
        let own = notes.rows.iter().filter(|lot| lot.buyer == Some(seat.seat));
        let points: i32 = own.map(|lot| i32::from(lot.prize) - i32::from(lot.bid)).sum();
        same("points are prizes less payments", seat.points, points)
    })
}
