//! Observations of a seat of Tipperary, as numbers, most of them between 0 and 1.
//!
//! Seats are counted clockwise from the viewer.

use engine::tipperary::grid::Grid;
use engine::tipperary::{Cover, Feature, Phase, Place, Public, Rectangle, Space, TileId, Tipperary, View};
use engine::{Game, MAX_SEATS, Seat};

use super::choices::{CELLS, FIRST, SIDE, cell};
use super::{PartialAction, tile_of};
use crate::vector::Vector;

/// Decisions, and the phases in which others decide.
const PHASES: usize = 5;

/// The stages of a decision: a whole decision or its beginning, a place, an orientation; or nothing.
const STAGES: usize = 4;

/// The kinds of spaces besides towns: meadow, pasture, grain, distillery, ruin, bog, stones.
const KINDS: usize = 7;

/// Features that are the same for all seats.
///
/// They are round, rounds left, supplies, pieces due, start, and number of players.
const COMMON: usize = 2 + PHASES + STAGES + 4 + 2 + MAX_SEATS + (MAX_SEATS - 1);

/// The longest side of a tile's bounding box.
pub(super) const BOX: usize = 6;

/// Features of a tile: presence, spaces by kind, sheep, VP of stones, symbols, the outline as printed.
const TILE_NUMBERS: usize = 1 + KINDS + 3 + BOX * BOX;

/// Numbers of a bonus tile: what it shows, sheep, VP of stones, symbol.
const BONUS: usize = KINDS + 3;

/// Features of the partial decision: the tile and its number, the corner.
const CHOSEN: usize = 2 + TILE_NUMBERS + 2;

/// Numbers of a seat: whether it plays, spaces, largest rectangle, flock, barrel and its VP, towers, stones, exploration, marker, meadows.
const SEAT: usize = 1 + 1 + 3 + 1 + 2 + 1 + 1 + 1 + 1 + 1;

/// Numbers of the own largest rectangle: its corner and sides, from the town.
const RECTANGLE: usize = 4;

/// All numbers: what is the same for all, the tiles of the own area, the bonus tile drawn, what is chosen, seats, the own largest rectangle,
/// and a 1 for each covered cell of the own display.
pub const OBSERVATION: usize = COMMON + 2 * TILE_NUMBERS + BONUS + CHOSEN + MAX_SEATS * SEAT + RECTANGLE + CELLS;

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
    let (public, seat, mut vector) = (view.public(), view.seat(), Vector::new(out));
    put_common(game, public, seat, chosen, &mut vector);
    let mut tiles = public.areas[game.area(public, seat)].iter();
    for _ in 0..2 {
        put_tile(game, tiles.next().copied(), &mut vector);
    }
    match public.phase {
        Phase::Bonus(_, tile) => put_spaces([game.components().bonus(tile).space].into_iter(), &mut vector),
        _ => vector.skip(BONUS),
    }
    match chosen {
        Some(chosen) => {
            vector.one_of(chosen.tile.map_or(usize::MAX, usize::from), 2);
            put_tile(game, chosen.tile.and_then(|number| tile_of(game, public, number)), &mut vector);
            put_place(chosen.corner.unwrap_or_default(), &mut vector);
        }
        None => vector.skip(CHOSEN),
    }
    for beside in 0..MAX_SEATS {
        match beside < game.seats() {
            true => put_seat(game, public, seat.clockwise(beside, game.seats()), cache, &mut vector),
            false => vector.skip(SEAT),
        }
    }
    let own = rectangle(public, seat, cache);
    put_place(own.corner, &mut vector);
    vector.put(f32::from(own.width) / 10.0);
    vector.put(f32::from(own.height) / 10.0);
    let map = vector.part(CELLS);
    let covered = public.player(seat).display.covered();
    covered.filter_map(|(place, _)| cell(place)).for_each(|cell| map[cell] = 1.0);
    debug_assert_eq!(vector.at(), OBSERVATION);
}

