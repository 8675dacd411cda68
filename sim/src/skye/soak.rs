//! Random experiments.

use engine::random::{Random, below};
use engine::skye::Tiles;

use super::setting::tile_set::TILES;
use super::setting::{Setting, rules};
use crate::lab::study::soak::Soaked;

impl Soaked for Setting {
    const SPECS: &'static [&'static str] = &[
        "random",
        "random",
        "rule-of-thumb",
        "greedy",
        "greedy:preset=quick,pricing=random",
        "mcts:iterations=3,rounds=1",
        "mcts:iterations=4,rounds=1,variant=pimc,depth=2,rollout=random",
        "mcts:iterations=4,rounds=1,variant=duct",
        "mcts:iterations=4,rounds=1,variant=regret",
    ];

    fn random_keys(dice: &mut Random, _: usize) -> String {
        let (tiles, _) = Tiles::SHIPPED[below(dice, Tiles::SHIPPED.len() as u32) as usize];
        format!("{TILES} = \"{tiles}\"\n{}", rules::random(dice))
    }

    fn is_expected(error: &str) -> bool {
        // More rounds than there are tiles for.
        error.contains("tiles")
    }
}
