//! For those who develop its engine and agents: calibration, benchmarks, prices beside worth.

pub mod calibration;

pub mod bench;

pub mod appraisal;

pub mod fingerprint;
