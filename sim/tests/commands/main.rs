//! What the `sim` binary does with what it is asked: what goes in, what comes out, and what is refused.

#[cfg(unix)]
#[path = "../common/running.rs"]
mod running;
#[path = "../common/test_folder.rs"]
mod test_folder;

#[cfg(unix)]
mod bad_input;
mod bench;
#[cfg(unix)]
mod destinations;
mod exploit;
#[cfg(unix)]
mod inputs;
#[cfg(unix)]
mod interrupt;
mod list;
mod match_;
#[cfg(unix)]
mod output;
mod page;
mod play;
mod prices;
mod replay;
mod run;
mod soak;
mod studies;
mod tiles;
mod try_;
mod tuning;
