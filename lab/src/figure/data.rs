//! Figures as plain data.

use crate::tables::frame::TextTable;
use stats::{Estimate, Interval};

/// The name of the figure for the effect of `[compare]`.
pub const COMPARISON: &str = "comparison";

/// The name of the figure for results that hold for all players; in a comparison it covers both runs.
pub const PANEL: &str = "panel";

/// A question with its answers.
#[derive(Clone, Debug)]
pub struct Figure {
    /// A short name, for links and files: lower-case letters and hyphens.
    pub name: &'static str,
    /// The section of a report to which it belongs.
    pub section: &'static str,
    /// The question that it answers.
    pub question: String,
    /// The answers, from which readers choose; empty if their data are missing.
    pub views: Vec<FigureView>,
    /// Notes on how to read it; without views, what is missing and how to get it.
    pub notes: Vec<String>,
}

impl Figure {
    /// Turns it into a figure of the second run of a comparison.
    #[must_use]
    pub fn of_second(mut self) -> Self {
        for view in &mut self.views {
            view.source = match view.source {
                DataSource::Result(table) | DataSource::Second(table) => DataSource::Second(table),
                DataSource::Raw(table) => DataSource::Raw(table),
            };
        }
        self.note("Of the second run, with the change.")
    }

    /// Returns whether it belongs to the second run of a comparison.
    pub fn is_of_second(&self) -> bool {
        self.views.iter().any(|view| matches!(view.source, DataSource::Second(_)))
    }

    /// Returns whether it is about a single run, not a comparison.
    pub fn is_of_one_run(&self) -> bool {
        ![COMPARISON, PANEL].contains(&self.name)
    }

    /// Adds a note on how to read it.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// One view of a figure: an answer to its question.
#[derive(Clone, Debug)]
pub struct FigureView {
    /// The name among the views of its figure: lower-case letters, digits and underscores.
    pub label: String,
    /// The answer in a sentence, if the numbers permit one.
    pub answer: Option<String>,
    /// The chart.
    pub chart: Chart,
    /// The numbers in the chart.
    pub table: TextTable,
    /// The source of the numbers.
    pub source: DataSource,
}

/// The table from which numbers come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DataSource {
    /// Rows of a result table.
    Result(&'static str),
    /// Rows of a result table of the second run of a comparison.
    Second(&'static str),
    /// Counts from a raw table.
    Raw(&'static str),
}

/// A chart.
#[derive(Clone, Debug)]
pub enum Chart {
    /// Dots with intervals, one row each.
    Dots(Dots),
    /// Coloured squares.
    Matrix(Matrix),
    /// Lines with bands, in panels next to each other.
    Lines(Lines),
}

impl Chart {
    /// Gives charts next to each other the same axes and colours, for visual comparison.
    pub fn share_axes(charts: &mut [&mut Self]) {
        let reaches: Vec<[Vec<f64>; 2]> = charts.iter().map(|chart| chart.numbers()).collect();
        let [across, up] =
            [0, 1].map(|axis| reaches.iter().flat_map(|reach| reach[axis].clone()).collect::<Vec<f64>>());
        for chart in charts {
            match chart {
                Self::Dots(dots) => dots.axis.iter_mut().for_each(|axis| axis.reach.clone_from(&across)),
                Self::Lines(lines) => {
                    lines.across.reach.clone_from(&across);
                    lines.up.reach.clone_from(&up);
                }
                Self::Matrix(matrix) => matrix.furthest = up.iter().copied().fold(0.0, f64::max),
            }
        }
    }

    /// The numbers on its horizontal and vertical axes; for a matrix, distances from the middle.
    fn numbers(&self) -> [Vec<f64>; 2] {
        match self {
            Self::Dots(dots) => [dots.numbers(), Vec::new()],
            Self::Lines(lines) => [
                lines
                    .panels
                    .iter()
                    .flat_map(|panel| &panel.lines)
                    .flat_map(|line| &line.points)
                    .map(|point| point.across)
                    .collect(),
                lines.numbers(),
            ],
            Self::Matrix(matrix) => {
                let fields = matrix.fields.iter().flatten().flatten();
                [Vec::new(), fields.map(|field| (field.value - matrix.middle).abs()).collect()]
            }
        }
    }
}

/// The multiple of the median interval length beyond which intervals are clipped by an axis.
const TIMES_USUAL: f64 = 4.0;

/// The numbers that an axis must include: all values, and the ends of intervals.
///
/// Intervals far longer than most, such as those from two seeds, are clipped so that the others stay readable.
fn shown(estimates: &[Estimate]) -> Vec<f64> {
    let mut lengths: Vec<f64> = estimates
        .iter()
        .filter_map(|estimate: &Estimate| {
            let (value, interval) = (estimate.value?, estimate.interval?);
            Some([value - interval.low, interval.high - value])
        })
        .flatten()
        .collect();
    lengths.sort_by(f64::total_cmp);
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    let values: Vec<f64> = estimates.iter().filter_map(|estimate| estimate.value).collect();
    let (least, most) = values
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(*value), high.max(*value)));
    let longest = (TIMES_USUAL * usual).max(most - least);
    let ends = estimates.iter().filter_map(|estimate| Some((estimate.value?, estimate.interval?)));
    let ends = ends.flat_map(|(value, Interval { low, high })| [low.max(value - longest), high.min(value + longest)]);
    values.iter().copied().chain(ends).collect()
}

impl Dots {
    /// The numbers on its axis.
    pub fn numbers(&self) -> Vec<f64> {
        let estimates: Vec<Estimate> = self.rows.iter().flat_map(|row| &row.dots).map(|dot| dot.estimate).collect();
        shown(&estimates).into_iter().chain(self.rule.iter().map(|(value, _)| *value)).collect()
    }
}

impl Lines {
    /// The numbers on its vertical axis.
    pub fn numbers(&self) -> Vec<f64> {
        let points = self.panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.points);
        let estimates: Vec<Estimate> = points.map(|point| point.up).collect();
        shown(&estimates).into_iter().chain(self.rule.iter().map(|(value, _)| *value)).collect()
    }
}

