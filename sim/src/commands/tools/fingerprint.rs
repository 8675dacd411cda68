//! `sim fingerprint`: one hash over the records of a fixed small batch of games, for each batch.

use clap::Args;
use sha2::{Digest, Sha256};

use crate::base::error::Result;
use crate::base::out;
use crate::games::{GameName, Work};
use crate::lab::shown::Shown;
use crate::lab::study::fingerprint::{Batch, Part};
use crate::lab::study::soak::Soaked;
use interface::digest::short_hex;

/// Arguments of `sim fingerprint`.
#[derive(Args, Debug)]
pub struct FingerprintArgs {
    /// Print also a hash for each number of players and each kind of agent
    #[arg(long)]
    pub parts: bool,
}

/// Plays the batches of all games and prints a line for each, that of the first game's base game first.
pub fn run(args: &FingerprintArgs) -> Result<()> {
    GameName::ALL.iter().try_for_each(|game| game.does(Fingerprint { args }))
}

struct Fingerprint<'a> {
    args: &'a FingerprintArgs,
}

impl Work for Fingerprint<'_> {
    type Output = Result<()>;

    fn run<S: Soaked + Shown>(self) -> Result<()> {
        for Batch { name, parts } in S::batches() {
            let hash = self.hash_of(&parts)?;
            out::line(format!("{hash}  {name}").trim_end())?;
        }
        Ok(())
    }
}

impl Fingerprint<'_> {
    fn hash_of<S: Soaked>(&self, parts: &[Part<S>]) -> Result<String> {
        let mut whole = Sha256::new();
        for part in parts {
            let hash = part.hash();
            if self.args.parts {
                out::line(format_args!("{}  {} x {}", short_hex(&hash), part.players, part.spec))?;
            }
            whole.update(&hash);
        }
        Ok(short_hex(&whole.finalize()))
    }
}
