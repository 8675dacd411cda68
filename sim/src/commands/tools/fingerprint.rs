//! `sim fingerprint`: one hash over the records of a fixed small batch of games.

use clap::Args;
use engine::skye::{Module, Modules};
use sha2::{Digest, Sha256};

use crate::base::digest::short_hex;
use crate::base::error::Result;
use crate::base::out;
use crate::skye::setting::modules;
use crate::skye::tools::fingerprint::parts;

/// Arguments of `sim fingerprint`.
#[derive(Args, Debug)]
pub struct FingerprintArgs {
    /// Print also a hash for each number of players and each kind of agent
    #[arg(long)]
    pub parts: bool,
}

/// Plays the batch and prints its hash: a line for the base game, then one for all modules together.
pub fn run(args: &FingerprintArgs) -> Result<()> {
    out::line(hash_of(args, Modules::NONE)?)?;
    let all: Modules = Module::ALL.into_iter().collect();
    let names = modules::names(all).join("+");
    out::line(format_args!("{}  {names}", hash_of(args, all)?))
}

fn hash_of(args: &FingerprintArgs, modules: Modules) -> Result<String> {
    let mut whole = Sha256::new();
    for part in parts(modules) {
        if args.parts {
            out::line(format_args!("{}  {} x {}", short_hex(&part.hash), part.players, part.spec))?;
        }
        whole.update(&part.hash);
    }
    Ok(short_hex(&whole.finalize()))
}
