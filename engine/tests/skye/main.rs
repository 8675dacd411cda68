//! Isle of Skye, rule by rule. Expected values are counted by hand from the drawings; the counts stand in the comments.

mod drawing;
mod naive;
mod table;

mod components;
mod names;
mod set_up;
mod tile_files;

mod placements;
mod scoring_tiles;

mod final_scoring;
mod phases;

mod conservation;
mod draws;
mod secrets;
