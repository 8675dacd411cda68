//! What tiles, territories and gold are worth: the common ground of the agents that think about Isle of Skye.
//!
//! An [`Outlook`] says what the rest of the game pays for; an [`Estate`] is one territory examined under it, which can tell
//! quickly what a placement would gain. All worth is in whole [`MilliVp`], so it is exact and the same on every machine.

mod worth;
pub use worth::{MilliVp, VP};

mod outlook;
pub use outlook::Outlook;
pub use outlook::judgement::{Ignored, Judgement, Judgements, Stage};

mod estate;
pub use estate::Estate;

mod tile_gains;
pub use tile_gains::TileGains;
