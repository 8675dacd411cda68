//! Estimates with honest intervals. Blocks are the independent unit everywhere.

pub mod beta;
pub mod contrast;
pub mod control;
pub mod elo;
pub mod estimate;
pub mod explained;
pub mod jackknife;
pub mod least_squares;
pub mod linear_model;
pub mod mean;
pub mod multiple;
pub mod poisson;
pub mod random_effects;
pub mod sequential;
pub mod share;
pub mod sum;
pub mod symmetric;
pub mod thurstone;
pub mod traced;

pub use estimate::{
    CONFIDENCE, Estimate, Interval, MIN_BLOCKS, is_rounding, normal_quantile, t_quantile, two_sided_normal_p,
    two_sided_p,
};
pub use mean::{Ratio, Shares, Welford};
pub use share::Clusters;