fn put_common(game: &Tipperary, public: &Public, seat: Seat, chosen: Option<&PartialAction>, vector: &mut Vector<'_>) {
    vector.count(public.round, 12.0);
    vector.put(f32::from(game.rules().rounds - u16::from(public.round)) / 12.0);
    let phase = match public.phase {
        Phase::Place(_) => 0,
        Phase::Sheep(_) => 1,
        Phase::Bonus(..) => 2,
        Phase::Tower(_) => 3,
        Phase::Spin | Phase::DrawBonus(_) | Phase::Over => 4,
    };
    vector.one_of(phase, PHASES);
    let stage = match chosen {
        None => 3,
        Some(PartialAction { corner: Some(_), .. }) => 2,
        Some(PartialAction { tile: Some(_), .. }) => 1,
        Some(_) => 0,
    };
    vector.one_of(stage, STAGES);
    vector.count(public.sheep, 24.0);
    vector.count(public.towers, 12.0);
    vector.put(public.bag.len() as f32 / 60.0);
    vector.put(public.bonus.len() as f32 / 20.0);
    vector.count(public.sheep_due, 3.0);
    vector.count(public.bonus_due, 3.0);
    vector.one_of(public.start.steps_from(seat, game.seats()), MAX_SEATS);
    vector.one_of(game.seats() - 2, MAX_SEATS - 1);
}

/// A place, from the town.
fn put_place(place: Place, vector: &mut Vector<'_>) {
    vector.put(f32::from(place.x) / f32::from(-FIRST.0));
    vector.put(f32::from(place.y) / f32::from(-FIRST.1));
}

/// Writes the things that spaces show.
fn put_spaces(spaces: impl Iterator<Item = Space>, vector: &mut Vector<'_>) {
    let numbers = vector.part(KINDS + 3);
    for space in spaces {
        let kind = match space.feature {
            Feature::Meadow => 0,
            Feature::Pasture(sheep) => {
                numbers[KINDS] += f32::from(sheep) / 3.0;
                1
            }
            Feature::Grain => 2,
            Feature::Distillery => 3,
            Feature::Ruin => 4,
            Feature::Bog => 5,
            Feature::Stones(vp) => {
                numbers[KINDS + 1] += f32::from(vp) / 3.0;
                6
            }
            Feature::Town => continue,
        };
        numbers[kind] += 0.5;
        numbers[KINDS + 2] += f32::from(u8::from(space.symbol));
    }
}

/// A landscape tile as printed.
fn put_tile(game: &Tipperary, tile: Option<TileId>, vector: &mut Vector<'_>) {
    let Some(tile) = tile else { return vector.skip(TILE_NUMBERS) };
    let grid: &Grid = game.components().landscape().tile(tile).front();
    vector.put(1.0);
    put_spaces(grid.spaces.iter().map(|space| space.space), vector);
    let outline = vector.part(BOX * BOX);
    grid.spaces.iter().for_each(|space| outline[space.y as usize * BOX + space.x as usize] = 1.0);
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

fn put_seat(game: &Tipperary, public: &Public, seat: Seat, cache: &mut ObservationCache, vector: &mut Vector<'_>) {
    let player = public.player(seat);
    let (display, largest) = (&player.display, rectangle(public, seat, cache));
    vector.put(1.0);
    vector.count(display.spaces(), 80.0);
    vector.put(f32::from(largest.width) / 10.0);
    vector.put(f32::from(largest.height) / 10.0);
    vector.put(f32::from(largest.width) * f32::from(largest.height) / 60.0);
    vector.count(display.largest_flock(), 10.0);
    vector.count(player.barrel, 6.0);
    vector.count(game.rules().whiskey_track[usize::from(player.barrel)].vp, 20.0);
    vector.count(player.towers, 4.0);
    vector.count(display.stones(), 10.0);
    vector.flag(display.is_explored(game.hometown(seat)));
    vector.flag(public.marker == Some(seat));
    vector.flag(display.has_free_meadow());
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
