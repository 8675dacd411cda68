//! Questions about experiments and their runs.

pub mod probe;

pub mod merge;

pub mod verification;

pub mod null;

pub mod soak;
