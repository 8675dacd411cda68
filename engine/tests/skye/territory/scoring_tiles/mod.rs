//! Every scoring tile on drawn territories.

mod areas;
mod buildings;
mod contents;
mod herds_and_ranges;
mod lines;
mod majorities;
mod open_water;
mod pattern;
mod roads;
