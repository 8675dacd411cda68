//! Observations of a seat of Isle of Skye, as numbers, most of them between 0 and 1.
//!
//! Seats are counted clockwise from the viewer.

use engine::skye::Bag;
use engine::skye::feature::FeatureCounts;
use engine::skye::territory::Territory;
use engine::skye::{
    Feature, Module, Modules, Phase, Player, Public, SIDES, ScoringTile, Skye, Slot, Survey, Tablet, Terrain, TileId,
    View,
};
use engine::{Game, MAX_SEATS, Seat};

use super::choices::{
    BUY, CELLS, DONE, DRUID, KEEP, MOST_BORDERLANDS, MOST_FOUND, OWN, REACH, SIDE, TILE, TILES_TO_BUILD, cell, place,
};
use super::names::tile_name;
use super::{PartialAction, ToLay, may_lay};
use crate::numbers::{Numbers, ObservedNumber, SeatName};

/// Spaces of the dolmen board.
const DOLMEN_SPACES: usize = 5;

/// Features of each scoring tile: its kind, scorings left, and whether it scores in this round.
const SCORING: usize = ScoringTile::ALL.len() + 2;

/// Features of the bag: how many tiles, and how many of each feature.
const BAG: usize = 1 + Feature::ALL.len();

/// The features of a territory up to the income of barrels, which do not depend on gold.
const LAID: usize = 1 + Feature::ALL.len() + 2 + 3 * Terrain::ALL.len() + 1;

/// The others, which do: the counts of scoring tiles, and VP of scrolls.
const PAID: usize = Slot::ALL.len() + 1;

/// Features of a territory.
pub(super) const TERRITORY: usize = LAID + PAID;

/// Features of a seat.
const SEAT: usize = 4 + Tablet::ALL.len() + 1 + (1 + Feature::ALL.len()) + TERRITORY;

/// Features of a tile.
const TILE_NUMBERS: usize = 4 * Terrain::ALL.len() + 4 + Feature::ALL.len() + 1;

/// Features of a tile to choose from.
const CANDIDATE: usize = 2 + TILE_NUMBERS;

/// Features of the partial decision.
const CHOSEN: usize = 3 + 1 + TILE_NUMBERS + (DONE - TILE) + 2;

/// Features of the own offer, while it is secret.
const OFFER: usize = 3;

/// All features of an observation.
pub const OBSERVATION: usize = 1018;

/// Cached features, kept until their source changes.
#[derive(Default)]
pub struct ObservationCache {
    /// The round, and whether the game is over.
    scoring: Option<((u8, bool), [f32; Slot::ALL.len() * SCORING])>,
    bag: Option<(Bag, [f32; BAG])>,
    territories: [TerritoryCache; MAX_SEATS],
}

/// The features of a territory with its key, and those with its key and its owner's gold.
#[derive(Default)]
struct TerritoryCache {
    laid: Option<(u64, [f32; LAID])>,
    paid: Option<((u64, u16), [f32; PAID])>,
}

/// Fills an observation.
pub fn observe(
    game: &Skye,
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
    let scoring = [ScoringTile::Squares, ScoringTile::Sheep, ScoringTile::Columns, ScoringTile::RoadTiles];
    let game = Skye::printed_with(MAX_SEATS, scoring, Modules::NONE).expect("a valid set-up");
    let position = game.start(Seat::default());
    let view = game.view(&position, Seat::default());
    Numbers::names(|names| describe(&game, &view, None, &mut ObservationCache::default(), names))
}

