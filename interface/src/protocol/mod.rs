//! The protocol by which other programs play.
//!
//! It defines the lines, and the parts of them that each game writes and reads.

mod game;
pub use game::{Protocol, ProtocolError};

mod search;
pub use search::{check_search, write_search};

mod messages;
pub use messages::{
    Answer, IncomingMessage, LONGEST_LINE, MOST_ITERATIONS, Message, Question, Ready, SeatResult, VERSION, seed_text,
};
