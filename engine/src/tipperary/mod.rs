//! Tipperary, for 2 to 5 players.
//!
//! Read in this order: what is printed ([`place`], [`way`], [`sizes`], [`rules`], [`space`], [`grid`], [`landscape`], [`hometown`], [`files`],
//! [`components`]), what a player builds ([`cover`], [`placement`], [`effects`], [`rectangle`], [`display`]), and how a game proceeds ([`action`],
//! [`position`], [`score`], [`event`], [`set_up`], [`view`]).
//!
//! Except for their number, all components are reconstructed: their printed faces are not known.

mod printed;
pub use printed::{components, files, grid, hometown, ids, landscape, place, rules, sizes, space, way};

pub use components::{ComponentSheet, Components, Hometowns, RECONSTRUCTED};
pub use files::TileFileError;
pub use grid::{Grid, GridSpace};
pub use hometown::Hometown;
pub use ids::{BonusId, HometownId, TileId};
pub use place::Place;
pub use rules::{Rules, RulesError, TrackSpace};
pub use space::{Feature, Space};
pub use way::Way;

mod county;
pub use county::{cover, display, effects, placement, rectangle};

pub use cover::Cover;
pub use display::Display;
pub use effects::Effects;
pub use placement::Placement;
pub use rectangle::Rectangle;

mod course;
pub use course::{action, event, position, score, set_up, view};

pub use action::Action;
pub use course::chance::{Chance, RoundChance};
pub use event::{Event, Lost};
pub use position::{Bag, BonusPile, Phase, Player, Position, Public};
pub use score::Score;
pub use set_up::{SetupError, Tipperary};
pub use view::View;
