//! Numbers as people read them.

use std::fmt::Display;

use crate::stats::Estimate;

/// The largest share of false findings among those reported in sentences.
pub const FALSE_FINDINGS: f64 = 0.05;

/// `12.3 ± 0.4`; `100.0 (97.0 to 100.0)` where the interval reaches further to one side; without an interval where there is none.
pub fn with_half_width(estimate: &Estimate, scale: f64, decimals: usize, unit: &str) -> String {
    let Some(value) = estimate.value else { return String::new() };
    let value = scale * value;
    match estimate.interval {
        Some(interval) => {
            let (low, high) = (scale * interval.low, scale * interval.high);
            let half = (high - low) / 2.0;
            if (low + high - 2.0 * value).abs() < 0.1 * half {
                format!("{value:.decimals$} ± {half:.decimals$}{unit}")
            } else {
                format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$}){unit}")
            }
        }
        None => format!("{value:.decimals$}{unit}"),
    }
}

/// A share as a percentage with its interval.
pub fn percent(estimate: &Estimate) -> String {
    with_half_width(estimate, 100.0, 1, " %")
}

/// A number with this many decimals; nothing where there is none.
pub fn plain(number: Option<f64>, decimals: usize) -> String {
    number.map_or(String::new(), |number| format!("{number:.decimals$}"))
}

/// Items with commas between them.
pub fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}
