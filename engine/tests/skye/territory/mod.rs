//! What a player builds: where tiles may lie, and what each scoring tile awards.

mod laying;
mod placements;

mod scoring_tiles;
