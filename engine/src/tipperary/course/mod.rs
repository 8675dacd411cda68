//! The course of a game: decisions, positions, events, chance, and the turns of a round.

pub mod action;
pub mod score;

pub mod position;
pub mod set_up;

mod scoring;

pub mod event;

pub mod chance;

mod turns;

pub mod view;

mod game;
