//! Charts as SVG, independent of games and files.
//!
//! A [`Figure`](lab::figure::data::Figure) asks a question. Each of its views answers it by a sentence, a chart and the
//! table with the numbers of the chart. [`draw`] lays out a chart for a given width. Colours come from classes, so one
//! drawing serves light pages, dark pages and paper.

pub(crate) mod theme;

mod words;

pub(crate) use self::words::{fitting, width as width_of, wrapped};

mod scale;

mod pen;

/// The number of distinguishable series.
pub const MOST_SERIES: usize = pen::MOST_SERIES;

mod dots;

mod matrix;

mod lines;

pub mod draw;
