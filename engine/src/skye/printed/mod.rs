//! The printed components: tiles in any rotation, scoring tiles, the board.

pub mod modules;
pub mod place;
pub mod sizes;

pub mod feature;
pub mod payment;
pub mod scoring_tile;

pub mod rules;

pub mod scroll;
pub mod tablet;
pub mod tile;

pub mod demand;
pub mod tile_files;
pub mod tiles;
