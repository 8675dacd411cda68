//! For developers of its engine and agents: calibration, benchmarks, prices next to worth.

pub mod calibration;

pub mod training;

pub mod bench;

pub mod appraisal;

pub mod fingerprint;
