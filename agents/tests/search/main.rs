//! Monte Carlo search on games with known answers.

mod chances;
mod coin;
mod doors;
mod flat;
mod pig;
mod tree;
mod uninformed;

use agents::search::{Effort, SearchBudget};

/// Returns an effort without early stopping.
fn whole(budget: SearchBudget<'_>) -> Effort<'_> {
    Effort { budget, early_stopping: false, threads: 1, has_tree: false }
}

/// The same with a tree.
fn planning(budget: SearchBudget<'_>) -> Effort<'_> {
    Effort { has_tree: true, ..whole(budget) }
}
