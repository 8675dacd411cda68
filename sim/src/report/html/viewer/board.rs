//! Boards as pictures.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, PreEscaped, html};

use super::staged::{PieceLook, Staged};
use super::table::Table;
use crate::figure::draw::closed;
use crate::figure::theme::{LIGHT, settled};
use crate::lab::shown::stage::Laid;

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
    pub fn around<'a>(pieces: impl IntoIterator<Item = &'a Laid>) -> Self {
        let all = pieces.into_iter().fold(None, |extent: Option<Self>, Laid { x, y, .. }| {
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
pub fn inside(board: &BTreeMap<(i32, i32), Laid>, prefix: &str) -> Markup {
    let open = |laid: &Laid| {
        let sides = [((0, 1), "h100"), ((1, 0), "m100 0v100"), ((0, -1), "m0 100h100"), ((-1, 0), "v100")];
        let is_open = |(east, north): (i32, i32)| !board.contains_key(&(laid.x + east, laid.y + north));
        let corner = format!("M{} {}", SIDE * laid.x, -SIDE * laid.y);
        sides
            .into_iter()
            .filter(|(side, _)| is_open(*side))
            .map(|(_, path)| format!("{corner}{path}"))
            .collect::<String>()
    };
    let seam = |laid: &Laid| format!("M{} {}h100v100h-100z", SIDE * laid.x, -SIDE * laid.y);
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
pub fn in_page(board: &BTreeMap<(i32, i32), Laid>, name: &str, id: &str, prefix: &str) -> Markup {
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

/// The whole table after a step as a drawing in a file of its own.
pub fn alone(staged: &Staged, step: usize, look: &PieceLook) -> String {
    let table = staged.table(step);
    let parts = staged.players.len() as i32;
    let across = if parts == 4 { 2 } else { parts.min(3) };
    let shown: BTreeSet<usize> = table.boards.iter().flat_map(BTreeMap::values).map(|laid| laid.piece).collect();
    let used = staged.pieces.iter().filter(|(piece, _)| shown.contains(piece)).map(|(piece, of)| (*piece, of.clone()));
    let heights: Vec<i32> = table.boards.iter().map(height).collect();
    let rows: Vec<i32> =
        heights.chunks(across as usize).map(|row| WORDS + row.iter().copied().max().unwrap_or(0) + 16).collect();
    let (width, height) = (PART * across, 72 + rows.iter().sum::<i32>());
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
            text x="12" y="56" { (crate::figure::fitting(&format!("{}{words}", who(staged, step)), f64::from(width - 24) / 20.0)) }
            @for (seat, player) in staged.players.iter().enumerate() {
                @let (column, row) = (seat as i32 % across, seat / across as usize);
                @let top = 72 + rows[..row].iter().sum::<i32>();
                @let [west, north, ..] = Extent::around(table.boards[seat].values()).view_box();
                g transform={ "translate(" (PART * column) " " (top) ")" } {
                    text x="12" y="24" font-weight="600" {
                        (crate::figure::fitting(&format!("{seat} {player}"), f64::from(PART - 24) / 20.0))
                    }
                    text x="12" y="50" { (counts(staged, &table, seat)) }
                    @let size = scale(&table.boards[seat]);
                    g transform=(format!("translate(12 {WORDS}) scale({size:.4}) translate({} {})", -west, -north)) {
                        (inside(&table.boards[seat], "p"))
                    }
                }
            }
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", closed(&markup.into_string()))
}

/// The height of a board that is as wide as its part allows, with pieces not larger than they need be.
fn height(board: &BTreeMap<(i32, i32), Laid>) -> i32 {
    let [.., height] = Extent::around(board.values()).view_box();
    (f64::from(height) * scale(board)).ceil() as i32
}

/// How much a board is made smaller to be as wide as its part at most.
fn scale(board: &BTreeMap<(i32, i32), Laid>) -> f64 {
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
