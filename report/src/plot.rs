//! Figures of arbitrary tables with a header, such as result tables of several runs.

use crate::figure::MOST_SERIES;
use lab::base::error::{Error, Result};
use lab::figure::data::{Axis, Chart, Curve, Dot, DotRow, Dots, Lines, NumberFormat, Point, Subplot};
use lab::forms::numbers::{FALSE_FINDINGS, with_half_width};
use lab::tables::frame::{Frame, FrameRow};
use stats::Estimate;

/// The choice of rows and columns to draw.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The column with the values.
    pub value: String,
    /// The columns with the ends of the intervals, unless their names follow from the value's.
    pub ends: Option<[String; 2]>,
    /// The columns that label a row.
    pub by: Vec<String>,
    /// The columns that distinguish series.
    pub series: Vec<String>,
    /// The conditions that rows must meet.
    pub only: Vec<RowFilter>,
    /// Whether to draw lines over the numbers in the first column of `by`.
    pub is_line: bool,
    /// Whether to sort rows by value instead of keeping the order of the tables.
    pub is_sorted: bool,
    /// The axis of the values.
    pub axis: Axis,
    /// A reference value and its meaning.
    pub rule: Option<(f64, String)>,
}

/// A condition on the cells of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowFilter {
    /// The column.
    pub column: String,
    /// The cell.
    pub cell: String,
    /// Whether rows with this cell are excluded.
    ///
    /// Otherwise rows must have this cell, or that of another such condition on the same column.
    pub is_not: bool,
}

/// The maximum number of series named in the error about too many.
const MOST_NAMED: usize = 3;

/// A cell of a table to draw.
struct PlotCell<'a> {
    row: FrameRow<'a>,
    about: String,
    series: usize,
    estimate: Estimate,
}

impl Plot {
    /// Makes the chart of these tables, each with its name.
    ///
    /// # Errors
    /// If a table lacks a column, a cell is not a number, no rows are left to draw, or there are too many series to
    /// distinguish.
    pub fn chart(&self, tables: &[(String, Frame)]) -> Result<Chart> {
        let (shown, series) = self.shown(tables)?;
        if shown.is_empty() {
            return Err(Error::of_input("no row of the tables has these cells, and a value"));
        }
        if series.len() > MOST_SERIES {
            let names = series[..MOST_NAMED].join("`, `");
            return Err(Error::input(
                "",
                format_args!("found {} series (`{names}`, …)", series.len()),
                format_args!("at most {MOST_SERIES}"),
            ));
        }
        if self.is_line { self.lines(&shown, series) } else { self.dots(&shown, series) }
    }

    fn shown<'a>(&self, tables: &'a [(String, Frame)]) -> Result<(Vec<PlotCell<'a>>, Vec<String>)> {
        let (mut shown, mut names) = (Vec::new(), Vec::new());
        for (table, frame) in tables {
            self.check(frame)?;
            for row in frame.rows().filter(|row| self.is_wanted(row)) {
                let estimate = self.estimate(&row)?;
                let file = (tables.len() > 1).then_some(table.as_str());
                let name = file.into_iter().chain(self.series.iter().map(|column| row.text(column)));
                let name = name.collect::<Vec<_>>().join(", ");
                if estimate.value.is_none() {
                    continue;
                }
                let series = names.iter().position(|known| *known == name).unwrap_or(names.len());
                if series == names.len() {
                    names.push(name);
                }
                let about = self.by.iter().map(|column| row.text(column)).collect::<Vec<_>>().join(", ");
                shown.push(PlotCell { row, about, series, estimate });
            }
        }
        Ok((shown, names))
    }

    /// Returns whether a row meets all conditions of `only`.
    fn is_wanted(&self, row: &FrameRow<'_>) -> bool {
        self.only.iter().all(|only| {
            let alternatives = self.only.iter().filter(|other| !other.is_not && other.column == only.column);
            let cell = row.text(&only.column);
            if only.is_not { cell != only.cell } else { alternatives.into_iter().any(|other| cell == other.cell) }
        })
    }

    /// Checks that a table has all required columns.
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
        Ok(Estimate { interval: row.interval(low, high)?, ..estimate })
    }

    /// The factor of numbers, and the unit after them.
    fn factor(&self) -> (f64, &'static str) {
        if self.axis.form == NumberFormat::Percent { (100.0, " %") } else { (1.0, "") }
    }

    /// The number of decimals of all numbers; more if even the largest number is small.
    fn decimals(&self, shown: &[PlotCell<'_>]) -> usize {
        let values = shown.iter().filter_map(|shown| shown.estimate.value);
        let largest = values.map(|value| (self.factor().0 * value).abs()).fold(0.0, f64::max);
        if largest < 1.0 { 2 } else { 1 }
    }

    fn text(&self, estimate: &Estimate, decimals: usize) -> String {
        let (factor, unit) = self.factor();
        let Some(interval) = estimate.interval.filter(|_| self.ends.is_some()) else {
            return with_half_width(estimate, factor, decimals, unit);
        };
        // Ends from other columns need not be symmetric around the value.
        let [value, low, high] =
            [estimate.value.unwrap_or_default(), interval.low, interval.high].map(|end| factor * end);
        format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$}){unit}")
    }

    fn dots(&self, shown: &[PlotCell<'_>], series: Vec<String>) -> Result<Chart> {
        let significance = shown.first().and_then(|shown| self.significance(&shown.row));
        let decimals = self.decimals(shown);
        let mut rows: Vec<DotRow> = Vec::new();
        for PlotCell { row, about, series, estimate } in shown {
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
            rows.sort_by(|one, two| first_value(two).total_cmp(&first_value(one)));
        }
        let is_q = significance.is_some_and(|column| column.ends_with('q'));
        let hollow =
            if is_q { "q ≥ 0.05, not significant" } else { "p ≥ 0.05, not adjusted for the number of rows" };
        let (axis, rule) = (Some(self.axis.clone()), self.rule.clone());
        Ok(Chart::Dots(Dots { axis, rule, series, rows, hollow: Some(hollow) }))
    }

    /// The column for significance: the q value, or else the p value.
    fn significance(&self, row: &FrameRow<'_>) -> Option<String> {
        let value = &self.value;
        let names = [format!("{value}_q"), "q".to_owned(), format!("{value}_p"), "p".to_owned()];
        names.into_iter().find(|name| row.has(name))
    }

    fn lines(&self, shown: &[PlotCell<'_>], series: Vec<String>) -> Result<Chart> {
        let mut lines: Vec<Curve> =
            (0..series.len()).map(|series| Curve { series, points: Vec::new(), mark: None }).collect();
        let (along, decimals) = (&self.by[0], self.decimals(shown));
        for PlotCell { row, about, series, estimate } in shown {
            let across = row.number(along)?.ok_or_else(|| row.fault(along, "a number"))?;
            let tip = format!("{about}: {}", self.text(estimate, decimals));
            lines[*series].points.push(Point { across, up: *estimate, tip });
        }
        let (across, up, rule) = (Axis::plain(self.by.join(", ")), self.axis.clone(), self.rule.clone());
        let panels = vec![Subplot { title: String::new(), lines }];
        Ok(Chart::Lines(Lines { across, is_log: false, up, rule, series, panels }))
    }
}

/// The value of a row's first dot, used for sorting.
fn first_value(row: &DotRow) -> f64 {
    row.dots[0].estimate.value.unwrap_or(f64::NEG_INFINITY)
}
