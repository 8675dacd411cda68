//! The experiments: from a config to tables. The only crate with files, threads and clocks.
//!
//! A game goes this way: a config becomes an [`Experiment`](experiment::Experiment), its [`fixtures`] are played block by block
//! ([`tournament`], [`block`], [`arena`]), [`telemetry`] turns events into [`rows`], and [`tables`] writes these and sums them up.

pub mod clock;
pub mod digest;
pub mod error;
pub mod interrupt;
pub mod out;
pub mod plain;
pub mod scoring_set;
pub mod seeds;
pub mod whole_file;

pub mod comparison;
pub mod compression;
pub mod config;
pub mod contestant;
pub mod designs;
pub mod lineup;

pub mod experiment;
pub mod fixtures;
pub mod part;
pub mod tile_set;

pub mod arena;
pub mod block;
pub mod ordered;
pub mod tournament;

pub mod raw;
pub mod rows;
pub mod stats;
pub mod stop;
pub mod tables;
pub mod telemetry;

pub mod findings;
pub mod folder;
pub mod identity;
pub mod manifest;
pub mod progress;
pub mod summary;
pub mod timing;

pub mod analysis;
pub mod kept;
pub mod measures;
pub mod merge;
pub mod null;
pub mod soak;
pub mod verification;

pub mod calibration;
pub mod casual;
pub mod check;
pub mod record;

pub mod drawing;
pub mod tell;

pub mod cli;
pub mod commands;
