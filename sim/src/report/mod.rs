//! What people read about runs.

pub mod terminal;

pub mod html;

pub mod plot;
