//! Random fairs.

use engine::random::{Random, below};
use sim::lab::study::soak::{Fixed, Soaked};

use super::subject::FairSetting;

impl Soaked for FairSetting {
    const SPECS: &'static [&'static str] =
        &["random", "mcts:iterations=8", "mcts:iterations=8,variant=pimc", "mcts:iterations=8,variant=duct"];

    fn random_keys(dice: &mut Random, players: usize, _: &Fixed) -> String {
        let mut one_of = |count: u32| 1 + below(dice, count);
        let prizes: Vec<u32> = (0..players).map(|_| one_of(100)).collect();
        format!("prizes = {prizes:?}\npurses = [{}]\n", one_of(20))
    }
}
