//! The folder of a run that goes on: who fills it, and how it survives whatever ends a run.
//!
//! While a run goes on, its tables grow in a staging folder inside the run's folder, beside a [`journal`] that says how far they can be
//! trusted; nothing else of it is visible but a manifest that says that the run is not complete. When all is played, the files move up, and
//! the complete manifest comes last.

pub mod disk;

pub mod journal;

pub mod claim;

pub mod table_file;

pub mod raw_writer;

pub mod opened;

pub mod replace;
