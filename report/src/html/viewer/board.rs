//! Boards as pictures.

use std::collections::{BTreeMap, BTreeSet};

use interface::stage::{Card, PlacedPiece};
use maud::{Markup, PreEscaped, html};

use super::staged::{PieceLook, Staged};
use super::table::Table;
use crate::figure::draw::closed;
use crate::figure::theme::{LIGHT, settled};
use crate::figure::{fitting, width_of, wrapped};

/// The side of a piece.
const SIDE: i32 = 100;

/// Room around a board.
const MARGIN: i32 = 12;

/// The columns and rows that a board takes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The westernmost column.
    pub west: i32,
    /// The easternmost column.
    pub east: i32,
    /// The southernmost row.
    pub south: i32,
    /// The northernmost row.
    pub north: i32,
}

impl Extent {
    /// Around these pieces; one place if there are none.
    pub fn around<'a>(pieces: impl IntoIterator<Item = &'a PlacedPiece>) -> Self {
        let all = pieces.into_iter().fold(None, |extent: Option<Self>, PlacedPiece { x, y, .. }| {
            let Self { west, east, south, north } = extent.unwrap_or(Self { west: *x, east: *x, south: *y, north: *y });
            Some(Self { west: west.min(*x), east: east.max(*x), south: south.min(*y), north: north.max(*y) })
        });
        all.unwrap_or(Self { west: 0, east: 0, south: 0, north: 0 })
    }

    /// Left, top, width and height.
    pub fn view_box(&self) -> [i32; 4] {
        let (width, height) = (self.east - self.west + 1, self.north - self.south + 1);
        [SIDE * self.west - MARGIN, -SIDE * self.north - MARGIN, SIDE * width + 2 * MARGIN, SIDE * height + 2 * MARGIN]
    }
}

/// The pictures of pieces, to be used by boards; `prefix` makes their ids unique.
pub fn pieces(pieces: &BTreeMap<usize, (String, Markup)>, prefix: &str) -> Markup {
    html! {
        @for (number, (name, svg)) in pieces {
            g id={ (prefix) (number) } { title { (name) } (svg) }
        }
    }
}

/// The pieces of a board where they lie, with a line at every edge that nothing lies beside.
pub fn inside(board: &BTreeMap<(i32, i32), PlacedPiece>, prefix: &str) -> Markup {
    let open = |laid: &PlacedPiece| {
        let sides = [((0, 1), "h100"), ((1, 0), "m100 0v100"), ((0, -1), "m0 100h100"), ((-1, 0), "v100")];
        let is_open = |(east, north): (i32, i32)| !board.contains_key(&(laid.x + east, laid.y + north));
        let corner = format!("M{} {}", SIDE * laid.x, -SIDE * laid.y);
        sides
            .into_iter()
            .filter(|(side, _)| is_open(*side))
            .map(|(_, path)| format!("{corner}{path}"))
            .collect::<String>()
    };
    let seam = |laid: &PlacedPiece| format!("M{} {}h100v100h-100z", SIDE * laid.x, -SIDE * laid.y);
    html! {
        @for laid in board.values() {
            @let (x, y) = (SIDE * laid.x, -SIDE * laid.y);
            @let turned = (laid.turns > 0).then(|| format!("rotate({} {} {})", 90 * laid.turns, x + SIDE / 2, y + SIDE / 2));
            use href={ "#" (prefix) (laid.piece) } x=(x) y=(y) transform=[turned] {}
        }
        path d=(board.values().map(seam).collect::<String>()) class="seam" {}
        path d=(board.values().map(open).collect::<String>()) class="open" {}
    }
}

/// How the lines between and around pieces look.
pub const RULES: &str = ".seam{fill:none;stroke:var(--ink);stroke-opacity:.35;stroke-width:1}\
.open{fill:none;stroke:var(--ink);stroke-width:4;stroke-linecap:round}";

/// A board as a picture of its own in a page.
pub fn in_page(board: &BTreeMap<(i32, i32), PlacedPiece>, name: &str, id: &str, prefix: &str) -> Markup {
    let [left, top, width, height] = Extent::around(board.values()).view_box();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" aria-labelledby=(id)
            viewBox={ (left) " " (top) " " (width) " " (height) } {
            title id=(id) { (name) }
            (inside(board, prefix))
        }
    }
}

/// Width of a player's part of a drawing of the whole table.
const PART: i32 = 480;

/// Room for the words above a board.
const WORDS: i32 = 64;

/// How many cards stand side by side under a board, the side of their pictures, and the lines of words under each.
const CARDS: i32 = 4;
const CARD: i32 = 64;
const CARD_LINES: usize = 3;

/// Font sizes: of most words, and of explanations.
const FONT: f64 = 20.0;
const SMALL: f64 = 15.0;

