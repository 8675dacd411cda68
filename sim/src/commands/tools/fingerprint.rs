//! `sim fingerprint`: one hash over the records of a fixed small batch of games.

use clap::Args;
use sha2::{Digest, Sha256};

use crate::base::digest::short_hex;
use crate::base::error::Result;
use crate::base::out;
use crate::skye::tools::fingerprint::parts;

/// Arguments of `sim fingerprint`.
#[derive(Args, Debug)]
pub struct FingerprintArgs {
    /// Print also a hash for each number of players and each kind of agent
    #[arg(long)]
    pub parts: bool,
}

/// Plays the batch and prints its hash.
pub fn run(args: &FingerprintArgs) -> Result<()> {
    let mut whole = Sha256::new();
    for part in parts() {
        if args.parts {
            out::line(format_args!("{}  {} x {}", short_hex(&part.hash), part.players, part.spec))?;
        }
        whole.update(&part.hash);
    }
    out::line(short_hex(&whole.finalize()))
}
