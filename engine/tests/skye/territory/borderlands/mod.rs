//! Borderland tiles: where they may lie, when they are turned over, and what their curved sides mean for areas.

mod areas;
mod flips;
mod placements;
