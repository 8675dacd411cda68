//! The commands, one file or folder each: arguments, and what they call and print.

pub mod args;

pub mod experiment;

pub mod finished;

pub mod game;

pub mod tools;

pub mod cli;
