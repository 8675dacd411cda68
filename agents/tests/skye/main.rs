//! The players of Isle of Skye.

mod purchases;
mod random_games;

mod appraisal;
mod breakdown;
mod cache;
mod contract;
mod expectation;
mod greedy;
mod guesses;
mod insider;
mod modules;
mod opponents;
mod rule_of_thumb;
mod switches;
mod tablets;
mod value;

use agents::skye::greedy::{Brain, Building, Buying, Pricing};

/// Returns the quick form of the greedy player.
fn quick() -> Brain {
    Brain { pricing: Pricing::Table, buying: Buying::Surplus, building: Building::TileByTile, ..Brain::standard() }
}

/// The same player as a spec.
const QUICK: &str = "greedy:pricing=table,buying=surplus,building=tile-by-tile";
