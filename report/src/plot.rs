//! A figure of any tables with a header, such as result tables of several runs.

use crate::figure::MOST_SERIES;
use lab::base::error::{Error, Result};
use lab::figure::data::{Axis, Chart, Curve, Dot, DotRow, Dots, Lines, NumberFormat, Point, Subplot};
use lab::forms::numbers::{FALSE_FINDINGS, with_half_width};
use lab::tables::frame::{Frame, FrameRow};
use stats::{Estimate, Interval};

/// What is drawn of the tables.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The column with the values.
    pub value: String,
    /// The columns with the ends of their intervals, if they are not called after the values.
    pub ends: Option<[String; 2]>,
    /// The columns that say what a row is about.
    pub by: Vec<String>,
    /// The columns that tell series apart.
    pub series: Vec<String>,
    /// Which rows are drawn.
    pub only: Vec<Only>,
    /// Whether the first column of `by` has numbers that lines run along.
    pub is_line: bool,
    /// Whether rows stand by value instead of in the order of the tables.
    pub is_sorted: bool,
    /// The axis of the values.
    pub axis: Axis,
    /// A value to compare with, and what it is.
    pub rule: Option<(f64, String)>,
}

/// Which cells of a column are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// The column.
    pub column: String,
    /// The cell.
    pub cell: String,
    /// Whether rows with this cell are left out. Otherwise they are wanted, as those with another cell that is wanted of this column.
    pub is_not: bool,
}

/// How many of too many series are named.
const MOST_NAMED: usize = 3;

/// A cell of a table that is drawn.
struct Shown<'a> {
    row: FrameRow<'a>,
    about: String,
    series: usize,
    estimate: Estimate,
}

impl Plot {
    /// The chart of these tables, each with its name.
    ///
    /// # Errors
    /// If a table lacks a column, a cell is no number, nothing is left to draw, or there are more series than can be told apart.
    pub fn chart(&self, tables: &[(String, Frame)]) -> Result<Chart> {
        let (shown, series) = self.shown(tables)?;
        if shown.is_empty() {
            return Err(Error::input("no row of the tables has these cells, and a value"));
        }
        if series.len() > MOST_SERIES {
            let names = series[..MOST_NAMED].join("`, `");
            return Err(Error::input(format!(
                "found {} series (`{names}`, …); accepted: at most {MOST_SERIES}",
                series.len()
            )));
        }
        if self.is_line { self.lines(&shown, series) } else { self.dots(&shown, series) }
    }

