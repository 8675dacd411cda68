//! A round's trade in tables of numbers.
//!
//! They hold the worth of all tiles in play to all seats, and give the results of offers.

mod second_turn;
pub use second_turn::{ForeseenTurn, SecondTurn, second_purchases};

mod shortlist;
pub use shortlist::Shortlist;

mod trade;
pub(crate) use trade::PRICED_BESIDE;
pub use trade::{Market, MarketState, Purchase, later_buyers, purchase_action};
