//! `sources.csv`: the sources of VP, and their shares of the winners' lead.

use crate::tipperary::notes::raw_columns::{SOURCES, notes_of};
use lab::forms::column::Column;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use stats::multiple::q_values;
use stats::sum::impl_sum;
use stats::{Estimate, Ratio};

/// One source for one agent or for all.
#[derive(Clone, Debug)]
pub struct SourceRow {
    pub agent: Option<usize>,
    pub source: usize,
    pub clusters: u64,
    pub seat_games: u64,
    pub vp: Estimate,
    pub vp_share: Estimate,
    pub winners_vp: Estimate,
    pub lead: Estimate,
    pub lead_share: Estimate,
    pub p: Option<f64>,
    pub q: Option<f64>,
}

impl SourceRow {
    /// The columns in order.
    pub const COLUMNS: &[Column<Self>] = &[
        Column::<Self>::agent("agent", |row| row.agent).meaning("name of the agent; `all` for all agents together"),
        Column::<Self>::text("source", |row, line| line.plain(SOURCES[row.source])).meaning("source of VP"),
        Column::<Self>::count("clusters", "clusters", |row| Some(row.clusters))
            .meaning("seeds played; intervals are clustered by seed"),
        Column::<Self>::count("seat_games", "seats", |row| Some(row.seat_games))
            .meaning("number of the agent's seats in all games"),
        Column::<Self>::estimate("vp", "VP", |row| row.vp).meaning("mean VP per player and game from this source"),
        Column::<Self>::estimate("vp_share", "fraction", |row| row.vp_share)
            .meaning("VP from this source as a share of all VP"),
        Column::<Self>::estimate("winners_vp", "VP", |row| row.winners_vp)
            .meaning("mean VP from this source when the agent wins; a shared win counts by its share"),
        Column::<Self>::estimate("lead", "VP", |row| row.lead)
            .meaning("VP from this source when the agent wins, minus the mean of those who do not win the game"),
        Column::<Self>::estimate("lead_share", "fraction", |row| row.lead_share)
            .meaning("share of this source in the winners' lead over all sources; the shares add up to 1"),
        Column::<Self>::probability("lead_p", |row| row.p)
            .meaning("p value for winners having as many VP from this source as others"),
        Column::<Self>::probability("lead_q", |row| row.q)
            .meaning("p value adjusted for the number of the agent's rows (Benjamini & Hochberg)"),
    ];
}

/// Sums of one agent in one block or cluster; arrays are by source.
#[derive(Copy, Clone, Default, Debug)]
pub struct Origins {
    seats: u64,
    points: i64,
    vp: [u64; SOURCES.len()],
    /// The sum of win shares.
    wins: f64,
    winners_vp: [f64; SOURCES.len()],
    /// The sum of win shares in games that are not won by everybody.
    won: f64,
    lead: [f64; SOURCES.len()],
}

impl_sum!(Origins: seats, points, vp, wins, winners_vp, won, lead);

/// One source over clusters.
#[derive(Copy, Clone, Default, Debug)]
pub struct SourceRatios {
    seats: u64,
    vp: Ratio,
    vp_share: Ratio,
    winners_vp: Ratio,
    lead: Ratio,
    lead_share: Ratio,
}

/// All sources over clusters.
#[derive(Copy, Clone, Default, Debug)]
pub struct AllSources([SourceRatios; SOURCES.len()]);

impl Estimator for AllSources {
    type Sums = Origins;

    fn push(&mut self, sums: &Origins) {
        let whole_lead: f64 = sums.lead.iter().sum();
        for (source, of) in self.0.iter_mut().enumerate() {
            let vp = sums.vp[source] as f64;
            of.seats += sums.seats;
            of.vp.push(vp, sums.seats as f64);
            of.vp_share.push(vp, sums.points as f64);
            of.winners_vp.push(sums.winners_vp[source], sums.wins);
            of.lead.push(sums.lead[source], sums.won);
            of.lead_share.push(sums.lead[source], whole_lead);
        }
    }
}

/// All agents over all clusters so far.
#[derive(Clone, Debug)]
pub struct SourceTotals(ByAgent<AllSources>);

impl SourceTotals {
    /// Creates totals without clusters.
    pub fn new(schedule: &Schedule) -> Self {
        Self(ByAgent::new(schedule.agents.len(), 1))
    }
}

impl Accumulator for SourceTotals {
    type Sums = Sums<AllSources>;

    fn sums(&self) -> Self::Sums {
        self.0.sums()
    }

    fn add(&self, agents: &mut Self::Sums, rows: &Rows) {
        let vp = |seat: usize| &notes_of(rows).seats[seat].vp_by_source;
        let losers: Vec<usize> = rows.seats.iter().filter(|seat| seat.rank > 1).map(|seat| seat.seat).collect();
        for seat in &rows.seats {
            let sums = &mut agents[seat.agent][0];
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

    fn close(&mut self, cluster: &Self::Sums) {
        self.0.close(cluster);
    }
}

impl SourceTotals {
    /// Returns the table: all sources for every agent, then for all together.
    pub fn rows(&self) -> Vec<SourceRow> {
        self.0.rows(|agent, _, sources| rows_of(agent, sources)).into_iter().flatten().collect()
    }
}

fn rows_of(agent: Option<usize>, sources: &AllSources) -> Vec<SourceRow> {
    let rows = sources.0.iter().enumerate().map(|(source, of)| SourceRow {
        agent,
        source,
        clusters: of.vp.blocks(),
        seat_games: of.seats,
        vp: of.vp.amount(),
        vp_share: of.vp_share.amount().within(0.0, 1.0),
        winners_vp: of.winners_vp.amount(),
        lead: of.lead.estimate(),
        lead_share: of.lead_share.estimate(),
        p: of.lead.p_value(0.0),
        q: None,
    });
    let mut rows: Vec<SourceRow> = rows.collect();
    let p: Vec<f64> = rows.iter().filter_map(|row| row.p).collect();
    rows.iter_mut().filter(|row| row.p.is_some()).zip(q_values(&p)).for_each(|(row, q)| row.q = Some(q));
    rows
}
