//! Nets in whole numbers, and how they are trained.

mod file;
mod training;
