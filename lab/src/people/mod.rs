//! Games with people at the table: their display and input, line by line.
//!
//! A [`HumanSession`] is a session in which some players are people, who read and write at a [`Terminal`]. A game's
//! [`HumanInput`](interface::human_input::HumanInput) draws the table and defines the lines that it accepts.

mod terminal;

mod human_session;

use std::thread::available_parallelism;

use agents::{Agent, AgentSpec};

use crate::base::time::clock;
use crate::subject::Setup;
pub use human_session::{Adviser, HumanSession, SessionEnd, SessionPlayer};
pub use terminal::Terminal;

/// The most threads for one decision, each of which keeps some tens of megabytes of results.
const MOST_THREADS: usize = 8;

/// Makes an agent whose decisions somebody waits for: it thinks on this number of threads, or on all cores.
pub fn thinking_alone<S: Setup>(agent: &AgentSpec, threads: Option<u16>) -> Box<dyn Agent<S::Game>> {
    let threads = threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    agent.clone().with_threads(threads.min(MOST_THREADS)).build_with(S::KINDS, clock)
}
