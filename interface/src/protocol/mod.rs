//! The protocol by which other programs play.
//!
//! The lines that are exchanged, and what a game writes and reads in them.

mod game;
pub use game::{Protocol, ProtocolError};

mod search;
pub use search::{check_search, write_search};

mod messages;
pub use messages::{
    Answer, IncomingMessage, LONGEST_LINE, MOST_ITERATIONS, Message, Question, Ready, SeatResult, VERSION, seed_text,
};
