//! Spaces of a county as pictures, and whole tiles as cards.

use engine::tipperary::{Cover, Grid, GridSpace, TileId, Tipperary};
use maud::{Markup, html};

use crate::stage::{Component, Picture, Sign};

/// The colours: all on light paper, then the differences on dark paper.
///
/// Features differ in their drawings, not only in colour.
pub const COLOURS: [&str; 2] = [
    ":root{--meadow:#cfe6a8;--field:#f0dc94;--bog:#b9a6c9;--ruin:#cfc7bb;--town:#e3b7a4;--rock:#d9dde2;--edge:#3b3b3b}\
.y-meadow{fill:var(--meadow)}.y-field{fill:var(--field)}.y-bog{fill:var(--bog)}.y-ruin{fill:var(--ruin)}.y-town{fill:var(--town)}\
.y-rock{fill:var(--rock)}.y-edge{stroke:var(--edge);stroke-width:7;stroke-linecap:square;fill:none}\
.y-seam{stroke:#0002;stroke-width:2;fill:none}.y-wool{fill:#fff;stroke:#333;stroke-width:2}.y-dark{fill:#222;stroke:#222}\
.y-wood{fill:#9a5f2c;stroke:#3a2410;stroke-width:3}.y-stem{stroke:#8a6a10;stroke-width:5;fill:none}.y-wall{fill:#8f877b;stroke:#3a342c;stroke-width:3}\
.y-wave{stroke:#4b3a63;stroke-width:5;fill:none}.y-stone{fill:#8a929c;stroke:#30353c;stroke-width:3}\
.y-roof{fill:#a8412c;stroke:#401810;stroke-width:3}.y-text{font:700 34px sans-serif;text-anchor:middle;fill:#fff}",
    ":root{--meadow:#6f8f47;--field:#a48f3f;--bog:#6f5c80;--ruin:#847c70;--town:#94604c;--rock:#747c86;--edge:#e8e8e8}",
];

/// Sides on which a space has no neighbour of the same tile, as bits: north, east, south, west.
pub const SIDES: usize = 4;

/// Edges on all sides.
pub const ALL_SIDES: usize = (1 << SIDES) - 1;

/// All possible covers of a space, in the order of piece numbers.
fn covers() -> impl Iterator<Item = Cover> {
    let plain = [Cover::Town, Cover::Meadow { bonus: false }, Cover::Meadow { bonus: true }, Cover::WoodenSheep];
    let rest = [Cover::Grain, Cover::Distillery, Cover::Ruin, Cover::Bog, Cover::Tower];
    plain.into_iter().chain(rest).chain((1..=9).map(Cover::Pasture)).chain((1..=9).map(Cover::Stones))
}

/// The number of a piece: a space with edges on these sides.
pub fn space(cover: Cover, edges: usize) -> usize {
    let place = covers().position(|other| other == cover).expect("every cover has a number");
    place << SIDES | edges
}

/// The number of a piece: a whole landscape tile.
pub fn tile(tile: TileId) -> usize {
    (covers().count() << SIDES) + tile.index()
}

/// The picture of the piece with this number.
pub fn picture(game: &Tipperary, piece: usize) -> Picture {
    match covers().nth(piece >> SIDES) {
        Some(cover) => {
            let edges = piece & ALL_SIDES;
            Picture { name: name(cover).to_owned(), svg: html! { (drawn(cover)) (edge_lines(edges)) } }
        }
        None => whole_tile(game, piece - (covers().count() << SIDES)),
    }
}

/// A tile as printed, small enough for a square.
fn whole_tile(game: &Tipperary, index: usize) -> Picture {
    let landscape = game.components().landscape();
    let id = landscape.all().nth(index).expect("a step shows tiles of its game");
    let (name, grid) = (landscape.tile(id).name.clone(), landscape.tile(id).front());
    let size = f64::from(grid.width.max(grid.height));
    let scale = 1.0 / size;
    let (left, top) = (50.0 * (size - f64::from(grid.width)), 50.0 * (size - f64::from(grid.height)));
    let svg = html! {
        g transform={ "scale(" (format!("{scale:.4}")) ")" } { (spaces(grid, left, top)) }
    };
    Picture { name, svg }
}

/// The tile, bonus tile or hometown of this name, as printed.
pub fn component(game: &Tipperary, name: &str) -> Option<Component> {
    let components = game.components();
    let wanted = name.to_ascii_uppercase();
    let grid = match (components.landscape().by_name(&wanted), components.hometown_by_name(&wanted)) {
        (Some(tile), _) => *components.landscape().tile(tile).front(),
        (None, Some(hometown)) => components.hometown(hometown).grid,
        (None, None) => {
            let space = components.bonus(components.bonus_by_name(&wanted)?).space;
            let spaces = std::iter::once(GridSpace { x: 0, y: 0, space }).collect();
            Grid { width: 1, height: 1, spaces }
        }
    };
    let (width, height) = (grid.width as u16, grid.height as u16);
    Some(Component { name: wanted, svg: spaces(&grid, 0.0, 0.0), width, height })
}

