//! `comparison.csv`: two runs of the same blocks, compared by cluster.

use super::frame::FrameRow;
use super::measures::{Measure, Names, in_words};
use super::result_row::{AgentOrAll, Count, Estimated, Number, Probability, cell_kinds, result_row};
use crate::base::error::Result;
use crate::schedule::Schedule;
use crate::subject::GameInfo;
use crate::subject::outcome::{FIRST_START_WIN, FRACTION, WINS};
use stats::Welford;
use stats::multiple::known_q_values;

cell_kinds! {
    /// The name of a measure.
    MeasureName(Names, Single, Text) |names, _, line| line.plain(names.name);
    /// A place in the turn order from 0, written from 1.
    Part(Option<usize>, Single, Text) |place, _, line| place.iter().for_each(|place| line.index(place + 1));
}

result_row! {
    /// One measure in both runs.
    ComparisonRow {
        measure: MeasureName, "",
            "measure compared: an outcome (`sim list outcomes`), `win_share` or `vp` of an agent, or \
             `win_share_by_order` of a place in the first round's turn order";
        agent: AgentOrAll, "", "name of the agent in the first run; `all` for all agents together";
        clusters: Count, "clusters", "seeds with a value in both runs; intervals are clustered by seed";
        first: Estimated, "unit of the measure", "mean in the first run";
        second: Estimated, "unit of the measure", "mean in the second run";
        difference: Estimated, "unit of the measure", "second minus first, paired by seed";
        p: Probability, "", "two-sided p value for no difference";
        design_effect: Number, "",
            "variance of the difference relative to runs on independent seeds; pairing pays if it is below 1";
        q: Probability, "",
            "p value adjusted for the number of rows (Benjamini & Hochberg 1995); empty for a sole agent, whose rows \
             repeat those of `all`; `first_start_win` repeats the q of the first place and is not counted again";
        part: Part, "", "place in the first round's turn order, from 1; empty for other measures";
    } with {
        /// Whether sentences, printed tables and figures include it, because no other row says the same.
        is_said: bool,
    }
}

/// The totals of one measure over all clusters so far.
#[derive(Copy, Clone, Default, Debug)]
struct MeasureTotals {
    first: Welford,
    second: Welford,
    difference: Welford,
}

/// The totals of all measures over all clusters so far.
#[derive(Clone, Debug)]
pub struct Comparison {
    measures: Vec<Measure>,
    /// The names of the measures.
    names: Vec<Names>,
    totals: Vec<MeasureTotals>,
}

impl Comparison {
    /// Creates totals without clusters.
    pub fn new(measures: Vec<Measure>) -> Self {
        let names = measures.iter().map(|measure| measure.names()).collect();
        Self { totals: vec![MeasureTotals::default(); measures.len()], names, measures }
    }

    /// Adds a cluster, given by its means in both runs.
    pub fn add(&mut self, first: &[Option<f64>], second: &[Option<f64>]) {
        for (total, means) in self.totals.iter_mut().zip(first.iter().zip(second)) {
            if let (Some(first), Some(second)) = means {
                total.first.push(*first);
                total.second.push(*second);
                total.difference.push(second - first);
            }
        }
    }

    /// Returns the rows of the table, without measures that no cluster has.
    pub fn rows(&self) -> Vec<ComparisonRow> {
        let of = self.names.iter().zip(&self.measures);
        let rows = of.zip(&self.totals).map(|((names, measure), total)| row(*names, *measure, total));
        with_q(rows.filter(|row| row.clusters > 0).collect())
    }
}

impl ComparisonRow {
    /// Reads the rows of an existing table.
    ///
    /// # Errors
    /// The first cell that no table would contain.
    pub fn read_all<'a>(
        game: &GameInfo,
        rows: impl Iterator<Item = FrameRow<'a>>,
        schedule: &Schedule,
    ) -> Result<Vec<Self>> {
        let measures = Measure::all(game, schedule);
        let places: Vec<String> = (1..=schedule.players).map(|place| place.to_string()).collect();
        Ok(with_q(
            rows.map(|row: FrameRow<'a>| {
                let agent = row.one_or_all("agent", schedule.names())?;
                let place = row.text("part");
                let place =
                    (!place.is_empty()).then(|| row.one_of("part", places.iter().map(String::as_str))).transpose()?;
                let names: Vec<Names> = measures
                    .iter()
                    .filter(|measure: &&Measure| measure.agent() == agent && measure.place() == place)
                    .map(|measure| measure.names())
                    .collect();
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
                    part: place,
                    is_said: true,
                })
            })
            .collect::<Result<_>>()?,
        ))
    }

    /// Returns the measure in words.
    pub fn about(&self, schedule: &Schedule) -> String {
        in_words(schedule, self.measure.name, self.measure.title, self.agent, self.part)
    }

    /// Returns whether it is the win share of a place or an agent.
    pub fn is_who_wins(&self) -> bool {
        self.part.is_some() || self.agent.is_some() && self.measure.unit == WINS
    }
}

/// Adds q values to the rows, computed among those that are not implied by others.
fn with_q(mut rows: Vec<ComparisonRow>) -> Vec<ComparisonRow> {
    let is_alone = rows.iter().filter_map(|row| row.agent).all(|agent| agent == 0);
    let has_places = rows.iter().any(|row| row.part.is_some());
    let is_first = |row: &ComparisonRow| has_places && row.measure.name == FIRST_START_WIN;
    for row in &mut rows {
        row.is_said = !(is_alone && row.agent.is_some() || is_first(row));
    }
    let q = known_q_values(rows.iter().map(|row| row.p.filter(|_| row.is_said)));
    rows.iter_mut().zip(q).for_each(|(row, q)| row.q = q);
    let of_first_place = rows.iter().find(|row| row.part == Some(0)).and_then(|row| row.q);
    rows.iter_mut().filter(|row| is_first(row)).for_each(|row| row.q = of_first_place);
    rows
}

fn row(names: Names, measure: Measure, total: &MeasureTotals) -> ComparisonRow {
    let MeasureTotals { first, second, difference } = total;
    let apart = first
        .variance()
        .zip(second.variance())
        .map(|(one, two)| one + two)
        .filter(|_| !(first.is_constant() && second.is_constant()));
    // Intervals by Student's t can leave the range of shares.
    let is_share = matches!(names.unit, WINS | FRACTION);
    let (least, most) = if is_share { (0.0, 1.0) } else { (f64::NEG_INFINITY, f64::INFINITY) };
    ComparisonRow {
        measure: names,
        agent: measure.agent(),
        clusters: difference.count(),
        first: first.estimate().map(|mean| mean.clamp(least, most)),
        second: second.estimate().map(|mean| mean.clamp(least, most)),
        difference: difference.estimate().map(|difference| difference.clamp(least - most, most - least)),
        p: difference.p_value(0.0),
        q: None,
        design_effect: difference.variance().zip(apart).map(|(paired, apart)| paired / apart),
        part: measure.place(),
        is_said: true,
    }
}
