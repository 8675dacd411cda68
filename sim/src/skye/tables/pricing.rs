//! `pricing.csv`: what the agents ask for tiles and what they get, round by round.

use crate::lab::forms::column::{Column, float, integer, text};
use crate::lab::forms::labels::ALL;
use crate::lab::schedule::Schedule;
use crate::lab::subject::Accumulator;
use crate::skye::notes::rows::{Fate, OfferRow, SkyeRows};
use crate::skye::setting::Setting;
use crate::stats::{Estimate, Ratio};

/// One agent in one round, or in all.
#[derive(Clone, Debug)]
pub struct PricingRow {
    /// The agent's number.
    pub agent: usize,
    /// The round from 1, or nothing for all rounds.
    pub round: Option<usize>,
    /// Clusters played: seeds.
    pub clusters: u64,
    /// Tiles offered: drawn and not discarded.
    pub offers: u64,
    /// Mean price of an offered tile.
    pub price: Estimate,
    /// Share of offered tiles that sold.
    pub sold: Estimate,
    /// Gold received by one player in one round.
    pub revenue: Estimate,
    /// Stakes that one player lost in one round.
    pub burnt: Estimate,
}

/// The columns in order.
pub const COLUMNS: &[Column<PricingRow>] = &[
    text("agent", "name of the agent", |row, _, line| line.agent(Some(row.agent))),
    text("round", "round from 1; `all` for all rounds", |row, _, line| match row.round {
        Some(round) => line.index(round),
        None => line.plain(ALL),
    }),
    integer("clusters", "clusters", "seeds played; every interval is over clusters", |row, _, line| {
        line.count(row.clusters);
    }),
    integer("offers", "tiles", "tiles offered: drawn and not discarded", |row, _, line| line.count(row.offers)),
    float("price_mean", "gold", "mean price of an offered tile", |row, _, line| line.float(row.price.value)),
    float("price_lo", "gold", "lower end of its 95 % interval", |row, _, line| line.float(row.price.low())),
    float("price_hi", "gold", "upper end of its 95 % interval", |row, _, line| line.float(row.price.high())),
    float("sold_share", "fraction", "share of offered tiles that were bought", |row, _, line| {
        line.float(row.sold.value);
    }),
    float("sold_share_lo", "fraction", "lower end of its 95 % interval", |row, _, line| line.float(row.sold.low())),
    float("sold_share_hi", "fraction", "upper end of its 95 % interval", |row, _, line| line.float(row.sold.high())),
    float("revenue_mean", "gold per round", "received for sold tiles by one player in one round", |row, _, line| {
        line.float(row.revenue.value);
    }),
    float("revenue_lo", "gold per round", "lower end of its 95 % interval", |row, _, line| {
        line.float(row.revenue.low());
    }),
    float("revenue_hi", "gold per round", "upper end of its 95 % interval", |row, _, line| {
        line.float(row.revenue.high());
    }),
    float("burnt_mean", "gold per round", "stakes lost on kept tiles by one player in one round", |row, _, line| {
        line.float(row.burnt.value);
    }),
    float("burnt_lo", "gold per round", "lower end of its 95 % interval", |row, _, line| line.float(row.burnt.low())),
    float("burnt_hi", "gold per round", "upper end of its 95 % interval", |row, _, line| line.float(row.burnt.high())),
];

/// Offered tiles of one seat in one round.
const OFFERS_PER_SEAT: u64 = 2;

/// Whole-number sums over offered tiles of one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
struct Sums {
    offers: u64,
    price: u64,
    sold: u64,
    revenue: u64,
    burnt: u64,
}

impl Sums {
    fn add_offer(&mut self, row: &OfferRow) {
        let Some(price) = row.price().map(u64::from) else { return };
        self.offers += 1;
        self.price += price;
        match row.fate {
            Fate::Discarded => {}
            Fate::Sold { .. } => {
                self.sold += 1;
                self.revenue += price;
            }
            Fate::Kept { .. } => self.burnt += price,
        }
    }

    fn add(&mut self, other: &Self) {
        self.offers += other.offers;
        self.price += other.price;
        self.sold += other.sold;
        self.revenue += other.revenue;
        self.burnt += other.burnt;
    }

    /// Seats times rounds.
    fn turns(&self) -> f64 {
        (self.offers / OFFERS_PER_SEAT) as f64
    }
}

/// All agents and rounds of one block or cluster.
#[derive(Clone, Debug)]
pub struct BlockSums(Vec<Vec<Sums>>);

#[derive(Copy, Clone, Default, Debug)]
struct Total {
    offers: u64,
    price: Ratio,
    sold: Ratio,
    revenue: Ratio,
    burnt: Ratio,
}

impl Total {
    fn add(&mut self, block: &Sums) {
        let (offers, turns) = (block.offers as f64, block.turns());
        self.offers += block.offers;
        self.price.push(block.price as f64, offers);
        self.sold.push(block.sold as f64, offers);
        self.revenue.push(block.revenue as f64, turns);
        self.burnt.push(block.burnt as f64, turns);
    }
}

/// All agents, by round and over all rounds, over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals(Vec<(Vec<Total>, Total)>);

impl Accumulator<Setting> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let agent = (vec![Total::default(); setting.rules.round_count()], Total::default());
        Self(vec![agent; schedule.agents.len()])
    }

    fn sums(schedule: &Schedule, setting: &Setting) -> BlockSums {
        BlockSums(vec![vec![Sums::default(); setting.rules.round_count()]; schedule.agents.len()])
    }

    fn add(sums: &mut BlockSums, rows: &SkyeRows) {
        for row in &rows.notes.offers {
            sums.0[rows.seats[row.seat].agent][usize::from(row.round) - 1].add_offer(row);
        }
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        for (rounds, more) in cluster.0.iter_mut().zip(&block.0) {
            rounds.iter_mut().zip(more).for_each(|(sums, more)| sums.add(more));
        }
    }

    fn close(&mut self, cluster: &BlockSums) {
        for ((by_round, all), rounds) in self.0.iter_mut().zip(&cluster.0) {
            let mut together = Sums::default();
            rounds.iter().for_each(|sums| together.add(sums));
            by_round.iter_mut().zip(rounds).for_each(|(total, sums)| total.add(sums));
            all.add(&together);
        }
    }
}

impl Totals {
    /// The table: for every agent each round, then all rounds.
    pub fn rows(&self) -> Vec<PricingRow> {
        let agent_rows = |(agent, (by_round, all)): (usize, &(Vec<Total>, Total))| {
            let rounds = by_round.iter().enumerate().map(|(index, total)| row(agent, Some(index + 1), total));
            rounds.chain([row(agent, None, all)]).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(agent_rows).collect()
    }
}

fn row(agent: usize, round: Option<usize>, total: &Total) -> PricingRow {
    let Total { offers, price, sold, revenue, burnt } = total;
    PricingRow {
        agent,
        round,
        clusters: sold.blocks(),
        offers: *offers,
        price: price.amount(),
        sold: sold.share(),
        revenue: revenue.amount(),
        burnt: burnt.amount(),
    }
}
