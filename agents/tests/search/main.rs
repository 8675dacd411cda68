//! Monte Carlo search on games whose answers are known.

mod flat;
mod joint;
mod pig;
mod uninformed;

use agents::search::{Budget, Effort};

/// The whole budget for one decision alone.
fn whole(budget: Budget<'_>) -> Effort<'_> {
    Effort { budget, depth: 0, is_thrifty: false }
}
