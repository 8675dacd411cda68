//! Runs on the terminal: summary, findings and comparison.

pub mod table;

pub mod findings;

pub mod summary;

pub mod comparison;

pub mod panel;
