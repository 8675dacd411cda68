//! Games with people at the table: their display and input, line by line.
//!
//! A [`HumanSession`] is a session in which some players are people, who read and write at a [`Terminal`]. A game's
//! [`HumanInput`](interface::human_input::HumanInput) draws the table and defines the lines that it accepts.

mod terminal;

mod human_session;

pub use human_session::{Adviser, HumanSession, SessionEnd, SessionPlayer};
pub use terminal::Terminal;
