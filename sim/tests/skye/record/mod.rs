//! Records: written, checked, refused, told.

pub mod played;
mod victim;

mod accepts;
mod modules;
mod refuses_decisions;
mod refuses_events;
mod refuses_files;
mod short_game;