/// Describes what a seat knows, and its choices so far if it is to move.
fn describe<const NAMED: bool>(
    game: &Skye,
    view: &View<'_>,
    chosen: Option<&PartialAction>,
    cache: &mut ObservationCache,
    out: &mut Numbers<'_, NAMED>,
) {
    let (public, seat, seats) = (view.public(), view.seat(), game.seats());
    let player = public.player(seat);
    common(game, public, seat, chosen, out);
    let key = (public.round, public.phase == Phase::Over);
    out.cached(&mut cache.scoring, key, |out| scoring_tiles(game, key, out));
    out.within("dolmen board", |out| dolmen(game, public, out));
    out.within("bag", |out| out.cached(&mut cache.bag, public.bag, |out| bag(game, &public.bag, out)));
    for beside in 0..MAX_SEATS {
        let there = (beside < seats).then(|| seat.clockwise(beside, seats));
        out.within(SeatName(beside), |out| {
            out.optional(SEAT, there, seat, |out, other| {
                describe_seat(game, public, other, &mut cache.territories[other.index()], out);
            });
        });
    }
    let mut candidates = [None; MOST_FOUND];
    for_each_candidate(game, public, seat, |place, tile, price| candidates[place] = Some((tile, price)));
    for (place, candidate) in candidates.into_iter().enumerate() {
        out.within(format_args!("tile {} to choose from", place + 1), |out| {
            out.optional(CANDIDATE, candidate, (TileId::default(), 0), |out, (tile, price)| {
                out.flag("is there", true);
                out.count("price or stake", 10.0, "gold", price);
                printed(game, tile, out);
            });
        });
    }
    let example = PartialAction::default();
    out.within("chosen", |out| {
        out.optional(CHOSEN, chosen, &example, |out, chosen| partial(game, player, chosen, out));
    });
    let prices = view.own_offer().map(|offer| offer.prices());
    out.optional(OFFER, prices, Default::default(), |out, prices| {
        for (number, price) in (1..).zip(prices).take(OFFER) {
            out.count(format_args!("own secret offer: price of drawn tile {number}"), 20.0, "gold", price);
        }
    });
    out.within("own territory", |out| {
        let names = (0..CELLS).map(|cell| format!("tile at {}", place(cell)));
        out.set(names, player.territory.placements().filter_map(|laid| cell(laid.place)));
    });
}

fn common<const NAMED: bool>(
    game: &Skye,
    public: &Public,
    seat: Seat,
    chosen: Option<&PartialAction>,
    out: &mut Numbers<'_, NAMED>,
) {
    const ROUNDS: usize = engine::skye::rules::MAX_ROUNDS;
    let (round, rounds) = (usize::from(public.round), game.rules().round_count());
    out.one_of((0..ROUNDS).map(|round| format!("round {}", round + 1)), round - 1);
    out.count("rounds left", 6.0, "rounds", (rounds - round) as i32);
    let phase = match public.phase {
        Phase::Price(_) => 0,
        Phase::Buy(_) => 1,
        Phase::BuyAgain(_) => 2,
        Phase::KeepDrawn(_) => 3,
        Phase::Build(_) => 4,
        Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => 5,
    };
    let phases = ["price", "buy", "buy again", "keep drawn", "build", "other"];
    out.within("phase", |out| out.one_of(phases.into_iter(), phase));
    let stage = match chosen {
        None => 5,
        Some(PartialAction { place: Some(_), .. }) => 4,
        Some(PartialAction { tile: Some(_), .. }) => 3,
        Some(PartialAction { price: Some(_), .. }) => 2,
        Some(PartialAction { discard: Some(_), .. }) => 1,
        Some(_) => 0,
    };
    let stages = ["the first of a decision", "first price", "second price", "cell", "rotation", "none of this seat"];
    out.within("next choice", |out| out.one_of(stages.into_iter(), stage));
    let start = public.start.steps_from(seat, game.seats());
    out.within("starting player", |out| out.one_of((0..MAX_SEATS).map(SeatName), start));
    out.one_of((2..MAX_SEATS + 1).map(|players| format!("{players} players")), game.seats() - 2);
    out.within("module", |out| Module::ALL.into_iter().for_each(|module| out.flag(module, game.has(module))));
    out.count("catch-up gold in this round", 5.0, "gold", game.rules().round(public.round).catch_up);
}

