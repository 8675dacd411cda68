//! Numbers as people read them.

use std::fmt::Display;

use stats::Estimate;

/// The largest share of false findings among those reported in sentences.
pub const FALSE_FINDINGS: f64 = 0.05;

/// A number as tables keep it, with 6 decimals: what is rounded from it is the same before a table is written and after it is read.
fn kept(number: f64) -> f64 {
    format!("{number:.6}").parse().unwrap_or(number)
}

/// `12.3 ± 0.4`; `100.0 (97.0 to 100.0)` where the interval reaches further to one side; without an interval where there is none.
pub fn with_half_width(estimate: &Estimate, scale: f64, decimals: usize, unit: &str) -> String {
    let Some(value) = estimate.value else { return String::new() };
    let value = scale * kept(value);
    match estimate.interval {
        Some(interval) => {
            let (low, high) = (scale * kept(interval.low), scale * kept(interval.high));
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

/// Returns factor, decimals and suffix with which sentences write numbers in a unit.
pub fn in_unit(unit: &str) -> (f64, usize, String) {
    match unit {
        "wins" | "fraction" => (100.0, 1, " %".to_owned()),
        "" => (1.0, 3, String::new()),
        unit => (1.0, 2, format!(" {unit}")),
    }
}

/// A share as a percentage with its interval.
pub fn percent(estimate: &Estimate) -> String {
    with_half_width(estimate, 100.0, 1, " %")
}

/// A number with this many decimals; nothing where there is none.
pub fn plain(number: Option<f64>, decimals: usize) -> String {
    number.map_or(String::new(), |number| format!("{:.decimals$}", kept(number)))
}

/// A number of things: `1 seed`, `2 seeds`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The ordinal of a place, from 0.
pub fn ordinal(place: usize) -> &'static str {
    ["first", "second", "third", "fourth", "fifth"][place]
}

/// A measure of a place in the first turn order, from 0, in words.
pub fn of_place(title: &str, place: usize) -> String {
    format!("{title} of the {} place", ordinal(place))
}

/// Returns the same for differences: as [`in_unit`], but shares in points, hundredths of the whole.
pub fn in_unit_of_differences(unit: &str) -> (f64, usize, String) {
    let (factor, decimals, text) = in_unit(unit);
    (factor, decimals, if text == " %" { " points".to_owned() } else { text })
}

/// Items with commas between them.
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
