//! The tables of a run: their columns, each with its meaning and the code that fills it.

pub mod kind;

pub mod column;
pub mod line;

pub mod games;
pub mod offers;
pub mod scores;
pub mod seats;

pub mod agents;
pub mod pairs;
pub mod pricing;
pub mod ratings;
pub mod scoring;
pub mod seat_advantage;

pub mod balance;
pub mod sequential;

pub mod cells;
pub mod comparison;
pub mod effects;
pub mod outcomes;
pub mod sets;

pub mod results;

pub use column::{Column, Entry};
pub use kind::{RawTable, ResultTable};
pub use line::Line;

impl RawTable {
    /// What its columns are.
    pub fn dictionary(self) -> Vec<Entry> {
        match self {
            Self::Games => column::dictionary(games::COLUMNS),
            Self::Seats => column::dictionary(seats::COLUMNS),
            Self::Offers => column::dictionary(offers::COLUMNS),
            Self::Scores => column::dictionary(scores::COLUMNS),
        }
    }
}

impl ResultTable {
    /// What its columns are.
    pub fn dictionary(self) -> Vec<Entry> {
        match self {
            Self::Agents => column::dictionary(agents::COLUMNS),
            Self::Scoring => column::dictionary(scoring::COLUMNS),
            Self::Pricing => column::dictionary(pricing::COLUMNS),
            Self::Pairs => column::dictionary(pairs::COLUMNS),
            Self::SeatAdvantage => column::dictionary(seat_advantage::COLUMNS),
            Self::Ratings => column::dictionary(ratings::COLUMNS),
            Self::Effects => column::dictionary(effects::COLUMNS),
            Self::Sets => column::dictionary(sets::COLUMNS),
            Self::Balance => column::dictionary(balance::COLUMNS),
            Self::Sequential => column::dictionary(sequential::COLUMNS),
        }
    }
}

/// Every table by its file's name without ending, with its columns.
pub fn dictionaries() -> Vec<(&'static str, Vec<Entry>)> {
    let raw = RawTable::ALL.map(|table| (table.name(), table.dictionary()));
    let results = ResultTable::ALL.map(|table| (table.name(), table.dictionary()));
    let comparison = ("comparison", column::dictionary(comparison::COLUMNS));
    raw.into_iter().chain(results).chain([comparison]).collect()
}
