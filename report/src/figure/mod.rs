//! Charts as SVG. Knows no game and no file.
//!
//! A [`Figure`](lab::figure::data::Figure) asks a question, and each of its views answers it by a sentence, a chart and the
//! table whose numbers the chart shows. [`draw`] lays out a chart for a width. Colours come from classes, so one drawing
//! serves light pages, dark pages and paper.

pub mod theme;

mod words;

pub use self::words::{fitting, width as width_of, wrapped};

mod scale;

mod pen;

/// The number of colours for series, and so for players.
pub const COLOURS: usize = pen::COLOURS;

/// The number of series that can be told apart.
pub const MOST_SERIES: usize = pen::MOST_SERIES;

mod dots;

mod matrix;

mod lines;

pub mod draw;
