//! A run: how it is played into a folder, survives interruptions, and is read back.

pub mod job;

pub mod unfinished;

pub mod growing;

pub mod session;

pub mod timing;

pub mod manifest;

pub mod raw;

pub mod finished_run;

pub mod analysis;
