//! The worth of displays, in thousandths of a VP.
//!
//! - [`Land`] is a display in the form that the appraisal reads: a grid of bytes.
//! - [`Features`] are the measurements of a display: its present score, and its potential.
//! - [`Judgements`] hold the worth of each feature by rounds to come. They are plain data, calibrated on self-play.
//! - [`Sites`] hold the gain at each empty place, by the space that a tile has there: a quick measure of every legal
//!   placement, which selects the few that are appraised.

mod land;
pub use land::Land;

mod rectangles;

mod features;
pub use features::{Features, Holdings};

mod judgement;
pub use judgement::{Judgements, LEADS, MilliVp, STAGES, Stage, VP};

mod sites;
pub use sites::Sites;

mod estate;
pub use estate::{Estate, FutureValue, rounds_to_come};
