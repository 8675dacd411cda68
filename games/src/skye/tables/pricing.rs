//! `pricing.csv`: the prices that agents ask for tiles, and their revenues, by round.

use crate::skye::notes::raw_columns::{OfferRow, notes_of};
use crate::skye::setting::Setting;
use lab::forms::column::Column;
use lab::forms::labels::ALL;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use stats::sum::impl_sum;
use stats::{Estimate, Ratio};

/// One agent in one round or in all.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "`COLUMNS` says what they mean")]
pub struct PricingRow {
    pub agent: usize,
    pub round: Option<usize>,
    pub clusters: u64,
    pub offers: u64,
    pub price: Estimate,
    pub sold: Estimate,
    pub revenue: Estimate,
    pub burnt: Estimate,
}

impl PricingRow {
    /// The columns in order.
    pub const COLUMNS: &[Column<Self>] = &[
        Column::<Self>::agent("agent", |row| Some(row.agent)).meaning("name of the agent"),
        Column::<Self>::text("round", |row, line| match row.round {
            Some(round) => line.index(round),
            None => line.plain(ALL),
        })
        .meaning("round, from 1; `all` for all rounds"),
        Column::<Self>::count("clusters", "clusters", |row| Some(row.clusters))
            .meaning("seeds played; intervals are clustered by seed"),
        Column::<Self>::count("offers", "tiles", |row| Some(row.offers))
            .meaning("tiles offered (drawn and not discarded)"),
        Column::<Self>::mean("price", "gold", |row| row.price).meaning("mean price of an offered tile"),
        Column::<Self>::estimate("sold_share", "fraction", |row| row.sold)
            .meaning("share of offered tiles that were bought"),
        Column::<Self>::mean("revenue", "gold per round", |row| row.revenue)
            .meaning("gold received for sold tiles per player and round"),
        Column::<Self>::mean("burnt", "gold per round", |row| row.burnt)
            .meaning("stakes lost on kept tiles per player and round"),
    ];
}

/// The number of tiles offered per seat and round.
const OFFERS_PER_SEAT: u64 = 2;

/// Sums of tiles offered and gold.
#[derive(Copy, Clone, Default, Debug)]
pub struct Offers {
    offers: u64,
    price: u64,
    sold: u64,
    revenue: u64,
    burnt: u64,
}

impl_sum!(Offers: offers, price, sold, revenue, burnt);

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

/// Totals of each round, then of all rounds, over all clusters so far.
#[derive(Clone, Debug)]
pub struct PricingTotals {
    rounds: usize,
    prices: ByAgent<Prices>,
}

impl PricingTotals {
    /// Creates totals without clusters.
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
    /// Returns the table: each round for every agent, then all rounds.
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
