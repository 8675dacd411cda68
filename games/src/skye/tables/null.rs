//! Checks of the tables of Isle of Skye in experiments of identical agents.

use super::cells::ScoringCells;
use super::effects::{EffectRow, TermKind};
use lab::subject::null_check::{Null, NullCheck, NullChecks, NullDesign};
use lab::subject::outcome::{FIRST_START_WIN, LEVERAGE, VP};
use lab::subject::{OwnMetrics, RunSums};
use stats::Estimate;

/// Experiments in addition to the common ones.
///
/// Two `random` agents play in all designs, with enough seeds for slots and for pairs of scoring tiles, with modules,
/// and under another rule.
pub const EXPERIMENTS: [NullDesign; 8] = [
    NullDesign::new("affine design", 2, 80, r#"scoring = { design = "affine" }"#),
    NullDesign::new("quadruples design", 2, 40, r#"scoring = { design = "quadruples" }"#),
    NullDesign::new("pairs design", 2, 40, r#"scoring = { design = "pairs" }"#),
    NullDesign::new("160 seeds", 2, 160, ""),
    NullDesign::new("300 seeds", 2, 300, ""),
    NullDesign::new("all modules", 2, 60, r#"modules = ["druids", "tunnels", "bonus", "borderlands"]"#),
    NullDesign::new("4 players with Druids", 4, 40, r#"modules = ["druids"]"#),
    NullDesign::new("other castle income", 2, 40, "compare = { rules = { castle-income = 8 } }"),
];

/// Fast agents that differ in style and strength.
pub const AGENTS: [&str; 5] = [
    "greedy:pricing=share,building=tile-by-tile,buying=cheapest",
    "random",
    "rule-of-thumb",
    "greedy:pricing=fixed,building=tile-by-tile,buying=cheapest",
    "greedy:pricing=table,building=tile-by-tile,buying=cheapest",
];

/// Returns the false findings of the lists quoted in a summary, and those of other methods.
pub fn checks(summed: &RunSums<'_>, metrics: &OwnMetrics, null: Null, repetition: usize) -> NullChecks {
    let effects = &EffectChecks { rows: summed.of::<ScoringCells>().effects(), repetition };
    let first_start =
        effects.any("findings: any scoring tile on wins of the first starting player", FIRST_START_WIN, TermKind::Tile);
    if null == Null::Exchanged {
        let lists = vec![
            effects.any("findings: any scoring tile on VP of a player", VP, TermKind::Tile),
            effects.any("findings: any pair of scoring tiles on VP", VP, TermKind::Pair),
            effects.any("findings: any scoring tile on a slot on VP", VP, TermKind::Slot),
            first_start,
        ];
        return NullChecks { lists, others: Vec::new() };
    }
    let leverage = "findings: any scoring tile on VP of one agent less another's";
    let lists = vec![effects.any(leverage, LEVERAGE, TermKind::Tile), first_start];
    let others = vec![
        effects.p("effects.csv: p of a tile on leverage", LEVERAGE, TermKind::Tile),
        effects.p("effects.csv: p of a tile on first_start_win", FIRST_START_WIN, TermKind::Tile),
        effects.p("effects.csv: p of a slot on leverage", LEVERAGE, TermKind::Slot),
        effects.p("effects.csv: p of a pair on leverage", LEVERAGE, TermKind::Pair),
        effects.any("effects.csv: any q of slots on leverage", LEVERAGE, TermKind::Slot),
        effects.any("effects.csv: any q of slots on first_start_win", FIRST_START_WIN, TermKind::Slot),
        effects.any("effects.csv: any q of pairs on leverage", LEVERAGE, TermKind::Pair),
        effects.any("effects.csv: any q of pairs on first_start_win", FIRST_START_WIN, TermKind::Pair),
        effects.covers_vp("effects.csv: interval of a tile on vp", TermKind::Tile),
        effects.covers_vp("effects.csv: interval of a slot on vp", TermKind::Slot),
        effects.covers_vp("effects.csv: interval of a pair on vp", TermKind::Pair),
        NullCheck::misses(
            "balance.csv: interval of leverage_tile_share",
            &share_of(metrics, "leverage_tile_share"),
            0.0,
        ),
        NullCheck::misses(
            "balance.csv: interval of win_share_tile_share",
            &share_of(metrics, "win_share_tile_share"),
            0.0,
        ),
        NullCheck::covers("balance.csv: interval of vp_tile_share", 0, share_of(metrics, "vp_tile_share")),
    ];
    NullChecks { lists, others }
}

/// Checks of `effects.csv`.
struct EffectChecks {
    rows: Vec<EffectRow>,
    repetition: usize,
}

impl EffectChecks {
    fn rows(&self, outcome: &str, kind: TermKind) -> Vec<&EffectRow> {
        self.rows.iter().filter(|row| row.outcome == outcome && row.term.kind() == kind).collect()
    }

    /// Checks how often any effect is significant.
    fn any(&self, method: &'static str, outcome: &str, kind: TermKind) -> NullCheck {
        NullCheck::any(method, self.rows(outcome, kind).iter().map(|row| Some(row.q)))
    }

    /// Checks how often one effect has a small p value.
    fn p(&self, method: &'static str, outcome: &str, kind: TermKind) -> NullCheck {
        let rows = self.rows(outcome, kind);
        NullCheck::small(method, rows.get(self.repetition % rows.len().max(1)).map(|row| row.p))
    }

    /// Checks how often the interval of one effect on VP covers its true value.
    fn covers_vp(&self, method: &'static str, kind: TermKind) -> NullCheck {
        let rows = self.rows(VP, kind);
        let place = self.repetition % rows.len().max(1);
        let estimate = rows.get(place).map_or(Estimate::default(), |row| row.estimate());
        NullCheck::covers(method, place, estimate)
    }
}

fn share_of(metrics: &OwnMetrics, name: &str) -> Estimate {
    let mut all = metrics.of_agents.iter().chain(&metrics.of_causes);
    all.find(|metric| metric.metric == name).map_or(Estimate::default(), |metric| metric.value)
}
