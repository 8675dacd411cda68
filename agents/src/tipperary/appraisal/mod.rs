//! The worth of displays, in thousandths of a VP.
//!
//! - [`Land`] is a display as the appraisal reads it: a grid of bytes.
//! - [`Features`] are what it measures of a display: what scores now, and what may still come of it.
//! - [`Judgements`] hold the worth of each feature by rounds to come. They are plain data, calibrated on self-play.
//! - [`Sites`] tell what each empty place would bring, by what a tile shows there: a quick measure for every legal placement, which finds the
//!   few that are appraised.

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
