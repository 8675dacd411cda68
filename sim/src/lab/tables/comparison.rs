//! `comparison.csv`: two runs of the same blocks, cluster by cluster.

use crate::lab::forms::column::{Column, estimate, float, integer, text};
use crate::stats::{Estimate, Welford};

/// One measure in both runs.
#[derive(Clone, Debug)]
pub struct ComparisonRow {
    /// What is compared.
    pub measure: &'static str,
    /// The number of the agent it is about; nothing for all together.
    pub agent: Option<usize>,
    /// Clusters in which both runs have it.
    pub clusters: u64,
    /// Its mean in the first run.
    pub first: Estimate,
    /// Its mean in the second run.
    pub second: Estimate,
    /// The second minus the first.
    pub difference: Estimate,
    /// p value of the hypothesis that this is 0.
    pub p: Option<f64>,
    /// Variance of the difference over that of the same two runs with independent chance.
    pub design_effect: Option<f64>,
}

/// The columns in order.
pub const COLUMNS: &[Column<ComparisonRow>] = &[
    text("measure", "what is compared; see `sim list outcomes`, and `win_share` of agents", |row, _, line| {
        line.plain(row.measure);
    }),
    text("agent", "name of the agent in the first run; `all` for all together", |row, _, line| {
        line.agent(row.agent);
    }),
    integer(
        "clusters",
        "clusters",
        "seeds in which both runs have it; every interval is over clusters",
        |row, _, line| {
            line.count(row.clusters);
        },
    ),
    estimate("first", "unit of the measure", "mean in the first run", |row, part, line| {
        line.estimate(&row.first, part);
    }),
    estimate("second", "unit of the measure", "mean in the second run", |row, part, line| {
        line.estimate(&row.second, part);
    }),
    estimate("difference", "unit of the measure", "second less first, paired by seed", |row, part, line| {
        line.estimate(&row.difference, part);
    }),
    float("p", "", "two-sided p value of the difference being 0", |row, _, line| line.float(row.p)),
    float(
        "design_effect",
        "",
        "variance of the difference over that between runs with chance of their own: below 1, pairing pays",
        |row, _, line| line.float(row.design_effect),
    ),
];

/// One measure over all clusters so far.
#[derive(Copy, Clone, Default, Debug)]
struct Total {
    first: Welford,
    second: Welford,
    difference: Welford,
}

/// All measures over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    /// Name and agent of each.
    measures: Vec<(&'static str, Option<usize>)>,
    totals: Vec<Total>,
}

impl Totals {
    /// Before the first cluster.
    pub fn new(measures: impl IntoIterator<Item = (&'static str, Option<usize>)>) -> Self {
        let measures: Vec<_> = measures.into_iter().collect();
        Self { totals: vec![Total::default(); measures.len()], measures }
    }

    /// Adds a cluster: its means in both runs.
    pub fn add(&mut self, first: &[Option<f64>], second: &[Option<f64>]) {
        for (total, means) in self.totals.iter_mut().zip(first.iter().zip(second)) {
            if let (Some(first), Some(second)) = means {
                total.first.push(*first);
                total.second.push(*second);
                total.difference.push(second - first);
            }
        }
    }

    /// The table; measures that no cluster has are left out.
    pub fn rows(&self) -> Vec<ComparisonRow> {
        let rows = self.measures.iter().zip(&self.totals).map(|(measure, total)| row(*measure, total));
        rows.filter(|row| row.clusters > 0).collect()
    }
}

fn row((measure, agent): (&'static str, Option<usize>), total: &Total) -> ComparisonRow {
    let Total { first, second, difference } = total;
    let apart = first.variance().zip(second.variance()).map(|(one, two)| one + two).filter(|sum| *sum > 0.0);
    ComparisonRow {
        measure,
        agent,
        clusters: difference.count(),
        first: first.estimate(),
        second: second.estimate(),
        difference: difference.estimate(),
        p: difference.p_value(0.0),
        design_effect: difference.variance().zip(apart).map(|(paired, apart)| paired / apart),
    }
}
