//! The experiments: from a config to tables. The only crate with files, threads and clocks.

pub mod error;
pub mod seeds;

pub mod designs;

pub mod arena;

pub mod casual;

pub mod record;
pub mod tile_set;

pub mod check;
