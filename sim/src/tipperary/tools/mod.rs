//! Tools for the players of Tipperary.

pub mod calibration;
