//! Games to look at: what happens at each step, what is on the table then, and the page's data.

pub mod staged;

pub mod watched;

pub mod table;

pub mod board;

pub mod data;

pub mod place;
