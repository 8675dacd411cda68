//! Monte Carlo search on games whose answers are known.

mod flat;
mod joint;
mod pig;
mod uninformed;
