//! A learned evaluation between two rounds.
//!
//! Every seat gets a score: its linear worth times what a VP counts with so many rounds to come, and what a net adds that sees the counts
//! behind that worth, money, the order of turns and the others' standing. Chances to win are in proportion to the exponential of scores.
//! Both were fitted to games of self-play by `sim train`, for every number of players of the base game with the printed rules.

mod features;
pub use features::{NUMBERS, linear_worth, row};

mod evaluation;
pub use evaluation::{Evaluation, EvaluationError, STAGES};
