//! The page of a run: what is in it, and what a browser makes of it.

#[path = "../common/test_folder.rs"]
mod test_folder;

#[cfg(unix)]
mod access;
#[cfg(unix)]
mod browser;
mod games;
mod numbers;
mod page;
mod pictures;
mod plot;
mod runs;
#[cfg(unix)]
mod seen;
