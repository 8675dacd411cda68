//! Its own result tables: where VP come from, and what hometowns and landscape tiles do.

pub mod contrast;

pub mod sources;

pub mod hometowns;

pub mod tiles;

mod findings;

mod passages;

use self::contrast::{ContrastRow, Named};
use super::notes::PLACEMENTS;
use super::setting::Setting;
use crate::lab::forms::column::{dictionary, write_rows};
use crate::lab::forms::passage::{Finding, Passage};
use crate::lab::subject::raw::{GAMES, SEATS};
use crate::lab::subject::{NullCheck, OwnTable, Summed, accumulators};

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

/// What effects of hometowns and landscape tiles find where all of them are alike.
pub fn null_checks(summed: &Summed<'_, Setting>, rate: f64) -> Vec<NullCheck> {
    let exact = |method, rows: &[Named]| NullCheck { method, is_bound: false, found: first(rows).map(|p| p < rate) };
    let any = |method, rows: &[Named]| {
        let q: Vec<f64> = of_all(rows).filter_map(|row| row.vp.q).collect();
        NullCheck { method, is_bound: true, found: (!q.is_empty()).then(|| q.iter().any(|q| *q < rate)) }
    };
    let (hometowns, tiles) = (summed.own.hometowns.rows(), summed.own.tiles.rows());
    vec![
        exact("hometowns.csv: vp_p of a side below 0.05", &hometowns),
        any("hometowns.csv: any vp_q of 10 sides below 0.05", &hometowns),
        exact("tiles.csv: vp_p of a tile below 0.05", &tiles),
        any("tiles.csv: any vp_q of all tiles below 0.05", &tiles),
    ]
}

fn of_all(rows: &[Named]) -> impl Iterator<Item = &ContrastRow> {
    rows.iter().map(|(_, row)| row).filter(|row| row.agent.is_none())
}

/// The p value of the first that has one.
fn first(rows: &[Named]) -> Option<f64> {
    of_all(rows).find_map(|row| row.vp.p)
}
