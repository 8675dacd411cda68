//! The commands of the `sim` binary: parse arguments, call the libraries, print.

pub mod commands;
