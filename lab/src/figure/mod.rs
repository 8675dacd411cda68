//! Figures of runs as plain data: what they ask, what they show, and the tables that they show it from.

pub mod data;

pub mod of_run;
