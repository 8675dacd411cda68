//! Observations of a seat of Isle of Skye, as numbers, most of them between 0 and 1.
//!
//! Seats are counted clockwise from the viewer.

use engine::skye::Bag;
use engine::skye::feature::FeatureCounts;
use engine::skye::position::Dolmen;
use engine::skye::territory::Territory;
use engine::skye::{
    Feature, Module, Phase, Player, Public, Rules, SIDES, ScoringTile, Skye, Slot, Survey, Tablet, Terrain, TileId,
    View,
};
use engine::{Game, MAX_SEATS, Seat};

use super::choices::{
    BUY, CELLS, DONE, DRUID, KEEP, MOST_BORDERLANDS, MOST_FOUND, OWN, REACH, SIDE, TILE, TILES_TO_BUILD, cell,
};
use super::{PartialAction, ToLay, may_lay};
use crate::vector::Vector;

/// Rounds that are distinguished.
pub(super) const ROUNDS: usize = engine::skye::rules::MAX_ROUNDS;

/// Decisions, and the phases in which others decide.
const PHASES: usize = 6;

/// The stages of a decision: a whole decision or its beginning, a first and a second price, a cell, a rotation; or nothing.
const STAGES: usize = 6;

/// Features that are the same for all seats, besides scoring tiles.
const COMMON: usize = ROUNDS + 1 + PHASES + STAGES + MAX_SEATS + (MAX_SEATS - 1) + Module::ALL.len() + 1;

/// Features of each scoring tile: its kind, scorings left, and whether it scores in this round.
const SCORING: usize = ScoringTile::ALL.len() + 2;

/// Numbers of all scoring tiles.
const ALL_SCORING: usize = Slot::ALL.len() * SCORING;

/// Features of the dolmen board.
///
/// For each space, whether it has a tile, and its price; and the number of Druid tiles left.
const DOLMEN: usize = 2 * DOLMEN_SPACES + 1;

/// Spaces of the dolmen board.
pub(super) const DOLMEN_SPACES: usize = 5;

/// Numbers of the bag: how many tiles, and how many of each feature.
const BAG: usize = 1 + Feature::ALL.len();

/// Features of a territory.
///
/// They are tiles, features, connected tiles, open roads, areas by terrain, income of barrels, the counts of scoring
/// tiles, and VP of scrolls.
pub(super) const TERRITORY: usize = LAID + PAID;

/// The features of a territory up to the income of barrels, which do not depend on gold.
const LAID: usize = 1 + Feature::ALL.len() + 2 + 3 * Terrain::ALL.len() + 1;

/// The others, which do.
const PAID: usize = Slot::ALL.len() + 1;

/// Features of a seat.
///
/// They are whether it plays, gold, VP, whether its offer is made, tablets, borderland tiles, the tiles in front of it,
/// and its territory.
const SEAT: usize = 4 + Tablet::ALL.len() + 1 + (1 + Feature::ALL.len()) + TERRITORY;

/// Numbers of a tile: terrain of its edges, exits of roads, features, whether it has a scroll.
const TILE_NUMBERS: usize = 4 * Terrain::ALL.len() + 4 + Feature::ALL.len() + 1;

/// Available tiles, each with a flag that it is there, and its price or stake.
const CANDIDATES: usize = MOST_FOUND * (2 + TILE_NUMBERS);

/// The features of the partial decision: discard, price, tile with its number, place.
const CHOSEN: usize = 3 + 1 + TILE_NUMBERS + (DONE - TILE) + 2;

/// The own offer, while it is secret.
pub(super) const OFFER: usize = 3;

/// All features of an observation.
///
/// They are common ones, scoring tiles, dolmen board, bag, seats, candidates, partial decision, own offer, and a 1 for
/// each cell of the own territory with a tile.
pub const OBSERVATION: usize =
    COMMON + ALL_SCORING + DOLMEN + BAG + MAX_SEATS * SEAT + CANDIDATES + CHOSEN + OFFER + CELLS;

