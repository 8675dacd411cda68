//! The course of a game: decisions, positions, events, and the phases of a round.

pub mod action;
pub mod bag;
pub mod past;
pub mod position;

pub mod event;
pub mod set_up;

pub mod phases;
pub mod view;

mod game;
mod recall;
