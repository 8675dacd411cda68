//! Learned chances to win between two rounds, in any game.
//!
//! Every seat gets a score: its linear worth times the score of a VP at this number of rounds to come, plus the output
//! of a net that sees a row of numbers. Chances to win are the softmax of scores. Both are fitted to games of self-play
//! by `sim train`, and stored as an [`Evaluation`], with the [family](GameFamily) of games that it was trained on. Each
//! game defines its own features: see [`Learnable`].

mod game_family;
pub use game_family::GameFamily;

mod evaluation;
pub(crate) use evaluation::in_tenths;
pub use evaluation::{Evaluation, EvaluationError, MILLI};

mod learnable;
pub use learnable::{Learnable, SeatFeatures};

mod leaf;
pub use leaf::{Leaf, VALUE, WITHOUT, values_by_lead};
