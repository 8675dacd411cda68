//! What is printed: tiles in any rotation, scoring tiles, the board.

pub mod place;
pub mod sizes;

pub mod rules;
pub mod scoring_tile;

pub mod feature;
pub mod scroll;
pub mod tile;

pub mod capacity;
pub mod demand;
pub mod tile_file;
pub mod tiles;
