//! The findings of an experiment in sentences, including tests without a finding.

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
use lab::tables::seat_advantage::{self, SeatAdvantageRow, TurnOrderTotals};
use stats::{Estimate, Interval};

/// All findings, each a sentence or a list.
pub fn findings(experiment: &Experiment, tables: &Accumulators) -> Vec<Finding> {
    let strength = [
        ratings(experiment, tables.get::<Ratings>().rows()).map(Finding::told),
        misfits(experiment, &tables.get::<Ratings>().rows()).map(Finding::tested),
        rating_gaps(experiment, tables.get::<Ratings>().rows(), &tables.get::<Ratings>().differences())
            .map(Finding::tested),
        rivals(experiment, &tables.get::<Pairs>().rows(experiment)).map(Finding::tested),
        places(experiment, &tables.get::<TurnOrderTotals>().rows()).map(Finding::tested),
        neighbours(experiment, &tables.get::<Neighbours>().rows()).map(Finding::tested),
    ];
    strength.into_iter().flatten().chain(experiment.subject.findings(&RunSums::new(experiment, tables))).collect()
}

/// The sentence with all ratings; `None` for a single agent.
pub fn ratings(schedule: &Schedule, mut rows: Vec<RatingRow>) -> Option<String> {
    if rows.len() < 2 {
        return None;
    }
    if rows.iter().any(|row| row.rating.value.is_none()) {
        return Some("Ratings: none, because some agents never ranked ahead of any other.".to_owned());
    }
    rows.sort_by_key(|row| row.rank);
    let words = |row: &RatingRow| with_half_width(&row.rating, 1.0, 0, "");
    let ratings = list(rows.iter().map(|row| format!("{} {}", schedule.agents[row.agent].name, words(row))));
    Some(format!("Ratings (100 points more rank ahead in 64 % of games): {ratings}."))
}

/// The test of whether agents win as often as their ratings predict; `None` if there is none.
pub fn misfits(schedule: &Schedule, rows: &[RatingRow]) -> Option<String> {
    let mut tested: Vec<&RatingRow> = rows.iter().filter(|row| row.misfit_q.is_some()).collect();
    tested.sort_by(|one, two| {
        let [one, two] = [one, two].map(|row| row.misfit.value.map_or(0.0, f64::abs));
        two.total_cmp(&one)
    });
    let found = tested.iter().filter(|row| row.misfit_q.is_some_and(|q| q < FALSE_FINDINGS));
    let found: Vec<String> = found.filter_map(|row| misfit(schedule, row)).collect();
    let ends = tested.iter().filter_map(|row| row.misfit.interval).map(|ends| ends.high.max(-ends.low));
    let largest = ends.reduce(f64::max)?;
    Some(if found.is_empty() {
        format!(
            "No agent's wins differ significantly from what the ratings predict; with 95 % confidence, none differ by \
             more than {:.1} percentage points.",
            100.0 * largest
        )
    } else {
        format!("Wins differ from what the ratings predict, in percentage points: {}.", list(found))
    })
}

/// An agent with the difference of its actual and predicted win shares, in percentage points.
fn misfit(schedule: &Schedule, row: &RatingRow) -> Option<String> {
    let (value, high) = (row.misfit.value?, row.misfit.high()?);
    let (points, half) = (100.0 * value, 100.0 * (high - value));
    Some(format!("{} {points:+.1} ± {half:.1}", schedule.agents[row.agent].name))
}

/// The rating differences of agents with adjacent ratings; `None` if none has an error.
pub fn rating_gaps(schedule: &Schedule, mut ratings: Vec<RatingRow>, differences: &[DifferenceRow]) -> Option<String> {
    ratings.sort_by_key(|row| row.rank);
    let gaps = ratings.windows(2).filter_map(|pair| rating_gap(schedule, [pair[0].agent, pair[1].agent], differences));
    let (found, open): (Vec<_>, Vec<_>) = gaps.partition(|(_, is_found)| *is_found);
    let is_empty = (found.is_empty(), open.is_empty());
    let [found, open] = [found, open].map(|gaps| list(gaps.into_iter().map(|(words, _)| words)));
    match is_empty {
        (true, true) => None,
        (false, true) => Some(format!("Differences in rating points: {found}.")),
        (true, false) => Some(format!("Differences in rating points, none of them significant: {open}.")),
        (false, false) => Some(format!("Differences in rating points: {found}; not significant: {open}.")),
    }
}

