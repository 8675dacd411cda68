//! Studies of experiments, runs, games and agents.

pub mod plan;

pub mod merge;

pub mod verification;

pub mod null;

pub mod fingerprint;

pub mod throughput;

pub mod folder;

pub mod trials;

pub mod sensitivity;

pub mod verdict;

pub mod soak;

pub mod exploit;

pub mod what_if;

pub mod agent_check;

pub mod training;

mod of_game;

pub mod tune;

pub use of_game::{
    Calibration, CalibrationResult, HabitsOrder, SelfPlayOrder, SoakOptions, Study, Trained, TrainingOrder, all_agents,
    recalibrated,
};
