//! `tablets.csv`: who takes which stone tablets and when, and how those do who have one.
//!
//! That is an association and not an effect: who can afford the tile, or places it early, may do well for other reasons.

use engine::skye::{Module, Tablet};

use crate::lab::forms::column::{Column, estimate, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Accumulator;
use crate::skye::notes::rows::SkyeRows;
use crate::skye::setting::Setting;
use crate::stats::{Estimate, Ratio};

/// One kind of tablet for one agent, or for all.
#[derive(Clone, Debug)]
pub struct TabletRow {
    /// The agent's number, or nothing for all agents.
    pub agent: Option<usize>,
    /// The kind.
    pub tablet: Tablet,
    /// Clusters: seeds.
    pub clusters: u64,
    /// Seats in all games.
    pub seat_games: u64,
    /// Seats that took one or more.
    pub seats_with: u64,
    /// How many one player took in a game.
    pub taken: Estimate,
    /// The mean round of a player's first.
    pub round: Estimate,
    /// Win share with and without.
    pub win_share: [Estimate; 2],
    /// Final VP with and without.
    pub vp: [Estimate; 2],
}

/// The columns in order.
pub const COLUMNS: &[Column<TabletRow>] = &[
    text("agent", "name of the agent; `all` for all together", |row, _, line| line.agent(row.agent)),
    text("tablet", "the kind of stone tablet", |row, _, line| line.plain(row.tablet.name())),
    integer("clusters", "clusters", "seeds played; every interval is over clusters", |row, _, line| {
        line.count(row.clusters);
    }),
    integer("seat_games", "seats", "the agent's seats in all games", |row, _, line| line.count(row.seat_games)),
    integer("seats_with", "seats", "those of them that took one or more", |row, _, line| line.count(row.seats_with)),
    estimate("taken", "tablets", "how many one player took in a game", |row, part, line| {
        line.estimate(&row.taken, part);
    }),
    estimate("round", "round", "mean round in which a player who took one took the first", |row, part, line| {
        line.estimate(&row.round, part);
    }),
    estimate(
        "win_share_with",
        "fraction",
        "mean win share of seats that took one: an association, not its effect, since who takes one may do well for other reasons",
        |row, part, line| line.estimate(&row.win_share[0], part),
    ),
    estimate(
        "win_share_without",
        "fraction",
        "mean win share of seats that took none: an association, as before",
        |row, part, line| line.estimate(&row.win_share[1], part),
    ),
    estimate(
        "vp_with",
        "VP",
        "mean final VP of seats that took one: an association, not its effect",
        |row, part, line| line.estimate(&row.vp[0], part),
    ),
    estimate(
        "vp_without",
        "VP",
        "mean final VP of seats that took none: an association, not its effect",
        |row, part, line| line.estimate(&row.vp[1], part),
    ),
];

/// Seats that took a tablet of one kind, or those that did not.
#[derive(Copy, Clone, Default, Debug)]
struct Group {
    seats: u64,
    win_share: f64,
    vp: i64,
}

impl Group {
    fn add(&mut self, other: &Self) {
        self.seats += other.seats;
        self.win_share += other.win_share;
        self.vp += other.vp;
    }
}

/// One kind for one agent in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
struct Sums {
    taken: u64,
    rounds: u64,
    /// With and without.
    groups: [Group; 2],
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.taken += other.taken;
        self.rounds += other.rounds;
        self.groups.iter_mut().zip(&other.groups).for_each(|(group, more)| group.add(more));
    }
}

/// All agents and kinds of one block or cluster; no agents where there are no tablets.
#[derive(Clone, Debug)]
pub struct BlockSums(Vec<[Sums; Tablet::ALL.len()]>);

#[derive(Copy, Clone, Default, Debug)]
struct Total {
    seats: u64,
    seats_with: u64,
    taken: Ratio,
    round: Ratio,
    win_share: [Ratio; 2],
    vp: [Ratio; 2],
}

impl Total {
    fn add(&mut self, Sums { taken, rounds, groups }: &Sums) {
        let seats = groups[0].seats + groups[1].seats;
        self.seats += seats;
        self.seats_with += groups[0].seats;
        self.taken.push(*taken as f64, seats as f64);
        self.round.push(*rounds as f64, groups[0].seats as f64);
        for (index, group) in groups.iter().enumerate() {
            self.win_share[index].push(group.win_share, group.seats as f64);
            self.vp[index].push(group.vp as f64, group.seats as f64);
        }
    }
}

/// All agents and kinds over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    by_agent: Vec<[Total; Tablet::ALL.len()]>,
    together: [Total; Tablet::ALL.len()],
}

/// How many agents there are sums for.
fn agents(schedule: &Schedule, setting: &Setting) -> usize {
    if setting.rules.modules.has(Module::Druids) { schedule.agents.len() } else { 0 }
}

impl Accumulator<Setting> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let together = [Total::default(); Tablet::ALL.len()];
        Self { by_agent: vec![together; agents(schedule, setting)], together }
    }

    fn sums(schedule: &Schedule, setting: &Setting) -> BlockSums {
        BlockSums(vec![[Sums::default(); Tablet::ALL.len()]; agents(schedule, setting)])
    }

    fn add(sums: &mut BlockSums, rows: &SkyeRows) {
        for (seat, notes) in rows.seats.iter().zip(&rows.notes.seats) {
            let Some(sums) = sums.0.get_mut(seat.agent) else { return };
            for (kind, sums) in sums.iter_mut().enumerate() {
                let taken = notes.tablets[kind];
                sums.taken += u64::from(taken);
                sums.rounds += u64::from(notes.first_tablet[kind]);
                let group = Group { seats: 1, win_share: seat.win_share, vp: seat.points.into() };
                sums.groups[usize::from(taken == 0)].add(&group);
            }
        }
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        for (kinds, more) in cluster.0.iter_mut().zip(&block.0) {
            kinds.iter_mut().zip(more).for_each(|(sums, more)| sums.add(more));
        }
    }

    fn close(&mut self, cluster: &BlockSums) {
        let mut together = [Sums::default(); Tablet::ALL.len()];
        for (totals, sums) in self.by_agent.iter_mut().zip(&cluster.0) {
            totals.iter_mut().zip(sums).for_each(|(total, sums)| total.add(sums));
            together.iter_mut().zip(sums).for_each(|(all, sums)| all.add(sums));
        }
        self.together.iter_mut().zip(&together).for_each(|(total, sums)| total.add(sums));
    }
}

impl Totals {
    /// The table: for every agent all kinds, then for all together.
    pub fn rows(&self) -> Vec<TabletRow> {
        let agents = self.by_agent.iter().enumerate().map(|(agent, totals)| (Some(agent), totals));
        let everybody = agents.chain([(None, &self.together)]);
        let kinds = everybody.flat_map(|(agent, totals)| {
            totals.iter().zip(Tablet::ALL).map(move |(total, tablet)| (agent, tablet, total))
        });
        kinds.map(|(agent, tablet, total)| row(agent, tablet, total)).collect()
    }
}

fn row(agent: Option<usize>, tablet: Tablet, total: &Total) -> TabletRow {
    TabletRow {
        agent,
        tablet,
        clusters: total.taken.blocks(),
        seat_games: total.seats,
        seats_with: total.seats_with,
        taken: total.taken.amount(),
        round: total.round.amount(),
        win_share: total.win_share.map(|share| share.share()),
        vp: total.vp.map(|vp| vp.amount()),
    }
}
