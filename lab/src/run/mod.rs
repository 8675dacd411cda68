//! The folder of a run: its files, how it is filled and survives interruptions, and how it is read back.

pub mod manifest;

pub mod raw;

pub mod folder;

pub mod growing;

pub mod unfinished;

pub mod timing;

pub mod finished_run;

pub mod analysis;

pub mod playing;
