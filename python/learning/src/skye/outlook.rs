//! Afterstates: territories with one of the available tiles laid.

use engine::Game;
use engine::skye::place::Side;
use engine::skye::territory::Territory;
use engine::skye::{Phase, Placement, Player, SIDES, Skye, Survey, Terrain, TileId, View};

use super::PartialAction;
use super::choices::{CELL, ROTATION, TILE, cell};
use super::observation::{TERRITORY, describe_territory, for_each_candidate};
use crate::afterstates::Afterstates;
use crate::numbers::Numbers;

/// Numbers of a board: those of a territory in an observation; empty places by the tiles around them; areas by terrain with one, with two
/// open edges, and all open edges; tiles one above and one beside another; the fullest diagonal; scrolls, and their VP if none counted twice.
pub const BOARD: usize = TERRITORY + SIDES.len() + 3 * Terrain::ALL.len() + 2 + 1 + 2;

/// Lists the ways to lay the available tiles.
///
/// A builder lays its own tiles. Before that, tiles are laid in every territory, and each territory is also listed as
/// it is.
pub fn afterstates(game: &Skye, view: &View<'_>, chosen: &PartialAction, list: &mut Afterstates) {
    let (public, seat) = (view.public(), view.seat());
    let is_building = matches!(public.phase, Phase::Build(_));
    for beside in 0..if is_building { 1 } else { game.seats() } {
        let player = public.player(seat.clockwise(beside, game.seats()));
        if !is_building {
            put(game, player, &player.territory, list.add(beside, None, None, BOARD));
        }
        for_each_candidate(game, public, seat, |number, tile, _| {
            if chosen.tile.is_none_or(|tile| usize::from(tile) == number) {
                let next = |placement| is_building.then(|| next_choice(chosen, number, placement))?;
                add_tile(game, player, (beside, number, tile), next, list);
            }
        });
    }
}

/// The builder's next choice towards a placement of this tile.
///
/// `None` if the choices so far lead elsewhere.
fn next_choice(chosen: &PartialAction, number: usize, placement: Placement) -> Option<usize> {
    match (chosen.tile, chosen.place) {
        (None, _) => Some(TILE + number),
        (Some(_), None) => cell(placement.place).map(|cell| CELL + cell),
        (Some(_), Some(place)) => (place == placement.place).then(|| ROTATION + placement.rotation.quarter_turns()),
    }
}

fn add_tile(
    game: &Skye,
    player: &Player,
    (beside, number, tile): (usize, usize, TileId),
    next: impl Fn(Placement) -> Option<usize>,
    list: &mut Afterstates,
) {
    let tiles = game.tiles();
    for placement in player.territory.placements_of(tiles, tile) {
        let choice = next(placement);
        let mut territory = player.territory;
        territory.lay_and_flip(tiles, placement, |_| {});
        put(game, player, &territory, list.add(beside, Some(number), choice, BOARD));
    }
}

fn put(game: &Skye, player: &Player, territory: &Territory, out: &mut [f32]) {
    let mut numbers = Numbers::values(out);
    describe_territory(game, territory, player.gold, &mut numbers);
    let gaps = numbers.part(SIDES.len());
    territory
        .surroundings()
        .filter_map(|(_, sides)| sides.iter().count().checked_sub(1))
        .for_each(|more| gaps[more] += 0.1);
    let open = numbers.part(3 * Terrain::ALL.len());
    for area in territory.areas().iter().filter(|area| !area.is_completed()) {
        let (edges, numbers) = (area.open_edges(), &mut open[3 * (usize::from(area.terrain().code()) - 1)..][..3]);
        if edges <= 2 {
            numbers[usize::from(edges) - 1] += 0.2;
        }
        numbers[2] += f32::from(edges) / 10.0;
    }
    for side in [Side::North, Side::East] {
        let pairs = (0..territory.len()).filter(|index| territory.neighbour(*index, side).is_some());
        numbers.put(pairs.count() as f32 / 10.0);
    }
    numbers.put(territory.fullest_diagonal() as f32 / 5.0);
    let (mut scrolls, mut vp) = (0, 0);
    for scroll in Survey::of(game.tiles(), territory).scrolls(player.gold) {
        (scrolls, vp) = (scrolls + 1, vp + scroll.single);
    }
    numbers.put(scrolls as f32 / 4.0);
    numbers.put(vp as f32 / 20.0);
}
