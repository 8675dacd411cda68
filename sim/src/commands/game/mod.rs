//! Commands on single games and their records.

pub mod telling;

pub mod play;

pub mod check;

pub mod draw;

pub mod explain;

pub mod appraise;
