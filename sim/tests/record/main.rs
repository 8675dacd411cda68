//! Records: written, checked, refused, told.

mod common;
#[path = "../common/golden.rs"]
mod golden;
mod victim;

mod accepts;
mod refuses_decisions;
mod refuses_events;
mod refuses_files;
mod short_game;
