//! Errors, files, ordered multithreading, progress and signals: the foundation of the program.

pub mod plain_text;

pub mod error;

pub mod out;

pub mod files;

pub mod output;

pub mod time;

pub mod interrupt;

pub mod ordered;

pub mod progress;

pub mod program;

#[cfg_attr(not(unix), path = "process_elsewhere.rs")]
pub mod process;

#[cfg(unix)]
pub mod supervisor;
