//! Monte Carlo search on games whose answers are known.

mod coin;
mod flat;
mod pig;
mod tree;
mod uninformed;

use agents::search::{Effort, SearchBudget};

/// The whole budget for one decision alone.
fn whole(budget: SearchBudget<'_>) -> Effort<'_> {
    Effort { budget, early_stopping: false }
}
