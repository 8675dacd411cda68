//! Games to look at: their steps as data for the script of the page, and the table after a step as a drawing.

pub mod staged;

pub mod watched;

pub mod board;

pub mod picture;
