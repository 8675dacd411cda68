//! Records: written, checked, refused, told.

mod common;
mod victim;

mod accepts;
mod golden;
mod refuses_decisions;
mod refuses_events;
mod refuses_files;
