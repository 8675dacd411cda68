//! `seat_advantage.csv`: the value of each place in the turn order.

use engine::MAX_SEATS;

use super::result_row::{AgentOrAll, Count, Estimated, Probability, cell_kinds, result_row};
use crate::schedule::Schedule;
use crate::subject::Accumulator;
use crate::subject::rows::Rows;
use stats::mean::Shares;
use stats::multiple::q_values;
use stats::share::share_difference;
use stats::sum::{Sum, impl_sum};
use stats::{Estimate, Interval, Welford, is_rounding, two_sided_normal_p};

cell_kinds! {
    /// A place in the turn order, from 0.
    Position(usize, Single, Integer) |position, _, line| line.index(*position) => |row, column, schedule| {
        let position = row.whole(column)? as usize;
        if position < schedule.players {
            Ok(position)
        } else {
            Err(row.fault(column, &format!("a number below {}", schedule.players)))
        }
    };
}

result_row! {
    read
    /// One place in the first round's turn order, for one agent or all.
    ///
    /// Uses the clusters in which the agent was in every place.
    SeatAdvantageRow {
        agent: AgentOrAll, "", "name of the agent; `all` for all agents together";
        position: Position, "places", "number of places after the first round's starting player, clockwise";
        clusters: Count, "clusters", "seeds in which the agent had every place; intervals are clustered by seed";
        seat_games: Count, "seats", "number of the agent's seats in this place";
        win_share: Estimated, "wins per seat", "mean win share in this place";
        win_difference: Estimated, "wins per seat",
            "win share in this place minus the mean over all places with the same seed";
        win_difference_p: Probability, "",
            "two-sided p value for `win_difference` = 0: the wins of each seed are exchangeable between places";
        vp: Estimated, "VP", "mean final score in this place";
        vp_difference: Estimated, "VP", "VP in this place minus the mean over all places with the same seed";
        vp_difference_p: Probability, "", "two-sided p value for `vp_difference` = 0";
    }
}

/// Sums over the seats in one place.
#[derive(Copy, Clone, Default, Debug)]
struct SeatSums {
    blocks: u64,
    seats: u64,
    wins: f64,
    vp: i64,
}

impl_sum!(SeatSums: blocks, seats, wins, vp);

impl SeatSums {
    /// Returns the means over seats of win share and VP.
    fn means(&self) -> [f64; 2] {
        let seats = self.seats as f64;
        [self.wins / seats, self.vp as f64 / seats]
    }
}

/// The sums by place.
type Places = [SeatSums; MAX_SEATS];

/// All agents in one block or cluster.
#[derive(Clone, Default, Debug)]
pub struct AllSeatSums {
    blocks: u64,
    by_agent: Vec<Places>,
}

impl_sum!(AllSeatSums: blocks, by_agent);

/// The totals of one place over all clusters so far.
#[derive(Copy, Clone, Default, Debug)]
struct PlaceTotals {
    seats: u64,
    wins: Shares,
    /// The win share of the other places together.
    others: Shares,
    win_difference: Welford,
    /// The variance of the sum of win differences if places were exchangeable within each cluster.
    exchanged: f64,
    vp: Welford,
    vp_difference: Welford,
}

impl PlaceTotals {
    /// Returns the win share in this place minus the mean over all `places`.
    ///
    /// That is a fraction of the difference from the other places, whose interval follows from those of both shares.
    /// The correlation of clusters follows from the variances of both and of the difference.
    fn win_difference(&self, places: usize) -> Estimate {
        let part = (places - 1) as f64 / places as f64;
        let variances = [self.wins.stream(), self.others.stream(), &self.win_difference].map(Welford::variance);
        let correlation = match variances {
            [Some(one), Some(two), Some(difference)]
                if !(self.wins.stream().is_constant() || self.others.stream().is_constant()) =>
            {
                (one + two - difference / (part * part)) / (2.0 * (one * two).sqrt())
            }
            _ => 0.0,
        };
        let apart = share_difference(&self.wins.estimate(), &self.others.estimate(), correlation);
        Estimate {
            value: self.win_difference.mean(),
            interval: apart
                .interval
                .map(|interval: Interval| Interval { low: part * interval.low, high: part * interval.high }),
        }
    }

    /// Returns the p value of the hypothesis that all places are alike.
    ///
    /// Under it, in each cluster, the win share of a place is equally likely to be any of the observed ones (Mantel
    /// 1963, Journal of the American Statistical Association 58, extends Cochran's test in this way). Unlike Student's
    /// t, which needs wins in the place to estimate their variance, this test is valid for rare wins. `None` if places
    /// do not differ in any cluster.
    fn win_difference_p(&self) -> Option<f64> {
        let (count, mean) = (self.win_difference.count() as f64, self.wins.stream().mean()?);
        let sum = self.win_difference.mean()? * count;
        let is_same = is_rounding((self.exchanged / count).sqrt(), mean);
        (!is_same).then(|| two_sided_normal_p(sum / self.exchanged.sqrt()))
    }
}

