//! `comparison.csv`: two runs of the same blocks, cluster by cluster.

use super::frame::FrameRow;
use super::measures::{Measure, Names, in_words};
use super::row::{AgentName, Count, Estimated, Number, rows};
use crate::base::error::Result;
use crate::forms::column::text;
use crate::schedule::Schedule;
use crate::subject::GameInfo;
use crate::subject::outcome::{FIRST_START_WIN, WINS};
use stats::multiple::q_values;
use stats::{Estimate, Welford};

rows! {
    /// One measure in both runs.
    struct ComparisonRow {
        /// What is compared.
        measure: Names;
        + text("measure", "what is compared; see `sim list outcomes`, `win_share` and `vp` of agents, `win_share_by_order` of places in the first turn order", |row, _, line| {
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
            "p value adjusted for the number of rows (Benjamini & Hochberg 1995); empty for an agent that is alone, since its rows say what \
             those of all together say; that of `first_start_win` is that of the first place, which is the same and is counted once"
        );
        /// The place in the first turn order, from 0.
        place: Option<usize>;
        + text("part", "the place in the first turn order, from 1; empty for other measures", |row, _, line| {
            row.place.iter().for_each(|place| line.count(*place as u64 + 1));
        });
        /// Whether sentences, printed tables and figures have it: not what another row says, too.
        is_said: bool;
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
    pub fn new(measures: Vec<Measure>) -> Self {
        let names = measures.iter().map(|measure| measure.names()).collect();
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
        let of = self.names.iter().zip(&self.measures);
        let rows = of.zip(&self.totals).map(|((names, measure), total)| row(*names, *measure, total));
        with_q(rows.filter(|row| row.clusters > 0).collect())
    }
}

impl ComparisonRow {
    /// The rows of a table that was read.
    ///
    /// # Errors
    /// The first cell that no table has there.
    pub fn read_all<'a>(
        game: &GameInfo,
        rows: impl Iterator<Item = FrameRow<'a>>,
        schedule: &Schedule,
    ) -> Result<Vec<Self>> {
        let measures = Measure::all(game, schedule);
        let places: Vec<String> = (1..=schedule.players).map(|place| place.to_string()).collect();
        let read = |row: FrameRow<'a>| {
            let agent = row.one_or_all("agent", schedule.names())?;
            let place = row.text("part");
            let place =
                (!place.is_empty()).then(|| row.one_of("part", places.iter().map(String::as_str))).transpose()?;
            let is_it = |measure: &&Measure| measure.agent() == agent && measure.place() == place;
            let names: Vec<Names> = measures.iter().filter(is_it).map(|measure| measure.names()).collect();
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
                place,
                is_said: true,
            })
        };
        Ok(with_q(rows.map(read).collect::<Result<_>>()?))
    }

    /// The measure in words.
    pub fn about(&self, schedule: &Schedule) -> String {
        in_words(schedule, self.measure.name, self.measure.title, self.agent, self.place)
    }

    /// Whether it is a share of the win of a place or an agent.
    pub fn is_who_wins(&self) -> bool {
        self.place.is_some() || self.agent.is_some() && self.measure.unit == WINS
    }
}

/// The rows with the q value of each among those that say something that no other says.
fn with_q(mut rows: Vec<ComparisonRow>) -> Vec<ComparisonRow> {
    let is_alone = rows.iter().filter_map(|row| row.agent).all(|agent| agent == 0);
    let has_places = rows.iter().any(|row| row.place.is_some());
    let is_first = |row: &ComparisonRow| has_places && row.measure.name == FIRST_START_WIN;
    for row in &mut rows {
        row.is_said = !(is_alone && row.agent.is_some() || is_first(row));
    }
    let tested = |row: &&mut ComparisonRow| row.p.is_some() && row.is_said;
    let p: Vec<f64> = rows.iter_mut().filter(tested).filter_map(|row| row.p).collect();
    rows.iter_mut().filter(tested).zip(q_values(&p)).for_each(|(row, q)| row.q = Some(q));
    let of_first_place = rows.iter().find(|row| row.place == Some(0)).and_then(|row| row.q);
    rows.iter_mut().filter(|row| is_first(row)).for_each(|row| row.q = of_first_place);
    rows
}

fn row(names: Names, measure: Measure, total: &Compared) -> ComparisonRow {
    let Compared { first, second, difference } = total;
    let apart = first
        .variance()
        .zip(second.variance())
        .map(|(one, two)| one + two)
        .filter(|_| !(first.is_constant() && second.is_constant()));
    ComparisonRow {
        measure: names,
        agent: measure.agent(),
        clusters: difference.count(),
        first: first.estimate(),
        second: second.estimate(),
        difference: difference.estimate(),
        p: difference.p_value(0.0),
        q: None,
        design_effect: difference.variance().zip(apart).map(|(paired, apart)| paired / apart),
        place: measure.place(),
        is_said: true,
    }
}
