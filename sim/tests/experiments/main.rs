//! Whole experiments through the `sim` binary: what goes in, what comes out, and what is refused.

mod workshop;

mod analyse;
#[cfg(unix)]
mod bad_input;
mod bench;
mod calibrate;
mod columns;
mod compressed;
mod consistency;
mod findings;
#[cfg(unix)]
#[path = "../common/golden.rs"]
mod golden;
#[cfg(unix)]
mod interrupt;
mod limits;
mod list;
mod match_;
mod output;
mod paired;
mod pairs;
mod replay;
mod reproducible;
#[cfg(unix)]
mod resume;
mod run;
#[cfg(unix)]
mod running;
mod shards;
mod soak;
mod statistics;
mod stopping;
mod studies;
mod verify;
