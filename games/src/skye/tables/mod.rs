//! The result tables of Isle of Skye: awards and effects of scoring tiles, prices, use of modules.

pub mod cells;

mod scoring;

pub(crate) mod pricing;

mod modules;

mod tablets;

pub mod effects;

mod sets;

pub(crate) mod findings;

pub(crate) mod own_tiles;

pub(crate) mod null;

pub(crate) mod prospects;

pub(crate) mod passages;

use self::cells::ScoringCells;
use self::effects::{EffectRow, Share};
use self::sets::SetRow;
use super::notes::OFFERS;
use super::notes::outcomes::{OUTCOMES, WITH_EFFECTS};
use lab::forms::column::{ResultRow, write_rows};
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{Metric, OwnMetrics, ResultTable, RunSums};

/// The game's own tables, each with the common table that follows it.
pub const TABLES: &[ResultTable] = &[
    ResultTable::of_ratios("scoring", &[GAMES, SEATS], &scoring::SCORING).before("pairs"),
    ResultTable::of_ratios("pricing", &[OFFERS], &pricing::PRICING).before("pairs"),
    ResultTable::of_ratios("modules", &[SEATS], &modules::MODULES).before("pairs").only_with(&[
        "druids",
        "tunnels",
        "bonus",
        "borderlands",
    ]),
    ResultTable::of_ratios("tablets", &[SEATS], &tablets::TABLETS).before("pairs").only_with(&["druids"]),
    ResultTable::of_rows::<EffectRow>("effects", &[GAMES, SEATS], |summed, line| {
        write_rows(EffectRow::COLUMNS, &summed.of::<ScoringCells>().effects(), line);
    })
    .before("balance"),
    ResultTable::of_rows::<SetRow>("sets", &[GAMES, SEATS], |summed, line| {
        write_rows(SetRow::COLUMNS, &sets::rows(summed.of()), line);
    })
    .before("balance"),
];

/// The game's rows of `balance.csv`: the variance of outcomes and wins explained by scoring tiles.
pub fn metrics(summed: &RunSums<'_>) -> OwnMetrics {
    let (effects, clusters) = (summed.of::<ScoringCells>(), summed.means.clusters());
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
        metric: format!("{name}_{kind}_share"),
        unit: "fraction",
        clusters,
        value: share.share.map(|share| share.max(0.0)),
        meaning: format!(
            "share of the variance of {of} between seeds explained by effects of kind `{kind}`: adjusted R², 0 if that \
             is negative"
        ),
    }
}
