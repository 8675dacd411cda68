//! Its own result table, `prices.csv`: the prices of prizes; and its row of `balance.csv`.

use std::collections::BTreeMap;

use lab::forms::column::{ResultRow, write_rows};
use lab::subject::null_check::NullDesign;
use lab::subject::outcome::vp;
use lab::subject::rows::Rows;
use lab::subject::{Accumulator, Metric, OwnMetrics, ResultTable, RunSums};
use lab::tables::result_row::{Count, Number, result_row};
use stats::sum::{Sum, impl_sum};
use stats::{Estimate, Welford};

use super::notes::{LOTS, notes_of};

result_row! {
    /// One prize and how it sold.
    PrizeRow {
        prize: Count, "VP", "the prize";
        lots: Count, "prizes", "times that anybody bid for it";
        sold: Count, "prizes", "times that somebody bought it";
        price_mean: Number, "coins", "mean price where it was bought";
    }
}

/// The sales of a prize.
#[derive(Copy, Clone, Default, Debug)]
pub struct Sales {
    lots: u64,
    sold: u64,
    paid: u64,
}

impl_sum!(Sales: lots, sold, paid);

/// The sales of all prizes.
#[derive(Clone, Default, Debug)]
pub struct Prices(BTreeMap<u8, Sales>);

impl Sum for Prices {
    fn add(&mut self, more: &Self) {
        self.0.add(&more.0);
    }
}

impl Accumulator for Prices {
    type Sums = Self;

    fn sums(&self) -> Self {
        Self::default()
    }

    fn add(&self, sums: &mut Self, rows: &Rows) {
        for lot in &notes_of(rows).rows {
            let paid = lot.buyer.map_or(0, |_| lot.bid.into());
            let sale = Sales { lots: 1, sold: lot.buyer.is_some().into(), paid };
            sums.0.entry(lot.prize).or_default().add(&sale);
        }
    }

    fn close(&mut self, cluster: &Self) {
        Sum::add(self, cluster);
    }
}

/// The mean VP of clusters by the purse of each player.
#[derive(Clone, Default, Debug)]
pub struct VpByPurse(BTreeMap<u8, Welford>);

impl Accumulator for VpByPurse {
    type Sums = BTreeMap<u8, (u64, f64)>;

    fn sums(&self) -> Self::Sums {
        BTreeMap::new()
    }

    fn add(&self, sums: &mut Self::Sums, rows: &Rows) {
        let vp = (vp().of)(rows).unwrap();
        sums.add(&BTreeMap::from([(*rows.treatment.get(), (1, vp))]));
    }

    fn close(&mut self, cluster: &Self::Sums) {
        for (purse, (games, vp)) in cluster {
            self.0.entry(*purse).or_default().push(vp / *games as f64);
        }
    }
}

/// An experiment of identical agents.
pub const NULL_EXPERIMENTS: &[NullDesign] = &[NullDesign::new("other prizes", 2, 60, "compare = { prizes = [5] }")];

/// Its own tables.
pub const TABLES: &[ResultTable] = &[ResultTable::of_rows::<PrizeRow>("prices", &[LOTS], |summed, line| {
    let prizes = summed.of::<Prices>().0.iter();
    let rows: Vec<PrizeRow> = prizes
        .map(|(prize, Sales { lots, sold, paid })| PrizeRow {
            prize: u64::from(*prize),
            lots: *lots,
            sold: *sold,
            price_mean: (*sold > 0).then(|| *paid as f64 / *sold as f64),
        })
        .collect();
    write_rows(PrizeRow::COLUMNS, &rows, line);
})
.before("pairs")];

/// Returns the effect of larger purses on points.
pub fn metrics(summed: &RunSums<'_>) -> OwnMetrics {
    let means: Vec<f64> = summed.of::<VpByPurse>().0.values().filter_map(Welford::mean).collect();
    let [smallest, .., largest] = means[..] else { return OwnMetrics::default() };
    let metric = Metric {
        metric: "purse_effect".to_owned(),
        unit: "VP",
        clusters: summed.means.clusters(),
        value: Estimate { value: Some(largest - smallest), interval: None },
        meaning: "mean final VP with the largest purse less that with the smallest".to_owned(),
    };
    OwnMetrics { of_causes: vec![metric], ..OwnMetrics::default() }
}
