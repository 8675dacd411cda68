//! Observations of a seat of Tipperary, as numbers, most of them between 0 and 1.
//!
//! Seats are counted clockwise from the viewer.

use engine::tipperary::{Cover, Display, Feature, Phase, Place, Public, Rectangle, Space, TileId, Tipperary, View};
use engine::{Game, MAX_SEATS, Seat};

use super::choices::{CELLS, FIRST, SIDE, cell};
use super::names::at;
use super::{PartialAction, tile_of};
use crate::numbers::{Numbers, ObservedNumber, SeatName};

/// The kinds of spaces besides towns.
const KINDS: [&str; 7] = ["meadow", "pasture", "grain", "distillery", "ruin", "bog", "stones"];

/// The longest side of a tile's bounding box.
const BOX: usize = 6;

/// Features of the spaces of a tile: those of each kind, sheep, VP of stones, symbols.
const SPACES: usize = KINDS.len() + 3;

/// Features of a landscape tile.
const TILE_NUMBERS: usize = 1 + SPACES + BOX * BOX;

/// Features of the partial decision.
const CHOSEN: usize = 2 + TILE_NUMBERS + 2;

/// Features of a seat.
const SEAT: usize = 13;

/// All features of an observation.
pub const OBSERVATION: usize = 875;

/// The largest rectangles found so far, by seat.
///
/// Each is valid while the number of covered spaces is the one stored with it.
#[derive(Default)]
pub struct ObservationCache([Option<(u16, Rectangle)>; MAX_SEATS]);

/// Fills an observation.
pub fn observe(
    game: &Tipperary,
    view: &View<'_>,
    chosen: Option<&PartialAction>,
    cache: &mut ObservationCache,
    out: &mut [f32],
) {
    let mut numbers = Numbers::values(out);
    describe(game, view, chosen, cache, &mut numbers);
    debug_assert_eq!(numbers.at(), OBSERVATION);
}

/// The names of all features.
pub fn features() -> Vec<ObservedNumber> {
    let game = Tipperary::dealt(MAX_SEATS, 0).expect("a valid set-up");
    let position = game.start(Seat::default());
    let view = game.view(&position, Seat::default());
    Numbers::names(|names| describe(&game, &view, None, &mut ObservationCache::default(), names))
}

/// Describes what a seat knows, and its choices so far if it is to move.
fn describe<const NAMED: bool>(
    game: &Tipperary,
    view: &View<'_>,
    chosen: Option<&PartialAction>,
    cache: &mut ObservationCache,
    out: &mut Numbers<'_, NAMED>,
) {
    let (public, seat, seats) = (view.public(), view.seat(), game.seats());
    common(game, public, seat, chosen, out);
    for number in 0..2 {
        let tile = public.areas[game.area(public, seat)].get(number).copied();
        out.within(format_args!("tile {} of the own area", number + 1), |out| landscape_tile(game, tile, out));
    }
    let bonus = match public.phase {
        Phase::Bonus(_, tile) => Some(game.components().bonus(tile).space),
        _ => None,
    };
    out.within("bonus tile drawn", |out| spaces(bonus.into_iter(), out));
    let example = PartialAction::default();
    out.within("chosen", |out| {
        out.optional(CHOSEN, chosen, &example, |out, chosen| {
            let tiles = ["tile 1 of the own area", "tile 2 of the own area"];
            out.one_of(tiles.into_iter(), chosen.tile.map_or(usize::MAX, usize::from));
            let tile = chosen.tile.and_then(|number| tile_of(game, public, number));
            out.within("tile", |out| landscape_tile(game, tile, out));
            corner(chosen.corner.unwrap_or_default(), out);
        });
    });
    for beside in 0..MAX_SEATS {
        let there = (beside < seats).then(|| seat.clockwise(beside, seats));
        out.within(SeatName(beside), |out| {
            out.optional(SEAT, there, seat, |out, other| describe_seat(game, public, other, cache, out));
        });
    }
    let own = rectangle(public, seat, cache);
    out.within("own largest rectangle", |out| {
        corner(own.corner, out);
        out.count("width", 10.0, "spaces", own.width);
        out.count("height", 10.0, "spaces", own.height);
    });
    out.within("own display", |out| {
        let covered = public.player(seat).display.covered();
        let names = (0..CELLS).map(|cell| format!("covered at {}", at(cell)));
        out.set(names, covered.filter_map(|(place, _)| cell(place)));
    });
}

