//! A player's county: the display, its features and what they bring.

pub mod cover;

pub mod ground;

pub mod placement;

pub mod effects;

pub mod rectangle;

pub mod display;
