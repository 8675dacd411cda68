//! What figures show, as plain data.

use crate::stats::Estimate;

/// A question with its answers.
#[derive(Clone, Debug)]
pub struct Figure {
    /// A short name, for links and files: lower-case letters and hyphens.
    pub name: &'static str,
    /// The part of a report that it belongs to.
    pub section: &'static str,
    /// What it asks.
    pub question: String,
    /// Its answers, out of which a reader chooses one; none if what they need is missing.
    pub views: Vec<View>,
    /// How to read it; without views what is missing and how to get it.
    pub notes: Vec<String>,
}

impl Figure {
    /// A figure of one view.
    pub fn of(name: &'static str, section: &'static str, question: impl Into<String>, view: View) -> Self {
        Self { name, section, question: question.into(), views: vec![view], notes: Vec::new() }
    }

    /// A figure that cannot be drawn, and why.
    pub fn missing(name: &'static str, section: &'static str, question: impl Into<String>, why: String) -> Self {
        Self { name, section, question: question.into(), views: Vec::new(), notes: vec![why] }
    }

    /// The same as one of the run that another is compared with.
    #[must_use]
    pub fn of_second(mut self) -> Self {
        for view in &mut self.views {
            view.source = match view.source {
                Source::Result(file) | Source::Second(file) => Source::Second(file),
                Source::Raw(file) => Source::Raw(file),
            };
        }
        self.note("Of the second run, with what is changed.")
    }

    /// The same with a note on how to read it.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// One answer.
#[derive(Clone, Debug)]
pub struct View {
    /// What tells it from the other views of its figure: lower-case letters, digits and underscores.
    pub label: String,
    /// The answer in a sentence, as far as the numbers allow one.
    pub answer: Option<String>,
    /// The picture.
    pub chart: Chart,
    /// The numbers in the picture.
    pub table: Cells,
    /// Where they are from.
    pub source: Source,
}

/// A table as text, cell by cell as in its file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cells {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// Where numbers are from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Rows of a result table.
    Result(&'static str),
    /// Rows of a result table of the run that another is compared with.
    Second(&'static str),
    /// Counted from a raw table.
    Raw(&'static str),
}

/// A picture.
#[derive(Clone, Debug)]
pub enum Chart {
    /// Dots with intervals, one row each.
    Dots(Dots),
    /// Coloured squares.
    Matrix(Matrix),
    /// Lines with bands, side by side.
    Lines(Lines),
}

/// Dots with intervals on one axis, or each row on its own.
#[derive(Clone, Default, Debug)]
pub struct Dots {
    /// The axis; without one, every row has a scale of its own around the rule.
    pub axis: Option<Axis>,
    /// A value to compare with, and what it is.
    pub rule: Option<(f64, String)>,
    /// What dots of one shape and colour have in common; a legend if there are several.
    pub series: Vec<String>,
    /// The rows from above.
    pub rows: Vec<DotRow>,
    /// What a hollow dot means, if there are any.
    pub hollow: Option<&'static str>,
}

/// A row of dots.
#[derive(Clone, Debug)]
pub struct DotRow {
    /// What it is about.
    pub label: String,
    /// Its dots.
    pub dots: Vec<Dot>,
}

/// A dot.
#[derive(Clone, Debug)]
pub struct Dot {
    /// The number of its series.
    pub series: usize,
    /// Where it is, and how far its line reaches.
    pub estimate: Estimate,
    /// Whether it does not stand out from chance.
    pub is_hollow: bool,
    /// The number and its interval as people read them.
    pub text: String,
}

/// An axis with numbers.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What its numbers are, with their unit.
    pub title: String,
    /// How they are written.
    pub form: Form,
}

/// How numbers at an axis are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// As they are.
    Plain,
    /// A fraction as a percentage.
    Percent,
}

/// Squares coloured by how far their value is from the middle.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// By row and column; some squares may be missing.
    pub fields: Vec<Vec<Option<Field>>>,
    /// The value that has no colour.
    pub middle: f64,
    /// How values are written.
    pub form: Form,
    /// What the colours mean: far below the middle, far above it.
    pub ends: [String; 2],
}

/// A square.
#[derive(Clone, Debug)]
pub struct Field {
    /// What its colour shows.
    pub value: f64,
    /// What stands in it if there is room.
    pub text: String,
    /// What stands in it otherwise: a sign, or nothing.
    pub short: &'static str,
    /// Everything about it in words.
    pub tip: String,
}

/// Lines in panels that share their axes.
#[derive(Clone, Debug)]
pub struct Lines {
    /// What runs along the panels.
    pub across: String,
    /// Whether that is drawn by its logarithm.
    pub is_log: bool,
    /// What runs up.
    pub up: Axis,
    /// A value to compare with, and what it is.
    pub rule: Option<(f64, String)>,
    /// What lines of one colour have in common; a legend if there are several.
    pub series: Vec<String>,
    /// The panels.
    pub panels: Vec<Panel>,
}

/// A panel of lines.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What it is about.
    pub title: String,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// A line with a band around it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The number of its series.
    pub series: usize,
    /// Its points from the left.
    pub points: Vec<Point>,
    /// Where something is decided, and what: the index of a point.
    pub mark: Option<(usize, String)>,
}

/// A point of a line.
#[derive(Clone, Debug)]
pub struct Point {
    /// How far to the right.
    pub across: f64,
    /// How far up, and how far its band reaches.
    pub up: Estimate,
    /// Everything about it in words.
    pub tip: String,
}
