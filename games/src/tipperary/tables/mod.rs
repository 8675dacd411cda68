//! Its own result tables: where VP come from, and what hometowns and landscape tiles do.

pub mod contrast;

pub mod sources;

pub mod hometowns;

pub mod tiles;

mod findings;

pub mod null;

mod passages;

use super::notes::PLACEMENTS;
use super::setting::Setting;
use lab::forms::column::{dictionary, write_rows};
use lab::forms::passage::{Finding, Passage};
use lab::schedule::Schedule;
use lab::subject::accumulator::Accumulators;
use lab::subject::prospect::Prospect;
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{OwnTable, RunSums};
use stats::Estimate;

/// Returns its own sums, before the first cluster.
pub fn accumulators(schedule: &Schedule, setting: &Setting) -> Accumulators {
    Accumulators::default()
        .with(sources::Sources::new(schedule))
        .with(hometowns::Hometowns::new(schedule, setting))
        .with(tiles::Tiles::new(schedule, setting))
}

/// Its own tables, each with the common table that it comes before.
pub const TABLES: &[OwnTable] = &[
    OwnTable::new(
        "sources",
        "pairs",
        &[SEATS],
        || dictionary(sources::SourceRow::COLUMNS),
        |summed, line| write_rows(sources::SourceRow::COLUMNS, &summed.of::<sources::Sources>().rows(), line),
    ),
    OwnTable::new(
        "hometowns",
        "pairs",
        &[GAMES, SEATS],
        || dictionary(hometowns::COLUMNS),
        |summed, line| write_rows(hometowns::COLUMNS, &summed.of::<hometowns::Hometowns>().rows(), line),
    ),
    OwnTable::new(
        "tiles",
        "pairs",
        &[SEATS, PLACEMENTS],
        || dictionary(tiles::COLUMNS),
        |summed, line| write_rows(tiles::COLUMNS, &summed.of::<tiles::Tiles>().rows(), line),
    ),
];

/// Its tables in the summary.
pub fn passages(summed: &RunSums<'_>) -> Vec<Passage> {
    let schedule = summed.schedule;
    vec![
        passages::sources(schedule, &summed.of::<sources::Sources>().rows()),
        passages::hometowns(&summed.of::<hometowns::Hometowns>().rows()),
    ]
}

/// Its findings in sentences.
pub fn findings(summed: &RunSums<'_>) -> Vec<Finding> {
    let schedule = summed.schedule;
    let tiles = || {
        findings::contrasts("Landscape tiles, VP where taken less VP where left", &summed.of::<tiles::Tiles>().rows())
    };
    let found = [
        findings::sources(&summed.of::<sources::Sources>().rows()).map(Finding::told),
        findings::contrasts(
            "Hometowns, VP with one less VP with the others",
            &summed.of::<hometowns::Hometowns>().rows(),
        )
        .map(Finding::tested),
        schedule.writes(PLACEMENTS).then(tiles).flatten().map(Finding::tested),
    ];
    found.into_iter().flatten().collect()
}

/// What they would find in a run of so many clusters: the mean over all sides of hometowns, and over all sources.
pub fn prospects(seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
    let (hometowns, sources) = (seen.of::<hometowns::Hometowns>().rows(), seen.of::<sources::Sources>().rows());
    let hometowns = hometowns.iter().filter(|row| row.agent.is_none()).map(|row| (row.vp.effect, row.clusters));
    let sources = sources.iter().filter(|row| row.agent.is_none()).map(|row| (row.lead_share, row.clusters));
    let of = |what: &str, unit, rows: Vec<(Estimate, u64)>| {
        let of_row = |(estimate, seeds): (Estimate, u64)| {
            // Of a run as long as planned, as many of its seeds tell something as of those seen.
            let told = clusters as f64 * seeds as f64 / seen.cells.clusters() as f64;
            Prospect::scaled(what.to_owned(), unit, &estimate, seeds, told as u64)
        };
        let all: Vec<Prospect> = rows.into_iter().filter_map(of_row).collect();
        let mean = all.iter().map(|prospect| prospect.detectable).sum::<f64>() / all.len() as f64;
        all.into_iter().next().map(|first| Prospect { detectable: mean, ..first })
    };
    let found = [
        of("a hometown's effect on VP", "VP", hometowns.collect()),
        of("a source's part in the lead of winners", "fraction", sources.collect()),
    ];
    found.into_iter().flatten().collect()
}
