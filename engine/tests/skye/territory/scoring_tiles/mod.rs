//! Every scoring tile on drawn territories.

mod areas;
mod buildings;
mod contents;
mod majorities;
mod pattern;
mod roads;
