//! Whole drawings: a chart in its frame, with what a reader who cannot see it is told.

use maud::{Markup, PreEscaped, html};

use super::data::{Chart, Figure, View};
use super::pen::{Sheet, at};
use super::{dots, lines, matrix, theme};

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

/// A drawing for a page, which gives it colours; `id` must be unique in it. Without tips it is half as long: where another drawing has them.
pub fn in_page(figure: &Figure, view: &View, id: &str, width: f64, has_tips: bool) -> Markup {
    framed(figure, view, id, Sheet { width, font: PAGE_FONT, has_tips }, None)
}

/// A drawing in a file of its own: black on white for paper, XML with all that it needs.
pub fn alone(figure: &Figure, view: &View, look: &Look) -> String {
    let drawn =
        framed(figure, view, "figure", Sheet { width: look.width, font: look.size, has_tips: true }, Some(look));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", closed(&drawn.into_string()))
}

/// Elements of drawings without content in their short form, which means the same in a page as in XML: a tenth of a page.
pub fn closed(markup: &str) -> String {
    // Texts have no `<`, so these are ends of elements.
    ["path", "circle", "rect", "use", "ellipse"]
        .iter()
        .fold(markup.to_owned(), |markup, name| markup.replace(&format!("></{name}>"), "/>"))
}

fn framed(figure: &Figure, view: &View, id: &str, sheet: Sheet, look: Option<&Look>) -> Markup {
    let drawn = match &view.chart {
        Chart::Dots(chart) => dots::draw(chart, &sheet),
        Chart::Matrix(chart) => matrix::draw(chart, &sheet),
        Chart::Lines(chart) => lines::draw(chart, &sheet),
    };
    let (title, description) = (format!("{id}-title"), format!("{id}-description"));
    let [width, height] = [sheet.width, drawn.height.ceil()].map(at);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" viewBox={ "0 0 " (width) " " (height) }
            width=(width) height=(height) aria-labelledby={ (title) " " (description) } font-size=(at(sheet.font))
            font-family=[look.map(|look| &look.font)] {
            title id=(title) { (figure.question) }
            desc id=(description) { (view.answer.as_deref().unwrap_or("The numbers are in the table.")) }
            @if look.is_some() {
                // The style is this program's own, and has nothing that XML would take for more than text.
                style { (PreEscaped(format!("svg{{{}}}{}", theme::LIGHT, theme::RULES))) }
                rect width=(width) height=(height) fill="#fff" {}
            }
            (drawn.markup)
        }
    }
}
