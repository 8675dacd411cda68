//! Lists, and commands for those who develop games, agents and statistics.

pub mod list;

pub mod null;

pub mod soak;

pub mod fingerprint;

pub mod bench;

pub mod exploit;

pub mod calibrate;

pub mod train;

pub mod completions;
