//! The findings of an experiment, and what was not found, in sentences.

use crate::lab::experiment::Experiment;
use crate::lab::forms::numbers::{FALSE_FINDINGS, list, with_half_width};
use crate::lab::forms::passage::Finding;
use crate::lab::schedule::Schedule;
use crate::lab::subject::{OwnTables, Subject};
use crate::lab::tables::pairs::{PairRow, tested};
use crate::lab::tables::ratings::{DifferenceRow, RatingRow};
use crate::lab::tables::seat_advantage::{self, SeatAdvantageRow};
use crate::lab::tables::totals::Tables;

/// All findings, one sentence or list each.
pub fn findings<S: Subject>(experiment: &Experiment<S>, tables: &Tables<S>) -> Vec<Finding> {
    let strength = [
        ratings(experiment, tables.ratings.rows()).map(Finding::told),
        neighbours(experiment, tables.ratings.rows(), &tables.ratings.differences()).map(Finding::tested),
        rivals(experiment, &tables.pairs.rows(experiment)).map(Finding::tested),
        places(experiment, &tables.seat_advantage.rows()).map(Finding::tested),
    ];
    strength.into_iter().flatten().chain(S::Tables::findings(&tables.summed(experiment))).collect()
}

/// How the agents rate.
pub fn ratings(schedule: &Schedule, mut rows: Vec<RatingRow>) -> Option<String> {
    if rows.len() < 2 {
        return None;
    }
    if rows.iter().any(|row| row.rating.value.is_none()) {
        return Some("Ratings: none, since some agents never ranked before any of the others.".to_owned());
    }
    rows.sort_by_key(|row| row.rank);
    let text =
        |row: &RatingRow| format!("{} {}", schedule.agents[row.agent].name, with_half_width(&row.rating, 1.0, 0, ""));
    Some(format!("Ratings in Elo points: {}.", list(rows.iter().map(text))))
}

/// Which agents next to each other in rating differ in strength; nothing where there are no differences with an error.
pub fn neighbours(schedule: &Schedule, mut ratings: Vec<RatingRow>, differences: &[DifferenceRow]) -> Option<String> {
    ratings.sort_by_key(|row| row.rank);
    let between = |pair: &[RatingRow]| {
        let (stronger, weaker) = (pair[0].agent, pair[1].agent);
        let is_theirs = |row: &&DifferenceRow| {
            [row.agent, row.other] == [stronger, weaker] || [row.agent, row.other] == [weaker, stronger]
        };
        let row = differences.iter().find(is_theirs)?;
        let sign = if row.agent == stronger { 1.0 } else { -1.0 };
        let apart = row.difference.value? * sign;
        let half = row.difference.interval.map(|interval| (interval.high - interval.low) / 2.0)?;
        let mark = if row.q? < FALSE_FINDINGS { "" } else { " (not significant)" };
        let [stronger, weaker] = [stronger, weaker].map(|agent| &schedule.agents[agent].name);
        Some(format!("{stronger} over {weaker} {apart:.0} ± {half:.0}{mark}"))
    };
    let found: Vec<String> = ratings.windows(2).filter_map(between).collect();
    (!found.is_empty()).then(|| format!("Differences in Elo points: {}.", list(found)))
}

/// Which agents were not told apart.
pub fn rivals(schedule: &Schedule, pairs: &[PairRow]) -> Option<String> {
    let tested = tested(pairs);
    let open: Vec<String> = tested
        .iter()
        .filter(|(_, q)| *q >= FALSE_FINDINGS)
        .map(|(row, _)| {
            let [one, two] = [row.agent, row.other].map(|agent| &schedule.agents[agent].name);
            format!("{one} and {two} ({one} ahead in {})", with_half_width(&row.ahead, 100.0, 1, " %"))
        })
        .collect();
    match (tested.len(), open.is_empty()) {
        (0, _) => None,
        (_, true) => Some("Every two agents differ in how often they rank before each other.".to_owned()),
        (_, false) => Some(format!("Not told apart: {}.", list(open))),
    }
}

/// Whether it matters who starts.
pub fn places(schedule: &Schedule, rows: &[SeatAdvantageRow]) -> Option<String> {
    let tested = seat_advantage::tested(rows)?;
    let text = |(row, q): &(&SeatAdvantageRow, f64)| {
        let mark = if *q < FALSE_FINDINGS { "" } else { " (not significant)" };
        format!("{} {}{mark}", place(row.position), with_half_width(&row.win_share, 100.0, 1, " %"))
    };
    let even = 100.0 / schedule.players as f64;
    Some(format!(
        "Wins by turn order of the first round, {even:.1} % if it did not matter: {}.",
        list(tested.iter().map(text))
    ))
}

/// A place in the turn order, from 0.
pub fn place(position: usize) -> &'static str {
    match position {
        0 => "first",
        1 => "second",
        2 => "third",
        3 => "fourth",
        _ => "fifth",
    }
}
