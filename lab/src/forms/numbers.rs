//! Numbers formatted for display.

use std::fmt::Display;

use serde::Serialize;
use stats::Estimate;

/// The false discovery rate of findings reported in sentences.
pub const FALSE_FINDINGS: f64 = 0.05;

/// An estimate with the ends of its interval in JSON; missing numbers are null.
#[derive(Serialize)]
pub struct PrintedEstimate {
    estimate: Option<f64>,
    #[serde(flatten)]
    interval: PrintedInterval,
}

impl From<Estimate> for PrintedEstimate {
    fn from(estimate: Estimate) -> Self {
        Self { estimate: estimate.value, interval: estimate.into() }
    }
}

/// The ends of an estimate's interval in JSON, to be flattened beside it; missing ones are null.
#[derive(Serialize)]
pub struct PrintedInterval {
    ci_lo: Option<f64>,
    ci_hi: Option<f64>,
}

impl From<Estimate> for PrintedInterval {
    fn from(estimate: Estimate) -> Self {
        Self { ci_lo: estimate.low(), ci_hi: estimate.high() }
    }
}

/// Rounds to the 6 decimals of tables, so that texts are the same before a table is written and after.
fn kept(number: f64) -> f64 {
    format!("{number:.6}").parse().unwrap_or(number)
}

/// Formats `12.3 ± 0.4`, or `100.0 (97.0 to 100.0)` if the interval is asymmetric.
///
/// Without an interval, only the estimate is shown.
pub fn with_half_width(estimate: &Estimate, scale: f64, decimals: usize, unit: &str) -> String {
    let Some(value) = estimate.value else { return String::new() };
    let value = scale * kept(value);
    let shown = |number: f64| fixed(number, decimals);
    match estimate.interval {
        Some(interval) => {
            let (low, high) = (scale * kept(interval.low), scale * kept(interval.high));
            let half = (high - low) / 2.0;
            if (low + high - 2.0 * value).abs() < 0.1 * half {
                format!("{} ± {}{unit}", shown(value), shown(half))
            } else {
                format!("{} ({} to {}){unit}", shown(value), shown(low), shown(high))
            }
        }
        None => format!("{}{unit}", shown(value)),
    }
}

/// Formats a difference in the same way, with a sign unless it is rounded to zero.
pub fn with_sign(difference: &Estimate, scale: f64, decimals: usize, unit: &str) -> String {
    let is_positive = |value: f64| value > 0.0 && fixed(scale * kept(value), decimals) != fixed(0.0, decimals);
    let sign = if difference.value.is_some_and(is_positive) { "+" } else { "" };
    format!("{sign}{}", with_half_width(difference, scale, decimals, unit))
}

/// Formats a number with this many decimals; zero has no sign.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// Returns the factor, decimals and suffix used in sentences for numbers in a unit.
pub fn in_unit(unit: &str) -> (f64, usize, String) {
    match unit {
        "wins" | "fraction" => (100.0, 1, " %".to_owned()),
        "" => (1.0, 3, String::new()),
        unit => (1.0, 2, format!(" {unit}")),
    }
}

/// Formats a number in this unit for display; a difference has a sign, and shares are in points.
pub fn amount(estimate: &Estimate, unit: &str, is_difference: bool) -> String {
    let (factor, decimals, unit) = if is_difference { in_unit_of_differences(unit) } else { in_unit(unit) };
    let shown = if is_difference { with_sign } else { with_half_width };
    shown(estimate, factor, decimals, &unit)
}

/// Formats a share as a percentage with its interval.
pub fn percent(estimate: &Estimate) -> String {
    with_half_width(estimate, 100.0, 1, " %")
}

/// Formats a number with this many decimals; empty for `None`.
pub fn plain(number: Option<f64>, decimals: usize) -> String {
    number.map_or(String::new(), |number| fixed(kept(number), decimals))
}

/// Formats a count with its noun: `1 seed`, `2 seeds`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The ordinal of a place, numbered from 0.
pub fn ordinal(place: usize) -> &'static str {
    ["first", "second", "third", "fourth", "fifth"][place]
}

/// Names a measure of a place in the first turn order, numbered from 0.
pub fn of_place(title: &str, place: usize) -> String {
    format!("{title} when starting {}", ordinal(place))
}

/// Returns the same for differences, with shares in percentage points.
pub fn in_unit_of_differences(unit: &str) -> (f64, usize, String) {
    let (factor, decimals, text) = in_unit(unit);
    (factor, decimals, if text == " %" { " points".to_owned() } else { text })
}

/// Joins items with commas.
pub fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::Interval;

    #[test]
    fn what_a_table_keeps_reads_the_same() {
        // Its product with 100 is just below 43.75, and what a table keeps of it is just that.
        let exact = 0.4375 - 1e-9;
        let read: f64 = format!("{exact:.6}").parse().unwrap();
        let of = |value: f64| Estimate {
            value: Some(value),
            interval: Some(Interval { low: value - 0.1, high: value + 0.1 }),
        };
        assert_eq!(percent(&of(exact)), percent(&of(read)));
        assert_eq!(percent(&of(exact)), "43.8 ± 10.0 %");
        assert_eq!(plain(Some(0.125 - 1e-9), 2), plain(Some(0.125), 2));
    }
}
