//! Estimators with confidence intervals, and tests, for clustered games.
//!
//! The independent unit is always the block, or the cluster of blocks that share a seed, because games within it share
//! their luck. [`Welford`], [`Ratio`] and [`Shares`] accumulate clusters and give an [`Estimate`]; [`share`] explains
//! the interval of a win share. The crate knows only numbers: no games, no files.

pub mod anova;
pub mod beta;
pub mod bootstrap;
pub mod cluster_estimate;
pub mod contrast;
pub mod control;
pub mod elo;
pub mod estimate;
pub mod jackknife;
pub mod least_squares;
pub mod linear_model;
pub mod mean;
pub mod multiple;
pub mod random_effects;
pub mod sequential;
pub mod share;
pub mod sum;
pub mod symmetric;
pub mod thurstone;

pub use estimate::{
    CONFIDENCE, Estimate, Interval, MIN_BLOCKS, is_rounding, normal_quantile, t_quantile, two_sided_normal_p,
    two_sided_p,
};
pub use mean::{Ratio, Shares, Welford};
pub use share::Clusters;
