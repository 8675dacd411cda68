//! Experiments on any game: from a config to tables, knowing no game.
//!
//! A config becomes an [`Experiment`](experiment::Experiment): a [`schedule`], and a game as its [`subject`]. Games are played block by
//! block ([`play`]), what happens in them becomes rows, and [`tables`] sum these up; a [`run`] keeps all of it in a folder.

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