fn scoring_tiles<const NAMED: bool>(game: &Skye, (round, is_over): (u8, bool), out: &mut Numbers<'_, NAMED>) {
    for slot in Slot::ALL {
        out.within(format_args!("scoring tile {slot:?}"), |out| {
            // A user's own tile is none of them, unless it equals a printed one.
            let twin = game.scoring_at(slot).twin();
            out.one_of(ScoringTile::ALL.into_iter(), twin.map_or(ScoringTile::ALL.len(), ScoringTile::index));
            let left = if is_over { 0 } else { game.rules().scorings_from(slot, round) };
            out.count("scorings left", 3.0, "scorings", left as i32);
            out.flag("scores in this round", game.rules().round(round).scores.has(slot));
        });
    }
}

fn dolmen<const NAMED: bool>(game: &Skye, public: &Public, out: &mut Numbers<'_, NAMED>) {
    let board = &public.dolmen;
    for space in 0..DOLMEN_SPACES {
        let price = board.price(game.tiles(), space);
        out.flag(format_args!("tile on space {}", space + 1), price.is_some());
        out.count(format_args!("price on space {}", space + 1), 10.0, "gold", price.unwrap_or(0));
    }
    let left = if game.has(Module::Druids) { board.stack.len() } else { 0 };
    out.count("Druid tiles left", 20.0, "tiles", left as i32);
}

fn bag<const NAMED: bool>(game: &Skye, bag: &Bag, out: &mut Numbers<'_, NAMED>) {
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
    let [tiles, features @ ..] = numbers;
    out.number("tiles", format_args!("73 tiles"), [0.0, f32::INFINITY], tiles);
    for (feature, number) in Feature::ALL.into_iter().zip(features) {
        out.number(feature, format_args!("20 symbols"), [0.0, f32::INFINITY], number);
    }
}

/// Describes the counts of features, divided by `unit`.
fn symbols<const NAMED: bool>(unit: f32, count: impl Fn(Feature) -> i32, out: &mut Numbers<'_, NAMED>) {
    Feature::ALL.into_iter().for_each(|feature| out.count(feature, unit, "symbols", count(feature)));
}

fn describe_seat<const NAMED: bool>(
    game: &Skye,
    public: &Public,
    seat: Seat,
    cache: &mut TerritoryCache,
    out: &mut Numbers<'_, NAMED>,
) {
    let player = public.player(seat);
    out.flag("plays", true);
    out.count("gold", 20.0, "gold", player.gold);
    out.count("VP", 50.0, "VP", player.vp);
    out.flag("has made its offer", public.has_made_offer(seat));
    for kind in Tablet::ALL {
        out.count(format_args!("tablets {kind}"), 2.0, "tablets", player.tablets.of(kind));
    }
    let borderlands = player.borderlands.len() as f32 / MOST_BORDERLANDS as f32;
    out.number("borderland tiles", format_args!("{MOST_BORDERLANDS} tiles"), [0.0, 1.0], borderlands);
    out.within("tiles before it", |out| {
        let sales = player.display.iter().map(|sale| sale.tile);
        let (mut tiles, mut features) = (0, FeatureCounts::default());
        for tile in player.drawn.into_iter().chain(sales).chain(player.to_build) {
            tiles += 1;
            features.add_all(&game.tiles().as_printed(tile).features);
        }
        out.count("tiles", 4.0, "tiles", tiles);
        symbols(4.0, |feature| features.of(feature).into(), out);
    });
    out.within("territory", |out| {
        let (territory, gold) = (&player.territory, player.gold);
        out.cached(&mut cache.laid, territory.key(), |out| laid(game, territory, out));
        out.cached(&mut cache.paid, (territory.key(), gold), |out| paid(game, territory, gold, out));
    });
}

/// Describes a territory, given its owner's gold.
pub(super) fn describe_territory<const NAMED: bool>(
    game: &Skye,
    territory: &Territory,
    gold: u16,
    out: &mut Numbers<'_, NAMED>,
) {
    laid(game, territory, out);
    paid(game, territory, gold, out);
}

