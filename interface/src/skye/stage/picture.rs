//! A tile as a picture: its areas by terrain, its roads, and the features in each area.

use engine::skye::tile::{Edges, Tile, TileArea};
use engine::skye::{Feature, SIDES, ScrollKind, Side, Skye, Terrain, TileId};
use maud::{Markup, html};

use super::icons;
use crate::stage::{Component, Picture};

/// The colours of tiles: all on light paper, then the differences on dark paper.
///
/// Terrains differ in lightness and texture, not only in hue.
pub const COLOURS: [&str; 2] = [
    ":root{--pasture:#c2e096;--mountain:#96765a;--water:#78b2e0;--mark:#0006;--road:#f0dcae;--kerb:#6b5a3a}\
.t-P{fill:var(--pasture);stroke:var(--pasture)}.t-M{fill:var(--mountain);stroke:var(--mountain)}.t-W{fill:var(--water);stroke:var(--water)}\
.t-shore{stroke:#fff9;stroke-width:1.6;fill:none}.t-mark{stroke:var(--mark);stroke-width:1.6;fill:none}\
.t-kerb{stroke:var(--kerb);stroke-width:10;fill:none}.t-road{stroke:var(--road);stroke-width:7;fill:none}\
.t-cut{fill:var(--paper)}.t-castle{fill:#8d8d95;stroke:#333;stroke-width:1.5}\
.k-white{fill:#fff;stroke:#333}.k-black{fill:#222;stroke:#222}.k-brown{fill:#7a4a24;stroke:#2e1a0a}.k-red{fill:#b8402e;stroke:#333}\
.k-grey{fill:#c9c9cf;stroke:#333}.k-gold{fill:#f2c230;stroke:#333}.k-stripe{stroke:#b8402e;stroke-width:2.5}.k-hoop{stroke:#d9b37c}\
.k-scroll{fill:#fff3cf;stroke:#6b5a3a}.k-rod{stroke:#6b5a3a;stroke-width:2.5}.k-text{font:700 9px sans-serif;text-anchor:middle;fill:#222}",
    ":root{--pasture:#7fa552;--mountain:#7d6248;--water:#3f78a8;--mark:#0006;--road:#dcc48c;--kerb:#3f3420}",
];

/// The picture of the tile with this number.
pub fn picture(game: &Skye, piece: usize) -> Picture {
    let tiles = game.tiles();
    let backs = tiles.borderlands().filter_map(|front| tiles.back_of(front));
    let mut all = [TileId::CASTLE].into_iter().chain(tiles.all()).chain(backs);
    let id = all.find(|tile| tile.index() == piece).expect("a step lays tiles of its game");
    Picture { name: tiles.name(id).to_owned(), svg: drawn(game, id) }
}

/// The tile of this name, as printed.
pub fn component(game: &Skye, name: &str) -> Option<Component> {
    let tiles = game.tiles();
    let backs = || tiles.borderlands().filter_map(|front| tiles.back_of(front));
    let mut all = [TileId::CASTLE].into_iter().chain(tiles.all()).chain(backs());
    let id = all.find(|tile| tiles.name(*tile).eq_ignore_ascii_case(name))?;
    let is_square = tiles.as_printed(id).special.curved.is_empty();
    let svg = html! { (drawn(game, id)) @if is_square { path d="M0 0H100V100H0z" class="open" {} } };
    Some(Component { name: tiles.name(id).to_owned(), svg, width: 1, height: 1 })
}

/// A tile as printed, without an outline.
fn drawn(game: &Skye, id: TileId) -> Markup {
    let (tile, druid) = (game.tiles().as_printed(id), game.tiles().druid(id));
    html! {
        (ground(tile))
        @for road in &tile.roads { (draw_road(*road)) }
        @for (thing, (x, y), size) in things(tile) {
            g transform={ "translate(" (x) " " (y) ") scale(" (size) ")" } { (thing.drawn()) }
        }
        @if id == TileId::CASTLE { path d="M34 64v-26h6v6h7v-6h6v6h7v-6h6v26z" class="t-castle" {} }
        @if let Some(druid) = druid {
            circle cx="14" cy="14" r="9" class="k-gold" {}
            text x="14" y="18" class="k-text" { (druid.cost) }
        }
        (cut_corner(tile.special.curved))
    }
}

