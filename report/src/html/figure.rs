//! A figure in a page: its question, a choice of views, and their numbers.

use lab::forms::compression::table_file;
use lab::tables::frame::TextTable;
use maud::{Markup, html};

use crate::figure::draw::{Drawing, in_page};
use lab::figure::data::{DataSource, Figure, FigureView};
use lab::run::manifest::SECOND;
use lab::subject::outcome::VP;

/// The width of drawings for screens and paper, in pixels.
const WIDE: f64 = 720.0;
/// The width of drawings for phones, and for several runs next to each other, in pixels.
const NARROW: f64 = 324.0;

/// Renders a figure.
///
/// `id` must be unique in the page, and `run` is the name of its run if there are several. A figure next to others has
/// space only for the narrow drawing.
pub fn figure(figure: &Figure, id: &str, run: Option<&str>, is_alone: bool) -> Markup {
    let several = figure.views.len() > 1;
    html! {
        figure id=(id) aria-labelledby={ (id) "-question" } {
            figcaption {
                h3 id={ (id) "-question" } {
                    (figure.question)
                    @if let Some(run) = run { " " span class="run" { (run) } }
                }
            }
            @if several {
                p class="soft" { "Choose what the figure is about:" }
                div class="switch" {
                    @for (index, view) in figure.views.iter().enumerate() {
                        input type="radio" name=(id) id={ (id) "-choice-" (index) } checked[index == 0];
                        label for={ (id) "-choice-" (index) } { (label(&view.label)) }
                    }
                    @for (index, view) in figure.views.iter().enumerate() {
                        div class={ "view view-" (index) } { (drawn(figure, view, &format!("{id}-{index}"), is_alone)) }
                    }
                }
            } @else {
                @for view in &figure.views { (drawn(figure, view, id, is_alone)) }
            }
            @for note in &figure.notes { p class="soft" { (prose(note)) } }
        }
    }
}

/// The label of a view's button.
fn label(name: &str) -> String {
    if name == VP { name.to_uppercase() } else { name.replace('_', " ") }
}

fn drawn(figure: &Figure, view: &FigureView, id: &str, is_alone: bool) -> Markup {
    let file = match view.source {
        DataSource::Result(table) => format!("from {}", table_file(table)),
        DataSource::Second(table) => format!("from {SECOND}/{}", table_file(table)),
        DataSource::Raw(table) => format!("counted from {}", table_file(table)),
    };
    let drawing = Drawing::of(figure, view);
    html! {
        @if let Some(answer) = &view.answer { p class="answer" { (prose(answer)) } }
        @if is_alone { div class="wide" { (in_page(&drawing, &format!("{id}-wide"), WIDE, true)) } }
        div class=(if is_alone { "narrow" } else { "only" }) { (in_page(&drawing, &format!("{id}-narrow"), NARROW, !is_alone)) }
        details {
            summary { "Numbers, " (file) }
            div class="scroll" tabindex="0" role="region" aria-label={ "Numbers: " (figure.question) } { (table(&view.table)) }
        }
    }
}

/// Renders a table as in its file.
///
/// Its class is the number of text columns, counted from the left.
fn table(cells: &TextTable) -> Markup {
    let mut columns = 0..cells.header.len();
    let first_number = columns.find(|column| cells.rows.iter().all(|row| is_number(&row[*column])));
    let texts = first_number.unwrap_or(cells.header.len());
    html! {
        table class={ "texts-" (texts) } {
            thead { tr { @for name in &cells.header { th scope="col" { (name) } } } }
            tbody { @for row in &cells.rows { tr { @for cell in row { td { (prose(cell)) } } } } }
        }
    }
}

fn is_number(text: &str) -> bool {
    text.is_empty() || text.parse::<f64>().is_ok()
}

/// Renders a sentence, with text between backticks as code.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (index, piece) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_marked_and_the_rest_is_text() {
        assert_eq!(prose("see `a < b` there").into_string(), "see <code>a &lt; b</code> there");
        assert_eq!(prose("nothing").into_string(), "nothing");
    }
}
