//! Pictures for a rule book: single components and boards, with squares of the same size.

use interface::stage::{Component, ScoredGroup, ScoringExample};
use maud::{Markup, html};

use super::board::{BoardBounds, MARGIN, SIDE, file, inside, pieces, rules, used};
use super::staged::{PieceStyle, StagedGame};

/// The radius of the disc behind points.
const DISC: f64 = 17.0;

/// Draws one component for its own file, with a caveat as text for readers that show no pictures.
pub fn component(component: &Component, style: &PieceStyle, caveat: Option<&str>) -> String {
    let Component { name, svg, width, height } = component;
    let size = [*width, *height].map(|squares| SIDE * i32::from(squares) + 2 * MARGIN);
    bare([-MARGIN, -MARGIN, size[0], size[1]], name, caveat, style, html! {}, svg)
}

/// Draws a seat's board after a step for its own file; highlights the parts that an example scores.
pub fn board(
    staged: &StagedGame,
    step: usize,
    seat: usize,
    style: &PieceStyle,
    example: Option<&ScoringExample>,
) -> String {
    let board = &staged.table(step).boards[seat];
    let view = BoardBounds::around(board.values()).view_box();
    let used = used(staged, board.values().map(|laid| laid.piece));
    let title = format!("Game {}, step {step}, {seat} {}", staged.number, staged.players[seat]);
    let words = example.map(ScoringExample::to_string).into_iter().chain(staged.caveat.clone());
    let words = words.reduce(|all, more| format!("{all}. {more}"));
    let laid = inside(board);
    let groups = example.map_or(&[][..], |example| &example.groups);
    let defs = html! {
        (pieces(&used))
        @if example.is_some() { g id="board" { (laid) } }
        @for (number, group) in groups.iter().enumerate() { (mask(number, group, view)) }
    };
    let content = html! {
        @if example.is_none() { (laid) } @else { g opacity=".3" { use href="#board" {} } }
        @for (number, group) in groups.iter().enumerate() {
            @if group.joined.len() > 1 { path d=(line(&group.joined)) class="join" {} }
            path d=(group.shapes.concat()) class="rim" {}
            use href="#board" mask={ "url(#group" (number) ")" } {}
        }
        @for group in groups { (points(group)) }
    };
    bare(view, &title, words.as_deref(), style, defs, &content)
}

/// A line through these points.
fn line(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    format!("M{}", points.join("L"))
}

/// The mask that shows only the scoring parts of a group.
fn mask(number: usize, group: &ScoredGroup, [left, top, width, height]: [i32; 4]) -> Markup {
    html! {
        mask id={ "group" (number) } maskUnits="userSpaceOnUse" x=(left) y=(top) width=(width) height=(height) {
            @for path in &group.shapes { path d=(path) fill="#fff" fill-rule="evenodd" {} }
        }
    }
}

/// The points of a group on a disc.
fn points(group: &ScoredGroup) -> Markup {
    let (x, y) = group.at;
    html! {
        @if let Some(vp) = group.vp {
            circle cx=(x) cy=(y) r=(DISC) class="disc" {}
            text x=(x) y=(y + 7.0) class="points" { (vp) }
        }
    }
}

/// The CSS rules of highlighted parts.
const RULES: &str = ".rim{fill:none;stroke:#1b1b1b;stroke-width:10;stroke-linejoin:round}\
.join{fill:none;stroke:#1b1b1b;stroke-width:3;stroke-dasharray:8 5}\
.disc{fill:#fff;stroke:#1b1b1b;stroke-width:3}\
.points{font:700 20px sans-serif;text-anchor:middle;fill:#1b1b1b}";

/// An SVG file in which a square has [`SIDE`] pixels; its text is for readers that show no pictures.
fn bare(
    [left, top, width, height]: [i32; 4],
    title: &str,
    words: Option<&str>,
    style: &PieceStyle,
    defs: Markup,
    content: &Markup,
) -> String {
    file(html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby=(if words.is_some() { "title words" } else { "title" })
            viewBox={ (left) " " (top) " " (width) " " (height) } width=(width) height=(height) {
            title id="title" { (title) }
            @if let Some(words) = words { desc id="words" { (words) } }
            (rules(style))
            style { (RULES) }
            defs { (style.icons) (defs) }
            (content)
        }
    })
}
