//! Commands on single games and their records.

pub mod play;

pub mod check;

pub mod draw;

pub mod explain;

pub mod appraise;
