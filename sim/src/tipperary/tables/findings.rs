//! What was found, and what was not, in sentences.

use super::contrast::ContrastRow;
use super::sources::SourceRow;
use crate::lab::forms::numbers::{FALSE_FINDINGS, list, percent};
use crate::tipperary::notes::rows::SOURCES;

/// How many effects a sentence names.
const NAMED: usize = 5;

/// Where the lead of winners comes from, the largest part first; nothing without winners.
pub fn sources(rows: &[SourceRow]) -> Option<String> {
    let mut all: Vec<&SourceRow> =
        rows.iter().filter(|row| row.agent.is_none() && row.lead_share.value.is_some()).collect();
    all.sort_by(|one, two| two.lead_share.value.unwrap_or(0.0).total_cmp(&one.lead_share.value.unwrap_or(0.0)));
    let parts = all.iter().map(|row| format!("{} {}", SOURCES[row.source], percent(&row.lead_share)));
    (!all.is_empty()).then(|| format!("The lead of winners over others comes from: {}.", list(parts)))
}

/// The largest differences in VP, over all agents, that stand out from what chance alone would produce.
pub fn contrasts(title: &str, rows: &[ContrastRow]) -> Option<String> {
    let all: Vec<&ContrastRow> = rows.iter().filter(|row| row.agent.is_none() && row.vp.q.is_some()).collect();
    let mut found: Vec<&ContrastRow> =
        all.iter().copied().filter(|row| row.vp.q.is_some_and(|q| q < FALSE_FINDINGS)).collect();
    let size = |row: &ContrastRow| row.vp.effect.value.unwrap_or(0.0).abs();
    found.sort_by(|one, two| size(two).total_cmp(&size(one)));
    match (all.len(), found.len()) {
        (0, _) => None,
        (count, 0) => Some(format!("{title}: none of {count} differences stands out from chance.")),
        (count, shown) => {
            let rest = if shown > NAMED { format!(" and {} smaller ones", shown - NAMED) } else { String::new() };
            let names = list(found.iter().take(NAMED).map(|row| effect(row)));
            Some(format!("{title}: {names}{rest}; {} of {count} not shown to differ.", count - shown))
        }
    }
}

fn effect(row: &ContrastRow) -> String {
    let value = row.vp.effect.value.unwrap_or(0.0);
    let half = row.vp.effect.interval.map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
    format!("{} {}{:.1} ± {half:.1}", row.name, if value < 0.0 { '-' } else { '+' }, value.abs())
}
