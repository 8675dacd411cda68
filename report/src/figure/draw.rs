//! Whole drawings: a chart in its frame, with what a reader who cannot see it is told.

use maud::{Markup, PreEscaped, html};

use super::pen::{Sheet, at};
use super::{dots, lines, matrix, theme};
use lab::figure::data::{Chart, Figure, FigureView};

/// How a figure is drawn for a file of its own.
#[derive(Clone, Debug)]
pub struct Look {
    /// The width in pixels.
    pub width: f64,
    /// The font family.
    pub font: String,
    /// The font size in pixels.
    pub size: f64,
}

impl Default for Look {
    fn default() -> Self {
        Self { width: 720.0, font: "system-ui, sans-serif".to_owned(), size: 13.0 }
    }
}

/// The font size of drawings in a page, in pixels.
pub const PAGE_FONT: f64 = 13.0;

/// What is drawn, and what is told to readers who cannot see it.
#[derive(Copy, Clone, Debug)]
pub struct Drawing<'a> {
    /// What it is about.
    pub title: &'a str,
    /// What it shows.
    pub description: &'a str,
    /// The picture.
    pub chart: &'a Chart,
}

impl<'a> Drawing<'a> {
    /// One answer of a figure.
    pub fn of(figure: &'a Figure, view: &'a FigureView) -> Self {
        let description = view.answer.as_deref().unwrap_or("The numbers are in the table.");
        Self { title: &figure.question, description, chart: &view.chart }
    }
}

/// A drawing for a page, which gives it colours; `id` must be unique in it. Without tips it is half as long: where another drawing has them.
pub fn in_page(drawing: &Drawing<'_>, id: &str, width: f64, has_tips: bool) -> Markup {
    framed(drawing, id, Sheet { width, font: PAGE_FONT, has_tips }, None)
}

/// How a drawing in a file of its own begins.
pub const BEGINNING: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\"";

/// A drawing in a file of its own: black on white for paper, XML with all that it needs.
pub fn alone(drawing: &Drawing<'_>, look: &Look) -> String {
    let drawn = framed(drawing, "figure", Sheet { width: look.width, font: look.size, has_tips: true }, Some(look));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", closed(&drawn.into_string()))
}

/// Elements of drawings without content in their short form, which means the same in a page as in XML: a tenth of a page.
pub fn closed(markup: &str) -> String {
    // Texts have no `<`, so these are ends of elements.
    ["path", "circle", "rect", "use", "ellipse"]
        .iter()
        .fold(markup.to_owned(), |markup, name| markup.replace(&format!("></{name}>"), "/>"))
}

fn framed(drawing: &Drawing<'_>, id: &str, sheet: Sheet, look: Option<&Look>) -> Markup {
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
            font-family=[look.map(|look| &look.font)] {
            title id=(title) { (drawing.title) }
            desc id=(description) { (drawing.description) }
            @if look.is_some() {
                // The style is this program's own, and has nothing that XML would take for more than text.
                style { (PreEscaped(theme::settled(theme::LIGHT, theme::RULES))) }
                rect width=(width) height=(height) fill="#fff" {}
            }
            (drawn.markup)
        }
    }
}
