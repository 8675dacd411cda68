//! Learned chances to win between two rounds, in any game.
//!
//! Every seat gets a score: its linear worth times the score of a VP with so many rounds to come, plus the output of a net that sees a row of
//! numbers. Chances to win are the softmax of scores. Both are fitted to games of self-play by `sim train`, and kept as an [`Evaluation`], which
//! says what games it [knows](GameFamily). What a net sees of a game is the game's own: see [`Learnable`].

mod known;
pub use known::GameFamily;

mod evaluation;
pub(crate) use evaluation::in_tenths;
pub use evaluation::{Evaluation, EvaluationError, MILLI};

mod learnable;
pub use learnable::{Learnable, SeatFeatures};

mod leaf;
pub use leaf::{Leaf, VALUE, WITHOUT, values_by_lead};
