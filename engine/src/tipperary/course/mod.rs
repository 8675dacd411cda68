//! The course of a game: decisions, positions, events, chance, and the turns of a round.

pub mod position;
pub mod set_up;

pub mod scoring;

pub mod event;

pub mod chance;

mod turns;

mod game;
pub use game::View;

/// What receives each event, with the position after it.
trait Tell: FnMut(&position::Position, event::Event) {}

impl<F: FnMut(&position::Position, event::Event)> Tell for F {}
