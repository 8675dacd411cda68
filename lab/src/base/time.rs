//! The clock for agents that limit their time, and the spread of measured times and rates.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde::Serialize;

/// The time since the first call.
pub fn clock() -> Duration {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// The median of a few measurements, with the smallest and the largest.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct MedianRange {
    /// The middle one, or the mean of the two middle ones.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl MedianRange {
    /// Creates it from at least one measurement.
    ///
    /// # Panics
    /// If there are none.
    pub fn of(measurements: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = measurements.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let [min, .., max] = sorted[..] else { return Self { median: sorted[0], min: sorted[0], max: sorted[0] } };
        let middle = sorted.len() / 2;
        let median = if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 };
        Self { median, min, max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(measurements: &[f64], median: f64, min: f64, max: f64) {
        assert_eq!(MedianRange::of(measurements.iter().copied()), MedianRange { median, min, max });
    }

    #[test]
    fn order_does_not_matter() {
        check(&[3.0], 3.0, 3.0, 3.0);
        check(&[4.0, 2.0], 3.0, 2.0, 4.0);
        check(&[9.0, 1.0, 2.0], 2.0, 1.0, 9.0);
        check(&[9.0, 1.0, 2.0, 4.0], 3.0, 1.0, 9.0);
    }
}
