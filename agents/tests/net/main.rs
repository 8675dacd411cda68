//! Nets of integers and their training.

mod file;
mod training;
