//! The folders of runs, studies and training, which are filled over hours and survive a crash at any moment.
//!
//! Only one process fills a folder at a time ([`claim`]). It notes finished work in a [`journal`], from which the next session resumes. Files
//! appear when all of them are written ([`files`]).

pub mod claim;

pub mod journal;

pub mod files;