fn common<const NAMED: bool>(
    game: &Tipperary,
    public: &Public,
    seat: Seat,
    chosen: Option<&PartialAction>,
    out: &mut Numbers<'_, NAMED>,
) {
    out.count("round", 12.0, "rounds", public.round);
    out.count("rounds left", 12.0, "rounds", game.rules().rounds - u16::from(public.round));
    let phase = match public.phase {
        Phase::Place(_) => 0,
        Phase::Sheep(_) => 1,
        Phase::Bonus(..) => 2,
        Phase::Tower(_) => 3,
        Phase::Spin | Phase::DrawBonus(_) | Phase::Over => 4,
    };
    out.within("phase", |out| out.one_of(["place", "sheep", "bonus", "tower", "other"].into_iter(), phase));
    let stage = match chosen {
        None => 3,
        Some(PartialAction { corner: Some(_), .. }) => 2,
        Some(PartialAction { tile: Some(_), .. }) => 1,
        Some(_) => 0,
    };
    let stages = ["the first of a decision", "cell", "way", "none of this seat"];
    out.within("next choice", |out| out.one_of(stages.into_iter(), stage));
    out.count("wooden sheep left", 24.0, "sheep", public.sheep);
    out.count("towers left", 12.0, "towers", public.towers);
    out.count("tiles in the bag", 60.0, "tiles", public.bag.len() as i32);
    out.count("bonus tiles left", 20.0, "tiles", public.bonus.len() as i32);
    out.count("sheep due", 3.0, "sheep", public.sheep_due);
    out.count("bonus tiles due", 3.0, "tiles", public.bonus_due);
    let start = public.start.steps_from(seat, game.seats());
    out.within("starting player", |out| out.one_of((0..MAX_SEATS).map(SeatName), start));
    out.one_of((2..MAX_SEATS + 1).map(|players| format!("{players} players")), game.seats() - 2);
}

/// Describes a place, relative to the town.
fn corner<const NAMED: bool>(place: Place, out: &mut Numbers<'_, NAMED>) {
    for (name, coordinate, most) in [("x", place.x, -FIRST.0), ("y", place.y, -FIRST.1)] {
        let value = f32::from(coordinate) / f32::from(most);
        out.number(name, format_args!("{most} spaces"), [f32::NEG_INFINITY, f32::INFINITY], value);
    }
}

/// Describes what spaces show.
fn spaces<const NAMED: bool>(spaces: impl Iterator<Item = Space>, out: &mut Numbers<'_, NAMED>) {
    let (mut kinds, mut sheep, mut vp, mut symbols) = ([0.0; KINDS.len()], 0.0, 0.0, 0.0);
    for space in spaces {
        let kind = match space.feature {
            Feature::Meadow => 0,
            Feature::Pasture(more) => {
                sheep += f32::from(more) / 3.0;
                1
            }
            Feature::Grain => 2,
            Feature::Distillery => 3,
            Feature::Ruin => 4,
            Feature::Bog => 5,
            Feature::Stones(more) => {
                vp += f32::from(more) / 3.0;
                6
            }
            Feature::Town => continue,
        };
        kinds[kind] += 0.5;
        symbols += f32::from(u8::from(space.symbol));
    }
    let bounds = [0.0, f32::INFINITY];
    KINDS.into_iter().zip(kinds).for_each(|(kind, number)| out.number(kind, format_args!("2 spaces"), bounds, number));
    out.number("printed sheep", format_args!("3 sheep"), bounds, sheep);
    out.number("stones in VP", format_args!("3 VP"), bounds, vp);
    out.number("symbols", format_args!("1 symbol"), bounds, symbols);
}

