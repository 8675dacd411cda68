//! The folder of a run in progress: who fills it, and how it survives whatever ends a run.
//!
//! During a run, its tables grow in a staging folder inside the run's folder, next to a [`journal`] that says how far they can be
//! trusted; nothing else of it is visible except a manifest that says that the run is incomplete. When all is played, the files move up,
//! the complete manifest last. A complete run that is extended stays visible until then: its tables are copied, and grow in the staging folder.

pub mod disk;

pub mod journal;

pub mod claim;

pub mod table_file;

pub mod earlier;

pub mod raw_writer;

pub mod opened;

pub mod replace;
