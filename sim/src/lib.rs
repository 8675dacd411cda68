//! The experiments: from a config to tables. The only crate with files, threads and clocks.
//!
//! The [`lab`] knows no game; a game is one room next to it, such as [`skye`], and [`games`] lists them. [`report`] is what people read,
//! and [`commands`] parse arguments, call all of these and print.

pub mod base;

pub mod stats;

pub mod figure;

pub mod lab;

pub mod skye;

pub mod tipperary;

pub mod report;

pub mod games;

pub mod commands;
