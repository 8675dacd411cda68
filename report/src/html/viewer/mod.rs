//! The viewer of games: their steps, the table after each, and the data for the page's script.

pub mod staged;

pub mod watched;

pub mod table;

pub mod board;

pub mod data;

pub mod place;