    fn shown<'a>(&self, tables: &'a [(String, Frame)]) -> Result<(Vec<Shown<'a>>, Vec<String>)> {
        let (mut shown, mut names) = (Vec::new(), Vec::new());
        for (table, frame) in tables {
            self.check(frame)?;
            for row in frame.rows().filter(|row| self.is_wanted(row)) {
                let estimate = self.estimate(&row)?;
                let texts = |columns: &[String]| columns.iter().map(|column| row.text(column)).collect::<Vec<_>>();
                let file = (tables.len() > 1).then_some(table.as_str());
                let name = file.into_iter().chain(texts(&self.series)).collect::<Vec<_>>().join(", ");
                if estimate.value.is_none() {
                    continue;
                }
                let series = names.iter().position(|known| *known == name).unwrap_or(names.len());
                if series == names.len() {
                    names.push(name);
                }
                shown.push(Shown { row, about: texts(&self.by).join(", "), series, estimate });
            }
        }
        Ok((shown, names))
    }

    /// Whether a row has one of the cells wanted in each column of `only`, and none of those that are not.
    fn is_wanted(&self, row: &FrameRow<'_>) -> bool {
        let has = |only: &Only| row.text(&only.column) == only.cell;
        let has_one =
            |column: &String| self.only.iter().any(|only| !only.is_not && only.column == *column && has(only));
        self.only.iter().all(|only| if only.is_not { !has(only) } else { has_one(&only.column) })
    }

    /// Makes sure that a table has what is asked for.
    fn check(&self, frame: &Frame) -> Result<()> {
        let mean = format!("{}_mean", self.value);
        let value = if frame.has(&mean) { &mean } else { &self.value };
        let only = self.only.iter().map(|only| &only.column);
        let wanted = [value].into_iter().chain(&self.by).chain(&self.series).chain(only);
        wanted.chain(self.ends.iter().flatten()).try_for_each(|column| frame.must_have(column))
    }

    fn estimate(&self, row: &FrameRow<'_>) -> Result<Estimate> {
        let estimate = row.estimate(&self.value)?;
        let Some([low, high]) = &self.ends else { return Ok(estimate) };
        let interval = row.number(low)?.zip(row.number(high)?).map(|(low, high)| Interval { low, high });
        Ok(Estimate { interval, ..estimate })
    }

    /// What numbers are multiplied with, and the unit behind them.
    fn factor(&self) -> (f64, &'static str) {
        if self.axis.form == NumberFormat::Percent { (100.0, " %") } else { (1.0, "") }
    }

    /// The decimals of all numbers: more where even the largest is small.
    fn decimals(&self, shown: &[Shown<'_>]) -> usize {
        let values = shown.iter().filter_map(|shown| shown.estimate.value);
        let largest = values.map(|value| (self.factor().0 * value).abs()).fold(0.0, f64::max);
        if largest < 1.0 { 2 } else { 1 }
    }

    fn text(&self, estimate: &Estimate, decimals: usize) -> String {
        let (factor, unit) = self.factor();
        let Some(interval) = estimate.interval.filter(|_| self.ends.is_some()) else {
            return with_half_width(estimate, factor, decimals, unit);
        };
        // Ends that are somebody's own need not be those of an interval around the value.
        let [value, low, high] =
            [estimate.value.unwrap_or_default(), interval.low, interval.high].map(|end| factor * end);
        format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$}){unit}")
    }

    fn dots(&self, shown: &[Shown<'_>], series: Vec<String>) -> Result<Chart> {
        let significance = shown.first().and_then(|shown| self.significance(&shown.row));
        let decimals = self.decimals(shown);
        let mut rows: Vec<DotRow> = Vec::new();
        for Shown { row, about, series, estimate } in shown {
            let is_hollow = match &significance {
                Some(column) => row.number(column)?.is_none_or(|level| level >= FALSE_FINDINGS),
                None => false,
            };
            let dot = Dot { series: *series, estimate: *estimate, is_hollow, text: self.text(estimate, decimals) };
            match rows.iter_mut().find(|row| row.label == *about) {
                Some(row) => row.dots.push(dot),
                None => rows.push(DotRow { label: about.clone(), dots: vec![dot] }),
            }
        }
        if self.is_sorted {
            let value = |row: &DotRow| row.dots[0].estimate.value.unwrap_or(f64::NEG_INFINITY);
            rows.sort_by(|one, two| value(two).total_cmp(&value(one)));
        }
        let is_q = significance.is_some_and(|column| column.ends_with('q'));
        let hollow = if is_q {
            "q ≥ 0.05, does not stand out from chance"
        } else {
            "p ≥ 0.05, not adjusted for the number of rows"
        };
        let (axis, rule) = (Some(self.axis.clone()), self.rule.clone());
        Ok(Chart::Dots(Dots { axis, rule, series, rows, hollow: Some(hollow) }))
    }

    /// The column that says whether a value stands out: its q value, or else its p value.
    fn significance(&self, row: &FrameRow<'_>) -> Option<String> {
        let value = &self.value;
        let names = [format!("{value}_q"), "q".to_owned(), format!("{value}_p"), "p".to_owned()];
        names.into_iter().find(|name| row.has(name))
    }

    fn lines(&self, shown: &[Shown<'_>], series: Vec<String>) -> Result<Chart> {
        let mut lines: Vec<Curve> =
            (0..series.len()).map(|series| Curve { series, points: Vec::new(), mark: None }).collect();
        let (along, decimals) = (&self.by[0], self.decimals(shown));
        for Shown { row, about, series, estimate } in shown {
            let across = row.number(along)?.ok_or_else(|| row.fault(along, "a number"))?;
            let tip = format!("{about}: {}", self.text(estimate, decimals));
            lines[*series].points.push(Point { across, up: *estimate, tip });
        }
        let (across, up, rule) = (Axis::plain(self.by.join(", ")), self.axis.clone(), self.rule.clone());
        let panels = vec![Subplot { title: String::new(), lines }];
        Ok(Chart::Lines(Lines { across, is_log: false, up, rule, series, panels }))
    }
}
