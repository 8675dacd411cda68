//! Experiments on any game: from a config to tables, independent of any particular game.
//!
//! A config becomes an [`Experiment`](experiment::Experiment): a [`schedule`], and a game as its [`subject`]. Games are
//! played block by block ([`play`]) and recorded as rows, which [`tables`] summarize. A [`run`] keeps all of this in a
//! folder.

pub mod base;

pub mod forms;

pub mod programs;

pub mod schedule;

pub mod subject;

pub mod experiment;

pub mod config;

pub mod tables;

pub mod wire;

pub mod play;

pub mod store;

pub mod run;

pub mod study;

pub mod figure;

pub mod people;
