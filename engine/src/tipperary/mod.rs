//! Tipperary, for 2 to 5 players.
//!
//! Read in this order: what is printed ([`place`], [`sizes`], [`rules`], [`space`], [`grid`], [`landscape`], [`hometown`], [`files`], [`components`]),
//! what a player builds ([`cover`], [`effects`], [`rectangle`], [`display`]), and how a game proceeds ([`position`], [`scoring`], [`event`],
//! [`set_up`]).
//!
//! Except for their number, all components are reconstructed: their printed faces are not known.

mod printed {
    //! The printed components: landscape tiles, bonus tiles, hometowns, the whiskey track.

    pub mod components;
    pub mod files;
    pub mod grid;
    pub mod hometown;
    pub mod landscape;
    pub mod place;
    pub mod rules;
    pub mod sizes;
    pub mod space;
}
pub use printed::{components, files, grid, hometown, landscape, place, rules, sizes, space};

pub use components::{BonusId, ComponentSheet, Components, HometownId, Hometowns, RECONSTRUCTED, TileId};
pub use files::TileFileError;
pub use grid::{Grid, GridSpace, Way};
pub use hometown::Hometown;
pub use landscape::Placement;
pub use place::Place;
pub use rules::{Rules, RulesError, TrackSpace};
pub use sizes::AREAS;
pub use space::{Feature, Space};

mod county {
    //! A player's county: the display, its features and what they bring.

    pub mod cover;
    pub mod display;
    pub mod effects;
    pub mod ground;
    pub mod rectangle;
}
pub use county::{cover, display, effects, rectangle};

pub use cover::Cover;
pub use display::Display;
pub use effects::Effects;
pub use rectangle::Rectangle;

mod course;
pub use course::{event, position, scoring, set_up};

pub use course::View;
pub use course::chance::{Chance, RoundChance};
pub use event::{Action, Event, Lost};
pub use position::{Bag, BonusPile, Phase, Player, Position, Public};
pub use scoring::Score;
pub use set_up::{SetupError, Tipperary};
