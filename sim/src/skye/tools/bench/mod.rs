//! What the engine's hot calls cost, and its searches.

pub mod typical_positions;

pub mod calls;

pub mod timing;

pub mod searches;
