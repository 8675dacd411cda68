//! Runs as a page to look at: one file without anything from elsewhere, the same bytes every time.
//!
//! A [`RunReport`] is all that a page says about a run, as plain data; [`page`] writes one or several side by side. The games in it are
//! [`viewer`]'s, and the figures are drawn by [`figure`](crate::figure), which [`files`] also writes one by one.

mod figures;

mod telling;

mod run_report;

pub mod viewer;

mod figure;

pub mod page;

pub mod page_file;

pub mod files;

pub mod run_page;

pub use run_report::{GameChoice, RunReport, share_axes};