/// Cached features, kept until their source changes: of scoring tiles, the bag and territories.
#[derive(Default)]
pub struct ObservationCache {
    /// The round, and whether the game is over.
    scoring: Option<(u8, bool, [f32; ALL_SCORING])>,
    bag: Option<(Bag, [f32; BAG])>,
    territories: [Option<TerritoryCache>; MAX_SEATS],
}

/// The features of a territory, its key and its owner's gold.
struct TerritoryCache {
    key: u64,
    gold: u16,
    numbers: [f32; TERRITORY],
}

/// Fills an observation.
pub fn observe(
    game: &Skye,
    view: &View<'_>,
    chosen: Option<&PartialAction>,
    cache: &mut ObservationCache,
    out: &mut [f32],
) {
    let (public, seat, mut vector) = (view.public(), view.seat(), Vector::new(out));
    put_common(game, public, seat, chosen, &mut vector);
    put_scoring(game, public, cache, &mut vector);
    put_dolmen(game, &public.dolmen, &mut vector);
    put_bag(game, &public.bag, cache, &mut vector);
    for beside in 0..MAX_SEATS {
        match beside < game.seats() {
            true => put_seat(game, public, seat.clockwise(beside, game.seats()), cache, &mut vector),
            false => vector.skip(SEAT),
        }
    }
    put_candidates(game, public, seat, &mut vector);
    put_chosen(game, public.player(seat), chosen, &mut vector);
    match view.own_offer() {
        Some(offer) => offer.prices().into_iter().take(OFFER).for_each(|price| vector.count(price, 20.0)),
        None => vector.skip(OFFER),
    }
    let map = vector.part(CELLS);
    public.player(seat).territory.placements().filter_map(|laid| cell(laid.place)).for_each(|cell| map[cell] = 1.0);
    debug_assert_eq!(vector.at(), OBSERVATION);
}

fn put_common(game: &Skye, public: &Public, seat: Seat, chosen: Option<&PartialAction>, vector: &mut Vector<'_>) {
    let (round, rounds) = (usize::from(public.round), game.rules().round_count());
    vector.one_of(round - 1, ROUNDS);
    vector.put((rounds - round) as f32 / 6.0);
    let phase = match public.phase {
        Phase::Price(_) => 0,
        Phase::Buy(_) => 1,
        Phase::BuyAgain(_) => 2,
        Phase::KeepDrawn(_) => 3,
        Phase::Build(_) => 4,
        Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => 5,
    };
    vector.one_of(phase, PHASES);
    let stage = match chosen {
        None => 5,
        Some(PartialAction { place: Some(_), .. }) => 4,
        Some(PartialAction { tile: Some(_), .. }) => 3,
        Some(PartialAction { price: Some(_), .. }) => 2,
        Some(PartialAction { discard: Some(_), .. }) => 1,
        Some(_) => 0,
    };
    vector.one_of(stage, STAGES);
    vector.one_of(public.start.steps_from(seat, game.seats()), MAX_SEATS);
    vector.one_of(game.seats() - 2, MAX_SEATS - 1);
    Module::ALL.into_iter().for_each(|module| vector.flag(game.has(module)));
    vector.count(game.rules().round(public.round).catch_up, 5.0);
}

fn put_scoring(game: &Skye, public: &Public, cache: &mut ObservationCache, vector: &mut Vector<'_>) {
    let (round, is_over) = (public.round, public.phase == Phase::Over);
    if let Some((.., numbers)) = cache.scoring.as_ref().filter(|(of, over, _)| (*of, *over) == (round, is_over)) {
        return vector.all(numbers);
    }
    let mut numbers = [0.0; ALL_SCORING];
    let mut own = Vector::new(&mut numbers);
    for slot in Slot::ALL {
        // A user's own tile is none of them, unless it equals a printed one.
        let twin = game.scoring_at(slot).twin();
        own.one_of(twin.map_or(ScoringTile::ALL.len(), ScoringTile::index), ScoringTile::ALL.len());
        let left = if is_over { 0 } else { game.rules().scorings_from(slot, round) };
        own.put(left as f32 / 3.0);
        own.flag(game.rules().round(round).scores.has(slot));
    }
    vector.all(&numbers);
    cache.scoring = Some((round, is_over, numbers));
}

