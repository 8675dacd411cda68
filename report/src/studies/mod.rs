//! The reports of studies that play variants of an experiment.

pub mod sensitivity;

pub mod tune;

mod kept_config;
