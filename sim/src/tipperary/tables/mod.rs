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
use crate::lab::forms::column::{dictionary, write_rows};
use crate::lab::forms::passage::{Finding, Passage};
use crate::lab::subject::raw::{GAMES, SEATS};
use crate::lab::subject::{OwnTable, Summed, accumulators};

accumulators! {
    /// Its own sums over all clusters so far.
    [] Own, OwnSums of Setting {
        /// For `sources.csv`.
        sources: sources::Totals,
        /// For `hometowns.csv`.
        hometowns: hometowns::Totals,
        /// For `tiles.csv`.
        tiles: tiles::Totals,
    }
}

/// Its own tables, each with the common table that it comes before.
pub const TABLES: &[OwnTable<Setting>] = &[
    OwnTable {
        name: "sources",
        before: "pairs",
        needs: &[SEATS],
        parts: None,
        dictionary: || dictionary(sources::COLUMNS),
        write: |summed, line| write_rows(sources::COLUMNS, &summed.own.sources.rows(), line),
    },
    OwnTable {
        name: "hometowns",
        before: "pairs",
        needs: &[GAMES, SEATS],
        parts: None,
        dictionary: || dictionary(hometowns::COLUMNS),
        write: |summed, line| write_rows(hometowns::COLUMNS, &summed.own.hometowns.rows(), line),
    },
    OwnTable {
        name: "tiles",
        before: "pairs",
        needs: &[SEATS, PLACEMENTS],
        parts: None,
        dictionary: || dictionary(tiles::COLUMNS),
        write: |summed, line| write_rows(tiles::COLUMNS, &summed.own.tiles.rows(), line),
    },
];

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
        findings::contrasts("Hometowns, VP with one less VP with the others", &own.hometowns.rows()).map(Finding::tested),
        schedule.writes(PLACEMENTS).then(tiles).flatten().map(Finding::tested),
    ];
    found.into_iter().flatten().collect()
}
