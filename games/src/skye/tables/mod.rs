//! Its own result tables: what scoring tiles award and do, and the prices of tiles, what the modules bring.

pub mod scoring;

pub mod pricing;

pub mod modules;

pub mod tablets;

pub mod effects;

pub mod sets;

pub mod findings;

pub mod null;

pub mod prospects;

pub mod passages;

use self::effects::{EffectRow, Effects, Share};
use super::notes::OFFERS;
use super::notes::games::{OUTCOMES, WITH_EFFECTS};
use super::setting::Setting;
use lab::forms::column::{dictionary, write_rows};
use lab::forms::passage::{Finding, Passage};
use lab::schedule::Schedule;
use lab::subject::accumulator::Accumulators;
use lab::subject::cells::TreatmentCells;
use lab::subject::raw::{GAMES, SEATS};
use lab::subject::{Metric, OwnMetrics, OwnTable, RunSums};

/// Returns its own sums, before the first cluster.
pub fn accumulators(schedule: &Schedule, setting: &Setting) -> Accumulators {
    Accumulators::default()
        .with(scoring::Scorings::new(schedule, setting))
        .with(pricing::Pricing::new(schedule, setting))
        .with(modules::ModuleUse::new(schedule, setting))
        .with(tablets::TabletUse::new(schedule, setting))
}

/// Its own tables, each with the common table that it comes before.
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
        |summed, line| write_rows(pricing::PricingRow::COLUMNS, &summed.of::<pricing::Pricing>().rows(), line),
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
        |summed, line| write_rows(EffectRow::COLUMNS, &effects_of(summed.cells), line),
    ),
    OwnTable::new(
        "sets",
        "balance",
        &[GAMES, SEATS],
        || dictionary(sets::SetRow::COLUMNS),
        |summed, line| write_rows(sets::SetRow::COLUMNS, &sets::rows(summed.cells), line),
    ),
];

/// The rows of `effects.csv`; none if the clusters determine no model.
fn effects_of(cells: &TreatmentCells) -> Vec<EffectRow> {
    Effects::new(cells).rows()
}

/// Its tables in the summary.
pub fn passages(summed: &RunSums<'_>) -> Vec<Passage> {
    let schedule = summed.schedule;
    let pricing = schedule.writes(OFFERS).then(|| passages::pricing(schedule, &summed.of::<pricing::Pricing>().rows()));
    let modules = passages::modules(&summed.of::<modules::ModuleUse>().rows());
    let tablets = passages::tablets(&summed.of::<tablets::TabletUse>().rows());
    [passages::scoring(schedule, &summed.of::<scoring::Scorings>().rows())]
        .into_iter()
        .chain(pricing)
        .chain(modules)
        .chain(tablets)
        .collect()
}

/// Its findings in sentences.
pub fn findings(summed: &RunSums<'_>) -> Vec<Finding> {
    findings::findings(summed.schedule, &effects_of(summed.cells), effects::tiles(summed.cells).len())
}

/// Its rows of `balance.csv`: what scoring tiles explain of each outcome, and of who wins.
pub fn metrics(summed: &RunSums<'_>) -> OwnMetrics {
    let (effects, clusters) = (Effects::new(summed.cells), summed.cells.clusters());
    let metric = |name: String, share: Share, of: &str| Metric {
        name: format!("{name}_{}_share", share.kind.name()),
        unit: "fraction",
        clusters,
        value: share.share,
        meaning: format!(
            "share of the variance of {of} between seeds that effects of kind `{}` explain",
            share.kind.name()
        ),
    };
    let of_outcome = |outcome: usize| {
        let name = OUTCOMES[outcome].name;
        effects.variance_shares(outcome).into_iter().map(move |share| metric(name.to_owned(), share, name))
    };
    let of_wins = effects.share_of_wins().map(|share| metric("win_share".to_owned(), share, "agents' win shares"));
    OwnMetrics { of_agents: of_wins.into_iter().collect(), of_causes: (0..WITH_EFFECTS).flat_map(of_outcome).collect() }
}
