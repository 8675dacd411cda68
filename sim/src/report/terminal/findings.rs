//! The findings of an experiment in sentences, with what was not found.

use crate::lab::experiment::Experiment;
use crate::lab::forms::numbers::{FALSE_FINDINGS, list, with_half_width};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Subject;
use crate::lab::tables::pairs::PairRow;
use crate::lab::tables::ratings::RatingRow;
use crate::lab::tables::seat_advantage::SeatAdvantageRow;
use crate::lab::tables::totals::Tables;
use crate::stats::MIN_BLOCKS;
use crate::stats::multiple::q_values;

/// All findings, a sentence or list each.
pub fn findings<S: Subject>(experiment: &Experiment<S>, tables: &Tables<S>) -> Vec<String> {
    let strength = [
        ratings(experiment, tables.ratings.rows()),
        rivals(experiment, &tables.pairs.rows(experiment)),
        places(experiment, &tables.seat_advantage.rows()),
    ];
    strength.into_iter().flatten().chain(S::findings(&tables.summed(experiment))).collect()
}

fn ratings(schedule: &Schedule, mut rows: Vec<RatingRow>) -> Option<String> {
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
fn rivals(schedule: &Schedule, pairs: &[PairRow]) -> Option<String> {
    let has_several = |row: &&PairRow| row.lineup.is_none() && row.clusters >= MIN_BLOCKS;
    let together: Vec<&PairRow> = pairs.iter().filter(has_several).collect();
    let p_of = |row: &&PairRow| row.ahead_p.unwrap_or_else(|| agreed_p(row.ahead.value, row.clusters));
    let p: Vec<f64> = together.iter().map(p_of).collect();
    let open: Vec<String> = together
        .iter()
        .zip(q_values(&p))
        .filter(|(_, q)| *q >= FALSE_FINDINGS)
        .map(|(row, _)| {
            let [one, two] = [row.agent, row.other].map(|agent| &schedule.agents[agent].name);
            format!("{one} and {two} ({one} ahead in {})", with_half_width(&row.ahead, 100.0, 1, " %"))
        })
        .collect();
    match (together.len(), open.is_empty()) {
        (0, _) => None,
        (_, true) => Some("Every two agents differ in how often they rank before each other.".to_owned()),
        (_, false) => Some(format!("Not told apart: {}.", list(open))),
    }
}

/// The two-sided p value of even chances where all so many clusters came to the same share, so that they have no variance: by the sign test
/// (Arbuthnott 1710), and 1 if the share is one half.
fn agreed_p(share: Option<f64>, clusters: u64) -> f64 {
    let is_off = share.is_some_and(|share| (share - 0.5).abs() > 1e-9);
    if is_off { libm::exp2(1.0 - clusters as f64) } else { 1.0 }
}

/// Whether it matters who begins.
fn places(schedule: &Schedule, rows: &[SeatAdvantageRow]) -> Option<String> {
    let together: Vec<_> = rows.iter().filter(|row| row.agent.is_none()).collect();
    let p: Vec<f64> = together.iter().map(|row| row.win_difference_p).collect::<Option<_>>()?;
    let q = q_values(&p);
    let text = |(row, q): (&&SeatAdvantageRow, &f64)| {
        let mark = if *q < FALSE_FINDINGS { "" } else { " (not significant)" };
        format!("{} {}{mark}", place(row.position), with_half_width(&row.win_share, 100.0, 1, " %"))
    };
    let even = 100.0 / schedule.players as f64;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_that_agree_are_as_many_tosses_of_a_coin() {
        assert_eq!(agreed_p(Some(0.5), 1000), 1.0);
        assert_eq!(agreed_p(None, 2), 1.0);
        assert_eq!([agreed_p(Some(1.0), 2), agreed_p(Some(0.0), 6)], [0.5, 1.0 / 32.0]);
    }
}
