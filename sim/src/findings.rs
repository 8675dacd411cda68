//! The findings of an experiment in sentences, with what was not found.

use std::fmt::Display;

use crate::experiment::{ALL_AGENTS, Experiment};
use crate::stats::MIN_BLOCKS;
use crate::stats::multiple::q_values;
use crate::summary::with_half_width;
use crate::tables::effects::{EffectRow, Kind};
use crate::tables::outcomes::Outcome;
use crate::tables::pairs::PairRow;
use crate::tables::ratings::RatingRow;
use crate::tables::results::Totals;
use crate::tables::seat_advantage::SeatAdvantageRow;

/// The largest share of false findings.
const FALSE_FINDINGS: f64 = 0.05;

/// How many effects a sentence names.
const NAMED: usize = 5;

/// All findings, a sentence or list each.
pub fn findings(experiment: &Experiment, totals: &Totals) -> Vec<String> {
    let effects = totals.effects();
    let strength = [ratings(experiment, totals), rivals(experiment, &totals.pairs.rows()), places(experiment, totals)];
    let tiles = [
        of_kind(&effects, Outcome::Vp, Kind::Tile, "Scoring tiles, VP of a player"),
        of_kind(&effects, Outcome::Vp, Kind::Pair, "Pairs of scoring tiles, VP beyond what each does"),
        of_kind(&effects, Outcome::Vp, Kind::Slot, "Tiles on slots, VP beyond the tile's"),
        of_kind(&effects, Outcome::FirstStartWin, Kind::Tile, "Scoring tiles, wins of the first starting player"),
        leverage(experiment, &effects),
    ];
    strength.into_iter().chain(tiles).flatten().collect()
}

fn ratings(experiment: &Experiment, totals: &Totals) -> Option<String> {
    let mut rows = totals.ratings.rows();
    if rows.len() < 2 {
        return None;
    }
    if rows.iter().any(|row| row.rating.value.is_none()) {
        return Some("Ratings: none, since some agents never ranked before any of the others.".to_owned());
    }
    rows.sort_by_key(|row| row.rank);
    let text =
        |row: &RatingRow| format!("{} {}", experiment.agents[row.agent].name, with_half_width(&row.rating, 1.0, 0, ""));
    Some(format!("Ratings in Elo points: {}.", list(rows.iter().map(text))))
}

/// Which agents were not told apart.
fn rivals(experiment: &Experiment, pairs: &[PairRow]) -> Option<String> {
    let has_several = |row: &&PairRow| row.lineup.is_none() && row.clusters >= MIN_BLOCKS;
    let together: Vec<&PairRow> = pairs.iter().filter(has_several).collect();
    let open: Vec<String> = together
        .iter()
        .zip(q_values_of(&together))
        .filter(|(_, q)| *q >= FALSE_FINDINGS)
        .map(|(row, _)| {
            let [one, two] = [row.agent, row.other].map(|agent| &experiment.agents[agent].name);
            format!("{one} and {two} ({one} ahead in {})", with_half_width(&row.ahead, 100.0, 1, " %"))
        })
        .collect();
    match (together.len(), open.is_empty()) {
        (0, _) => None,
        (_, true) => Some("Every two agents differ in how often they rank before each other.".to_owned()),
        (_, false) => Some(format!("Not told apart: {}.", list(open))),
    }
}

fn q_values_of(pairs: &[&PairRow]) -> Vec<f64> {
    let p_of = |row: &&PairRow| row.ahead_p.unwrap_or_else(|| agreed_p(row.ahead.value, row.clusters));
    q_values(&pairs.iter().map(p_of).collect::<Vec<_>>())
}

/// How many pairs of agents are told apart; nothing without a pair.
pub fn told_apart(pairs: &[PairRow]) -> Option<usize> {
    let together: Vec<&PairRow> = pairs.iter().filter(|row| row.lineup.is_none()).collect();
    (!together.is_empty()).then(|| q_values_of(&together).into_iter().filter(|q| *q < FALSE_FINDINGS).count())
}

/// In how many places of the first round's turn order all agents together win more or less than elsewhere; nothing where that cannot be
/// tested.
pub fn places_that_matter(rows: &[SeatAdvantageRow]) -> Option<usize> {
    let together = rows.iter().filter(|row| row.agent.is_none());
    let p: Vec<f64> = together.map(|row| row.win_difference_p).collect::<Option<_>>()?;
    Some(q_values(&p).into_iter().filter(|q| *q < FALSE_FINDINGS).count())
}

/// The two-sided p value of even chances where all so many clusters came to the same share, so that they have no variance: by the sign test
/// (Arbuthnott 1710), and 1 if the share is one half.
fn agreed_p(share: Option<f64>, clusters: u64) -> f64 {
    let is_off = share.is_some_and(|share| (share - 0.5).abs() > 1e-9);
    if is_off { libm::exp2(1.0 - clusters as f64) } else { 1.0 }
}

