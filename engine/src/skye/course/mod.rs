//! How a game goes: decisions, positions, what is told, and the phases of a round.

pub mod action;
pub mod position;

pub mod event;
pub mod set_up;

pub mod phases;
pub mod view;

mod game;