/// Describes a landscape tile as printed, if there is one.
fn landscape_tile<const NAMED: bool>(game: &Tipperary, tile: Option<TileId>, out: &mut Numbers<'_, NAMED>) {
    out.optional(TILE_NUMBERS, tile, TileId::default(), |out, tile| {
        let grid = game.components().landscape().tile(tile).front();
        out.flag("is there", true);
        spaces(grid.spaces.iter().map(|space| space.space), out);
        let names = (0..BOX * BOX).map(|space| format!("space at {},{} of its box", space % BOX, space / BOX));
        out.set(names, grid.spaces.iter().map(|space| space.y as usize * BOX + space.x as usize));
    });
}

/// The largest rectangle of a seat.
fn rectangle(public: &Public, seat: Seat, cache: &mut ObservationCache) -> Rectangle {
    let display = &public.player(seat).display;
    match &cache.0[seat.index()] {
        Some((spaces, known)) if *spaces == display.spaces() => *known,
        _ => {
            let found = display.largest_rectangle();
            cache.0[seat.index()] = Some((display.spaces(), found));
            found
        }
    }
}

/// Describes the covered spaces of a display and its largest rectangle.
pub(super) fn describe_display<const NAMED: bool>(display: &Display, largest: Rectangle, out: &mut Numbers<'_, NAMED>) {
    let area = i32::from(largest.width) * i32::from(largest.height);
    out.count("covered spaces", 80.0, "spaces", display.spaces());
    out.count("width of the largest rectangle", 10.0, "spaces", largest.width);
    out.count("height of the largest rectangle", 10.0, "spaces", largest.height);
    out.count("area of the largest rectangle", 60.0, "spaces", area);
}

fn describe_seat<const NAMED: bool>(
    game: &Tipperary,
    public: &Public,
    seat: Seat,
    cache: &mut ObservationCache,
    out: &mut Numbers<'_, NAMED>,
) {
    let player = public.player(seat);
    let display = &player.display;
    out.flag("plays", true);
    describe_display(display, rectangle(public, seat, cache), out);
    out.count("largest flock", 10.0, "sheep", display.largest_flock());
    out.count("step of the barrel", 6.0, "steps", player.barrel);
    out.count("whiskey", 20.0, "VP", game.rules().whiskey_track[usize::from(player.barrel)].vp);
    out.count("towers", 4.0, "towers", player.towers);
    out.count("stones", 10.0, "VP", display.stones());
    out.flag("has explored its hometown", display.is_explored(game.hometown(seat)));
    out.flag("has the marker", public.marker == Some(seat));
    out.flag("has a free meadow", display.has_free_meadow());
}

/// Planes of a display: town, meadow, bonus meadow, sheep, wooden sheep, grain, distillery, ruin, bog, VP of stones, tower, empty beside it.
pub const PLANES: usize = 12;

/// Fills the planes of the viewer's display.
pub fn planes(view: &View<'_>, out: &mut [u8]) {
    let display = &view.public().player(view.seat()).display;
    let mut put = |plane: usize, place: Place, value: u8| {
        if let Some(cell) = cell(place) {
            out[plane * CELLS + cell] = value;
        }
    };
    for (place, cover) in display.covered() {
        match cover {
            Cover::Town => put(0, place, 1),
            Cover::Meadow { bonus } => put(1 + usize::from(bonus), place, 1),
            Cover::Pasture(sheep) => put(3, place, sheep),
            Cover::WoodenSheep => put(4, place, 1),
            Cover::Grain => put(5, place, 1),
            Cover::Distillery => put(6, place, 1),
            Cover::Ruin => put(7, place, 1),
            Cover::Bog => put(8, place, 1),
            Cover::Stones(vp) => put(9, place, vp),
            Cover::Tower => put(10, place, 1),
        }
    }
    display.tower_places().for_each(|place| put(11, place, 1));
}

const _: () = assert!(SIDE * SIDE == CELLS, "cells are a square");
