//! Games with people at the table: what they are shown and say, a line at a time.
//!
//! A [`Sitting`] is a session with players, of whom some are people; a [`Desk`] is where they read and write. What a game shows and which lines
//! it takes is its [`HumanInput`](interface::human_input::HumanInput).

mod desk;

mod sitting;

pub use desk::Desk;
pub use sitting::{Adviser, End, Player, Sitting, decide};
