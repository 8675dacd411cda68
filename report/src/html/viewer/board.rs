//! Boards as SVG.

use std::collections::{BTreeMap, BTreeSet};

use interface::stage::{Card, Picture, PlacedPiece};
use maud::{Markup, PreEscaped, html};

use super::staged::{PieceStyle, StagedGame, TableState};
use crate::figure::draw::closed;
use crate::figure::theme::{LIGHT, resolved};
use crate::figure::{fitting, width_of, wrapped};

/// The side length of a piece, in units of the drawing.
pub(super) const SIDE: i32 = 100;

/// The margin around a board.
pub(super) const MARGIN: i32 = 12;

/// The range of columns and rows of a board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct BoardBounds {
    /// The westernmost column.
    west: i32,
    /// The easternmost column.
    east: i32,
    /// The southernmost row.
    south: i32,
    /// The northernmost row.
    north: i32,
}

impl BoardBounds {
    /// The bounds of these pieces; a single square if there are none.
    pub(super) fn around<'a>(pieces: impl IntoIterator<Item = &'a PlacedPiece>) -> Self {
        let all = pieces.into_iter().fold(None, |bounds: Option<Self>, PlacedPiece { x, y, .. }| {
            let Self { west, east, south, north } = bounds.unwrap_or(Self { west: *x, east: *x, south: *y, north: *y });
            Some(Self { west: west.min(*x), east: east.max(*x), south: south.min(*y), north: north.max(*y) })
        });
        all.unwrap_or(Self { west: 0, east: 0, south: 0, north: 0 })
    }

    /// The left, top, width and height of the drawing.
    pub(super) fn view_box(&self) -> [i32; 4] {
        let (width, height) = (self.east - self.west + 1, self.north - self.south + 1);
        [SIDE * self.west - MARGIN, -SIDE * self.north - MARGIN, SIDE * width + 2 * MARGIN, SIDE * height + 2 * MARGIN]
    }
}

/// Renders the pictures of pieces, which boards reference.
pub(super) fn pieces(pieces: &BTreeMap<usize, Picture>) -> Markup {
    html! {
        @for (number, Picture { name, svg }) in pieces {
            g id={ "p" (number) } { title { (name) } (svg) }
        }
    }
}

/// Renders the pieces of a board, with a line along its outline; `board.js` of `interface` does so in pages.
pub(super) fn inside(board: &BTreeMap<(i32, i32), PlacedPiece>) -> Markup {
    let (mut edges, mut outline) = (String::new(), String::new());
    for laid in board.values() {
        let corner = format!("M{} {}", SIDE * laid.x, -SIDE * laid.y);
        edges += &format!("{corner}h100v100h-100z");
        for (east, north, path) in [(0, 1, "h100"), (1, 0, "m100 0v100"), (0, -1, "m0 100h100"), (-1, 0, "v100")] {
            if !board.contains_key(&(laid.x + east, laid.y + north)) {
                outline += &format!("{corner}{path}");
            }
        }
    }
    html! {
        @for laid in board.values() {
            @let (x, y) = (SIDE * laid.x, -SIDE * laid.y);
            @let turned = (laid.turns > 0).then(|| format!("rotate({} {} {})", 90 * laid.turns, x + SIDE / 2, y + SIDE / 2));
            use href={ "#p" (laid.piece) } x=(x) y=(y) transform=[turned] {}
        }
        path d=(edges) class="seam" {}
        path d=(outline) class="open" {}
    }
}

/// The CSS rules of the lines between and around pieces.
pub(in crate::html) const RULES: &str = ".seam{fill:none;stroke:var(--ink);stroke-opacity:.35;stroke-width:1}\
.open{fill:none;stroke:var(--ink);stroke-width:4;stroke-linecap:round}";

/// The width of a player's area in a drawing of the whole table.
const PART: i32 = 480;

/// The height of the text above a board.
const WORDS: i32 = 64;