fn put_dolmen(game: &Skye, dolmen: &Dolmen, vector: &mut Vector<'_>) {
    for space in 0..DOLMEN_SPACES {
        let price = dolmen.price(game.tiles(), space);
        vector.flag(price.is_some());
        vector.count(price.unwrap_or(0), 10.0);
    }
    vector.put(if game.has(Module::Druids) { dolmen.stack.len() as f32 / 20.0 } else { 0.0 });
}

fn put_bag(game: &Skye, bag: &Bag, cache: &mut ObservationCache, vector: &mut Vector<'_>) {
    if let Some((_, numbers)) = cache.bag.as_ref().filter(|(of, _)| of == bag) {
        return vector.all(numbers);
    }
    let mut numbers = [0.0; BAG];
    for tile in game.tiles().in_bag().filter(|tile| bag.has(*tile)) {
        let features = game.tiles().as_printed(tile).features;
        numbers[0] += 1.0 / 73.0;
        for (number, feature) in numbers[1..].iter_mut().zip(Feature::ALL) {
            // Most tiles have few features, and divisions are slow.
            match features.of(feature) {
                0 => {}
                count => *number += f32::from(count) / 20.0,
            }
        }
    }
    vector.all(&numbers);
    cache.bag = Some((*bag, numbers));
}

fn put_seat(game: &Skye, public: &Public, seat: Seat, cache: &mut ObservationCache, vector: &mut Vector<'_>) {
    let player = public.player(seat);
    vector.put(1.0);
    vector.count(player.gold, 20.0);
    vector.count(player.vp, 50.0);
    vector.flag(public.has_made_offer(seat));
    Tablet::ALL.into_iter().for_each(|kind| vector.count(player.tablets.of(kind), 2.0));
    vector.put(player.borderlands.len() as f32 / MOST_BORDERLANDS as f32);
    let mut features = FeatureCounts::default();
    let mut add = |tile: TileId| features.add_all(&game.tiles().as_printed(tile).features);
    player.drawn.iter().for_each(|tile| add(*tile));
    player.display.iter().for_each(|sale| add(sale.tile));
    player.to_build.iter().for_each(|tile| add(*tile));
    vector.put((player.drawn.len() + player.display.len() + player.to_build.len()) as f32 / 4.0);
    for (number, feature) in vector.array::<{ Feature::ALL.len() }>().iter_mut().zip(Feature::ALL) {
        *number = f32::from(features.of(feature)) / 4.0;
    }
    put_known_territory(game, player, &mut cache.territories[seat.index()], vector);
}

fn put_known_territory(game: &Skye, player: &Player, cache: &mut Option<TerritoryCache>, vector: &mut Vector<'_>) {
    let (key, gold) = (player.territory.key(), player.gold);
    let known = cache.as_ref().map(|known| (known.key == key, known.gold == gold));
    if known != Some((true, true)) {
        let kept = cache.get_or_insert(TerritoryCache { key, gold, numbers: [0.0; TERRITORY] });
        if !known.is_some_and(|(is_same, _)| is_same) {
            put_laid(game, &player.territory, &mut Vector::new(&mut kept.numbers[..LAID]));
        }
        put_paid(game, &player.territory, gold, &mut Vector::new(&mut kept.numbers[LAID..]));
        (kept.key, kept.gold) = (key, gold);
    }
    cache.iter().for_each(|known| vector.all(&known.numbers));
}

