//! Records: written, checked, refused, told.

mod damaged_record;
pub mod played;

mod accepts;
mod modules;
mod refuses_decisions;
mod refuses_events;
mod refuses_files;
mod short_game;
