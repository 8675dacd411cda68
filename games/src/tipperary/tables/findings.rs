//! Findings in sentences, including negative ones.

use lab::forms::column::Row;
use lab::forms::numbers::{list, percent};
use lab::forms::passage::{TestedEffect, standing_out};

/// Returns the sources of the winners' lead, the largest part first; `None` without winners.
pub fn sources(rows: &[Row]) -> Option<String> {
    let mut all: Vec<&Row> =
        rows.iter().filter(|row| row.agent("agent").is_none() && row.value("lead_share").is_some()).collect();
    all.sort_by(|one, two| two.value("lead_share").unwrap_or(0.0).total_cmp(&one.value("lead_share").unwrap_or(0.0)));
    let parts = all.iter().map(|row| format!("{} {}", row.text("source"), percent(&row.estimate("lead_share"))));
    (!all.is_empty()).then(|| format!("The lead of winners over others comes from: {}.", list(parts)))
}

/// Returns the largest significant differences in VP, over all agents; `item` is the column with their names.
pub fn contrasts(title: &str, item: &str, rows: &[Row]) -> Option<String> {
    let all = rows.iter().filter(|row| row.agent("agent").is_none()).filter_map(|row| {
        let (effect, q) = (row.estimate("vp"), row.number("vp_q")?);
        let half = effect.interval.map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
        Some(TestedEffect { name: row.text(item).to_owned(), effect: effect.value.unwrap_or(0.0), half, q })
    });
    standing_out(&all.collect::<Vec<_>>(), title, 1, "differences", "differ")
}
