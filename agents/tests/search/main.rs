//! Monte Carlo search on games whose answers are known.

mod flat;
mod joint;
mod pig;
mod uninformed;

use agents::search::{Effort, SearchBudget};

/// The whole budget for one decision alone.
fn whole(budget: SearchBudget<'_>) -> Effort<'_> {
    Effort { budget, depth: 0, early_stopping: false }
}
