//! The result tables of Tipperary: sources of VP, and effects of hometowns and landscape tiles.

pub(crate) mod contrast;

pub mod sources;

pub mod hometowns;

pub mod tiles;

pub(crate) mod findings;

pub mod null;

pub(crate) mod passages;

use super::notes::PLACEMENTS;
use lab::forms::column::{dictionary, write_rows};
use lab::subject::prospect::Prospect;
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{OwnTable, RunSums};
use stats::Estimate;

/// The game's own tables, each with the common table that follows it.
pub const TABLES: &[OwnTable] = &[
    OwnTable::new(
        "sources",
        "pairs",
        &[SEATS],
        || dictionary(sources::SourceRow::COLUMNS),
        |summed, line| write_rows(sources::SourceRow::COLUMNS, &summed.of::<sources::SourceTotals>().rows(), line),
    ),
    OwnTable::new(
        "hometowns",
        "pairs",
        &[GAMES, SEATS],
        || dictionary(hometowns::COLUMNS),
        |summed, line| write_rows(hometowns::COLUMNS, &summed.of::<hometowns::HometownContrasts>().rows(), line),
    ),
    OwnTable::new(
        "tiles",
        "pairs",
        &[SEATS, PLACEMENTS],
        || dictionary(tiles::COLUMNS),
        |summed, line| write_rows(tiles::COLUMNS, &summed.of::<tiles::TileContrasts>().rows(), line),
    ),
];

/// Returns the effects detectable with this many clusters: means over hometown sides and over sources.
pub fn prospects(seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
    let (hometowns, sources) =
        (seen.of::<hometowns::HometownContrasts>().rows(), seen.of::<sources::SourceTotals>().rows());
    let hometowns = hometowns.iter().filter(|row| row.agent.is_none()).map(|row| (row.vp.effect, row.clusters));
    let sources = sources.iter().filter(|row| row.agent.is_none()).map(|row| (row.lead_share, row.clusters));
    let found = [
        mean_prospect("effect of a hometown on VP", "VP", hometowns.collect(), seen, clusters),
        mean_prospect("share of a source in the winners' lead", "fraction", sources.collect(), seen, clusters),
    ];
    found.into_iter().flatten().collect()
}

/// Returns the mean prospect over rows, each given as an estimate with its number of seeds.
fn mean_prospect(
    what: &str,
    unit: &'static str,
    rows: Vec<(Estimate, u64)>,
    seen: &RunSums<'_>,
    clusters: u64,
) -> Option<Prospect> {
    let all = rows.into_iter().filter_map(|(estimate, seeds)| {
        // A planned run is assumed to have the same share of informative seeds as the observed ones.
        let informative = clusters as f64 * seeds as f64 / seen.means.clusters() as f64;
        Prospect::scaled(what.to_owned(), unit, &estimate, seeds, informative as u64)
    });
    let all: Vec<Prospect> = all.collect();
    let mean = all.iter().map(|prospect| prospect.detectable).sum::<f64>() / all.len() as f64;
    all.into_iter().next().map(|first| Prospect { detectable: mean, ..first })
}
