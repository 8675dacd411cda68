//! `pairs.csv`: every pair of agents in the games where both play.

use std::collections::BTreeMap;

use super::agents::{CONTROLLED, RATIO, variates_of};
use super::result_row::{Agent, Count, Estimated, LineUp, Number, Probability, result_row};
use crate::schedule::Schedule;
use crate::subject::rows::{Rows, SeatRow};
use crate::subject::{Accumulator, Subject};
use stats::control::ControlVariates;
use stats::elo::{NormalizedElo, elo};
use stats::multiple::q_values;
use stats::sum::{Sum, impl_sum};
use stats::{Clusters, Estimate, MIN_BLOCKS, Welford, is_rounding};

result_row! {
    read
    /// Two agents in one line-up, or in all.
    PairRow {
        agent: Agent, "", "the agent that comes first in the config";
        other: Agent, "", "the other agent";
        lineup: LineUp, "",
            "agents of the line-up, in the order of the config; `all` for all line-ups with both agents";
        clusters: Count, "clusters", "seeds with games of both agents; intervals are clustered by seed";
        games: Count, "games", "games with both agents";
        win_share: Estimated, "wins per seat", "mean win share per seat of the agent in these games";
        other_win_share: Estimated, "wins per seat", "mean win share per seat of the other agent";
        ahead: Estimated, "fraction",
            "share of rankings in which the agent is ahead of the other; a tie counts one half";
        ahead_p: Probability, "", "two-sided p value for `ahead` = 1/2";
        vp_difference: Estimated, "VP", "mean VP per seat of the agent minus that of the other";
        vp_difference_p: Probability, "", "two-sided p value for `vp_difference` = 0";
        design_effect: Number, "",
            "variance of `vp_difference` relative to as many independent games; shared seeds and rotations pay if it \
             is below 1";
        vp_difference_controlled: Estimated, "VP", CONTROLLED;
        vp_difference_variance_ratio: Number, "", RATIO;
        elo: Estimated, "Elo points",
            "400 times the decimal logarithm of the odds of `ahead`, the logistic scale of chess; empty if `ahead` is 0 \
             or 1";
        normalized_elo: Estimated, "normalized Elo points",
            "`ahead` minus 1/2, times 347.4, divided by its standard deviation per game (that of cluster means times \
             the square root of games per cluster); the interval includes the error of this deviation and misses in 3 to \
             7 % of cases with 100 seeds or more, in up to 16 % with fewer or if either agent is ahead in about 12 \
             rankings; empty if either is ahead in fewer";
    }
}

/// Sums of two agents over some games of one cluster, or over all.
#[derive(Copy, Clone, Default, Debug)]
struct PairSums {
    blocks: u64,
    games: u64,
    seats: [u64; 2],
    wins: [f64; 2],
    /// The number of pairs of seats.
    pairs: u64,
    /// The sum of 2 for each pair of seats in which the first is ahead, and 1 for a shared rank.
    ahead_twice: u64,
    /// The sum and the sum of squares, over games, of the difference between mean VP.
    difference: f64,
    difference_squared: f64,
}

impl_sum!(PairSums: blocks, games, seats, wins, pairs, ahead_twice, difference, difference_squared);

impl PairSums {
    fn add_game(&mut self, agent: &[&SeatRow], other: &[&SeatRow]) {
        self.games += 1;
        for (side, rows) in [agent, other].into_iter().enumerate() {
            self.seats[side] += rows.len() as u64;
            self.wins[side] += rows.iter().map(|row| row.win_share).sum::<f64>();
        }
        for (one, two) in agent.iter().flat_map(|one| other.iter().map(move |two| (one, two))) {
            self.pairs += 1;
            self.ahead_twice += u64::from(one.rank <= two.rank) + u64::from(one.rank < two.rank);
        }
        let difference = mean_vp(agent) - mean_vp(other);
        self.difference += difference;
        self.difference_squared += difference * difference;
    }
}

