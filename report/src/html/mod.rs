//! HTML pages about runs: each is a self-contained file with reproducible bytes.
//!
//! A [`RunReport`] is the content of a page about a run, as plain data. [`page`] renders one or several of them.
//! [`viewer`] shows the games, and [`figure`](crate::figure) draws the figures. [`files`] writes figures to separate
//! files.

mod figures;

mod notable;

mod run_report;

pub mod viewer;

mod figure;

pub mod page;

pub mod files;

pub mod run_page;

pub use run_report::{GameChoice, RunReport, share_axes};
