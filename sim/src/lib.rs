//! The experiments: from a config to tables. The only crate with files, threads and clocks.

pub mod error;
pub mod seeds;

pub mod config;
pub mod designs;
pub mod experiment;
pub mod fixtures;

pub mod arena;
pub mod block;
pub mod rows;
pub mod stats;
pub mod tables;
pub mod telemetry;

pub mod casual;

pub mod record;
pub mod tile_set;

pub mod check;

pub mod drawing;
pub mod tell;
