//! Figures of runs as plain data: their questions, their charts, and the tables with their numbers.

pub mod data;

pub mod table_figure;
