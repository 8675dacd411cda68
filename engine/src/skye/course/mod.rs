//! The course of a game: decisions, positions, events, and the phases of a round.

pub mod action;
pub mod past;
pub mod position;

pub mod event;
pub mod set_up;

pub mod phases;
pub mod view;

mod game;

/// What receives each event, with the position after it.
trait Tell: FnMut(&position::Position, event::Event) {}

impl<F: FnMut(&position::Position, event::Event)> Tell for F {}
