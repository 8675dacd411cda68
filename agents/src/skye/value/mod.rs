//! A learned evaluation between two rounds.
//!
//! Every seat gets a score: its linear worth times the score of a VP with so many rounds to come, plus the output of a net that sees the counts
//! behind that worth, gold, turn order and the others' standing. Chances to win are the softmax of scores. Both were fitted to games of self-play
//! by `sim train`, for every number of players of the base game with the printed rules.

mod features;
pub use features::{NUMBERS, linear_worth, row};

mod evaluation;
pub use evaluation::{Evaluation, EvaluationError, STAGES};
