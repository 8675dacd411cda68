//! `comparison.csv`: two runs of the same blocks, cluster by cluster.

use super::frame::FrameRow;
use super::measures::{Measure, Names};
use super::row::{AgentName, Count, Estimated, Number, rows};
use crate::base::error::Result;
use crate::lab::forms::column::text;
use crate::lab::schedule::Schedule;
use crate::lab::subject::Subject;
use crate::stats::multiple::q_values;
use crate::stats::{Estimate, Welford};

rows! {
    /// One measure in both runs.
    struct ComparisonRow {
        /// What is compared.
        measure: Names;
        + text("measure", "what is compared; see `sim list outcomes`, and `win_share` of agents", |row, _, line| {
            line.plain(row.measure.name);
        });
        agent: Option<usize> as AgentName("agent", "", "name of the agent in the first run; `all` for all together");
        clusters: u64 as Count("clusters", "clusters", "seeds in which both runs have it; every interval is over clusters");
        first: Estimate as Estimated("first", "unit of the measure", "mean in the first run");
        second: Estimate as Estimated("second", "unit of the measure", "mean in the second run");
        difference: Estimate as Estimated("difference", "unit of the measure", "second less first, paired by seed");
        p: Option<f64> as Number("p", "", "two-sided p value of the difference being 0");
        design_effect: Option<f64> as Number(
            "design_effect",
            "",
            "variance of the difference over that between runs with chance of their own: below 1, pairing pays"
        );
        q: Option<f64> as Number(
            "q",
            "",
            "p value adjusted for the number of rows (Benjamini & Hochberg 1995); of an agent that is alone nothing, since its rows say what \
             those of all together say"
        );
    }
}

/// One measure over all clusters so far.
#[derive(Copy, Clone, Default, Debug)]
struct Compared {
    first: Welford,
    second: Welford,
    difference: Welford,
}

/// All measures over all clusters so far.
#[derive(Clone, Debug)]
pub struct Comparison {
    measures: Vec<Measure>,
    /// What each is called.
    names: Vec<Names>,
    totals: Vec<Compared>,
}

impl Comparison {
    /// Before the first cluster.
    pub fn new<S: Subject>(measures: Vec<Measure>) -> Self {
        let names = measures.iter().map(|measure| measure.names::<S>()).collect();
        Self { totals: vec![Compared::default(); measures.len()], names, measures }
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
        let names = self.names.iter().zip(self.measures.iter().map(|measure| measure.agent()));
        let rows = names.zip(&self.totals).map(|((names, agent), total)| row(*names, agent, total));
        with_q(rows.filter(|row| row.clusters > 0).collect())
    }
}

impl ComparisonRow {
    /// The rows of a table that was read.
    ///
    /// # Errors
    /// The first cell that no table has there.
    pub fn read_all<'a, S: Subject>(
        rows: impl Iterator<Item = FrameRow<'a>>,
        schedule: &Schedule,
    ) -> Result<Vec<Self>> {
        let measures = Measure::all::<S>(schedule);
        let read = |row: FrameRow<'a>| {
            let agent = row.one_or_all("agent", schedule.names())?;
            let names = measures.iter().filter(|measure| measure.agent() == agent).map(|measure| measure.names::<S>());
            let names: Vec<Names> = names.collect();
            Ok(Self {
                measure: names[row.one_of("measure", names.iter().map(|names| names.name))?],
                agent,
                clusters: row.whole("clusters")?,
                first: row.estimate("first")?,
                second: row.estimate("second")?,
                difference: row.estimate("difference")?,
                p: row.number("p")?,
                q: None,
                design_effect: row.number("design_effect")?,
            })
        };
        Ok(with_q(rows.map(read).collect::<Result<_>>()?))
    }
}

/// The rows with the q value of each among them.
fn with_q(mut rows: Vec<ComparisonRow>) -> Vec<ComparisonRow> {
    let is_alone = rows.iter().filter_map(|row| row.agent).all(|agent| agent == 0);
    let tested = |row: &&mut ComparisonRow| row.p.is_some() && !(is_alone && row.agent.is_some());
    let p: Vec<f64> = rows.iter_mut().filter(tested).filter_map(|row| row.p).collect();
    rows.iter_mut().filter(tested).zip(q_values(&p)).for_each(|(row, q)| row.q = Some(q));
    rows
}

fn row(measure: Names, agent: Option<usize>, total: &Compared) -> ComparisonRow {
    let Compared { first, second, difference } = total;
    let apart = first
        .variance()
        .zip(second.variance())
        .map(|(one, two)| one + two)
        .filter(|_| !(first.is_constant() && second.is_constant()));
    ComparisonRow {
        measure,
        agent,
        clusters: difference.count(),
        first: first.estimate(),
        second: second.estimate(),
        difference: difference.estimate(),
        p: difference.p_value(0.0),
        q: None,
        design_effect: difference.variance().zip(apart).map(|(paired, apart)| paired / apart),
    }
}
