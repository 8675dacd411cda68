//! `neighbours.csv`: the effect of sitting right before or right after a given agent.

use std::collections::BTreeMap;

use engine::MAX_SEATS;

use super::result_row::{Agent, Count, Number, Probability, cell_kinds, result_row};
use crate::schedule::Schedule;
use crate::schedule::circle::{Circle, NeighbourSide};
use crate::subject::Accumulator;
use crate::subject::rows::Rows;
use stats::contrast::{ClusterContrast, Condition};
use stats::multiple::known_q_values;
use stats::sum::{Sum, impl_sum};

/// The name of the table.
pub const NAME: &str = "neighbours";

cell_kinds! {
    /// The side of an agent on which another sits.
    Side(NeighbourSide, Single, Text) |side, _, line| line.plain(side.name()) => |row, column, _| {
        let side = NeighbourSide::ALL.into_iter().find(|side| side.name() == row.text(column));
        side.ok_or_else(|| row.fault(column, "before, after"))
    };
}

result_row! {
    read
    /// One agent on one side of another, compared with the same agent elsewhere at a table with the other.
    NeighbourRow {
        agent: Agent, "", "name of the agent";
        neighbour: Agent, "", "name of the agent next to it";
        side: Side, "", "place of the agent in turn order: right `before` or right `after` the neighbour";
        games: Count, "games", "games in which the agent sits there";
        clusters: Count, "clusters", "seeds with games of both agents; intervals are clustered by seed";
        win_share_difference: Number, "wins per seat",
            "win share of the agent in these games minus its win share with the neighbour elsewhere at the table";
        ci_lo: Number, "wins per seat", "lower end of the 95 % interval of `win_share_difference`";
        ci_hi: Number, "wins per seat", "upper end of this interval";
        q: Probability, "", "p value for `win_share_difference` = 0, adjusted for the number of rows";
        vp_difference: Number, "VP",
            "final VP of the agent in these games minus its VP with the neighbour elsewhere at the table";
        vp_ci_lo: Number, "VP", "lower end of the 95 % interval of `vp_difference`";
        vp_ci_hi: Number, "VP", "upper end of this interval";
        vp_q: Probability, "", "p value for `vp_difference` = 0, adjusted for the number of rows";
    }
}

/// Returns whether effects of neighbours can be estimated: seating is random, and agents differ.
pub fn vary(schedule: &Schedule) -> bool {
    schedule.chosen_circle() == Some(Circle::Drawn) && !schedule.is_of_equal_agents()
}

/// The games of one line-up in one block or cluster, in which agents keep their neighbours.
#[derive(Copy, Clone, Default, Debug)]
struct CircleSums {
    games: u64,
    /// The win shares and VP by place in the circle.
    wins: [f64; MAX_SEATS],
    vp: [i64; MAX_SEATS],
    players: usize,
    /// The agents by place in the circle.
    agents: [usize; MAX_SEATS],
}

impl_sum!(CircleSums: games, wins, vp);

/// The tables of one block or cluster by line-up; empty if neighbours do not vary.
#[derive(Clone, Debug)]
pub struct TablesByLineup {
    vary: bool,
    by_lineup: BTreeMap<u64, CircleSums>,
}

impl Sum for TablesByLineup {
    fn add(&mut self, more: &Self) {
        self.by_lineup.add(&more.by_lineup);
    }
}

/// The contrasts of one agent next to another, over clusters: win share, then VP.
type Compared = [ClusterContrast; 2];

/// Agent, neighbour, side.
type Key = (usize, usize, NeighbourSide);

/// All agents next to all others, over all clusters so far.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    vary: bool,
    found: BTreeMap<Key, Compared>,
}

impl Neighbours {
    /// Creates contrasts without clusters.
    pub fn new(schedule: &Schedule) -> Self {
        Self { vary: vary(schedule), found: BTreeMap::new() }
    }
}

impl Accumulator for Neighbours {
    type Sums = TablesByLineup;

    fn sums(&self) -> TablesByLineup {
        TablesByLineup { vary: self.vary, by_lineup: BTreeMap::new() }
    }

    fn add(&self, sums: &mut TablesByLineup, rows: &Rows) {
        if !sums.vary {
            return;
        }
        let (fixture, players) = (&rows.game.fixture, rows.game.players);
        let table = sums.by_lineup.entry(fixture.lineup).or_insert_with(|| CircleSums {
            players,
            agents: fixture.agents,
            ..CircleSums::default()
        });
        table.games += 1;
        let shift = table.agents[..players].iter().position(|&agent| agent == fixture.agents[0]).unwrap_or(0);
        for row in &rows.seats {
            let place = (row.seat + shift) % players;
            table.wins[place] += row.win_share;
            table.vp[place] += i64::from(row.points);
        }
    }

    fn close(&mut self, cluster: &TablesByLineup) {
        // For each measure, the totals under the condition and elsewhere.
        let mut found: BTreeMap<Key, [[Condition; 2]; 2]> = BTreeMap::new();
        for table in cluster.by_lineup.values() {
            for (place, other) in pairs(table.players) {
                let agents = (table.agents[place], table.agents[other]);
                for side in NeighbourSide::ALL {
                    let is_there = match side {
                        NeighbourSide::Before => (place + 1) % table.players == other,
                        NeighbourSide::After => (other + 1) % table.players == place,
                    };
                    let conditions = found.entry((agents.0, agents.1, side)).or_default();
                    let totals = [table.wins[place], table.vp[place] as f64];
                    for (conditions, total) in conditions.iter_mut().zip(totals) {
                        let condition = &mut conditions[usize::from(!is_there)];
                        condition.blocks += 1;
                        condition.games += table.games;
                        condition.total += total;
                    }
                }
            }
        }
        for (key, conditions) in found {
            let compared = self.found.entry(key).or_default();
            compared
                .iter_mut()
                .zip(conditions)
                .for_each(|(contrast, [there, elsewhere])| contrast.push(&there, &elsewhere));
        }
    }
}

/// Returns all ordered pairs of places at a table.
fn pairs(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players)
        .flat_map(move |place| (0..players).filter(move |other| *other != place).map(move |other| (place, other)))
}

impl Neighbours {
    /// Returns the rows: for every agent each other one, before and after.
    pub fn rows(&self) -> Vec<NeighbourRow> {
        let [q, vp_q] =
            [0, 1].map(|measure| known_q_values(self.found.values().map(|compared| compared[measure].p_value())));
        let mut rows = Vec::new();
        for ((&(agent, neighbour, side), [wins, vp]), (q, vp_q)) in self.found.iter().zip(q.into_iter().zip(vp_q)) {
            let (win_share, points) = (wins.share_difference(), vp.difference());
            rows.push(NeighbourRow {
                agent,
                neighbour,
                side,
                games: wins.games(),
                clusters: wins.clusters(),
                win_share_difference: win_share.value,
                ci_lo: win_share.low(),
                ci_hi: win_share.high(),
                q,
                vp_difference: points.value,
                vp_ci_lo: points.low(),
                vp_ci_hi: points.high(),
                vp_q,
            });
        }
        rows
    }
}
