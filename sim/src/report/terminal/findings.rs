//! The findings of an experiment, and what was not found, in sentences.

use crate::lab::experiment::Experiment;
use crate::lab::forms::numbers::{FALSE_FINDINGS, list, with_half_width};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Subject;
use crate::lab::tables::pairs::{PairRow, tested};
use crate::lab::tables::ratings::RatingRow;
use crate::lab::tables::seat_advantage::{self, SeatAdvantageRow};
use crate::lab::tables::totals::Tables;

/// All findings, one sentence or list each.
pub fn findings<S: Subject>(experiment: &Experiment<S>, tables: &Tables<S>) -> Vec<String> {
    let strength = [
        ratings(experiment, tables.ratings.rows()),
        rivals(experiment, &tables.pairs.rows(experiment)),
        places(experiment, &tables.seat_advantage.rows()),
    ];
    strength.into_iter().flatten().chain(S::findings(&tables.summed(experiment))).collect()
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