/// Describes a territory, given its owner's gold.
pub(super) fn put_territory(game: &Skye, territory: &Territory, gold: u16, vector: &mut Vector<'_>) {
    put_laid(game, territory, vector);
    put_paid(game, territory, gold, vector);
}

/// Describes a territory without the features that depend on gold.
fn put_laid(game: &Skye, territory: &Territory, vector: &mut Vector<'_>) {
    let rules: &Rules = game.rules();
    let survey = Survey::of(game.tiles(), territory);
    vector.put(territory.len() as f32 / 20.0);
    Feature::ALL.into_iter().for_each(|feature| vector.count(survey.count(feature), 8.0));
    vector.put(territory.roads().len() as f32 / 10.0);
    vector.count(territory.roads().open_exits(territory), 5.0);
    // By terrain: areas, completed ones, size of the largest.
    let mut areas = [[0; 3]; Terrain::ALL.len()];
    for area in survey.areas().iter() {
        let [count, completed, largest] = &mut areas[usize::from(area.terrain().code()) - 1];
        *count += 1;
        *completed += u16::from(area.is_completed());
        *largest = area.size().max(*largest);
    }
    for [count, completed, largest] in areas {
        vector.count(count, 10.0);
        vector.count(completed, 5.0);
        vector.count(largest, 10.0);
    }
    vector.count(survey.barrel_income(rules), 5.0);
}

/// Describes the payments for a territory, given its owner's gold.
fn put_paid(game: &Skye, territory: &Territory, gold: u16, vector: &mut Vector<'_>) {
    let survey = Survey::of(game.tiles(), territory);
    for slot in Slot::ALL {
        let parts = game.payment_at(slot).parts.iter();
        let measured: i32 = parts.map(|part| i32::from(survey.measure_part(part, gold))).sum();
        vector.count(measured, 10.0);
    }
    vector.count(survey.scrolls(gold).map(|scroll| scroll.vp).sum::<u16>(), 20.0);
}

/// A tile as printed.
fn put_tile(game: &Skye, tile: TileId, vector: &mut Vector<'_>) {
    let printed = game.tiles().as_printed(tile);
    let numbers: &mut [f32; TILE_NUMBERS] = vector.array();
    let (edges, others) = numbers.split_at_mut(SIDES.len() * Terrain::ALL.len());
    for (numbers, terrain) in edges.as_chunks_mut::<{ Terrain::ALL.len() }>().0.iter_mut().zip(printed.edges) {
        numbers[usize::from(terrain.code()) - 1] = 1.0;
    }
    let (exits, others) = others.split_at_mut(SIDES.len());
    exits.iter_mut().zip(SIDES).for_each(|(exit, side)| *exit = f32::from(u8::from(printed.exits.has(side))));
    let (features, others) = others.split_at_mut(Feature::ALL.len());
    for (number, feature) in features.iter_mut().zip(Feature::ALL) {
        *number = f32::from(printed.features.of(feature)) / 3.0;
    }
    others[0] = f32::from(u8::from(printed.has_scrolls));
}

/// The tiles available to the viewer in this phase, in the order of the choices.
///
/// They are its drawn tiles; the tiles of others on sale, then its own; the dolmen board; tiles drawn from the bag;
/// tiles to lay.
fn put_candidates(game: &Skye, public: &Public, seat: Seat, vector: &mut Vector<'_>) {
    let part = vector.part(CANDIDATES);
    for_each_candidate(game, public, seat, |place, tile, price| {
        let mut vector = Vector::new(&mut part[place * (2 + TILE_NUMBERS)..(place + 1) * (2 + TILE_NUMBERS)]);
        vector.put(1.0);
        vector.count(price, 10.0);
        put_tile(game, tile, &mut vector);
    });
}

