//! Every scoring tile on drawn territories.

mod areas;
mod buildings;
mod majorities;
mod pattern;
mod roads;
