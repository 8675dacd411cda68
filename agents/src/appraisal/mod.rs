//! What tiles, territories and gold are worth: the common ground of the agents that think about Isle of Skye.
//!
//! An [`Outlook`] says what the rest of the game pays for; an [`Estate`] is one territory examined under it, which can tell
//! quickly what a placement would gain. All worth is in whole [`MilliVp`], so it is exact and the same on every machine.

mod judgement;
pub use judgement::{Ignored, Judgement, Judgements, Stage};

mod prices;

mod outlook;
pub use outlook::{MilliVp, Outlook, VP};

mod summary;

mod bits;
mod farms;
mod grid;
mod merger;
mod road_parts;
mod shape;

mod gap;
mod newcomer;

mod estate;
pub use estate::Estate;

mod tile_gains;
pub use tile_gains::TileGains;
