//! Folders that are filled over hours and survive any end of the process: those of runs, studies and training.
//!
//! One process fills a folder ([`claim`]). What is finished is noted in a [`journal`], from which the next session goes on. Files appear when
//! all of them are written ([`files`]).

pub mod claim;

pub mod journal;

pub mod files;
