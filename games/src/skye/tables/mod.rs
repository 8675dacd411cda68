//! The result tables of Isle of Skye: awards and effects of scoring tiles, prices, use of modules.

pub mod cells;

pub(crate) mod scoring;

pub mod pricing;

pub(crate) mod modules;

pub(crate) mod tablets;

pub mod effects;

pub(crate) mod sets;

pub(crate) mod findings;

pub(crate) mod own_tiles;

pub(crate) mod null;

pub(crate) mod prospects;

pub mod passages;

use self::effects::{EffectModels, EffectRow, Share};
use super::notes::OFFERS;
use super::notes::games::{OUTCOMES, WITH_EFFECTS};
use lab::forms::column::{dictionary, write_rows};
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{Metric, OwnMetrics, OwnTable, RunSums};

/// The game's own tables, each with the common table that follows it.
pub const TABLES: &[OwnTable] = &[
    OwnTable::new(
        "scoring",
        "pairs",
        &[GAMES, SEATS],
        || dictionary(scoring::ScoringRow::COLUMNS),
        |summed, line| write_rows(scoring::ScoringRow::COLUMNS, &summed.of::<scoring::Scorings>().rows(), line),
    ),
    OwnTable::new(
        "pricing",
        "pairs",
        &[OFFERS],
        || dictionary(pricing::PricingRow::COLUMNS),
        |summed, line| write_rows(pricing::PricingRow::COLUMNS, &summed.of::<pricing::PricingTotals>().rows(), line),
    ),
    OwnTable::new(
        "modules",
        "pairs",
        &[SEATS],
        || dictionary(modules::ModuleRow::COLUMNS),
        |summed, line| write_rows(modules::ModuleRow::COLUMNS, &summed.of::<modules::ModuleUse>().rows(), line),
    )
    .only_with(&["druids", "tunnels", "bonus", "borderlands"]),
    OwnTable::new(
        "tablets",
        "pairs",
        &[SEATS],
        || dictionary(tablets::TabletRow::COLUMNS),
        |summed, line| write_rows(tablets::TabletRow::COLUMNS, &summed.of::<tablets::TabletUse>().rows(), line),
    )
    .only_with(&["druids"]),
    OwnTable::new(
        "effects",
        "balance",
        &[GAMES, SEATS],
        || dictionary(EffectRow::COLUMNS),
        |summed, line| write_rows(EffectRow::COLUMNS, &effects_of(summed), line),
    ),
    OwnTable::new(
        "sets",
        "balance",
        &[GAMES, SEATS],
        || dictionary(sets::SetRow::COLUMNS),
        |summed, line| write_rows(sets::SetRow::COLUMNS, &sets::rows(summed.of()), line),
    ),
];

/// The rows of `effects.csv`; empty if the clusters determine no model.
pub(super) fn effects_of(summed: &RunSums<'_>) -> Vec<EffectRow> {
    EffectModels::new(summed.of()).rows()
}

/// The game's rows of `balance.csv`: the variance of outcomes and wins explained by scoring tiles.
pub fn metrics(summed: &RunSums<'_>) -> OwnMetrics {
    let (effects, clusters) = (EffectModels::new(summed.of()), summed.means.clusters());
    let of_causes = (0..WITH_EFFECTS).flat_map(|outcome| {
        let name = OUTCOMES[outcome].name;
        effects.variance_shares(outcome).into_iter().map(move |share| metric(name, share, name, clusters))
    });
    let of_wins = effects.share_of_wins().map(|share| metric("win_share", share, "agents' win shares", clusters));
    OwnMetrics { of_agents: of_wins.into_iter().collect(), of_causes: of_causes.collect() }
}

fn metric(name: &str, share: Share, of: &str, clusters: u64) -> Metric {
    let kind = share.kind.name();
    Metric {
        name: format!("{name}_{kind}_share"),
        unit: "fraction",
        clusters,
        value: share.share.map(|share| share.max(0.0)),
        meaning: format!(
            "share of the variance of {of} between seeds explained by effects of kind `{kind}`: adjusted R², 0 if that \
             is negative"
        ),
    }
}
