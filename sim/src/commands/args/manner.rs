//! Flags of every command that plays many games.

use clap::Args;

use super::number::whole;
use crate::lab::play::manner::Manner;

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
