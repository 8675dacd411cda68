//! Its own result tables: awards and effects of scoring tiles, prices of tiles, use of modules.

pub(crate) mod scoring;

pub(crate) mod pricing;

pub(crate) mod modules;

pub(crate) mod tablets;

pub mod effects;

pub(crate) mod sets;

pub(crate) mod findings;

pub(crate) mod null;

pub(crate) mod prospects;

pub(crate) mod passages;

use self::effects::{EffectModels, EffectRow, Share};
use super::notes::OFFERS;
use super::notes::games::{OUTCOMES, WITH_EFFECTS};
use lab::subject::cells::Cells;
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{Metric, OwnMetrics, OwnTable, Summed};
use lab::tables::row::own_tables;

/// Its own tables, each with the common table that it comes before.
pub const TABLES: &[OwnTable] = own_tables! {
    "scoring" before "pairs", [GAMES, SEATS], scoring::ScoringRow::COLUMNS, |summed| summed.of::<scoring::Scorings>().rows();
    "pricing" before "pairs", [OFFERS], pricing::PricingRow::COLUMNS, |summed| summed.of::<pricing::PricingTotals>().rows();
    "modules" before "pairs" with ["druids", "tunnels", "bonus", "borderlands"], [SEATS], modules::ModuleRow::COLUMNS,
        |summed| summed.of::<modules::ModuleUse>().rows();
    "tablets" before "pairs" with ["druids"], [SEATS], tablets::TabletRow::COLUMNS, |summed| summed.of::<tablets::TabletUse>().rows();
    "effects" before "balance", [GAMES, SEATS], EffectRow::COLUMNS, |summed| effects_of(summed.cells);
    "sets" before "balance", [GAMES, SEATS], sets::SetRow::COLUMNS, |summed| sets::rows(summed.cells);
};

/// The rows of `effects.csv`; none if the clusters determine no model.
pub(super) fn effects_of(cells: &Cells) -> Vec<EffectRow> {
    EffectModels::new(cells).rows()
}

/// Its rows of `balance.csv`: what scoring tiles explain of each outcome, and of who wins.
pub fn metrics(summed: &Summed<'_>) -> OwnMetrics {
    let (effects, clusters) = (EffectModels::new(summed.cells), summed.cells.clusters());
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
        value: share.share,
        meaning: format!("share of the variance of {of} between seeds that effects of kind `{kind}` explain"),
    }
}
