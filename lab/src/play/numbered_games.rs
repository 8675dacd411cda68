//! Games outside experiments: numbered games of a master seed, and a hash of their results.
//!
//! `play` and `bench` share this, so that a seed identifies the same games in both.

use engine::random::{below, random};
use engine::{Ending, Seat};
use interface::digest::short_hex;
use interface::seeds::GameSeed;
use sha2::{Digest, Sha256};

use crate::schedule::seeds::{Purpose, seed};

/// Returns the seed of the game with this number, from 0, under a master seed.
pub fn game_seed(master: u64, game: u64, players: usize) -> GameSeed {
    let of = |purpose| seed(master, game, purpose);
    GameSeed {
        draws: of(Purpose::Draws),
        thinking: of(Purpose::Thinking),
        // Ruling: the first starting player is drawn at random.
        first: Seat::new(below(&mut random(of(Purpose::Seating)), players as u32) as usize),
    }
}

/// Returns the seed that determines the treatment of the game with this number.
pub fn treatment_seed(master: u64, game: u64) -> u64 {
    seed(master, game, Purpose::Treatment)
}

/// A hash over the final points and ranks of a sequence of games.
#[derive(Clone, Default)]
pub struct ScoreHash(Sha256);

impl ScoreHash {
    /// Adds the next game.
    pub fn add(&mut self, outcome: &Ending) {
        outcome.points.iter().for_each(|points| self.0.update(points.to_le_bytes()));
        self.0.update(&outcome.ranks[..]);
    }

    /// Returns the hash as 16 hexadecimal digits.
    pub fn finish(self) -> String {
        short_hex(&self.0.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_seed_differ_and_are_reproducible() {
        let seeds: Vec<GameSeed> = (0..40).map(|game| game_seed(1, game, 5)).collect();
        assert_eq!(seeds[7], game_seed(1, 7, 5));
        assert_ne!(seeds[7], game_seed(2, 7, 5));
        assert!((0..5).all(|seat| seeds.iter().any(|seed| seed.first.index() == seat)));
        assert!(seeds.iter().skip(1).all(|seed| seed.draws != seeds[0].draws && seed.thinking != seeds[0].thinking));
    }

    #[test]
    fn the_hash_tells_order_and_ranks() {
        let hash = |games: &[&Ending]| {
            let mut hash = ScoreHash::default();
            games.iter().for_each(|outcome| hash.add(outcome));
            hash.finish()
        };
        let [a, b, c] =
            [([9, 8], [0, 0]), ([8, 9], [0, 0]), ([9, 9], [1, 0])].map(|(points, gold)| Ending::ranked(&points, &gold));
        let tied = Ending::ranked(&[9, 9], &[0, 0]);
        assert_eq!(hash(&[&a, &b]).len(), 16);
        assert_ne!(hash(&[&a, &b]), hash(&[&b, &a]));
        assert_ne!(hash(&[&c]), hash(&[&tied]));
    }
}
