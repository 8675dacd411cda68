//! Commands that play experiments.

pub mod plan;

pub mod new;

pub mod run;

pub mod match_;

pub mod merge;
