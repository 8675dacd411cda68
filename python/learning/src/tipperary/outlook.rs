//! Afterstates: displays with one of the available tiles laid.

use engine::tipperary::{Display, Effects, Hometown, Phase, Tipperary, View};

use super::choices::{CELL, TILE, WAY, cell};
use super::observation::describe_display;
use super::{PartialAction, tile_of};
use crate::afterstates::Afterstates;
use crate::numbers::Numbers;

/// Numbers of a board: spaces, width, height and area of the largest rectangle, largest flock, stones, exploration, free meadow; and what the
/// tile brings, sheep, steps on the whiskey track, towers and bonus tiles.
pub const BOARD: usize = 8 + 4;

/// Lists the ways to lay the two tiles of the own area.
pub fn afterstates(game: &Tipperary, view: &View<'_>, chosen: &PartialAction, list: &mut Afterstates) {
    let (public, components) = (view.public(), game.components());
    let Phase::Place(seat) = public.phase else { return };
    let display = &public.player(seat).display;
    for number in (0..2).filter(|number| chosen.tile.is_none_or(|tile| tile == *number)) {
        let Some(tile) = tile_of(game, public, number) else { continue };
        for placement in display.placements(components, tile) {
            let number = usize::from(number);
            let choice = match (chosen.tile, chosen.corner) {
                (None, _) => Some(TILE + number),
                (Some(_), None) => cell(placement.corner).map(|cell| CELL + cell),
                (Some(_), Some(corner)) => (corner == placement.corner).then(|| WAY + placement.way.index()),
            };
            let mut after = display.clone();
            let effects = after.lay(components, placement);
            put(&after, effects, game.hometown(seat), list.add(0, Some(number), choice, BOARD));
        }
    }
}

fn put(display: &Display, effects: Effects, hometown: &Hometown, out: &mut [f32]) {
    let mut numbers = Numbers::values(out);
    describe_display(display, display.largest_rectangle(), &mut numbers);
    numbers.put(display.largest_flock() as f32 / 10.0);
    numbers.put(display.stones() as f32 / 10.0);
    for is_so in [display.is_explored(hometown), display.has_free_meadow()] {
        numbers.put(f32::from(u8::from(is_so)));
    }
    [effects.symbols, effects.pairs, effects.lines, effects.sites]
        .into_iter()
        .for_each(|count| numbers.put(count as f32 / 2.0));
}
