//! The printed components: landscape tiles, bonus tiles, hometowns, the whiskey track.

pub mod place;
pub mod sizes;
pub mod way;

pub mod rules;

pub mod space;

pub mod grid;

pub mod ids;

pub mod files;

pub mod hometown;
pub mod landscape;

pub mod components;