/// Dots with intervals on a common axis, or with a separate scale for each row.
#[derive(Clone, Default, Debug)]
pub struct Dots {
    /// The axis; if `None`, every row has its own scale around the rule.
    pub axis: Option<Axis>,
    /// A reference value and its meaning.
    pub rule: Option<(f64, String)>,
    /// The names of series, shown in a legend if there are several.
    pub series: Vec<String>,
    /// The rows from top to bottom.
    pub rows: Vec<DotRow>,
    /// The meaning of a hollow dot, if there are any.
    pub hollow: Option<&'static str>,
}

/// A row of dots.
#[derive(Clone, Debug)]
pub struct DotRow {
    /// The label.
    pub label: String,
    /// Its dots.
    pub dots: Vec<Dot>,
}

/// A dot.
#[derive(Clone, Debug)]
pub struct Dot {
    /// The number of its series.
    pub series: usize,
    /// The position, with the extent of its line.
    pub estimate: Estimate,
    /// Whether it is not significant.
    pub is_hollow: bool,
    /// The number and its interval as shown to readers.
    pub text: String,
}

/// An axis with numbers.
#[derive(Clone, Default, Debug)]
pub struct Axis {
    /// The title, with the unit.
    pub title: String,
    /// The format of its numbers.
    pub form: NumberFormat,
    /// Numbers to include besides those of its own chart, such as those of an adjacent chart.
    pub reach: Vec<f64>,
}

impl Axis {
    /// Creates an axis of plain numbers.
    pub fn plain(title: impl Into<String>) -> Self {
        Self::of(title, NumberFormat::Plain)
    }

    /// Creates an axis of fractions, shown as percentages.
    pub fn percent(title: impl Into<String>) -> Self {
        Self::of(title, NumberFormat::Percent)
    }

    /// Creates an axis of differences of fractions, shown in percentage points.
    pub fn points(title: impl Into<String>) -> Self {
        Self::of(title, NumberFormat::Points)
    }

    /// Creates an axis with numbers in this format.
    pub fn of(title: impl Into<String>, form: NumberFormat) -> Self {
        Self { title: title.into(), form, reach: Vec::new() }
    }
}

