//! Its own result tables: sources of VP, and effects of hometowns and landscape tiles.

pub mod contrast;

pub mod sources;

pub mod hometowns;

pub mod tiles;

mod findings;

pub mod null;

mod passages;

use super::notes::PLACEMENTS;
use super::setting::Setting;
use lab::forms::passage::{Finding, Passage};
use lab::schedule::Schedule;
use lab::subject::accumulator::Accumulators;
use lab::subject::prospect::Prospect;
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{OwnTable, Summed};
use lab::tables::row::own_tables;
use stats::Estimate;

/// Returns its own sums, before the first cluster.
pub fn accumulators(schedule: &Schedule, setting: &Setting) -> Accumulators {
    Accumulators::default()
        .with(sources::SourceTotals::new(schedule))
        .with(hometowns::HometownContrasts::new(schedule, setting))
        .with(tiles::TileContrasts::new(schedule, setting))
}

/// Its own tables, each with the common table that it comes before.
pub const TABLES: &[OwnTable] = own_tables! {
    "sources" before "pairs", [SEATS], sources::SourceRow::COLUMNS, |summed| summed.of::<sources::SourceTotals>().rows();
    "hometowns" before "pairs", [GAMES, SEATS], hometowns::COLUMNS, |summed| summed.of::<hometowns::HometownContrasts>().rows();
    "tiles" before "pairs", [SEATS, PLACEMENTS], tiles::COLUMNS, |summed| summed.of::<tiles::TileContrasts>().rows();
};

/// Its tables in the summary.
pub fn passages(summed: &Summed<'_>) -> Vec<Passage> {
    let schedule = summed.schedule;
    vec![
        passages::sources(schedule, &summed.of::<sources::SourceTotals>().rows()),
        passages::hometowns(&summed.of::<hometowns::HometownContrasts>().rows()),
    ]
}

/// Its findings in sentences.
pub fn findings(summed: &Summed<'_>) -> Vec<Finding> {
    let schedule = summed.schedule;
    let found = [
        findings::sources(&summed.of::<sources::SourceTotals>().rows()).map(Finding::told),
        findings::contrasts(
            "Hometowns, VP with one less VP with the others",
            &summed.of::<hometowns::HometownContrasts>().rows(),
        )
        .map(Finding::tested),
        schedule
            .writes(PLACEMENTS)
            .then(|| {
                findings::contrasts(
                    "Landscape tiles, VP where taken less VP where left",
                    &summed.of::<tiles::TileContrasts>().rows(),
                )
            })
            .flatten()
            .map(Finding::tested),
    ];
    found.into_iter().flatten().collect()
}

/// Returns the effects that a run of so many clusters could detect: the means over all sides of hometowns, and over all sources.
pub fn prospects(seen: &Summed<'_>, clusters: u64) -> Vec<Prospect> {
    let (hometowns, sources) =
        (seen.of::<hometowns::HometownContrasts>().rows(), seen.of::<sources::SourceTotals>().rows());
    let hometowns = hometowns.iter().filter(|row| row.agent.is_none()).map(|row| (row.vp.effect, row.clusters));
    let sources = sources.iter().filter(|row| row.agent.is_none()).map(|row| (row.lead_share, row.clusters));
    let found = [
        mean_prospect("a hometown's effect on VP", "VP", hometowns.collect(), seen, clusters),
        mean_prospect("a source's part in the lead of winners", "fraction", sources.collect(), seen, clusters),
    ];
    found.into_iter().flatten().collect()
}

/// Returns the prospect of the mean over rows, each an estimate with its seeds.
fn mean_prospect(
    what: &str,
    unit: &'static str,
    rows: Vec<(Estimate, u64)>,
    seen: &Summed<'_>,
    clusters: u64,
) -> Option<Prospect> {
    let all = rows.into_iter().filter_map(|(estimate, seeds)| {
        // A planned run has the same share of informative seeds as those seen.
        let informative = clusters as f64 * seeds as f64 / seen.cells.clusters() as f64;
        Prospect::scaled(what.to_owned(), unit, &estimate, seeds, informative as u64)
    });
    let all: Vec<Prospect> = all.collect();
    let mean = all.iter().map(|prospect| prospect.detectable).sum::<f64>() / all.len() as f64;
    all.into_iter().next().map(|first| Prospect { detectable: mean, ..first })
}
