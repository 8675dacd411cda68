//! Random experiments.

use engine::random::{Random, below};
use engine::skye::{Module, Modules, Tiles};
use interface::skye::tile_set::TILES;

use super::setting::modules::MODULES;
use super::setting::{Setting, rules};
use super::tools::fingerprint;
use crate::lab::study::fingerprint::Batch;
use crate::lab::study::soak::{Fixed, Soaked};

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

    fn random_keys(dice: &mut Random, _: usize, fixed: &Fixed) -> String {
        let drawn = Module::ALL.into_iter().filter(|_| below(dice, 2) == 1).collect::<Modules>();
        let named = |parts: &Vec<String>| parts.iter().filter_map(|part| part.parse().ok()).collect();
        let modules: Modules = fixed.parts.as_ref().map_or(drawn, named);
        let names: Vec<String> = modules.iter().map(|module| format!("\"{module}\"")).collect();
        let (tiles, _) = Tiles::SHIPPED[below(dice, Tiles::SHIPPED.len() as u32) as usize];
        format!("{MODULES} = [{}]\n{TILES} = \"{tiles}\"\n{}", names.join(", "), rules::random(dice, modules))
    }

    fn batches() -> Vec<Batch<Self>> {
        fingerprint::batches()
    }

    fn is_expected(error: &str) -> bool {
        // More rounds than there are tiles for.
        error.contains("tiles")
    }
}
