//! Records: written, checked, refused, told.

mod common;

mod accepts;
mod golden;
mod refuses_events;
mod refuses_files;
