//! The differences detectable by tables of a planned run, estimated from a few of its clusters.

use engine::skye::ScoringSet;
use interface::skye::scoring_set::Scoring;

use super::cells::ScoringCells;
use super::effects::TermKind;
use crate::skye::notes::OFFERS;
use crate::skye::notes::outcomes::OUTCOMES;
use crate::skye::setting::Setting;
use lab::forms::labels::ALL;
use lab::schedule::Schedule;
use lab::schedule::seeds::{Purpose, seed};
use lab::subject::outcome::{VP, place};
use lab::subject::prospect::Prospect;
use lab::subject::{RunSums, Subject};

/// The maximum number of clusters whose scoring tiles are examined individually.
///
/// Beyond it, errors are scaled by the square root of the number of clusters.
const MOST_SETS: u64 = 2000;

/// Returns the detectable effects of scoring tiles, and those for prices.
pub fn prospects(setting: &Setting, seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
    effects(setting, seen, clusters).into_iter().chain(prices(seen, clusters)).collect()
}

fn effects(setting: &Setting, seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
    let (effects, place) = (seen.of::<ScoringCells>(), place(OUTCOMES, VP));
    let planned = sets(setting, seen.schedule, clusters.min(MOST_SETS));
    let beyond = (clusters.min(MOST_SETS) as f64 / clusters as f64).sqrt();
    let kinds = [
        (TermKind::Tile, "effect of a scoring tile on mean VP"),
        (TermKind::Slot, "effect of a scoring tile on mean VP on one slot, relative to all slots"),
        (TermKind::Pair, "effect of two scoring tiles together on mean VP, beyond each alone"),
    ];
    let prospects = kinds.into_iter().filter_map(|(kind, what)| {
        let of = effects.planned(kind, place, &planned)?;
        Some(Prospect::new(what.to_owned(), "VP", of.error * beyond, of.df))
    });
    prospects.collect()
}

/// Returns the scoring tiles of the first clusters.
fn sets(setting: &Setting, schedule: &Schedule, clusters: u64) -> Vec<ScoringSet> {
    (0..clusters)
        .map(|cluster| setting.treatment(cluster, seed(schedule.seed, cluster, Purpose::Treatment)).get::<Scoring>().0)
        .collect()
}

fn prices(seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
    if !seen.schedule.writes(OFFERS) {
        return Vec::new();
    }
    let (rows, seeds) = (seen.rows("pricing"), seen.means.clusters());
    let mut prospects = Vec::new();
    for row in rows.iter().filter(|row| row.text("round") == ALL) {
        let name = row.agent("agent").map_or("", |agent| &seen.schedule.agents[agent].name);
        for (column, what, unit) in
            [("price", "mean price asked by", "gold"), ("sold_share", "share of tiles sold by", "fraction")]
        {
            let what = format!("{what} {name}");
            prospects.extend(Prospect::scaled(what, unit, &row.estimate(column), seeds, clusters));
        }
    }
    prospects
}