/// Whether it matters who begins.
fn places(experiment: &Experiment, totals: &Totals) -> Option<String> {
    let rows = totals.seat_advantage.rows();
    let together: Vec<_> = rows.iter().filter(|row| row.agent.is_none()).collect();
    let p: Vec<f64> = together.iter().map(|row| row.win_difference_p).collect::<Option<_>>()?;
    let q = q_values(&p);
    let text = |(row, q): (&&SeatAdvantageRow, &f64)| {
        let mark = if *q < FALSE_FINDINGS { "" } else { " (not significant)" };
        format!("{} {}{mark}", place(row.position), with_half_width(&row.win_share, 100.0, 1, " %"))
    };
    let even = 100.0 / experiment.players as f64;
    Some(format!(
        "Wins by turn order of the first round, {even:.1} % if it did not matter: {}.",
        list(together.iter().zip(&q).map(text))
    ))
}

fn place(position: usize) -> String {
    match position {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        3 => "fourth".to_owned(),
        _ => "fifth".to_owned(),
    }
}

fn leverage(experiment: &Experiment, effects: &[EffectRow]) -> Option<String> {
    let [one, two] = [0, 1].map(|agent| experiment.agents.get(agent).map_or(ALL_AGENTS, |agent| &agent.name));
    of_kind(effects, Outcome::Leverage, Kind::Tile, &format!("Scoring tiles, VP of {one} less VP of {two}"))
}

/// The largest effects of a kind that stand out from what chance makes of so many.
fn of_kind(effects: &[EffectRow], outcome: Outcome, kind: Kind, title: &str) -> Option<String> {
    let all: Vec<&EffectRow> = effects.iter().filter(|row| row.outcome == outcome && row.term.kind() == kind).collect();
    let mut found: Vec<&EffectRow> = all.iter().copied().filter(|row| row.q < FALSE_FINDINGS).collect();
    found.sort_by(|one, two| two.effect.abs().total_cmp(&one.effect.abs()));
    match (all.len(), found.len()) {
        (0, _) => None,
        (count, 0) => Some(format!("{title}: none of {count} effects stands out from chance.")),
        (count, shown) => {
            let rest = if shown > NAMED { format!(" and {} smaller ones", shown - NAMED) } else { String::new() };
            let none = count - shown;
            let names = list(found.iter().take(NAMED).map(|row| effect(row)));
            Some(format!("{title}: {names}{rest}; {none} of {count} not shown to have an effect."))
        }
    }
}

fn effect(row: &EffectRow) -> String {
    let half = (row.interval.1 - row.interval.0) / 2.0;
    let decimals = if row.outcome == Outcome::FirstStartWin { 3 } else { 1 };
    let sign = if row.effect < 0.0 { '-' } else { '+' };
    let (tile, with) = (row.term.tile(), row.term.with());
    let space = if with.is_empty() { "" } else { " & " };
    format!("{tile}{space}{with} {sign}{:.decimals$} ± {half:.decimals$}", row.effect.abs())
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use engine::skye::ScoringTile;

    use super::*;
    use crate::tables::effects::Term;

    fn row(tile: usize, effect: f64, q: f64) -> EffectRow {
        let term = Term::Tile(ScoringTile::ALL[tile]);
        EffectRow {
            outcome: Outcome::Vp,
            term,
            effect,
            interval: (effect - 1.0, effect + 1.0),
            p: q,
            q,
            shrunk: effect,
            rank: 1,
        }
    }

    #[test]
    fn clusters_that_agree_are_as_many_tosses_of_a_coin() {
        assert_eq!(agreed_p(Some(0.5), 1000), 1.0);
        assert_eq!(agreed_p(None, 2), 1.0);
        assert_eq!([agreed_p(Some(1.0), 2), agreed_p(Some(0.0), 6)], [0.5, 1.0 / 32.0]);
    }

    #[test]
    fn significant_effects_come_by_size_and_the_others_are_counted() {
        let effects = [row(0, 1.0, 0.01), row(1, -3.0, 0.01), row(2, 5.0, 0.5)];
        let text = of_kind(&effects, Outcome::Vp, Kind::Tile, "Tiles").unwrap();
        assert_eq!(text, "Tiles: completed-areas -3.0 ± 1.0, squares +1.0 ± 1.0; 1 of 3 not shown to have an effect.");
        let none = of_kind(&effects[2..], Outcome::Vp, Kind::Tile, "Tiles").unwrap();
        assert_eq!(none, "Tiles: none of 1 effects stands out from chance.");
        assert_eq!(of_kind(&effects, Outcome::Vp, Kind::Pair, "Pairs"), None);
    }
}