fn mean_vp(rows: &[&SeatRow]) -> f64 {
    rows.iter().map(|row| f64::from(row.points)).sum::<f64>() / rows.len() as f64
}

/// The minimum number of seat pairs with either agent ahead for a normalized difference.
///
/// With fewer, the spread of points is poorly known.
const FEWEST_EITHER_WAY: f64 = 12.0;

/// The line-up and two agents, the smaller index first.
type Key = (u64, usize, usize);

/// All pairs of agents in one block or cluster.
#[derive(Clone, Default, Debug)]
pub struct AllPairSums {
    pairs: BTreeMap<Key, PairSums>,
    /// The variates of the treatment that are 1, as bits.
    ones: u64,
}

impl_sum!(AllPairSums: pairs);

/// Two agents over clusters.
#[derive(Clone, Debug)]
struct Rivalry {
    sums: PairSums,
    wins: [Welford; 2],
    ahead: Welford,
    normalized: NormalizedElo,
    difference: Welford,
    controlled: ControlVariates,
}

impl Rivalry {
    fn new(variates: &[f64]) -> Self {
        let none = Welford::default();
        let (normalized, controlled) = (NormalizedElo::default(), ControlVariates::new(variates));
        Self { sums: PairSums::default(), wins: [none; 2], ahead: none, normalized, difference: none, controlled }
    }

    fn push(&mut self, cluster: &PairSums, ones: &[usize]) {
        self.sums.add(cluster);
        for side in [0, 1] {
            self.wins[side].push(cluster.wins[side] / cluster.seats[side] as f64);
        }
        let ahead = cluster.ahead_twice as f64 / (2 * cluster.pairs) as f64;
        self.ahead.push(ahead);
        self.normalized.push(ahead);
        let difference = cluster.difference / cluster.games as f64;
        self.difference.push(difference);
        self.controlled.push(difference, ones);
    }

    /// Returns the design effect: the variance of the mean over clusters, relative to independent games.
    ///
    /// See Kish (1965, Survey Sampling).
    fn design_effect(&self) -> Option<f64> {
        let PairSums { games, difference, difference_squared, .. } = self.sums;
        let (games, clusters) = (games as f64, self.difference.count() as f64);
        let variance = (difference_squared - difference * difference / games) / (games - 1.0);
        let per_cluster = self.difference.variance()?;
        let is_constant = is_rounding(variance.max(0.0).sqrt(), (difference_squared / games).sqrt());
        (!is_constant).then(|| per_cluster * games / clusters / variance)
    }

    fn row(&self, lineup: Option<Vec<usize>>, agent: usize, other: usize) -> PairRow {
        let clusters = self.difference.count();
        let of_games = |games| Clusters { count: clusters, blocks: self.sums.blocks, games };
        let controlled = self.controlled.estimate();
        let ahead = self.ahead.share_estimate(of_games(self.sums.pairs));
        let rarer = ahead.value.map_or(0.0, |ahead| ahead.min(1.0 - ahead) * self.sums.pairs as f64);
        let normalized = Some(self.normalized).filter(|_| rarer >= FEWEST_EITHER_WAY);
        PairRow {
            agent,
            other,
            lineup,
            clusters,
            games: self.sums.games,
            win_share: self.wins[0].share_estimate(of_games(self.sums.seats[0])),
            other_win_share: self.wins[1].share_estimate(of_games(self.sums.seats[1])),
            ahead,
            ahead_p: self.ahead.p_value(0.5),
            vp_difference: self.difference.estimate(),
            vp_difference_p: self.difference.p_value(0.0),
            design_effect: self.design_effect(),
            vp_difference_controlled: controlled.estimate,
            vp_difference_variance_ratio: controlled.variance_ratio,
            elo: elo(&ahead),
            normalized_elo: normalized.map_or(Estimate::default(), |shares| shares.estimate(self.sums.games)),
        }
    }
}

