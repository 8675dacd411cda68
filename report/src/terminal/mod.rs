//! Terminal output about runs: summary, findings and comparison.

pub mod table;

pub(crate) mod findings;

pub mod summary;

pub mod comparison;

pub mod panel;

pub mod verdict;
