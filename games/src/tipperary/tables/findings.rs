//! Findings in sentences, including negative ones.

use super::contrast::{ContrastEffect, ContrastRow};
use super::sources::SourceRow;
use crate::tipperary::notes::raw_columns::SOURCES;
use lab::forms::numbers::{list, percent};
use lab::forms::passage::{TestedEffect, standing_out};

/// Returns the sources of the winners' lead, the largest part first; `None` without winners.
pub fn sources(rows: &[SourceRow]) -> Option<String> {
    let mut all: Vec<&SourceRow> =
        rows.iter().filter(|row| row.agent.is_none() && row.lead_share.value.is_some()).collect();
    all.sort_by(|one, two| two.lead_share.value.unwrap_or(0.0).total_cmp(&one.lead_share.value.unwrap_or(0.0)));
    let parts = all.iter().map(|row| format!("{} {}", SOURCES[row.source], percent(&row.lead_share)));
    (!all.is_empty()).then(|| format!("The lead of winners over others comes from: {}.", list(parts)))
}

/// Returns the largest significant differences in VP, over all agents.
pub fn contrasts(title: &str, rows: &[ContrastRow]) -> Option<String> {
    let all = rows.iter().filter(|row| row.agent.is_none()).filter_map(|row| {
        let ContrastEffect { effect, q, .. } = row.vp;
        let half = effect.interval.map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
        Some(TestedEffect { name: row.name.clone(), effect: effect.value.unwrap_or(0.0), half, q: q? })
    });
    let all: Vec<TestedEffect> = all.collect();
    standing_out(&all, title, 1, "differences", "differ")
}
