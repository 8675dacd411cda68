//! `sim dev fingerprint`: one hash over the records of a fixed small batch of games, for each batch.

use clap::Args;
use interface::digest::short_hex;
use sha2::{Digest, Sha256};

use games::for_game;
use lab::base::error::Result;
use lab::base::out;
use lab::study::Study;
use lab::study::fingerprint::{HashedBatch, HashedGames};

/// Arguments of `sim dev fingerprint`.
#[derive(Args, Debug)]
pub struct FingerprintArgs {
    /// Also print a hash for each number of players and each kind of agent
    #[arg(long)]
    pub parts: bool,
}

/// Plays the batches of all games and prints a line for each.
///
/// The base game of the first game comes first.
pub fn run(args: &FingerprintArgs) -> Result<()> {
    games::GAMES.iter().try_for_each(|game| for_game!(game => fingerprint(args)))
}

fn fingerprint<S: Study>(args: &FingerprintArgs) -> Result<()> {
    for HashedBatch { name, parts } in S::batches() {
        let hash = hash_of(args, &parts)?;
        out::line(format!("{hash}  {name}").trim_end())?;
    }
    Ok(())
}

fn hash_of(args: &FingerprintArgs, parts: &[HashedGames]) -> Result<String> {
    let mut whole = Sha256::new();
    for part in parts {
        let hash = part.hash();
        if args.parts {
            out::line(format_args!("{}  {} x {}", short_hex(&hash), part.players, part.spec))?;
        }
        whole.update(&hash);
    }
    Ok(short_hex(&whole.finalize()))
}
