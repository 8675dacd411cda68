//! How a game is spoken, stepped, recorded and shown: what people, other programs and the laboratory need of a game besides its rules.
//!
//! No files, threads or clocks. What is of any game knows none; a game is a room, such as [`skye`].

pub mod digest;

pub mod json;

pub mod seeds;

pub mod components;

pub mod rule;

pub mod observer;

pub mod event;

pub mod ahead;

pub mod spoken;

pub mod replay;

pub mod record;

pub mod session;

pub mod canvas;

pub mod stage;

pub mod told;

pub mod weighing;

pub mod skye;

pub mod tipperary;