/// The spaces of a tile, with the upper left corner of its box here.
fn spaces(grid: &Grid, left: f64, top: f64) -> Markup {
    let has = |x, y| grid.spaces.iter().any(|space| (space.x, space.y) == (x, y));
    html! {
        @for space in &grid.spaces {
            @let edges = [has(space.x, space.y + 1), has(space.x + 1, space.y), has(space.x, space.y - 1), has(space.x - 1, space.y)];
            @let bits = edges.iter().enumerate().map(|(side, is_inner)| usize::from(!is_inner) << side).sum::<usize>();
            @let (x, y) = (left + 100.0 * f64::from(space.x), top + 100.0 * f64::from(grid.height - 1 - space.y));
            g transform={ "translate(" (x) " " (y) ")" } {
                (drawn(Cover::of(space.space.feature)))
                @if space.space.symbol { circle cx="82" cy="18" r="11" class="y-wool" {} }
                (edge_lines(bits))
            }
        }
    }
}

fn edge_lines(edges: usize) -> Markup {
    let lines = ["M0 0h100", "M100 0v100", "M0 100h100", "M0 0v100"];
    let of = |is_edge: bool| lines.iter().enumerate().filter(move |(side, _)| (edges >> side & 1 == 1) == is_edge);
    let joined = |is_edge| of(is_edge).map(|(_, line)| *line).collect::<String>();
    let (seams, outer) = (joined(false), joined(true));
    html! {
        @if !seams.is_empty() { path d=(seams) class="y-seam" {} }
        @if !outer.is_empty() { path d=(outer) class="y-edge" {} }
    }
}

/// Lists the symbols of spaces, each with its meaning.
pub fn legend() -> Vec<Sign> {
    let told = |cover: Cover| match cover {
        Cover::Meadow { bonus: true } => "meadow for a bonus tile".to_owned(),
        Cover::Pasture(_) => "pasture with its sheep".to_owned(),
        Cover::Stones(_) => "stone circle with its VP".to_owned(),
        _ => name(cover).to_owned(),
    };
    covers()
        .filter(|cover| !matches!(cover, Cover::Pasture(2..) | Cover::Stones(2..)))
        .map(|cover| Sign { picture: drawn(cover), meaning: told(cover), modules: &[] })
        .collect()
}

fn name(cover: Cover) -> &'static str {
    match cover {
        Cover::Town => "town",
        Cover::Meadow { .. } => "meadow",
        Cover::Pasture(_) => "pasture",
        Cover::WoodenSheep => "wooden sheep",
        Cover::Grain => "grain field",
        Cover::Distillery => "distillery",
        Cover::Ruin => "ruin",
        Cover::Bog => "bog",
        Cover::Stones(_) => "stone circle",
        Cover::Tower => "tower",
    }
}

fn ground(class: &str) -> Markup {
    html! { rect width="100" height="100" class=(class) {} }
}

fn sheep(x: f64, y: f64) -> Markup {
    html! {
        ellipse cx=(x) cy=(y) rx="17" ry="12" class="y-wool" {}
        circle cx=(x + 16.0) cy=(y - 4.0) r="6" class="y-dark" {}
    }
}

/// Draws the symbol of a space.
fn drawn(cover: Cover) -> Markup {
    match cover {
        Cover::Town => {
            html! { (ground("y-town")) path d="M26 76v-28h48v28z" class="y-wall" {} path d="M20 48l30-26 30 26z" class="y-roof" {} }
        }
        Cover::Meadow { bonus: false } => ground("y-meadow"),
        Cover::Meadow { bonus: true } => html! { (ground("y-meadow")) circle cx="50" cy="50" r="10" class="y-seam" {} },
        Cover::Pasture(1) => html! { (ground("y-meadow")) (sheep(46.0, 52.0)) },
        Cover::Pasture(2) => html! { (ground("y-meadow")) (sheep(34.0, 36.0)) (sheep(56.0, 66.0)) },
        Cover::Pasture(many) => {
            html! { (ground("y-meadow")) (sheep(46.0, 32.0)) text x="50" y="84" class="y-text" { (many) } }
        }
        Cover::WoodenSheep => html! {
            (ground("y-meadow"))
            ellipse cx="46" cy="52" rx="20" ry="14" class="y-wood" {}
            circle cx="66" cy="46" r="7" class="y-wood" {}
        },
        Cover::Grain => {
            html! { (ground("y-field")) path d="M30 80v-50M50 84v-60M70 80v-50M30 40l10-10M50 36l10-10M70 40l10-10" class="y-stem" {} }
        }
        Cover::Distillery => html! {
            (ground("y-field"))
            ellipse cx="50" cy="50" rx="24" ry="30" class="y-wood" {}
            path d="M29 40h42M29 60h42" class="y-stem" {}
        },
        Cover::Ruin => {
            html! { (ground("y-ruin")) path d="M22 80v-44l12 8 10-16 12 12 12-8 10 14v34z" class="y-wall" {} }
        }
        Cover::Bog => {
            html! { (ground("y-bog")) path d="M16 36q11-14 22 0t22 0 22 0M16 58q11-14 22 0t22 0 22 0M16 80q11-14 22 0t22 0 22 0" class="y-wave" {} }
        }
        Cover::Stones(vp) => html! {
            (ground("y-rock"))
            circle cx="50" cy="50" r="30" class="y-stone" {}
            text x="50" y="62" class="y-text" { (vp) }
        },
        Cover::Tower => {
            html! { (ground("y-rock")) path d="M34 86v-50h-6v-18h10v8h8v-8h8v8h8v-8h10v18h-6v50z" class="y-wall" {} }
        }
    }
}
