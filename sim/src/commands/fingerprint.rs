//! `sim fingerprint`: one hash over the records of a fixed small batch of games.

use agents::skye::KINDS;
use agents::{Agent, AgentSpec};
use clap::Args;
use engine::MAX_SEATS;
use engine::skye::{Event, Skye};
use sha2::{Digest, Sha256};

use crate::arena::play;
use crate::casual::game_seed;
use crate::contestant::{Contestant, read_spec};
use crate::digest::short_hex;
use crate::error::{Error, Result};
use crate::out;
use crate::record::{self, Setting};
use crate::tile_set::TileSet;

/// Arguments of `sim fingerprint`.
#[derive(Args, Debug)]
pub struct FingerprintArgs {
    /// Print also a hash for each number of players and each kind of agent
    #[arg(long)]
    pub parts: bool,
}

/// The batch's master seed.
const SEED: u64 = 20_150_001;

/// Games for each number of players and kind of agent.
const GAMES: u64 = 2;

/// The budget of agents that search: enough to change choices, little enough to be quick.
const ITERATIONS: u32 = 24;

/// Plays the batch and prints its hash.
pub fn run(args: &FingerprintArgs) -> Result<()> {
    let mut whole = Sha256::new();
    for players in 2..=MAX_SEATS {
        for spec in specs(players)? {
            let part = hash_of(players, &spec)?;
            if args.parts {
                out::line(format_args!("{}  {players} x {spec}", short_hex(&part)))?;
            }
            whole.update(&part);
        }
    }
    out::line(short_hex(&whole.finalize()))
}

/// Settings of agents that search, each of which takes another way through them.
const SEARCHES: [&str; 4] = ["depth=1", "variant=pimc,depth=1", "variant=duct", "variant=regret"];

/// Every kind of agent, those that search with a small budget; and with two players, where they are quickest, all their ways.
fn specs(players: usize) -> Result<Vec<AgentSpec>> {
    let mut specs = Vec::new();
    for kind in KINDS.iter().map(|kind| &kind.face) {
        if kind.keys.iter().all(|key| key.name != "iterations") {
            specs.push(kind.name.to_owned());
            continue;
        }
        let plain = format!("{}:iterations={ITERATIONS}", kind.name);
        let ways = SEARCHES.iter().filter(|_| players == 2).map(|way| format!("{plain},{way}"));
        specs.extend(std::iter::once(plain.clone()).chain(ways));
    }
    specs.iter().map(|spec| read_spec(spec).map_err(Error::other)).collect()
}

/// The hash over the records of games of one kind of agent among itself.
fn hash_of(players: usize, spec: &AgentSpec) -> Result<Vec<u8>> {
    let agent = spec.build(&KINDS);
    let seated: Vec<&dyn Agent<Skye>> = vec![&*agent; players];
    let contestants = vec![Contestant::plain(spec.clone()); players];
    let tiles = TileSet::printed();
    let mut hash = Sha256::new();
    for number in 0..GAMES {
        let seed = game_seed(SEED, number, players, None);
        let game = Skye::printed(players, seed.scoring).map_err(Error::other)?;
        let mut events: Vec<Event> = Vec::new();
        play(&game, &seed, &seated, &mut events);
        hash.update(record::line(&Setting { game: &game, tiles: &tiles, players: &contestants }, &seed, &events));
    }
    Ok(hash.finalize().to_vec())
}