/// The number of cards per row below a board.
const CARDS: i32 = 4;

/// The side length of a card's picture.
const CARD: i32 = 64;

/// The maximum number of lines of text below a card.
const CARD_LINES: usize = 3;

/// The font size of most text.
const FONT: f64 = 20.0;

/// The font size of explanations.
const SMALL: f64 = 15.0;

/// Draws the whole table after a step, for its own file.
pub fn alone(staged: &StagedGame, step: usize, style: &PieceStyle) -> String {
    let table = staged.table(step);
    let parts = staged.players.len() as i32;
    let across = if parts == 4 { 2 } else { parts.min(3) };
    let laid = table.boards.iter().flat_map(BTreeMap::values).map(|laid| laid.piece);
    let cards = table.cards.iter().flat_map(BTreeMap::values).map(|card| card.piece);
    let used = used(staged, laid.chain(cards));
    // All boards at the same scale, so that they can be compared.
    let size = table.boards.iter().map(scale).fold(1.0, f64::min);
    let heights: Vec<i32> = (table.boards.iter().zip(&table.cards))
        .map(|(board, cards)| height(board, size) + cards_height(cards.len()))
        .collect();
    let rows: Vec<i32> =
        heights.chunks(across as usize).map(|row| WORDS + row.iter().copied().max().unwrap_or(0) + 16).collect();
    let (width, below) = (PART * across, 72 + rows.iter().sum::<i32>());
    let (awards, height) = awards(staged, &table, width, below);
    let words = staged.steps.get(step).map_or("", |step| step.words.as_str());
    let title = format!("Game {}, step {step}", staged.number);
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title words" viewBox={ "0 0 " (width) " " (height) }
            width=(width) height=(height) font-family="system-ui, sans-serif" font-size="20" {
            title id="title" { (title) }
            desc id="words" { (who(staged, step)) (words) }
            (rules(style))
            defs { (style.icons) (pieces(&used)) }
            rect width=(width) height=(height) fill="#fff" {}
            text x="12" y="28" font-weight="600" { (title) }
            text x="12" y="56" { (fitting(&format!("{}{words}", who(staged, step)), f64::from(width - 24) / 20.0)) }
            @for (seat, player) in staged.players.iter().enumerate() {
                @let (column, row) = (seat as i32 % across, seat / across as usize);
                @let top = 72 + rows[..row].iter().sum::<i32>();
                @let [west, north, ..] = BoardBounds::around(table.boards[seat].values()).view_box();
                g transform={ "translate(" (PART * column) " " (top) ")" } {
                    text x="12" y="24" font-weight="600" {
                        (fitting(&format!("{seat} {player}"), f64::from(PART - 24) / 20.0))
                    }
                    text x="12" y="50" { (counts(staged, &table, seat)) }
                    g transform=(format!("translate(12 {WORDS}) scale({size:.4}) translate({} {})", -west, -north)) {
                        (inside(&table.boards[seat]))
                    }
                    (cards_below(staged, &table.cards[seat], WORDS + self::height(&table.boards[seat], size)))
                }
            }
            (awards)
        }
    };
    file(markup)
}

/// Writes an SVG element as a file.
pub(super) fn file(markup: Markup) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", closed(&markup.into_string()))
}

/// Writes the CSS rules of a file, with variables resolved.
pub(super) fn rules(style: &PieceStyle) -> Markup {
    let colours = style.colours[0];
    // The rules need no escaping in XML.
    html! { style { (PreEscaped(resolved(&format!("{LIGHT};{colours}"), &format!("{colours}{RULES}")))) } }
}

/// The pictures of these pieces.
pub(super) fn used(staged: &StagedGame, pieces: impl Iterator<Item = usize>) -> BTreeMap<usize, Picture> {
    let shown: BTreeSet<usize> = pieces.collect();
    shown.into_iter().filter_map(|piece| Some((piece, staged.pieces.get(&piece)?.clone()))).collect()
}

