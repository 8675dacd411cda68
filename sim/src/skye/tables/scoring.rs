//! `scoring.csv`: what the scoring tiles award to whom.

use engine::skye::{ScoringTile, Slot};

use crate::lab::forms::column::{Column, float, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Accumulator;
use crate::skye::notes::rows::SkyeRows;
use crate::skye::setting::Setting;
use crate::stats::{Estimate, Ratio};

/// One scoring tile for one agent, or for all.
#[derive(Clone, Debug)]
pub struct ScoringRow {
    /// The agent's number, or nothing for all agents.
    pub agent: Option<usize>,
    /// The scoring tile.
    pub scoring: ScoringTile,
    /// Clusters with this tile.
    pub clusters: u64,
    /// Seats in games with this tile.
    pub seat_games: u64,
    /// Mean VP from it in a game.
    pub vp: Estimate,
    /// Standard deviation of these VP between seats.
    pub vp_sd: Option<f64>,
    /// Share of it in the final VP of winners.
    pub winners_share: Estimate,
}

/// The columns in order.
pub const COLUMNS: &[Column<ScoringRow>] = &[
    text("agent", "name of the agent; `all` for all together", |row, _, line| line.agent(row.agent)),
    text("scoring", "the scoring tile", |row, _, line| line.plain(row.scoring.name())),
    integer("clusters", "clusters", "seeds with this tile; every interval is over clusters", |row, _, line| {
        line.count(row.clusters);
    }),
    integer("seat_games", "seats", "the agent's seats in games with this tile", |row, _, line| {
        line.count(row.seat_games);
    }),
    float("vp_mean", "VP", "mean VP from this tile in a game", |row, _, line| line.float(row.vp.value)),
    float("vp_lo", "VP", "lower end of its 95 % interval", |row, _, line| line.float(row.vp.low())),
    float("vp_hi", "VP", "upper end of its 95 % interval", |row, _, line| line.float(row.vp.high())),
    float("vp_sd", "VP", "standard deviation of the VP from this tile between seats", |row, _, line| {
        line.float(row.vp_sd);
    }),
    float(
        "winners_share",
        "fraction",
        "VP from this tile over final VP, where the agent won or shared the win",
        |row, _, line| {
            line.float(row.winners_share.value);
        },
    ),
    float("winners_share_lo", "fraction", "lower end of its 95 % interval", |row, _, line| {
        line.float(row.winners_share.low());
    }),
    float("winners_share_hi", "fraction", "upper end of its 95 % interval", |row, _, line| {
        line.float(row.winners_share.high());
    }),
];

/// Whole-number sums over seats, in one block, one cluster or in all.
#[derive(Copy, Clone, Default, Debug)]
struct Sums {
    seats: u64,
    vp: u64,
    vp_squared: u64,
    winners_tile_vp: u64,
    winners_vp: u64,
}

impl Sums {
    fn add_seat(&mut self, rows: &SkyeRows, seat: usize, slot: usize) {
        let (row, vp) = (&rows.seats[seat], u64::from(rows.notes.seats[seat].vp_by_slot[slot]));
        self.seats += 1;
        self.vp += vp;
        self.vp_squared += vp * vp;
        if row.rank == 1 {
            self.winners_tile_vp += vp;
            self.winners_vp += u64::try_from(row.points).expect("VP are never below 0");
        }
    }

    fn add(&mut self, other: &Self) {
        self.seats += other.seats;
        self.vp += other.vp;
        self.vp_squared += other.vp_squared;
        self.winners_tile_vp += other.winners_tile_vp;
        self.winners_vp += other.winners_vp;
    }

    /// Sample standard deviation. Whole-number sums keep every digit until the last step.
    fn standard_deviation(&self) -> Option<f64> {
        let (seats, vp, squared) = (u128::from(self.seats), u128::from(self.vp), u128::from(self.vp_squared));
        let scaled = (seats * squared - vp * vp) as f64;
        (seats > 1).then(|| (scaled / (seats * (seats - 1)) as f64).sqrt())
    }
}

/// All agents and the four scoring tiles of one block or cluster, which has one scoring set.
#[derive(Clone, Debug)]
pub struct BlockSums {
    scoring: Option<[ScoringTile; Slot::ALL.len()]>,
    by_agent: Vec<[Sums; Slot::ALL.len()]>,
}

#[derive(Copy, Clone, Default, Debug)]
struct Total {
    sums: Sums,
    vp: Ratio,
    winners_share: Ratio,
}

impl Total {
    fn add(&mut self, block: &Sums) {
        self.sums.add(block);
        self.vp.push(block.vp as f64, block.seats as f64);
        self.winners_share.push(block.winners_tile_vp as f64, block.winners_vp as f64);
    }
}

/// All agents, and all together, over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    by_agent: Vec<[Total; ScoringTile::ALL.len()]>,
    together: [Total; ScoringTile::ALL.len()],
}

impl Accumulator<Setting> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, _: &Setting) -> Self {
        let none = [Total::default(); ScoringTile::ALL.len()];
        Self { by_agent: vec![none; schedule.agents.len()], together: none }
    }

    fn sums(schedule: &Schedule, _: &Setting) -> BlockSums {
        BlockSums { scoring: None, by_agent: vec![[Sums::default(); Slot::ALL.len()]; schedule.agents.len()] }
    }

    fn add(sums: &mut BlockSums, rows: &SkyeRows) {
        sums.scoring = Some(rows.treatment.0);
        for row in &rows.seats {
            let slots = sums.by_agent[row.agent].iter_mut().enumerate();
            slots.for_each(|(slot, sums)| sums.add_seat(rows, row.seat, slot));
        }
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        for (slots, more) in cluster.by_agent.iter_mut().zip(&block.by_agent) {
            slots.iter_mut().zip(more).for_each(|(sums, more)| sums.add(more));
        }
    }

    fn close(&mut self, cluster: &BlockSums) {
        for (slot, &tile) in cluster.scoring.iter().flatten().enumerate() {
            let mut together = Sums::default();
            for (totals, sums) in self.by_agent.iter_mut().zip(&cluster.by_agent) {
                totals[tile as usize].add(&sums[slot]);
                together.add(&sums[slot]);
            }
            self.together[tile as usize].add(&together);
        }
    }
}

impl Totals {
    /// The table: every agent, then all together; tiles that never occurred are left out.
    pub fn rows(&self) -> Vec<ScoringRow> {
        let agents = self.by_agent.iter().enumerate().map(|(agent, totals)| (Some(agent), totals));
        let everybody = agents.chain([(None, &self.together)]);
        let pairs =
            everybody.flat_map(|(agent, totals)| totals.iter().zip(ScoringTile::ALL).map(move |pair| (agent, pair)));
        let came_up = pairs.filter(|(_, (total, _))| total.sums.seats > 0);
        came_up.map(|(agent, (total, scoring))| row(agent, scoring, total)).collect()
    }
}

fn row(agent: Option<usize>, scoring: ScoringTile, total: &Total) -> ScoringRow {
    let Total { sums, vp, winners_share } = total;
    ScoringRow {
        agent,
        scoring,
        clusters: vp.blocks(),
        seat_games: sums.seats,
        vp: vp.amount(),
        vp_sd: sums.standard_deviation(),
        winners_share: winners_share.amount().within(0.0, 1.0),
    }
}
