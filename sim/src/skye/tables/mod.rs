//! Its own result tables: what scoring tiles award and do, and the prices of tiles, what the modules bring.

pub mod scoring;

pub mod pricing;

pub mod modules;

pub mod tablets;

pub mod effects;

pub mod sets;

pub mod findings;

mod passages;

use self::effects::{EffectRow, Effects, Term};
use super::notes::OFFERS;
use super::notes::outcomes::{OUTCOMES, WITH_EFFECTS};
use super::setting::Setting;
use super::setting::scoring_set::Scoring;
use crate::lab::forms::column::{dictionary, write_rows};
use crate::lab::forms::passage::Passage;
use crate::lab::subject::cells::Cells;
use crate::lab::subject::outcome::LEVERAGE;
use crate::lab::subject::raw::{GAMES, SEATS};
use crate::lab::subject::{Metric, NullCheck, OwnMetrics, OwnTable, Summed, accumulators};

accumulators! {
    /// Its own sums over all clusters so far.
    [] Own, OwnSums of Setting {
        /// For `scoring.csv`.
        scoring: scoring::Totals,
        /// For `pricing.csv`.
        pricing: pricing::Totals,
        /// For `modules.csv`.
        modules: modules::Totals,
        /// For `tablets.csv`.
        tablets: tablets::Totals,
    }
}

/// Its own tables, each with the common table that it comes before.
pub const TABLES: &[OwnTable<Setting>] = &[
    OwnTable {
        name: "scoring",
        before: "pairs",
        needs: &[GAMES, SEATS],
        parts: None,
        dictionary: || dictionary(scoring::COLUMNS),
        write: |summed, line| write_rows(scoring::COLUMNS, &summed.own.scoring.rows(), line),
    },
    OwnTable {
        name: "pricing",
        before: "pairs",
        needs: &[OFFERS],
        parts: None,
        dictionary: || dictionary(pricing::COLUMNS),
        write: |summed, line| write_rows(pricing::COLUMNS, &summed.own.pricing.rows(), line),
    },
    OwnTable {
        name: "modules",
        before: "pairs",
        needs: &[SEATS],
        parts: Some(&["druids", "tunnels", "bonus", "borderlands"]),
        dictionary: || dictionary(modules::COLUMNS),
        write: |summed, line| write_rows(modules::COLUMNS, &summed.own.modules.rows(), line),
    },
    OwnTable {
        name: "tablets",
        before: "pairs",
        needs: &[SEATS],
        parts: Some(&["druids"]),
        dictionary: || dictionary(tablets::COLUMNS),
        write: |summed, line| write_rows(tablets::COLUMNS, &summed.own.tablets.rows(), line),
    },
    OwnTable {
        name: "effects",
        before: "balance",
        needs: &[GAMES, SEATS],
        parts: None,
        dictionary: || dictionary(effects::COLUMNS),
        write: |summed, line| write_rows(effects::COLUMNS, &effects_of(summed.cells), line),
    },
    OwnTable {
        name: "sets",
        before: "balance",
        needs: &[GAMES, SEATS],
        parts: None,
        dictionary: || dictionary(sets::COLUMNS),
        write: |summed, line| write_rows(sets::COLUMNS, &sets::rows(summed.cells), line),
    },
];

/// The rows of `effects.csv`; none if the clusters determine no model.
fn effects_of(cells: &Cells<Scoring>) -> Vec<EffectRow> {
    Effects::new(cells).map_or(Vec::new(), |effects| effects.rows())
}

/// Its tables in the summary.
pub fn passages(summed: &Summed<'_, Setting>) -> Vec<Passage> {
    let Summed { schedule, own, .. } = summed;
    let pricing = schedule.writes(OFFERS).then(|| passages::pricing(schedule, &own.pricing.rows()));
    let modules = passages::modules(&own.modules.rows());
    let tablets = passages::tablets(&own.tablets.rows());
    [passages::scoring(schedule, &own.scoring.rows())]
        .into_iter()
        .chain(pricing)
        .chain(modules)
        .chain(tablets)
        .collect()
}

/// Its findings in sentences.
pub fn findings(summed: &Summed<'_, Setting>) -> Vec<String> {
    findings::findings(summed.schedule, &effects_of(summed.cells))
}

/// Its rows of `balance.csv`.
pub fn metrics(summed: &Summed<'_, Setting>) -> OwnMetrics {
    let clusters = summed.cells.clusters();
    OwnMetrics {
        of_agents: dominance(summed.cells, clusters).into_iter().collect(),
        of_causes: scoring_shares(summed.cells, clusters),
    }
}

/// On how many sets the agent that wins most often overall also wins most often.
fn dominance(cells: &Cells<Scoring>, clusters: u64) -> Option<Metric> {
    let (best, _) = cells.together().best_agent()?;
    let sets = sets::by_set(cells);
    let same = sets.iter().filter(|(_, cell)| cell.best_agent().is_some_and(|(agent, _)| agent == best)).count();
    let meaning = "share of sets of scoring tiles on which the agent that wins most overall wins most too";
    Some(Metric::plain("dominance", "fraction", clusters, same as f64 / sets.len() as f64, meaning))
}

/// What scoring tiles explain of each outcome.
fn scoring_shares(cells: &Cells<Scoring>, clusters: u64) -> Vec<Metric> {
    let Some(effects) = Effects::new(cells) else { return Vec::new() };
    let of_outcome = |outcome: usize| {
        let shares = effects.variance_shares(outcome).unwrap_or_default();
        shares.into_iter().map(move |(kind, share)| {
            let (outcome, kind) = (OUTCOMES[outcome].name, kind.name());
            let meaning =
                format!("share of the variance of {outcome} between seeds that effects of kind `{kind}` explain");
            Metric::plain(format!("{outcome}_{kind}_share"), "fraction", clusters, share, meaning)
        })
    };
    (0..WITH_EFFECTS).flat_map(of_outcome).collect()
}

/// What effects of scoring tiles find where there is nothing to find.
pub fn null_checks(summed: &Summed<'_, Setting>, rate: f64) -> Vec<NullCheck> {
    let effects = effects_of(summed.cells);
    let on_leverage = |is_it: fn(&Term) -> bool| -> Vec<&EffectRow> {
        effects.iter().filter(|row| row.outcome == LEVERAGE && is_it(&row.term)).collect()
    };
    let tiles = on_leverage(|term| matches!(term, Term::Tile(_)));
    let slots = on_leverage(|term| matches!(term, Term::Slot(..)));
    let first = |rows: &[&EffectRow]| rows.first().map(|row| row.p < rate);
    vec![
        NullCheck { method: "effects.csv: p of a tile on leverage below 0.05", is_bound: false, found: first(&tiles) },
        NullCheck { method: "effects.csv: p of a slot on leverage below 0.05", is_bound: false, found: first(&slots) },
        NullCheck {
            method: "effects.csv: any q of 16 tiles on leverage below 0.05",
            is_bound: true,
            found: (!tiles.is_empty()).then(|| tiles.iter().any(|row| row.q < rate)),
        },
    ]
}