fn cards_height(cards: usize) -> i32 {
    let rows = (cards as i32 + CARDS - 1) / CARDS;
    rows * (CARD + (1.3 * SMALL) as i32 * CARD_LINES as i32 + 12)
}

/// Draws the cards of a player, below this height.
fn cards_below(staged: &StagedGame, cards: &BTreeMap<usize, Card>, top: i32) -> Markup {
    let pitch = (PART - 24) / CARDS;
    html! {
        @for (index, card) in cards.values().enumerate() {
            @let (x, y) = (12 + index as i32 % CARDS * pitch, top + 8 + cards_height(index + 1) - cards_height(1));
            @let name = &staged.pieces[&card.piece].name;
            @let secret = if card.is_secret { ", secret" } else { "" };
            g transform={ "translate(" (x) " " (y) ")" } {
                use href={ "#p" (card.piece) } transform=(format!("scale({:.2})", f64::from(CARD) / f64::from(SIDE))) {}
                @for (line, words) in wrapped(&format!("{name} {}{secret}", card.text), f64::from(pitch - 6) / SMALL).iter().take(CARD_LINES).enumerate() {
                    text y=(CARD + (1.3 * SMALL) as i32 * (line as i32 + 1)) font-size=(SMALL) { (words) }
                }
            }
        }
    }
}

/// Draws the awards with each player's points so far, and the caveat, below this height.
///
/// Also returns the lower end.
fn awards(staged: &StagedGame, table: &TableState, width: i32, top: i32) -> (Markup, i32) {
    let (mut y, width) = (top, f64::from(width - 24));
    let markup = html! {
        @for (award, (name, why)) in staged.stage.awards.iter().enumerate() {
            @let points = staged.players.iter().zip(&table.awards).enumerate();
            @let points: Vec<String> = points.map(|(seat, (player, points))| format!("{seat} {player} {} {}", points[award], staged.stage.counters[0])).collect();
            @let () = y += (1.5 * FONT) as i32;
            text x="12" y=(y) {
                tspan font-weight="600" { (name) }
                ": " (fitting(&points.join(", "), width / FONT - width_of(name)))
            }
            @for text in wrapped(why, width / SMALL) {
                @let () = y += (1.3 * SMALL) as i32;
                text x="12" y=(y) font-size=(SMALL) { (text) }
            }
        }
        @if let Some(caveat) = &staged.caveat {
            @for text in wrapped(caveat, width / FONT) {
                @let () = y += (1.5 * FONT) as i32;
                text x="12" y=(y) font-weight="600" { (text) }
            }
        }
    };
    (markup, y + FONT as i32)
}

/// The height of a board at a scale.
fn height(board: &BTreeMap<(i32, i32), PlacedPiece>, scale: f64) -> i32 {
    let [.., height] = BoardBounds::around(board.values()).view_box();
    (f64::from(height) * scale).ceil() as i32
}

/// The scale at which a board fits into its area; at most 1.
fn scale(board: &BTreeMap<(i32, i32), PlacedPiece>) -> f64 {
    let [_, _, width, _] = BoardBounds::around(board.values()).view_box();
    f64::min(f64::from(PART - 24) / f64::from(width), 1.0)
}

/// The round and the player of a step, shown before its text.
fn who(staged: &StagedGame, step: usize) -> String {
    let Some(step) = staged.steps.get(step) else { return String::new() };
    let round = if step.round > 0 { format!("round {}: ", step.round) } else { String::new() };
    match step.seat {
        Some(seat) => format!("{round}{seat} {} ", staged.players[seat]),
        None => round,
    }
}

/// The counters of a player in words.
fn counts(staged: &StagedGame, table: &TableState, seat: usize) -> String {
    let counters = staged.stage.counters.iter().zip(&table.counts[seat]);
    let counts = counters.filter_map(|(name, count)| Some(format!("{} {name}", (*count)?)));
    counts.collect::<Vec<_>>().join(", ")
}
