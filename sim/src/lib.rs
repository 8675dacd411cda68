//! The experiments: from a config to tables. The only crate with files, threads and clocks.

pub mod arena;
pub mod error;
pub mod seeds;
