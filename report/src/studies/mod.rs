//! The reports of studies that play variants of an experiment.

pub mod columns;

pub mod sensitivity;

pub mod tune;

mod kept_config;