/// Describes a territory without the features that depend on gold.
fn laid<const NAMED: bool>(game: &Skye, territory: &Territory, out: &mut Numbers<'_, NAMED>) {
    let survey = Survey::of(game.tiles(), territory);
    out.count("tiles", 20.0, "tiles", territory.len() as i32);
    symbols(8.0, |feature| survey.count(feature).into(), out);
    out.count("tiles connected to the castle", 10.0, "tiles", territory.roads().len() as i32);
    out.count("open ends of its roads", 5.0, "ends", territory.roads().open_exits(territory));
    // By terrain: areas, completed ones, size of the largest.
    let mut areas = [[0; 3]; Terrain::ALL.len()];
    for area in survey.areas().iter() {
        let [count, completed, largest] = &mut areas[usize::from(area.terrain().code()) - 1];
        *count += 1;
        *completed += u16::from(area.is_completed());
        *largest = area.size().max(*largest);
    }
    for (terrain, [count, completed, largest]) in Terrain::ALL.into_iter().zip(areas) {
        out.count(format_args!("{terrain} areas"), 10.0, "areas", count);
        out.count(format_args!("completed {terrain} areas"), 5.0, "areas", completed);
        out.count(format_args!("tiles of the largest {terrain} area"), 10.0, "tiles", largest);
    }
    out.count("income of barrels", 5.0, "gold", survey.barrel_income(game.rules()));
}

/// Describes the payments for a territory, given its owner's gold.
fn paid<const NAMED: bool>(game: &Skye, territory: &Territory, gold: u16, out: &mut Numbers<'_, NAMED>) {
    let survey = Survey::of(game.tiles(), territory);
    for slot in Slot::ALL {
        let parts = game.payment_at(slot).parts.iter();
        let measured: i32 = parts.map(|part| i32::from(survey.measure_part(part, gold))).sum();
        out.count(format_args!("measure of scoring tile {slot:?}"), 10.0, "of what it counts", measured);
    }
    out.count("scrolls", 20.0, "VP", survey.scrolls(gold).map(|scroll| scroll.vp).sum::<u16>());
}

/// Describes a tile as printed.
fn printed<const NAMED: bool>(game: &Skye, tile: TileId, out: &mut Numbers<'_, NAMED>) {
    let tile = game.tiles().as_printed(tile);
    for (side, edge) in SIDE_NAMES.into_iter().zip(tile.edges) {
        let names = Terrain::ALL.into_iter().map(|terrain| format!("{terrain} in the {side}"));
        out.one_of(names, usize::from(edge.code()) - 1);
    }
    for (name, side) in SIDE_NAMES.into_iter().zip(SIDES) {
        out.flag(format_args!("road to the {name}"), tile.exits.has(side));
    }
    symbols(3.0, |feature| tile.features.of(feature).into(), out);
    out.flag("scroll", tile.has_scrolls);
}

/// The sides of a tile, in order.
const SIDE_NAMES: [&str; 4] = ["north", "east", "south", "west"];

/// Describes the choices of a decision so far.
fn partial<const NAMED: bool>(game: &Skye, player: &Player, chosen: &PartialAction, out: &mut Numbers<'_, NAMED>) {
    let discards = (0..3).map(|tile| format!("discard drawn tile {}", tile + 1));
    out.one_of(discards, chosen.discard.map_or(usize::MAX, usize::from));
    out.count("first price", 10.0, "gold", chosen.price.unwrap_or(0));
    let tile = chosen.tile.and_then(|number| game.tile_of(player, usize::from(number)));
    out.within("tile to lay", |out| {
        out.optional(TILE_NUMBERS, tile, TileId::default(), |out, tile| printed(game, tile, out));
    });
    let tiles = (0..DONE - TILE).map(|number| format!("lay the {}", tile_name(number)));
    out.one_of(tiles, chosen.tile.map_or(usize::MAX, usize::from));
    let place = chosen.place.unwrap_or_default();
    for (name, coordinate) in [("x", place.x), ("y", place.y)] {
        out.number(name, format_args!("{REACH} cells"), [-1.0, 1.0], f32::from(coordinate) / f32::from(REACH));
    }
}

/// Calls a function with the number, tile, and price or stake of each tile available to the viewer, in the order of the choices.
///
/// They are its drawn tiles; the tiles of others on sale, then its own; the dolmen board; tiles drawn from the bag;
/// tiles to lay.
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
