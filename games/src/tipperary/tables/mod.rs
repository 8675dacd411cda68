//! The result tables of Tipperary: sources of VP, and effects of hometowns and landscape tiles.

mod contrasts;

mod sources;

pub(crate) mod findings;

pub(crate) mod null;

use super::notes::PLACEMENTS;
use lab::subject::prospect::Prospect;
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{ResultTable, RunSums};

/// The game's own tables, each with the common table that follows it.
pub const TABLES: &[ResultTable] = &[
    ResultTable::of_ratios("sources", &[SEATS], &sources::TABLE).before("pairs"),
    ResultTable::of_ratios("hometowns", &[GAMES, SEATS], &contrasts::HOMETOWNS).before("pairs"),
    ResultTable::of_ratios("tiles", &[SEATS, PLACEMENTS], &contrasts::TILES).before("pairs"),
];

/// Returns the effects detectable with this many clusters: means over hometown sides and over sources.
pub fn prospects(seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
    let hometowns = ("hometowns", "vp", "effect of a hometown on VP", "VP");
    let sources = ("sources", "lead_share", "share of a source in the winners' lead", "fraction");
    let found = [hometowns, sources].map(|(table, column, what, unit)| {
        let mut all = Vec::new();
        for row in seen.rows(table).iter().filter(|row| row.agent("agent").is_none()) {
            let seeds = row.count("clusters");
            // A planned run is assumed to have the same share of informative seeds as the observed ones.
            let informative = (clusters as f64 * seeds as f64 / seen.means.clusters() as f64) as u64;
            all.extend(Prospect::scaled(what.to_owned(), unit, &row.estimate(column), seeds, informative));
        }
        let mean = all.iter().map(|prospect| prospect.detectable).sum::<f64>() / all.len() as f64;
        all.into_iter().next().map(|first| Prospect { detectable: mean, ..first })
    });
    found.into_iter().flatten().collect()
}