/// The format of the numbers on an axis.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum NumberFormat {
    /// Plain numbers.
    #[default]
    Plain,
    /// A fraction as a percentage.
    Percent,
    /// A difference of fractions in percentage points.
    Points,
}

/// Squares coloured by the distance of their value from the middle.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The squares by row and column; some may be missing.
    pub fields: Vec<Vec<Option<MatrixCell>>>,
    /// The value that has no colour.
    pub middle: f64,
    /// The format of values.
    pub form: NumberFormat,
    /// The meaning of the extreme colours: far below the middle, far above it.
    pub ends: [String; 2],
    /// The minimum distance from the middle at which the colour is strongest.
    pub furthest: f64,
}

/// A square.
#[derive(Clone, Debug)]
pub struct MatrixCell {
    /// The value shown by its colour.
    pub value: f64,
    /// The text in it if there is space.
    pub text: String,
    /// The text if there is no space: a symbol, or empty.
    pub short: &'static str,
    /// The full description in words.
    pub tip: String,
}

/// Lines in panels that share their axes.
#[derive(Clone, Default, Debug)]
pub struct Lines {
    /// The horizontal axis.
    pub across: Axis,
    /// Whether the horizontal axis is logarithmic.
    pub is_log: bool,
    /// The vertical axis.
    pub up: Axis,
    /// A reference value and its meaning.
    pub rule: Option<(f64, String)>,
    /// The names of series, shown in a legend if there are several.
    pub series: Vec<String>,
    /// The panels.
    pub panels: Vec<Subplot>,
}

/// A panel of lines.
#[derive(Clone, Debug)]
pub struct Subplot {
    /// The title.
    pub title: String,
    /// Its lines.
    pub lines: Vec<Curve>,
}

impl Subplot {
    /// Creates a panel with one line.
    pub fn of(title: impl Into<String>, points: Vec<Point>) -> Self {
        Self { title: title.into(), lines: vec![Curve { points, ..Curve::default() }] }
    }
}

/// A line with a band around it.
#[derive(Clone, Default, Debug)]
pub struct Curve {
    /// The number of its series.
    pub series: usize,
    /// The points from left to right.
    pub points: Vec<Point>,
    /// The index of a point at which a decision is made, and its description.
    pub mark: Option<(usize, String)>,
}

/// A point of a line.
#[derive(Clone, Debug)]
pub struct Point {
    /// The horizontal position.
    pub across: f64,
    /// The vertical position, with the extent of its band.
    pub up: Estimate,
    /// The full description in words.
    pub tip: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, half: f64) -> Estimate {
        Estimate { value: Some(value), interval: Some(Interval { low: value - half, high: value + half }) }
    }

    #[test]
    fn an_interval_far_longer_than_most_does_not_stretch_the_axis() {
        let usual: Vec<Estimate> = (0..9).map(|place| estimate(f64::from(place), 1.0)).collect();
        let numbers = shown(&[&usual[..], &[estimate(4.0, 90.0)]].concat());
        let most = numbers.iter().copied().fold(0.0, f64::max);
        assert!(most > 9.0 && most < 15.0, "{numbers:?}");
        // Where all are long, all are shown.
        assert!(shown(&[estimate(4.0, 90.0), estimate(5.0, 80.0)]).contains(&94.0));
        assert_eq!(shown(&[Estimate::default()]), Vec::<f64>::new());
    }

    #[test]
    fn charts_side_by_side_reach_as_far_as_each_other() {
        let row = |value| DotRow {
            label: String::new(),
            dots: vec![Dot { series: 0, estimate: estimate(value, 1.0), is_hollow: false, text: String::new() }],
        };
        let chart =
            |value| Chart::Dots(Dots { axis: Some(Axis::plain("VP")), rows: vec![row(value)], ..Dots::default() });
        let (mut one, mut two) = (chart(10.0), chart(70.0));
        Chart::share_axes(&mut [&mut one, &mut two]);
        for chart in [one, two] {
            let Chart::Dots(Dots { axis: Some(axis), .. }) = chart else { panic!("dots stay dots") };
            assert!(axis.reach.contains(&9.0) && axis.reach.contains(&71.0), "{:?}", axis.reach);
        }
    }
}
