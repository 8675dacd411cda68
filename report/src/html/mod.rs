//! HTML pages about runs: one self-contained file, the same bytes every time.
//!
//! A [`RunReport`] is the content of a page about a run, as plain data. [`page`] writes one or several side by side. Its
//! games are shown by [`viewer`], and its figures are drawn by [`figure`](crate::figure). [`files`] writes figures one by
//! one.

mod figures;

mod notable;

mod run_report;

pub mod viewer;

mod figure;

pub mod page;

pub mod page_file;

pub mod files;

pub mod run_page;

pub use run_report::{GameChoice, RunReport, share_axes};
