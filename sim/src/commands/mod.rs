//! The commands, a file or folder each: arguments, and what they do.

pub mod run;

pub mod play;

pub mod match_;

pub mod check;

pub mod replay;

pub mod explain;

pub mod appraise;

pub mod analyse;

pub mod compare;

pub mod plan;

pub mod merge;
pub mod null;

pub mod verify;

pub mod soak;

pub mod list;

pub mod fingerprint;

pub mod bench;

pub mod calibrate;

pub mod completions;

mod completing;
mod number;
mod recorder;
mod resuming;
mod shard;

use clap::Args;

use crate::tournament::Manner;
use number::whole;

/// Flags of every command that plays many games.
#[derive(Args, Copy, Clone, Debug)]
pub struct MannerArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024), allow_negative_numbers = true)]
    pub threads: Option<u16>,

    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

impl From<MannerArgs> for Manner {
    fn from(args: MannerArgs) -> Self {
        Self { threads: args.threads.map(usize::from), quiet: args.quiet }
    }
}
