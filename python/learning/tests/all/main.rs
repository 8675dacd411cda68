//! Games in small steps.

mod common;

mod batches;
mod encodings;
mod guided;
mod hidden;
