//! Random fairs.

use engine::random::{Random, below};
use sim::lab::study::{Fixed, Studied};

use super::subject::FairSetting;

impl Studied for FairSetting {
    fn random_keys(dice: &mut Random, players: usize, _: &Fixed) -> String {
        let mut one_of = |count: u32| 1 + below(dice, count);
        let prizes: Vec<u32> = (0..players).map(|_| one_of(100)).collect();
        format!("prizes = {prizes:?}\npurses = [{}]\n", one_of(20))
    }
}
