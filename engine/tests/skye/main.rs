//! Isle of Skye, rule by rule. Expected values are counted by hand from the drawings; the counts stand in the comments.

mod drawing;

mod components;
mod names;
mod scoring_tiles;
mod tile_files;