/// The rating difference of two agents, and whether it is significant.
fn rating_gap(
    schedule: &Schedule,
    [stronger, weaker]: [usize; 2],
    differences: &[DifferenceRow],
) -> Option<(String, bool)> {
    let row = differences
        .iter()
        .find(|row| [row.agent, row.other] == [stronger, weaker] || [row.agent, row.other] == [weaker, stronger])?;
    let sign = if row.agent == stronger { 1.0 } else { -1.0 };
    let apart = row.difference.value? * sign;
    let half = row.difference.interval.map(|interval| (interval.high - interval.low) / 2.0)?;
    let is_found = row.q? < FALSE_FINDINGS;
    let [stronger, weaker] = [stronger, weaker].map(|agent| &schedule.agents[agent].name);
    Some((format!("{stronger} over {weaker} {apart:.0} ± {half:.0}"), is_found))
}

/// The maximum number of pairs that are all listed.
const MOST_PAIRS: usize = 6;

/// The pairs of agents without a significant difference, or all if each differs; the closest ones if there are many.
pub fn rivals(schedule: &Schedule, pairs: &[PairRow]) -> Option<String> {
    let tested = tested(pairs);
    let open = tested.iter().filter(|(_, q)| *q >= FALSE_FINDINGS).count();
    let is_open = |q: f64| open == 0 || q >= FALSE_FINDINGS;
    let mut told: Vec<&PairRow> = tested.iter().filter(|(_, q)| is_open(*q)).map(|(row, _)| *row).collect();
    let title = match open {
        0 => "In every pair, one ranks ahead significantly more often",
        _ => "Pairs without a significant difference",
    };
    let mut all = String::new();
    if told.len() > MOST_PAIRS {
        let distance = |row: &PairRow| row.ahead.value.map_or(f64::INFINITY, |share| (share - 0.5).abs());
        told.sort_by(|one, two| distance(one).total_cmp(&distance(two)));
        all = format!(" {} of {}, all in pairs.csv; the closest:", told.len(), tested.len());
    }
    let named = list(told.iter().take(MOST_PAIRS).map(|row| rivalry(schedule, row)));
    (!told.is_empty()).then(|| format!("{title}:{all} {named}."))
}

/// Two agents, the one that is more often ahead first, with the share of rankings in which it is.
fn rivalry(schedule: &Schedule, row: &PairRow) -> String {
    let [one, two] = [row.agent, row.other].map(|agent| &schedule.agents[agent].name);
    if row.ahead.value.is_none_or(|share| share >= 0.5) {
        return format!("{one} ahead of {two} in {}", percent(&row.ahead));
    }
    let interval = row.ahead.interval.map(|Interval { low, high }| Interval { low: 1.0 - high, high: 1.0 - low });
    let value = row.ahead.value.map(|share| 1.0 - share);
    format!("{two} ahead of {one} in {}", percent(&Estimate { value, interval }))
}

/// The win shares by place in the turn order, the significant ones first.
pub fn places(schedule: &Schedule, rows: &[SeatAdvantageRow]) -> Option<String> {
    let tested = seat_advantage::tested(rows)?;
    let (found, open): (Vec<_>, Vec<_>) = tested.into_iter().partition(|(_, q)| *q < FALSE_FINDINGS);
    let is_empty = (found.is_empty(), open.is_empty());
    let [found, open] = [found, open].map(|rows| {
        list(rows.into_iter().map(|(row, _)| format!("{} {}", place(row.position), percent(&row.win_share))))
    });
    let title = format!(
        "Win share by place in the first round's turn order ({:.1} % if it makes no difference)",
        100.0 / schedule.players as f64
    );
    Some(match is_empty {
        (true, _) => format!("{title}: no significant difference: {open}."),
        (false, true) => format!("{title}: {found}."),
        (false, false) => format!("{title}: {found}; not significant: {open}."),
    })
}

/// The effects of sitting right before or after an agent; `None` if seating does not vary.
pub fn neighbours(schedule: &Schedule, rows: &[NeighbourRow]) -> Option<String> {
    // At a table of three, an agent that does not sit after another one sits before it.
    let told = rows.iter().filter(|row| schedule.players > 3 || row.side == NeighbourSide::After);
    let effects = told.filter_map(|row| {
        let half = (row.ci_hi? - row.ci_lo?) / 2.0;
        let name = beside(schedule, row);
        Some(TestedEffect { name, effect: 100.0 * row.win_share_difference?, half: 100.0 * half, q: row.q? })
    });
    let effects: Vec<TestedEffect> = effects.collect();
    standing_out(
        &effects,
        "Effect of the neighbour in turn order on the win share, in percentage points",
        1,
        "neighbour effects",
        "matter",
    )
}

/// The words for an agent next to another.
pub fn beside(schedule: &Schedule, row: &NeighbourRow) -> String {
    let [agent, neighbour] = [row.agent, row.neighbour].map(|agent| &schedule.agents[agent].name);
    format!("{agent} right {} {neighbour}", row.side.name())
}

/// The word for a place in the turn order, numbered from 0.
pub fn place(position: usize) -> &'static str {
    ordinal(position)
}
