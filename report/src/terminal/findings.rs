//! The findings of an experiment, and what was not found, in sentences.

use lab::experiment::Experiment;
use lab::forms::numbers::{FALSE_FINDINGS, list, ordinal, percent, with_half_width};
use lab::forms::passage::{Finding, TestedEffect, standing_out};
use lab::schedule::Schedule;
use lab::schedule::circle::NeighbourSide;
use lab::subject::RunSums;
use lab::subject::accumulator::Accumulators;
use lab::tables::neighbours::{NeighbourRow, Neighbours};
use lab::tables::pairs::{PairRow, Pairs, tested};
use lab::tables::ratings::{DifferenceRow, RatingRow, Ratings};
use lab::tables::seat_advantage::{self, Positions, SeatAdvantageRow};

/// All findings, one sentence or list each.
pub fn findings(experiment: &Experiment, tables: &Accumulators) -> Vec<Finding> {
    let strength = [
        ratings(experiment, tables.get::<Ratings>().rows()).map(Finding::told),
        misfits(experiment, &tables.get::<Ratings>().rows()).map(Finding::tested),
        rating_gaps(experiment, tables.get::<Ratings>().rows(), &tables.get::<Ratings>().differences())
            .map(Finding::tested),
        rivals(experiment, &tables.get::<Pairs>().rows(experiment)).map(Finding::tested),
        places(experiment, &tables.get::<Positions>().rows()).map(Finding::tested),
        neighbours(experiment, &tables.get::<Neighbours>().rows()).map(Finding::tested),
    ];
    strength.into_iter().flatten().chain(experiment.subject.findings(&RunSums::new(experiment, tables))).collect()
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

/// Whether agents win as often as their ratings predict; `None` where that is not tested.
pub fn misfits(schedule: &Schedule, rows: &[RatingRow]) -> Option<String> {
    let text = |row: &RatingRow| {
        let (value, high) = (row.misfit.value?, row.misfit.high()?);
        let (points, half) = (100.0 * value, 100.0 * (high - value));
        Some(format!("{} {points:+.1} ± {half:.1}", schedule.agents[row.agent].name))
    };
    let mut tested: Vec<&RatingRow> = rows.iter().filter(|row| row.misfit_q.is_some()).collect();
    tested.sort_by(|one, two| {
        let size = |row: &RatingRow| row.misfit.value.map_or(0.0, f64::abs);
        size(two).total_cmp(&size(one))
    });
    let is_found = |row: &&&RatingRow| row.misfit_q.is_some_and(|q| q < FALSE_FINDINGS);
    let found: Vec<String> = tested.iter().filter(is_found).filter_map(|row| text(row)).collect();
    let largest = tested.first().and_then(|row| text(row))?;
    Some(if found.is_empty() {
        format!("Wins fit the ratings; largest difference, not significant: {largest} percentage points.")
    } else {
        format!("Wins differ from what the ratings predict, in percentage points: {}.", list(found))
    })
}

/// Which agents next to each other in rating differ in strength; nothing where there are no differences with an error.
pub fn rating_gaps(schedule: &Schedule, mut ratings: Vec<RatingRow>, differences: &[DifferenceRow]) -> Option<String> {
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
        let is_found = row.q? < FALSE_FINDINGS;
        let [stronger, weaker] = [stronger, weaker].map(|agent| &schedule.agents[agent].name);
        Some((format!("{stronger} over {weaker} {apart:.0} ± {half:.0}"), is_found))
    };
    let (found, open): (Vec<_>, Vec<_>) = ratings.windows(2).filter_map(between).partition(|(_, is_found)| *is_found);
    let words = |pairs: Vec<(String, bool)>| list(pairs.into_iter().map(|(words, _)| words));
    match (found.is_empty(), open.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("Differences in Elo points: {}.", words(found))),
        (true, false) => Some(format!("Differences in Elo points, none of them significant: {}.", words(open))),
        (false, false) => {
            Some(format!("Differences in Elo points: {}; not significant: {}.", words(found), words(open)))
        }
    }
}

/// More pairs than this are counted and not all named.
const MOST_PAIRS: usize = 6;

/// Which agents were not told apart; of many pairs the closest ones.
pub fn rivals(schedule: &Schedule, pairs: &[PairRow]) -> Option<String> {
    let tested = tested(pairs);
    let mut open: Vec<&PairRow> = tested.iter().filter(|(_, q)| *q >= FALSE_FINDINGS).map(|(row, _)| *row).collect();
    let text = |row: &&PairRow| {
        let [one, two] = [row.agent, row.other].map(|agent| &schedule.agents[agent].name);
        format!("{one} and {two} ({one} ahead in {})", with_half_width(&row.ahead, 100.0, 1, " %"))
    };
    match (tested.len(), open.len()) {
        (0, _) => None,
        (_, 0) => Some("Every two agents differ in how often they rank before each other.".to_owned()),
        (_, 1..=MOST_PAIRS) => Some(format!("Not told apart: {}.", list(open.iter().map(text)))),
        (all, many) => {
            let off = |row: &PairRow| row.ahead.value.map_or(f64::INFINITY, |share| (share - 0.5).abs());
            open.sort_by(|one, two| off(one).total_cmp(&off(two)));
            let closest = list(open.iter().take(MOST_PAIRS).map(text));
            Some(format!("Not told apart: {many} of {all} pairs of agents, all in pairs.csv; the closest: {closest}."))
        }
    }
}

/// Whether it matters who starts.
pub fn places(schedule: &Schedule, rows: &[SeatAdvantageRow]) -> Option<String> {
    let tested = seat_advantage::tested(rows)?;
    let text = |(row, _): (&SeatAdvantageRow, f64)| format!("{} {}", place(row.position), percent(&row.win_share));
    let (found, open): (Vec<_>, Vec<_>) = tested.into_iter().partition(|(_, q)| *q < FALSE_FINDINGS);
    let title =
        format!("Wins by turn order of the first round, {:.1} % if it did not matter", 100.0 / schedule.players as f64);
    let words = |rows: Vec<_>| list(rows.into_iter().map(text));
    Some(match (found.is_empty(), open.is_empty()) {
        (true, _) => format!("{title}; no place differs: {}.", words(open)),
        (false, true) => format!("{title}: {}.", words(found)),
        (false, false) => format!("{title}: {}; not shown to differ: {}.", words(found), words(open)),
    })
}

/// What it is worth to sit right before or right after a given agent; `None` where neighbours do not vary.
pub fn neighbours(schedule: &Schedule, rows: &[NeighbourRow]) -> Option<String> {
    // At a table of three, whoever does not sit after an agent sits before it.
    let is_told = |row: &&NeighbourRow| schedule.players > 3 || row.side == NeighbourSide::After;
    let tested = |row: &NeighbourRow| {
        let half = (row.ci_hi? - row.ci_lo?) / 2.0;
        let name = beside(schedule, row);
        Some(TestedEffect { name, effect: 100.0 * row.win_share_difference?, half: 100.0 * half, q: row.q? })
    };
    let effects: Vec<TestedEffect> = rows.iter().filter(is_told).filter_map(tested).collect();
    standing_out(&effects, "Neighbours in turn order, percentage points of win share", 1, "neighbours", "matter")
}

/// An agent and where it sits.
pub fn beside(schedule: &Schedule, row: &NeighbourRow) -> String {
    let [agent, neighbour] = [row.agent, row.neighbour].map(|agent| &schedule.agents[agent].name);
    format!("{agent} right {} {neighbour}", row.side.name())
}

/// A place in the turn order, from 0.
pub fn place(position: usize) -> &'static str {
    ordinal(position)
}