/// The whole table after a step as a drawing in a file of its own.
pub fn alone(staged: &Staged, step: usize, look: &PieceLook) -> String {
    let table = staged.table(step);
    let parts = staged.players.len() as i32;
    let across = if parts == 4 { 2 } else { parts.min(3) };
    let laid = table.boards.iter().flat_map(BTreeMap::values).map(|laid| laid.piece);
    let cards = table.cards.iter().flat_map(BTreeMap::values).map(|card| card.piece);
    let shown: BTreeSet<usize> = laid.chain(cards).collect();
    let used = staged.pieces.iter().filter(|(piece, _)| shown.contains(piece)).map(|(piece, of)| (*piece, of.clone()));
    let heights: Vec<i32> =
        table.boards.iter().zip(&table.cards).map(|(board, cards)| height(board) + cards_height(cards.len())).collect();
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
            // This program's own style, which has nothing that XML would take for more than text.
            style { (PreEscaped(settled(&format!("{LIGHT};{}", look.colours[0]), &format!("{}{RULES}", look.colours[0])))) }
            defs { (look.icons) (pieces(&used.collect(), "p")) }
            rect width=(width) height=(height) fill="#fff" {}
            text x="12" y="28" font-weight="600" { (title) }
            text x="12" y="56" { (fitting(&format!("{}{words}", who(staged, step)), f64::from(width - 24) / 20.0)) }
            @for (seat, player) in staged.players.iter().enumerate() {
                @let (column, row) = (seat as i32 % across, seat / across as usize);
                @let top = 72 + rows[..row].iter().sum::<i32>();
                @let [west, north, ..] = Extent::around(table.boards[seat].values()).view_box();
                g transform={ "translate(" (PART * column) " " (top) ")" } {
                    text x="12" y="24" font-weight="600" {
                        (fitting(&format!("{seat} {player}"), f64::from(PART - 24) / 20.0))
                    }
                    text x="12" y="50" { (counts(staged, &table, seat)) }
                    @let size = scale(&table.boards[seat]);
                    g transform=(format!("translate(12 {WORDS}) scale({size:.4}) translate({} {})", -west, -north)) {
                        (inside(&table.boards[seat], "p"))
                    }
                    (cards_below(staged, &table.cards[seat], WORDS + self::height(&table.boards[seat])))
                }
            }
            (awards)
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", closed(&markup.into_string()))
}

fn cards_height(cards: usize) -> i32 {
    let rows = (cards as i32 + CARDS - 1) / CARDS;
    rows * (CARD + (1.3 * SMALL) as i32 * CARD_LINES as i32 + 12)
}

/// What lies before a player, below this height.
fn cards_below(staged: &Staged, cards: &BTreeMap<usize, Card>, top: i32) -> Markup {
    let pitch = (PART - 24) / CARDS;
    html! {
        @for (index, card) in cards.values().enumerate() {
            @let (x, y) = (12 + index as i32 % CARDS * pitch, top + 8 + cards_height(index + 1) - cards_height(1));
            @let (name, _) = &staged.pieces[&card.piece];
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

/// What points are awarded for, with the points of each player so far and what is to be known of the drawing, below this height; and where
/// that ends.
fn awards(staged: &Staged, table: &Table, width: i32, top: i32) -> (Markup, i32) {
    let mut y = top;
    let mut line = |step: f64| {
        y += step as i32;
        y
    };
    let words = |text: &str, size: f64| wrapped(text, f64::from(width - 24) / size);
    let markup = html! {
        @for (award, (name, why)) in staged.stage.awards.iter().enumerate() {
            @let points = staged.players.iter().zip(&table.awards).enumerate();
            @let points: Vec<String> = points.map(|(seat, (player, points))| format!("{seat} {player} {} {}", points[award], staged.stage.counters[0])).collect();
            text x="12" y=(line(1.5 * FONT)) {
                tspan font-weight="600" { (name) }
                ": " (fitting(&points.join(", "), f64::from(width - 24) / FONT - width_of(name)))
            }
            @for text in words(why, SMALL) { text x="12" y=(line(1.3 * SMALL)) font-size=(SMALL) { (text) } }
        }
        @if let Some(caveat) = &staged.caveat {
            @for text in words(caveat, FONT) { text x="12" y=(line(1.5 * FONT)) font-weight="600" { (text) } }
        }
    };
    (markup, y + FONT as i32)
}

/// The height of a board that is as wide as its part allows, with pieces not larger than they need be.
fn height(board: &BTreeMap<(i32, i32), PlacedPiece>) -> i32 {
    let [.., height] = Extent::around(board.values()).view_box();
    (f64::from(height) * scale(board)).ceil() as i32
}

/// How much a board is made smaller to be as wide as its part at most.
fn scale(board: &BTreeMap<(i32, i32), PlacedPiece>) -> f64 {
    let [_, _, width, _] = Extent::around(board.values()).view_box();
    f64::min(f64::from(PART - 24) / f64::from(width), 1.0)
}

/// Who acts in a step, before its words.
fn who(staged: &Staged, step: usize) -> String {
    let Some(step) = staged.steps.get(step) else { return String::new() };
    let round = if step.round > 0 { format!("round {}: ", step.round) } else { String::new() };
    match step.seat {
        Some(seat) => format!("{round}{seat} {} ", staged.players[seat]),
        None => round,
    }
}

/// What a player has.
pub fn counts(staged: &Staged, table: &Table, seat: usize) -> String {
    let counters = staged.stage.counters.iter().zip(&table.counts[seat]);
    let counts = counters.filter_map(|(name, count)| Some(format!("{} {name}", (*count)?)));
    counts.collect::<Vec<_>>().join(", ")
}