/// The corners of a side, clockwise.
fn corners(side: Side) -> [(f64, f64); 2] {
    match side {
        Side::North => [(0.0, 0.0), (100.0, 0.0)],
        Side::East => [(100.0, 0.0), (100.0, 100.0)],
        Side::South => [(100.0, 100.0), (0.0, 100.0)],
        Side::West => [(0.0, 100.0), (0.0, 0.0)],
    }
}

/// The middle of a side.
fn middle(side: Side) -> (f64, f64) {
    let [one, two] = corners(side);
    ((one.0 + two.0) / 2.0, (one.1 + two.1) / 2.0)
}

fn class(terrain: Terrain) -> String {
    format!("t-{}", terrain.letter())
}

/// Every side's triangle in its terrain; over them the area that joins opposite sides or lies inside.
fn ground(tile: &Tile) -> Markup {
    let areas = tile.areas.iter();
    let through = areas.clone().find(|area| is_through(area) && area.edges.len() < 4);
    let inner = areas.clone().find(|area| area.edges.is_empty());
    let of = |terrain: Terrain| -> String {
        SIDES
            .iter()
            .filter(|side| tile.edges[side.index()] == terrain)
            .map(|side| {
                let [one, two] = corners(*side);
                format!("M{} {}L{} {}L50 50z", one.0, one.1, two.0, two.1)
            })
            .collect()
    };
    // Borders between areas that meet in a corner.
    let shores: String = SIDES
        .iter()
        .filter(|side| tile.area_at[side.index()] != tile.area_at[side.clockwise().index()])
        .map(|side| format!("M{} {}L50 50", corners(*side)[1].0, corners(*side)[1].1))
        .collect();
    html! {
        @for terrain in Terrain::ALL {
            @let path = of(terrain);
            @if !path.is_empty() { path d=(path) class=(class(terrain)) {} }
        }
        @if !shores.is_empty() { path d=(shores) class="t-shore" {} }
        @if let Some(area) = through {
            @let is_upright = area.edges.has(Side::North) && area.edges.has(Side::South);
            @let turned = (!is_upright).then_some("rotate(90 50 50)");
            g transform=[turned] {
                path d="M0 0C34 28 34 72 0 100H100C66 72 66 28 100 0z" class=(class(area.terrain)) {}
                path d="M0 0C34 28 34 72 0 100M100 100C66 72 66 28 100 0" class="t-shore" {}
            }
        }
        @if let Some(area) = inner {
            circle cx="50" cy="50" r=(INNER) class=(class(area.terrain)) {}
            circle cx="50" cy="50" r=(INNER) class="t-shore" {}
        }
        @for side in SIDES { (texture(side, tile.edges[side.index()])) }
    }
}

pub(super) fn is_through(area: &TileArea) -> bool {
    area.edges.joins(Side::North, Side::South) || area.edges.joins(Side::East, Side::West)
}

/// The radius of an area inside a tile.
pub(super) const INNER: f64 = 21.0;

/// Draws marks near an edge that show its terrain without colour: peaks or waves; pasture has none.
fn texture(side: Side, terrain: Terrain) -> Markup {
    match terrain {
        Terrain::Pasture => html! {},
        Terrain::Mountain => icons::texture("peaks", side),
        Terrain::Water => icons::texture("waves", side),
    }
}

/// A road from side to side, or from each side to the middle.
///
/// A road that ends on the tile stops before the middle.
fn draw_road(road: Edges) -> Markup {
    let sides: Vec<Side> = road.iter().collect();
    let path = match sides[..] {
        [only] => {
            let (x, y) = middle(only);
            format!("M{x} {y}L{} {}", x + 0.7 * (50.0 - x), y + 0.7 * (50.0 - y))
        }
        [one, two] => {
            let (from, to) = (middle(one), middle(two));
            format!("M{} {}Q50 50 {} {}", from.0, from.1, to.0, to.1)
        }
        _ => sides.iter().map(|side| middle(*side)).map(|(x, y)| format!("M{x} {y}L50 50")).collect(),
    };
    html! { path d=(path) class="t-kerb" {} path d=(path) class="t-road" {} }
}

