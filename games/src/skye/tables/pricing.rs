//! `pricing.csv`: the prices that agents ask for tiles, and their proceeds, round by round.

use crate::skye::notes::rows::{OfferRow, notes_of};
use crate::skye::setting::Setting;
use lab::forms::column::text;
use lab::forms::labels::ALL;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use lab::tables::row::{AgentName, Count, Estimated, Mean, rows};
use stats::sum::sums;
use stats::{Estimate, Ratio};

rows! {
    /// One agent in one round, or in all.
    struct PricingRow {
        agent: usize as AgentName("agent", "", "name of the agent");
        /// The round from 1; `None` for all rounds.
        round: Option<usize>;
        + text("round", "round from 1; `all` for all rounds", |row, _, line| match row.round {
            Some(round) => line.index(round),
            None => line.plain(ALL),
        });
        clusters: u64 as Count("clusters", "clusters", "seeds played; every interval is over clusters");
        offers: u64 as Count("offers", "tiles", "tiles offered: drawn and not discarded");
        price: Estimate as Mean("price", "gold", "mean price of an offered tile");
        sold: Estimate as Estimated("sold_share", "fraction", "share of offered tiles that were bought");
        revenue: Estimate as Mean("revenue", "gold per round", "received for sold tiles by one player in one round");
        burnt: Estimate as Mean("burnt", "gold per round", "stakes lost on kept tiles by one player in one round");
    }
}

/// Offered tiles of one seat in one round.
const OFFERS_PER_SEAT: u64 = 2;

sums! {
    /// Offered tiles, and gold.
    #[derive(Copy)]
    pub struct Offers {
        offers: u64,
        price: u64,
        sold: u64,
        revenue: u64,
        burnt: u64,
    }
}

impl Offers {
    fn add_offer(&mut self, offer: &OfferRow) {
        let Some(price) = offer.price() else { return };
        self.offers += 1;
        self.price += u64::from(price);
        self.sold += u64::from(offer.is_sold());
        self.revenue += u64::from(offer.revenue());
        self.burnt += u64::from(offer.burnt());
    }
}

/// Prices over clusters.
#[derive(Copy, Clone, Default, Debug)]
pub struct Prices {
    offers: u64,
    price: Ratio,
    sold: Ratio,
    revenue: Ratio,
    burnt: Ratio,
}

impl Estimator for Prices {
    type Sums = Offers;

    fn push(&mut self, cluster: &Offers) {
        let (offers, turns) = (cluster.offers as f64, (cluster.offers / OFFERS_PER_SEAT) as f64);
        self.offers += cluster.offers;
        self.price.push(cluster.price as f64, offers);
        self.sold.push(cluster.sold as f64, offers);
        self.revenue.push(cluster.revenue as f64, turns);
        self.burnt.push(cluster.burnt as f64, turns);
    }
}

/// Each round, then all rounds, over all clusters so far.
#[derive(Clone, Debug)]
pub struct PricingTotals {
    rounds: usize,
    prices: ByAgent<Prices>,
}

impl PricingTotals {
    /// No clusters yet.
    pub fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let rounds = setting.rules.round_count();
        Self { rounds, prices: ByAgent::new(schedule.agents.len(), rounds + 1) }
    }
}

impl Accumulator for PricingTotals {
    type Sums = Sums<Prices>;

    fn sums(&self) -> Self::Sums {
        self.prices.sums()
    }

    fn add(&self, sums: &mut Self::Sums, rows: &Rows) {
        for offer in &notes_of(rows).offers {
            let of_agent = &mut sums[rows.seats[offer.seat].agent];
            for round in [usize::from(offer.round) - 1, notes_of(rows).rounds] {
                of_agent[round].add_offer(offer);
            }
        }
    }

    fn close(&mut self, cluster: &Self::Sums) {
        self.prices.close(cluster);
    }
}

impl PricingTotals {
    /// Returns the table: for every agent each round, then all rounds.
    pub fn rows(&self) -> Vec<PricingRow> {
        self.prices
            .rows(|agent, round, of| {
                Some(PricingRow {
                    agent: agent?,
                    round: (round < self.rounds).then_some(round + 1),
                    clusters: of.sold.blocks(),
                    offers: of.offers,
                    price: of.price.amount(),
                    sold: of.sold.share(),
                    revenue: of.revenue.amount(),
                    burnt: of.burnt.amount(),
                })
            })
            .into_iter()
            .flatten()
            .collect()
    }
}
