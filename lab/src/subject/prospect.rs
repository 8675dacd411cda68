//! The detectable effects of a run before it is played.

use stats::{Estimate, normal_quantile, t_quantile};

/// The probability of finding an effect of the detectable size.
pub const POWER: f64 = 0.9;

/// An effect with the size that a run could detect.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospect {
    /// The name of the effect.
    pub what: String,
    /// The unit; `wins` are shares.
    pub unit: &'static str,
    /// The smallest [`detectable`] effect.
    pub detectable: f64,
}

/// Returns the smallest effect found with probability [`POWER`] at 5 %.
///
/// It is the sum of the quantiles times the standard error (Cohen 1988, Statistical Power Analysis).
pub fn detectable(error: f64, df: f64) -> f64 {
    (t_quantile(df) + normal_quantile(POWER)) * error
}

impl Prospect {
    /// Creates it from a standard error and its degrees of freedom.
    pub fn new(what: String, unit: &'static str, error: f64, df: f64) -> Self {
        Self { what, unit, detectable: detectable(error, df) }
    }

    /// Extrapolates an interval over some clusters to another number of them.
    ///
    /// `None` without an interval, because constants, such as the wins of an agent in all seats, need no estimate.
    pub fn scaled(what: String, unit: &'static str, of: &Estimate, seen: u64, clusters: u64) -> Option<Self> {
        if seen < 2 || clusters < 2 {
            return None;
        }
        let error = of.standard_error((seen - 1) as f64)? * (seen as f64 / clusters as f64).sqrt();
        Some(Self::new(what, unit, error, (clusters - 1) as f64))
    }
}
