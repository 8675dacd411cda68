//! Checking records, ours or foreign: every decision and every draw is played again by the engine, and every event compared.

mod building;
mod cursor;
mod matching;
mod offers;
mod replay;
mod trade;

pub use replay::check;