/// Calls a function with the number of each of these tiles, the tile, and its price or stake.
pub(super) fn for_each_candidate(game: &Skye, public: &Public, seat: Seat, mut put: impl FnMut(usize, TileId, u16)) {
    let (player, seats) = (public.player(seat), game.seats());
    match public.phase {
        Phase::Price(_) => player.drawn.iter().enumerate().for_each(|(place, &tile)| put(place, tile, 0)),
        Phase::Buy(_) => {
            for beside in 1..seats {
                let seller = public.player(seat.clockwise(beside, seats));
                for (slot, sale) in seller.display.iter().enumerate() {
                    put(2 * (beside - 1) + slot, sale.tile, player.payment(sale.price));
                }
            }
            let own = player.display.iter().enumerate();
            own.for_each(|(slot, sale)| put(OWN - BUY + slot, sale.tile, sale.price));
        }
        Phase::BuyAgain(_) | Phase::Uncover(_) | Phase::DrawFromBag(_) => {
            for (space, tile) in public.dolmen.board.iter().enumerate() {
                let Some(tile) = *tile else { continue };
                put(space, tile, public.dolmen.price(game.tiles(), space).unwrap_or(0));
            }
        }
        Phase::KeepDrawn(_) => public.found.iter().enumerate().for_each(|(place, &tile)| put(place, tile, 0)),
        Phase::Build(_) => {
            player.to_build.iter().enumerate().for_each(|(place, &tile)| put(place, tile, 0));
            let borderlands = game.tiles().borderlands().enumerate();
            let left = borderlands.filter(|(number, _)| may_lay(player.borderlands, *number));
            left.for_each(|(number, tile)| put(TILES_TO_BUILD + number, tile, 0));
        }
        Phase::Draw | Phase::Over => {}
    }
}

fn put_chosen(game: &Skye, player: &Player, chosen: Option<&PartialAction>, vector: &mut Vector<'_>) {
    let Some(chosen) = chosen else { return vector.skip(CHOSEN) };
    vector.one_of(chosen.discard.map_or(usize::MAX, usize::from), 3);
    vector.count(chosen.price.unwrap_or(0), 10.0);
    match chosen.tile.and_then(|number| game.tile_of(player, usize::from(number))) {
        Some(tile) => put_tile(game, tile, vector),
        None => vector.skip(TILE_NUMBERS),
    }
    vector.one_of(chosen.tile.map_or(usize::MAX, usize::from), DONE - TILE);
    let place = chosen.place.unwrap_or_default();
    [place.x, place.y].into_iter().for_each(|coordinate| vector.count(coordinate, f32::from(REACH)));
}

const _: () = assert!(OWN - BUY + 2 <= MOST_FOUND && KEEP > DRUID, "candidates have room for all that is offered");

/// Planes of a board.
///
/// They show tiles, the terrain of each edge, exits of roads, features, scrolls, and connections to the castle.
pub const PLANES: usize = 1 + 4 * Terrain::ALL.len() + 4 + Feature::ALL.len() + 1 + 1;

/// Fills the planes of the viewer's territory.
pub fn planes(game: &Skye, view: &View<'_>, out: &mut [u8]) {
    let territory = &view.public().player(view.seat()).territory;
    for (index, laid) in territory.placements().enumerate() {
        let Some(cell) = cell(laid.place) else { continue };
        let tile = territory.tile(game.tiles(), index);
        let mut put = |plane: usize, value: u8| out[plane * CELLS + cell] = value;
        put(0, 1);
        for (side, terrain) in tile.edges.iter().enumerate() {
            put(1 + Terrain::ALL.len() * side + usize::from(terrain.code()) - 1, 1);
        }
        for side in SIDES {
            put(13 + side.index(), tile.exits.has(side).into());
        }
        for (number, feature) in Feature::ALL.into_iter().enumerate() {
            put(17 + number, tile.features.of(feature) as u8);
        }
        put(24, tile.has_scrolls.into());
        put(25, territory.roads().has(index).into());
    }
}

const _: () = assert!(PLANES == 26 && SIDE * SIDE == CELLS, "planes as they are numbered");