/// The totals of all agents, then of all together, over all clusters so far.
#[derive(Clone, Debug)]
pub struct TurnOrderTotals {
    players: usize,
    totals: Vec<[PlaceTotals; MAX_SEATS]>,
}

impl TurnOrderTotals {
    /// Creates totals without clusters.
    pub fn new(schedule: &Schedule) -> Self {
        let totals = vec![[PlaceTotals::default(); MAX_SEATS]; schedule.agents.len() + 1];
        Self { players: schedule.players, totals }
    }
}

impl Accumulator for TurnOrderTotals {
    type Sums = AllSeatSums;

    fn sums(&self) -> AllSeatSums {
        AllSeatSums { blocks: 1, by_agent: vec![Places::default(); self.totals.len() - 1] }
    }

    fn add(&self, sums: &mut AllSeatSums, rows: &Rows) {
        let (first, players) = (rows.game.fixture.seed.first.index(), rows.game.players);
        for row in &rows.seats {
            let place = &mut sums.by_agent[row.agent][(row.seat + players - first) % players];
            let blocks = u64::from(place.seats == 0);
            place.add(&SeatSums { blocks, seats: 1, wins: row.win_share, vp: row.points.into() });
        }
    }

    fn close(&mut self, cluster: &AllSeatSums) {
        let mut together = Places::default();
        cluster.by_agent.iter().for_each(|places| together.add(places));
        together.iter_mut().for_each(|sums| sums.blocks = cluster.blocks);
        for (totals, places) in self.totals.iter_mut().zip(cluster.by_agent.iter().chain([&together])) {
            push(&mut totals[..self.players], &places[..self.players]);
        }
    }
}

impl TurnOrderTotals {
    /// Returns the rows: every agent that was in all places of a seed, then all together.
    pub fn rows(&self) -> Vec<SeatAdvantageRow> {
        let agents = self.totals.len() - 1;
        let rows = self.totals.iter().enumerate().flat_map(|(index, totals)| {
            let agent = (index < agents).then_some(index);
            let places = totals[..self.players].iter().enumerate();
            places.map(move |(position, total)| row(agent, position, total, self.players))
        });
        rows.filter(|row| row.clusters > 0).collect()
    }
}

/// Returns the q values of win differences by place over all agents, with their rows.
///
/// `None` if they cannot be tested.
pub fn tested(rows: &[SeatAdvantageRow]) -> Option<Vec<(&SeatAdvantageRow, f64)>> {
    let together: Vec<_> = rows.iter().filter(|row| row.agent.is_none()).collect();
    let p: Vec<f64> = together.iter().map(|row| row.win_difference_p).collect::<Option<_>>()?;
    Some(together.into_iter().zip(q_values(&p)).collect())
}

/// Adds an agent's places in one cluster, if it was in all of them; otherwise they are not comparable.
fn push(totals: &mut [PlaceTotals], places: &[SeatSums]) {
    if places.iter().any(|sums| sums.seats == 0) {
        return;
    }
    let count = places.len() as f64;
    let means = [0, 1].map(|measure| places.iter().map(|sums| sums.means()[measure]).sum::<f64>() / count);
    let squares: f64 = places.iter().map(|sums| (sums.means()[0] - means[0]).powi(2)).sum();
    let (blocks, seats): (u64, u64) = (places[0].blocks, places.iter().map(|sums| sums.seats).sum());
    for (total, sums) in totals.iter_mut().zip(places) {
        let [wins, vp] = sums.means();
        total.seats += sums.seats;
        total.wins.push(wins, sums.blocks, sums.seats);
        total.others.push((count * means[0] - wins) / (count - 1.0), blocks, seats - sums.seats);
        total.win_difference.push(wins - means[0]);
        total.exchanged += squares / count;
        total.vp.push(vp);
        total.vp_difference.push(vp - means[1]);
    }
}

fn row(agent: Option<usize>, position: usize, total: &PlaceTotals, players: usize) -> SeatAdvantageRow {
    SeatAdvantageRow {
        agent,
        position,
        clusters: total.vp.count(),
        seat_games: total.seats,
        win_share: total.wins.estimate(),
        win_difference: total.win_difference(players),
        win_difference_p: total.win_difference_p(),
        vp: total.vp.estimate(),
        vp_difference: total.vp_difference.estimate(),
        vp_difference_p: total.vp_difference.p_value(0.0),
    }
}
