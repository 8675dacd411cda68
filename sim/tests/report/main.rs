//! The page of a run: what is in it, and what a browser makes of it.

#[path = "../common/workshop.rs"]
mod workshop;

#[cfg(unix)]
mod access;
#[cfg(unix)]
mod browser;
mod games;
mod numbers;
mod page;
mod pictures;
mod plot;
#[cfg(unix)]
mod seen;
mod shop;
