//! `sources.csv`: where VP come from, and what of them wins.

use crate::lab::forms::column::{Column, estimate, float, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::subject::Accumulator;
use crate::stats::multiple::q_values;
use crate::stats::{Estimate, Ratio};
use crate::tipperary::notes::rows::{SOURCES, TipperaryRows};
use crate::tipperary::setting::Setting;

/// One source for one agent, or for all.
#[derive(Clone, Debug)]
pub struct SourceRow {
    /// The agent's number, or nothing for all agents.
    pub agent: Option<usize>,
    /// The number of the source.
    pub source: usize,
    /// Clusters: seeds.
    pub clusters: u64,
    /// Seats in all games.
    pub seat_games: u64,
    /// VP from it.
    pub vp: Estimate,
    /// Their share of all VP.
    pub vp_share: Estimate,
    /// VP from it of those who win.
    pub winners_vp: Estimate,
    /// How many more than the others winners have from it.
    pub lead: Estimate,
    /// The share of that in winners' whole lead.
    pub lead_share: Estimate,
    /// The p value of the hypothesis that winners have no more from it.
    pub p: Option<f64>,
    /// The same, corrected for all sources of the agent.
    pub q: Option<f64>,
}

/// The columns in order.
pub const COLUMNS: &[Column<SourceRow>] = &[
    text("agent", "name of the agent; `all` for all together", |row, _, line| line.agent(row.agent)),
    text("source", "where VP come from", |row, _, line| line.plain(SOURCES[row.source])),
    integer("clusters", "clusters", "seeds played; every interval is over clusters", |row, _, line| {
        line.count(row.clusters);
    }),
    integer("seat_games", "seats", "the agent's seats in all games", |row, _, line| line.count(row.seat_games)),
    estimate("vp", "VP", "VP of a player from this source", |row, part, line| line.estimate(&row.vp, part)),
    estimate("vp_share", "fraction", "VP from this source over all VP", |row, part, line| {
        line.estimate(&row.vp_share, part);
    }),
    estimate(
        "winners_vp",
        "VP",
        "VP from it where the agent wins; shared wins count by their share",
        |row, part, line| {
            line.estimate(&row.winners_vp, part);
        },
    ),
    estimate(
        "lead",
        "VP",
        "VP from it of the agent where it wins less the mean of those who do not win the game",
        |row, part, line| line.estimate(&row.lead, part),
    ),
    estimate(
        "lead_share",
        "fraction",
        "share of that in the lead over all sources: the shares add up to 1",
        |row, part, line| {
            line.estimate(&row.lead_share, part);
        },
    ),
    float("lead_p", "", "p value of the hypothesis that winners have as many VP from it as others", |row, _, line| {
        line.float(row.p);
    }),
    float("lead_q", "", "the same corrected for the agent's other rows (Benjamini & Hochberg)", |row, _, line| {
        line.float(row.q);
    }),
];

/// One agent in one block or cluster; by source where it says so.
#[derive(Copy, Clone, Default, Debug)]
struct Sums {
    seats: u64,
    points: i64,
    vp: [u64; SOURCES.len()],
    /// Shares of wins, added up.
    wins: f64,
    winners_vp: [f64; SOURCES.len()],
    /// Shares of wins in games that not everybody wins.
    won: f64,
    lead: [f64; SOURCES.len()],
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.seats += other.seats;
        self.points += other.points;
        self.wins += other.wins;
        self.won += other.won;
        for source in 0..SOURCES.len() {
            self.vp[source] += other.vp[source];
            self.winners_vp[source] += other.winners_vp[source];
            self.lead[source] += other.lead[source];
        }
    }
}

/// All agents in one block or cluster.
#[derive(Clone, Debug)]
pub struct BlockSums(Vec<Sums>);

/// One source for one agent over clusters.
#[derive(Copy, Clone, Default, Debug)]
struct Total {
    seats: u64,
    vp: Ratio,
    vp_share: Ratio,
    winners_vp: Ratio,
    lead: Ratio,
    lead_share: Ratio,
}