/// All pairs, by line-up and over all line-ups, over all clusters so far.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// The probability that each variate of a treatment is 1.
    variates: Vec<f64>,
    lineups: u64,
    together: BTreeMap<(usize, usize), Rivalry>,
    by_lineup: BTreeMap<(usize, usize, u64), Rivalry>,
}

impl Pairs {
    /// Creates totals without clusters.
    pub fn new(schedule: &Schedule, subject: &dyn Subject) -> Self {
        let (together, by_lineup) = (BTreeMap::new(), BTreeMap::new());
        Self { variates: subject.variates(), lineups: schedule.lineups(), together, by_lineup }
    }
}

impl Accumulator for Pairs {
    type Sums = AllPairSums;

    fn sums(&self) -> AllPairSums {
        AllPairSums::default()
    }

    fn add(&self, sums: &mut AllPairSums, rows: &Rows) {
        sums.ones = rows.treatment.ones;
        let mut seats: BTreeMap<usize, Vec<&SeatRow>> = BTreeMap::new();
        rows.seats.iter().for_each(|row| seats.entry(row.agent).or_default().push(row));
        for (&agent, own) in &seats {
            for (&other, theirs) in seats.range(agent + 1..) {
                let pair = sums.pairs.entry((rows.game.fixture.lineup, agent, other)).or_default();
                pair.blocks = 1;
                pair.add_game(own, theirs);
            }
        }
    }

    fn close(&mut self, cluster: &AllPairSums) {
        let (ones, fresh) = (variates_of(cluster.ones), || Rivalry::new(&self.variates));
        let mut together: BTreeMap<(usize, usize), PairSums> = BTreeMap::new();
        for (&(lineup, agent, other), sums) in &cluster.pairs {
            together.entry((agent, other)).or_default().add(sums);
            if self.lineups > 1 {
                self.by_lineup.entry((agent, other, lineup)).or_insert_with(fresh).push(sums, &ones);
            }
        }
        for (pair, sums) in together {
            self.together.entry(pair).or_insert_with(fresh).push(&sums, &ones);
        }
    }
}

impl Pairs {
    /// Returns the rows: for every pair all line-ups together, then each one if there are several.
    pub fn rows(&self, schedule: &Schedule) -> Vec<PairRow> {
        self.together
            .iter()
            .flat_map(|(&(agent, other), total): (&(usize, usize), &Rivalry)| {
                let lineups = self.by_lineup.range((agent, other, 0)..=(agent, other, u64::MAX));
                let single =
                    lineups.map(|(&(_, _, lineup), total)| total.row(Some(schedule.seated(lineup)), agent, other));
                let single = Some(single.collect::<Vec<_>>()).filter(|rows| rows.len() > 1).unwrap_or_default();
                [total.row(None, agent, other)].into_iter().chain(single).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// Returns the q values of agents being ahead more often than the other, with rows over all line-ups.
pub fn tested(pairs: &[PairRow]) -> Vec<(&PairRow, f64)> {
    let together: Vec<&PairRow> =
        pairs.iter().filter(|row| row.lineup.is_none() && row.clusters >= MIN_BLOCKS).collect();
    let p: Vec<f64> = together
        .iter()
        .map(|row: &&PairRow| row.ahead_p.unwrap_or_else(|| agreed_p(row.ahead.value, row.clusters)))
        .collect();
    together.into_iter().zip(q_values(&p)).collect()
}

/// Returns the two-sided p value of even chances if all clusters agree and so have no variance.
///
/// Uses the sign test (Arbuthnott 1710); 1 if the share is one half.
fn agreed_p(share: Option<f64>, clusters: u64) -> f64 {
    let is_off = share.is_some_and(|share| (share - 0.5).abs() > 1e-9);
    if is_off { libm::exp2(1.0 - clusters as f64) } else { 1.0 }
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