/// Lists the places for the features of an area, the widest first.
///
/// They are beside the roads' places at its edges, or inside.
fn places(area: &TileArea) -> Vec<(f64, f64)> {
    if area.edges.is_empty() {
        return vec![(50.0, 50.0), (39.0, 50.0), (61.0, 50.0), (50.0, 38.0), (50.0, 62.0)];
    }
    let turned = |(x, y): (f64, f64), side: Side| match side {
        Side::North => (x, y),
        Side::East => (100.0 - y, x),
        Side::South => (100.0 - x, 100.0 - y),
        Side::West => (y, 100.0 - x),
    };
    let near = [(31.0, 17.0), (69.0, 17.0)];
    let mut all: Vec<(f64, f64)> =
        near.into_iter().flat_map(|spot| area.edges.iter().map(move |side| turned(spot, side))).collect();
    if is_through(area) {
        all.extend([(50.0, 66.0), (50.0, 34.0)]);
    }
    all.extend(area.edges.iter().map(|side| turned((50.0, 30.0), side)));
    all
}

/// Something that stands in an area.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Thing {
    /// A scroll.
    Scroll(ScrollKind),
    /// A tunnel entrance.
    Tunnel,
    /// VP barrels.
    VpBarrel,
    /// A feature.
    Feature(Feature),
}

impl Thing {
    fn drawn(self) -> Markup {
        match self {
            Self::Scroll(kind) => icons::scroll(kind),
            Self::Tunnel => icons::tunnel(),
            Self::VpBarrel => icons::vp_barrel(),
            Self::Feature(feature) => icons::feature(feature),
        }
    }
}

/// Lists all features on a tile, each with its place and the scale of its picture.
pub(super) fn things(tile: &Tile) -> Vec<(Thing, (f64, f64), f64)> {
    tile.areas.iter().enumerate().flat_map(|(number, area)| things_in(tile, number, area)).collect()
}

fn things_in(tile: &Tile, number: usize, area: &TileArea) -> Vec<(Thing, (f64, f64), f64)> {
    let tunnels = tile.special.tunnels.iter().filter(|tunnel| usize::from(tunnel.area) == number);
    let has_barrels = tile.special.vp_barrels && tile.special.vp_barrels_in == area.edges;
    let features = Feature::ALL
        .into_iter()
        .flat_map(|feature| std::iter::repeat_n(feature, usize::from(area.features.of(feature))))
        .map(Thing::Feature);
    let scrolls = area.scrolls().map(Thing::Scroll).chain(tunnels.map(|_| Thing::Tunnel));
    let all: Vec<Thing> = scrolls.chain(has_barrels.then_some(Thing::VpBarrel)).chain(features).collect();
    let places = places(area);
    let size = if all.len() > places.len() { 0.8 } else { 1.15 };
    let placed = all.into_iter().enumerate().map(|(index, thing)| {
        // With more features than places, the others stand a little beside the first ones.
        let (x, y) = places[index % places.len()];
        (thing, (x + 9.0 * (index / places.len()) as f64, y), size)
    });
    placed.collect()
}

/// Draws the corner that a curve cuts off.
fn cut_corner(curved: Edges) -> Markup {
    if curved.is_empty() {
        return html! {};
    }
    let first = SIDES.into_iter().find(|side| curved.has(*side) && curved.has(side.clockwise()));
    let turns = first.map_or(0, Side::index);
    // Drawn for the upper right corner, where north and east meet.
    html! { path d="M0 0H100V100A100 100 0 0 0 0 0z" transform={ "rotate(" (90 * turns) " 50 50)" } class="t-cut" {} }
}
