//! Checking records, ours or foreign: the engine replays every decision and every draw, and every event is compared.

mod building;
mod cursor;
mod druids;
mod matching;
mod offers;
mod replay;
mod trade;

pub use replay::check;
