//! Commands on finished experiments.

pub mod analyse;

pub mod compare;

pub mod verify;

pub mod replay;

pub mod report;

pub mod plot;