/// All sources of one agent over clusters.
type Source = [Total; SOURCES.len()];

fn close(totals: &mut Source, sums: &Sums) {
    let whole_lead: f64 = sums.lead.iter().sum();
    for (source, total) in totals.iter_mut().enumerate() {
        let vp = sums.vp[source] as f64;
        total.seats += sums.seats;
        total.vp.push(vp, sums.seats as f64);
        total.vp_share.push(vp, sums.points as f64);
        total.winners_vp.push(sums.winners_vp[source], sums.wins);
        total.lead.push(sums.lead[source], sums.won);
        total.lead_share.push(sums.lead[source], whole_lead);
    }
}

/// All agents, and all together, over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    by_agent: Vec<Source>,
    together: Source,
}

impl Accumulator<Setting> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, _: &Setting) -> Self {
        let together = Source::default();
        Self { by_agent: vec![together; schedule.agents.len()], together }
    }

    fn sums(schedule: &Schedule, _: &Setting) -> BlockSums {
        BlockSums(vec![Sums::default(); schedule.agents.len()])
    }

    fn add(BlockSums(agents): &mut BlockSums, rows: &TipperaryRows) {
        let vp = |seat: usize| &rows.notes.seats[seat].vp_by_source;
        let losers: Vec<usize> = rows.seats.iter().filter(|seat| seat.rank > 1).map(|seat| seat.seat).collect();
        for seat in &rows.seats {
            let sums = &mut agents[seat.agent];
            sums.seats += 1;
            sums.points += i64::from(seat.points);
            sums.wins += seat.win_share;
            sums.won += if losers.is_empty() { 0.0 } else { seat.win_share };
            for source in 0..SOURCES.len() {
                let own = vp(seat.seat)[source];
                sums.vp[source] += u64::from(own);
                sums.winners_vp[source] += seat.win_share * f64::from(own);
                if !losers.is_empty() {
                    let others: u64 = losers.iter().map(|&loser| u64::from(vp(loser)[source])).sum();
                    sums.lead[source] += seat.win_share * (f64::from(own) - others as f64 / losers.len() as f64);
                }
            }
        }
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        cluster.0.iter_mut().zip(&block.0).for_each(|(sums, more)| sums.add(more));
    }

    fn close(&mut self, cluster: &BlockSums) {
        let mut together = Sums::default();
        for (totals, sums) in self.by_agent.iter_mut().zip(&cluster.0) {
            close(totals, sums);
            together.add(sums);
        }
        close(&mut self.together, &together);
    }
}

impl Totals {
    /// The table: for every agent all sources, then for all together.
    pub fn rows(&self) -> Vec<SourceRow> {
        let agents = self.by_agent.iter().enumerate().map(|(agent, totals)| (Some(agent), totals));
        agents.chain([(None, &self.together)]).flat_map(|(agent, totals)| rows_of(agent, totals)).collect()
    }
}

fn rows_of(agent: Option<usize>, totals: &Source) -> Vec<SourceRow> {
    let row = |(source, total): (usize, &Total)| SourceRow {
        agent,
        source,
        clusters: total.vp.blocks(),
        seat_games: total.seats,
        vp: total.vp.amount(),
        vp_share: total.vp_share.amount().within(0.0, 1.0),
        winners_vp: total.winners_vp.amount(),
        lead: total.lead.estimate(),
        lead_share: total.lead_share.estimate(),
        p: total.lead.p_value(0.0),
        q: None,
    };
    let mut rows: Vec<SourceRow> = totals.iter().enumerate().map(row).collect();
    let tested: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].p.is_some()).collect();
    let p: Vec<f64> = tested.iter().filter_map(|&row| rows[row].p).collect();
    tested.into_iter().zip(q_values(&p)).for_each(|(row, q)| rows[row].q = Some(q));
    rows
}
