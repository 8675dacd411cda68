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
use lab::forms::passage::{Finding, Passage};
use lab::subject::prospect::Prospect;
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{OwnTable, Summed, accumulators};
use lab::tables::row::own_tables;
use stats::Estimate;

accumulators! {
    /// Its own sums over all clusters so far.
    [] Own, OwnSums of Setting {
        /// For `sources.csv`.
        sources: sources::Sources,
        /// For `hometowns.csv`.
        hometowns: hometowns::Hometowns,
        /// For `tiles.csv`.
        tiles: tiles::Tiles,
    }
}

/// Its own tables, each with the common table that it comes before.
pub const TABLES: &[OwnTable<Setting>] = own_tables! {
    "sources" before "pairs", [SEATS], sources::SourceRow::COLUMNS, |summed| summed.own.sources.rows();
    "hometowns" before "pairs", [GAMES, SEATS], hometowns::COLUMNS, |summed| summed.own.hometowns.rows();
    "tiles" before "pairs", [SEATS, PLACEMENTS], tiles::COLUMNS, |summed| summed.own.tiles.rows();
};

/// Its tables in the summary.
pub fn passages(summed: &Summed<'_, Setting>) -> Vec<Passage> {
    let Summed { schedule, own, .. } = summed;
    vec![passages::sources(schedule, &own.sources.rows()), passages::hometowns(&own.hometowns.rows())]
}

/// Its findings in sentences.
pub fn findings(summed: &Summed<'_, Setting>) -> Vec<Finding> {
    let Summed { schedule, own, .. } = summed;
    let tiles = || findings::contrasts("Landscape tiles, VP where taken less VP where left", &own.tiles.rows());
    let found = [
        findings::sources(&own.sources.rows()).map(Finding::told),
        findings::contrasts("Hometowns, VP with one less VP with the others", &own.hometowns.rows())
            .map(Finding::tested),
        schedule.writes(PLACEMENTS).then(tiles).flatten().map(Finding::tested),
    ];
    found.into_iter().flatten().collect()
}

/// What they would find in a run of so many clusters: the mean over all sides of hometowns, and over all sources.
pub fn prospects(seen: &Summed<'_, Setting>, clusters: u64) -> Vec<Prospect> {
    let (hometowns, sources) = (seen.own.hometowns.rows(), seen.own.sources.rows());
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
