//! What its tables find between identical agents.

use super::effects::{EffectRow, TermKind};
use super::effects_of;
use super::modules::{ModuleRow, ModuleUse};
use super::pricing::{Pricing, PricingRow};
use super::scoring::{ScoringRow, Scorings};
use super::tablets::{TabletRow, TabletUse};
use lab::subject::null_check::{Null, NullCheck, RATE};
use lab::subject::outcome::{LEVERAGE, VP};
use lab::subject::{OwnMetrics, RunSums};
use stats::{Estimate, Interval};

/// The outcome on who starts.
const FIRST_START_WIN: &str = "first_start_win";

/// The config of an experiment of `random` agents of these names.
macro_rules! config {
    ($blocks:literal, $players:literal, [$first:literal $(, $name:literal)*] $(, $more:literal)?) => {
        concat!(
            "name = \"null\"\nplayers = ", $players, "\nblocks = ", $blocks, "\nagents = [{ name = \"", $first, "\", spec = \"random\" }",
            $(", { name = \"", $name, "\", spec = \"random\" }",)* "]\n", $($more, "\n",)?
        )
    };
}

/// Names and configs of experiments besides those of any game: two `random` agents meet in all designs, with enough seeds for slots and for
/// pairs of scoring tiles, with modules, and under another rule.
pub const EXPERIMENTS: [(&str, &str); 8] = [
    ("affine design", config!(80, 2, ["a", "b"], r#"scoring = { design = "affine" }"#)),
    ("quadruples design", config!(40, 2, ["a", "b"], r#"scoring = { design = "quadruples" }"#)),
    ("pairs design", config!(40, 2, ["a", "b"], r#"scoring = { design = "pairs" }"#)),
    ("160 seeds", config!(160, 2, ["a", "b"])),
    ("300 seeds", config!(300, 2, ["a", "b"])),
    ("all modules", config!(60, 2, ["a", "b"], r#"modules = ["druids", "tunnels", "bonus", "borderlands"]"#)),
    ("4 players with Druids", config!(40, 4, ["a", "b", "c", "d"], r#"modules = ["druids"]"#)),
    ("other castle income", config!(40, 2, ["a", "b"], "compare = { rules = { castle-income = 8 } }")),
];

/// Quick agents that differ in style and strength.
pub const AGENTS: [&str; 5] = [
    "greedy:pricing=share,building=tile-by-tile,buying=cheapest",
    "random",
    "rule-of-thumb",
    "greedy:pricing=fixed,building=tile-by-tile,buying=cheapest",
    "greedy:pricing=table,building=tile-by-tile,buying=cheapest",
];

/// What the lists find that a summary quotes and in which nothing differs, and what other methods find.
pub fn checks(
    summed: &RunSums<'_>,
    metrics: &OwnMetrics,
    (null, repetition): (Null, usize),
) -> (Vec<NullCheck>, Vec<NullCheck>) {
    let effects = effects_of(summed.cells);
    let rows = |outcome: &str, kind: TermKind| -> Vec<&EffectRow> {
        effects.iter().filter(|row| row.outcome == outcome && row.term.kind() == kind).collect()
    };
    let any = |method, outcome, kind| {
        let rows = rows(outcome, kind);
        NullCheck::at_most(method, RATE, (!rows.is_empty()).then(|| rows.iter().any(|row| row.q < RATE)))
    };
    let p = |method, outcome, kind| {
        let rows = rows(outcome, kind);
        let row = (!rows.is_empty()).then(|| rows[repetition % rows.len()]);
        NullCheck::at_most(method, RATE, row.map(|row| row.p < RATE))
    };
    let on_vp = |method, kind| {
        let rows = rows(VP, kind);
        let place = repetition % rows.len().max(1);
        let estimate = rows.get(place).map_or(Estimate::default(), |row| Estimate {
            value: Some(row.effect),
            interval: Some(Interval { low: row.low, high: row.high }),
        });
        NullCheck::covers(method, place, estimate)
    };
    let share = |name: &str| {
        let mut all = metrics.of_agents.iter().chain(&metrics.of_causes);
        all.find(|metric| metric.name == name).map_or(Estimate::default(), |metric| metric.value)
    };
    let lists = vec![
        any("findings: any scoring tile on VP of one agent less another's", LEVERAGE, TermKind::Tile),
        any("findings: any scoring tile on wins of the first starting player", FIRST_START_WIN, TermKind::Tile),
    ];
    if null == Null::Exchanged {
        let on_vp = |method, kind| any(method, VP, kind);
        let lists = vec![
            on_vp("findings: any scoring tile on VP of a player", TermKind::Tile),
            on_vp("findings: any pair of scoring tiles on VP", TermKind::Pair),
            on_vp("findings: any scoring tile on a slot on VP", TermKind::Slot),
            any("findings: any scoring tile on wins of the first starting player", FIRST_START_WIN, TermKind::Tile),
        ];
        return (lists, Vec::new());
    }
    let checks = [
        p("effects.csv: p of a tile on leverage", LEVERAGE, TermKind::Tile),
        p("effects.csv: p of a tile on first_start_win", FIRST_START_WIN, TermKind::Tile),
        p("effects.csv: p of a slot on leverage", LEVERAGE, TermKind::Slot),
        p("effects.csv: p of a pair on leverage", LEVERAGE, TermKind::Pair),
        any("effects.csv: any q of slots on leverage", LEVERAGE, TermKind::Slot),
        any("effects.csv: any q of slots on first_start_win", FIRST_START_WIN, TermKind::Slot),
        any("effects.csv: any q of pairs on leverage", LEVERAGE, TermKind::Pair),
        any("effects.csv: any q of pairs on first_start_win", FIRST_START_WIN, TermKind::Pair),
        on_vp("effects.csv: interval of a tile on vp", TermKind::Tile),
        on_vp("effects.csv: interval of a slot on vp", TermKind::Slot),
        on_vp("effects.csv: interval of a pair on vp", TermKind::Pair),
        NullCheck::misses("balance.csv: interval of leverage_tile_share", &share("leverage_tile_share"), 0.0),
        NullCheck::misses("balance.csv: interval of win_share_tile_share", &share("win_share_tile_share"), 0.0),
        NullCheck::covers("balance.csv: interval of vp_tile_share", 0, share("vp_tile_share")),
    ];
    (lists, checks.into_iter().chain(of_own_tables(summed, repetition)).collect())
}

/// The intervals of its other tables, over all agents where there are such rows.
fn of_own_tables(summed: &RunSums<'_>, repetition: usize) -> Vec<NullCheck> {
    let scoring: Vec<_> = summed.of::<Scorings>().rows().into_iter().filter(|row| row.agent.is_none()).collect();
    let tile = (!scoring.is_empty()).then(|| &scoring[repetition % scoring.len()]);
    let of_tile = |method, of: fn(&ScoringRow) -> Estimate| {
        NullCheck::covers(method, tile.map_or(0, |row| row.scoring.index()), tile.map_or(Estimate::default(), of))
    };
    let pricing: Vec<_> = summed.of::<Pricing>().rows().into_iter().filter(|row| row.agent == 0).collect();
    let round = (!pricing.is_empty()).then(|| &pricing[repetition % pricing.len()]);
    let of_round = |method, of: fn(&PricingRow) -> Estimate| {
        let row = round.filter(|row| row.offers > 0);
        NullCheck::covers(method, repetition % pricing.len().max(1), row.map_or(Estimate::default(), of))
    };
    let modules: Vec<_> = summed.of::<ModuleUse>().rows().into_iter().filter(|row| row.agent.is_none()).collect();
    let item = repetition % modules.len().max(1);
    let of_item = |method, of: fn(&ModuleRow) -> Estimate| {
        NullCheck::covers(method, item, modules.get(item).map_or(Estimate::default(), of))
    };
    let tablets: Vec<_> = summed.of::<TabletUse>().rows().into_iter().filter(|row| row.agent.is_none()).collect();
    let kind = repetition % tablets.len().max(1);
    let of_tablet = |method, of: fn(&TabletRow) -> Estimate| {
        NullCheck::covers(method, kind, tablets.get(kind).map_or(Estimate::default(), of))
    };
    vec![
        of_tile("scoring.csv: interval of vp", |row| row.vp),
        of_tile("scoring.csv: interval of winners_share", |row| row.winners_share),
        of_round("pricing.csv: interval of price", |row| row.price),
        of_round("pricing.csv: interval of sold_share", |row| row.sold),
        of_round("pricing.csv: interval of revenue", |row| row.revenue),
        of_round("pricing.csv: interval of burnt", |row| row.burnt),
        of_item("modules.csv: interval of count", |row| row.count),
        of_item("modules.csv: interval of gold", |row| row.gold),
        of_item("modules.csv: interval of vp", |row| row.vp),
        of_item("modules.csv: interval of round", |row| row.round),
        of_tablet("tablets.csv: interval of taken", |row| row.taken),
        of_tablet("tablets.csv: interval of round", |row| row.round),
        of_tablet("tablets.csv: interval of win_share_with", |row| row.win_share_with),
        of_tablet("tablets.csv: interval of vp_with", |row| row.vp_with),
    ]
}
