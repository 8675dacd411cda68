//! Figures: what they show as plain data, and how that is drawn as SVG. Knows no game and no file.
//!
//! A [`Figure`](lab::figure::data::Figure) asks a question, and each of its views answers it: a sentence, a chart, and the table whose numbers the chart
//! shows. [`draw`] lays a chart out for a width; colours come from classes, so that one drawing serves light and dark pages and paper.

pub mod theme;

mod words;

pub use self::words::{fitting, width as width_of, wrapped};

mod scale;

mod pen;

/// How many colours there are for series, and so for players.
pub const COLOURS: usize = pen::COLOURS;

/// How many series can be told apart.
pub const MOST_SERIES: usize = pen::MOST_SERIES;

mod dots;

mod matrix;

mod lines;

pub mod draw;
