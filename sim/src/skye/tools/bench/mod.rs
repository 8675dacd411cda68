//! How fast games are played, and what the engine's hot calls cost.

pub mod self_play;

pub mod throughput;

pub mod typical_positions;

pub mod calls;

pub mod timing;

pub mod searches;
