//! Figures of the rows of one result table, with what common and game-specific ones need.

use super::data::{Chart, DataSource, Dot, DotRow, Figure, FigureView};
use crate::base::error::Result;
use crate::forms::numbers::FALSE_FINDINGS;
use crate::run::finished_run::FinishedRun;
use crate::subject::ResultTable;
use crate::tables::frame::{Frame, FrameRow};
use stats::Estimate;

/// A figure whose numbers are rows of a result table.
#[derive(Copy, Clone, Debug)]
pub struct TableFigure {
    /// A short name, for links and files: lower-case letters and hyphens.
    pub name: &'static str,
    /// The section of a report to which it belongs.
    pub section: &'static str,
    /// The question that it answers.
    pub question: &'static str,
    /// The table.
    pub table: &'static str,
    /// The columns below the chart, as for [`Frame::cells`].
    pub columns: &'static str,
    /// A note on how to read it; empty if it needs none.
    pub note: &'static str,
}

/// A chart, the rows of the table that it shows, and the answer in a sentence.
pub struct Drawn<'a> {
    /// The answer, if the numbers permit one; without a chart, what is missing.
    pub answer: Option<String>,
    /// The chart; `None` if there is nothing to draw.
    pub chart: Option<Chart>,
    /// The rows.
    pub rows: Vec<FrameRow<'a>>,
}

impl Drawn<'_> {
    /// Nothing to draw, and nothing to say.
    pub const NONE: Self = Self { answer: None, chart: None, rows: Vec::new() };
}

impl TableFigure {
    /// Makes the figure of a run's table.
    ///
    /// Without the table it says what is missing; it is `None` if there is neither a chart nor an answer.
    ///
    /// # Errors
    /// If the table cannot be read, or was changed after the run.
    pub fn draw(
        &self,
        run: &FinishedRun,
        draw: impl for<'a> FnOnce(&'a Frame) -> Result<Drawn<'a>>,
    ) -> Result<Option<Figure>> {
        match run.result(self.table)? {
            Some(frame) => Ok(self.of(&frame, draw(&frame)?)),
            None => Ok(Some(self.missing(why_missing(run, self.table)))),
        }
    }

    /// Makes the figure of what was drawn of its table; `None` if there is neither a chart nor an answer.
    pub fn of(&self, frame: &Frame, drawn: Drawn<'_>) -> Option<Figure> {
        let Drawn { answer, chart, rows } = drawn;
        match chart {
            Some(chart) => Some(self.with_views(vec![self.view(answer, chart, frame, rows)])),
            None => answer.map(|why| self.missing(why)),
        }
    }

    /// Makes a view of some rows of its table, without a label.
    pub fn view<'a>(
        &self,
        answer: Option<String>,
        chart: Chart,
        frame: &Frame,
        rows: impl IntoIterator<Item = FrameRow<'a>>,
    ) -> FigureView {
        let table = frame.cells(rows, self.columns);
        FigureView { label: String::new(), answer, chart, table, source: DataSource::Result(self.table) }
    }

    /// Makes the figure of these views.
    pub fn with_views(&self, views: Vec<FigureView>) -> Figure {
        let note = Some(self.note).filter(|note| !note.is_empty());
        let notes = note.into_iter().map(str::to_owned).collect();
        Figure { name: self.name, section: self.section, question: self.question.to_owned(), views, notes }
    }

    /// Makes the figure that cannot be drawn, with the reason.
    pub fn missing(&self, why: String) -> Figure {
        Figure { notes: vec![why], ..self.with_views(Vec::new()) }
    }
}

/// Explains why a result table is missing, and how to get it.
pub fn why_missing(run: &FinishedRun, name: &str) -> String {
    let tables = ResultTable::in_play(&run.experiment, &*run.experiment.subject);
    let needed = tables.iter().find(|table| table.name == name).and_then(|table| table.missing(&run.experiment));
    match needed {
        Some(raw) => format!("Needs {name}.csv, which comes from {raw}.csv: list `{raw}` in `tables` of the config."),
        None => format!("Needs {name}.csv, which this folder does not have."),
    }
}

/// Creates a row with one dot.
pub fn dot_row(label: &str, estimate: Estimate, is_hollow: bool, text: String) -> DotRow {
    DotRow { label: label.to_owned(), dots: vec![Dot { series: 0, estimate, is_hollow, text }] }
}

/// Creates a row with one dot from each row of a table.
///
/// `label` and `value` name columns. With a column of q values, dots that are not significant are hollow.
///
/// # Errors
/// If a cell is not a number.
pub fn dot_rows(
    rows: &[FrameRow<'_>],
    label: &str,
    value: &str,
    q: Option<&str>,
    text: impl Fn(&Estimate) -> String,
) -> Result<Vec<DotRow>> {
    let mut dots = Vec::new();
    for row in rows {
        let estimate = row.estimate(value)?;
        let is_hollow = match q {
            Some(q) => row.number(q)?.is_none_or(|q| q >= FALSE_FINDINGS),
            None => false,
        };
        dots.push(dot_row(row.text(label), estimate, is_hollow, text(&estimate)));
    }
    Ok(dots)
}

/// Sorts rows by an estimate in descending order; rows without one come last.
///
/// # Errors
/// If a cell is not a number.
pub fn sorted<'a>(rows: impl IntoIterator<Item = FrameRow<'a>>, by: &str) -> Result<Vec<FrameRow<'a>>> {
    let mut keyed = Vec::new();
    for row in rows {
        keyed.push((row.estimate(by)?.value.unwrap_or(f64::NEG_INFINITY), row));
    }
    keyed.sort_by(|one, two| two.0.total_cmp(&one.0));
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}
