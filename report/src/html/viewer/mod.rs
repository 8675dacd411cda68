//! The viewer of games: their steps, the table after each step, and the data for the page's script.

pub mod staged;

pub mod watched;

pub(super) mod table;

pub mod board;

pub mod picture;

pub(super) mod data;

pub(super) mod place;
