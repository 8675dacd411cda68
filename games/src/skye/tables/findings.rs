//! Findings on scoring tiles in sentences, including negative ones.

use engine::skye::Slot;

use super::effects::{EffectRow, TermKind, fewest_seeds};
use lab::forms::passage::{Finding, TestedEffect, standing_out};
use lab::schedule::Schedule;
use lab::subject::outcome::{FIRST_START_WIN, LEVERAGE, VP};

/// Returns all findings, one sentence each; `tiles` is the number of scoring tiles that occurred on these `seeds`.
pub fn findings(schedule: &Schedule, effects: &[EffectRow], tiles: usize, seeds: u64) -> Vec<Finding> {
    let names: Vec<&str> = schedule.names().collect();
    let leverage = format!("Effect of scoring tiles on VP of {}", names.join(" minus VP of "));
    // With more than two agents the difference between the first two is not of interest.
    let leverages = if names.len() == 2 { effects } else { &[] };
    let found = [
        of_kind(effects, VP, TermKind::Tile, "Effect of scoring tiles on VP of a player"),
        of_kind(effects, VP, TermKind::Pair, "Pairs of scoring tiles, effect on VP of a player beyond each alone"),
        of_kind(effects, VP, TermKind::Slot, "Scoring tiles by slot, effect on VP of a player beyond the tile's own"),
        of_kind(
            effects,
            FIRST_START_WIN,
            TermKind::Tile,
            "Effect of scoring tiles on wins of the first starting player",
        ),
        of_kind(leverages, LEVERAGE, TermKind::Tile, &leverage),
    ];
    let missing = TermKind::ALL.into_iter().filter(|kind| effects.iter().all(|row| row.term.kind() != *kind));
    let missing = missing.filter_map(|kind| absent(kind, seeds, tiles));
    found.into_iter().flatten().map(Finding::tested).chain(missing.map(Finding::told)).collect()
}

/// Explains why effects of a kind are missing; `None` if there are too few scoring tiles for any.
pub fn absent(kind: TermKind, seeds: u64, tiles: usize) -> Option<String> {
    let what = match kind {
        TermKind::Tile => "Scoring tiles",
        TermKind::Pair => "Pairs of scoring tiles",
        TermKind::Slot => "Scoring tiles by slot",
    };
    let fewest = fewest_seeds(kind, tiles);
    (tiles > Slot::ALL.len()).then(|| {
        if seeds < fewest {
            format!("{what}: effects require at least {fewest} seeds; this run has {seeds}.")
        } else {
            format!("{what}: this design cannot separate their effects.")
        }
    })
}

fn of_kind(effects: &[EffectRow], outcome: &str, kind: TermKind, title: &str) -> Option<String> {
    let rows = effects.iter().filter(|row| row.outcome == outcome && row.term.kind() == kind);
    sentence(
        &rows
            .map(|row| TestedEffect {
                name: name(row.term.tile().name(), &row.term.with()),
                effect: row.effect,
                half: (row.effect_hi - row.effect_lo) / 2.0,
                q: row.q,
            })
            .collect::<Vec<_>>(),
        title,
        if outcome == FIRST_START_WIN { 3 } else { 1 },
    )
}

/// Returns the name of a term: a scoring tile, and the other tile or the slot, if any.
pub fn name(tile: &str, with: &str) -> String {
    format!("{tile}{}{with}", if with.is_empty() { "" } else { " & " })
}

/// Returns a sentence on the largest significant effects; `None` without effects.
pub fn sentence(effects: &[TestedEffect], title: &str, decimals: usize) -> Option<String> {
    standing_out(effects, title, decimals, "effects", "have an effect")
}

#[cfg(test)]
mod tests {
    use engine::skye::ScoringTile;

    use super::*;
    use crate::skye::tables::effects::Term;

    fn row(tile: usize, effect: f64, q: f64) -> EffectRow {
        let term = Term::Tile(ScoringTile::ALL[tile]);
        EffectRow {
            outcome: VP,
            kind: term.kind().name(),
            tile: term.tile().name(),
            with: term.with(),
            effect,
            effect_lo: effect - 1.0,
            effect_hi: effect + 1.0,
            p: q,
            q,
            shrunk: effect,
            rank: 1,
            term,
        }
    }

    #[test]
    fn significant_effects_come_by_size_and_the_others_are_counted() {
        let effects = [row(0, 1.0, 0.01), row(1, -3.0, 0.01), row(2, 5.0, 0.5)];
        let text = of_kind(&effects, VP, TermKind::Tile, "Tiles").unwrap();
        assert_eq!(text, "Tiles: completed-areas -3.0 ± 1.0, squares +1.0 ± 1.0; 1 of 3 not shown to have an effect.");
        let none = of_kind(&effects[2..], VP, TermKind::Tile, "Tiles").unwrap();
        assert_eq!(none, "Tiles: none of 1 effects is significant.");
        assert_eq!(of_kind(&effects, VP, TermKind::Pair, "Pairs"), None);
    }
}
