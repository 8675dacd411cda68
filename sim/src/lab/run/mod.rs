//! The folder of a run: its files, how it is filled and survives interruptions, and how it is read back.

pub mod files;

pub mod content;

pub mod encoding;

pub mod manifest;

pub mod identity;

pub mod raw;

pub mod folder;

pub mod timing;

pub mod finished_run;

pub mod analysis;

pub mod comparison;

pub mod playing;
