//! The folders of runs, studies and training, which fill over hours and survive crashes at any time.
//!
//! Only one process fills a folder at a time ([`claim`]). It records finished work in a [`journal`], from which the
//! next session resumes. Files appear when all of them are written ([`files`]).

pub mod claim;

pub mod journal;

pub mod files;
