//! Games with people at the table: what they are shown and say, a line at a time.
//!
//! A [`HumanSession`] is a session with players, of whom some are people; a [`Terminal`] is where they read and write. What a game shows and which lines
//! it takes is its [`HumanInput`](interface::human_input::HumanInput).

mod terminal;

mod human_session;

pub use human_session::{Adviser, HumanSession, SessionEnd, SessionPlayer};
pub use terminal::Terminal;
