//! Runs: playing an experiment into a folder, resuming it after interruptions, and reading it.

pub mod job;

pub mod unfinished;

pub mod raw_writer;

pub mod session;

pub mod timing;

pub mod manifest;

pub mod raw;

pub mod finished_run;

pub mod analysis;
