//! Whole drawings: a chart in its frame, with a title and description for screen readers.

use maud::{Markup, PreEscaped, html};

use super::pen::{Sheet, at};
use super::{dots, lines, matrix, theme};
use lab::figure::data::{Chart, Figure, FigureView};

/// The style of a figure in its own file.
#[derive(Clone, Debug)]
pub struct FigureStyle {
    /// The width in pixels.
    pub width: f64,
    /// The font family.
    pub font: String,
    /// The font size in pixels.
    pub size: f64,
}

impl Default for FigureStyle {
    fn default() -> Self {
        Self { width: 720.0, font: "system-ui, sans-serif".to_owned(), size: 13.0 }
    }
}

/// The font size of drawings in a page, in pixels.
const PAGE_FONT: f64 = 13.0;

/// A chart with its title and description.
#[derive(Copy, Clone, Debug)]
pub struct Drawing<'a> {
    /// The title.
    pub title: &'a str,
    /// The description.
    pub description: &'a str,
    /// The chart.
    pub chart: &'a Chart,
}

impl<'a> Drawing<'a> {
    /// Creates the drawing of one view of a figure.
    pub fn of(figure: &'a Figure, view: &'a FigureView) -> Self {
        let description = view.answer.as_deref().unwrap_or("The numbers are in the table.");
        Self { title: &figure.question, description, chart: &view.chart }
    }
}

/// Draws a chart for a page, which defines the colours. `id` must be unique in the page.
///
/// Without tooltips the drawing is half as long: for the second drawing of a chart in a page.
pub(crate) fn in_page(drawing: &Drawing<'_>, id: &str, width: f64, has_tips: bool) -> Markup {
    framed(drawing, id, Sheet { width, font: PAGE_FONT, has_tips }, None)
}

/// The first bytes of a drawing in its own file.
pub(crate) const BEGINNING: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\"";

/// Draws a chart for its own file: complete XML, black on white for paper.
///
/// ```
/// # use lab::figure::data::{Axis, Chart, Dot, DotRow, Dots};
/// # use report::figure::draw::{Drawing, FigureStyle, alone};
/// # use stats::{Estimate, Interval};
/// let estimate = Estimate { value: Some(0.4), interval: Some(Interval { low: 0.3, high: 0.5 }) };
/// let dot = Dot { series: 0, estimate, is_hollow: false, text: "40.0 ± 10.0 %".to_owned() };
/// let rows = vec![DotRow { label: "greedy".to_owned(), dots: vec![dot] }];
/// let chart = Chart::Dots(Dots { axis: Some(Axis::percent("win share")), rows, ..Dots::default() });
/// let drawing = Drawing { title: "Who wins?", description: "greedy wins 40 %.", chart: &chart };
/// let svg = alone(&drawing, &FigureStyle::default());
/// assert!(svg.starts_with("<?xml") && svg.contains("data-cells=\"0.400000 0.300000 0.500000\""));
/// ```
pub fn alone(drawing: &Drawing<'_>, style: &FigureStyle) -> String {
    let sheet = Sheet { width: style.width, font: style.size, has_tips: true };
    let drawn = framed(drawing, "figure", sheet, Some(style));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", closed(&drawn.into_string()))
}

/// Shortens the closing tags of empty elements, in pages and in XML: saves a tenth of a page.
pub(crate) fn closed(markup: &str) -> String {
    // Texts contain no `<`, so these are always closing tags.
    ["path", "circle", "rect", "use", "ellipse"]
        .iter()
        .fold(markup.to_owned(), |markup, name| markup.replace(&format!("></{name}>"), "/>"))
}

fn framed(drawing: &Drawing<'_>, id: &str, sheet: Sheet, style: Option<&FigureStyle>) -> Markup {
    let drawn = match drawing.chart {
        Chart::Dots(chart) => dots::draw(chart, &sheet),
        Chart::Matrix(chart) => matrix::draw(chart, &sheet),
        Chart::Lines(chart) => lines::draw(chart, &sheet),
    };
    let (title, description) = (format!("{id}-title"), format!("{id}-description"));
    let [width, height] = [sheet.width, drawn.height.ceil()].map(at);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" viewBox={ "0 0 " (width) " " (height) }
            width=(width) height=(height) aria-labelledby=(title) aria-describedby=(description) font-size=(at(sheet.font))
            font-family=[style.map(|style| &style.font)] {
            title id=(title) { (drawing.title) }
            desc id=(description) { (drawing.description) }
            @if style.is_some() {
                // The rules need no escaping in XML.
                style { (PreEscaped(theme::resolved(theme::LIGHT, theme::RULES))) }
                rect width=(width) height=(height) fill="#fff" {}
            }
            (drawn.markup)
        }
    }
}
