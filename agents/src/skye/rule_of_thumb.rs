//! A fixed baseline.
//!
//! It plays by the rules of thumb of a published network bot, the only other known Isle of Skye program that decides
//! for itself. As a baseline it keeps that bot's oddities.
//!
//! That bot knew only the base game. Modules are played by rules of the same kind, made for this project.

use engine::skye::{
    Action, Countable, Feature, FeatureSet, Offer, PRICED, Payment, Phase, Placement, Player, Public, SIDES,
    ScoringTile, Skye, Slot, Survey, Terrain, Tile, TileId, View,
};
use engine::{Game, Random, Seat};

use crate::{Agent, AgentKind, AgentSchema, Decision, first_best};

/// `rule-of-thumb` as a kind of agent.
pub(super) const KIND: AgentKind<Skye> = AgentKind {
    schema: AgentSchema {
        name: "rule-of-thumb",
        summary: "fixed rules of thumb after a published bot; a baseline",
        keys: &[],
    },
    build: |_| Box::new(RuleOfThumb),
};

/// Plays by fixed rules of thumb; draws no random numbers.
#[derive(Copy, Clone, Debug)]
pub struct RuleOfThumb;

impl Agent<Skye> for RuleOfThumb {
    fn choose(&self, game: &Skye, view: &View<'_>, _random: &mut Random) -> Decision<Action> {
        let position = game.public(view);
        Decision::at_once(match position.phase {
            Phase::Price(seat) => offer(game, position, seat),
            Phase::Buy(seat) => purchase(game, position, seat),
            Phase::Build(seat) => placement(game, position, seat),
            Phase::BuyAgain(seat) => second_purchase(game, position, seat),
            Phase::KeepDrawn(_) => Action::KeepDrawn { tile: most_valuable(game, position, position.found) },
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => position.phase.nobody_decides(),
        })
    }
}

/// Prices two tiles by how far the better one stands out.
///
/// The others, of lowest value, are discarded.
fn offer(game: &Skye, position: &Public, seat: Seat) -> Action {
    let player = position.player(seat);
    let value = tile_values(game, position.round);
    let values: Vec<u32> = player.drawn.iter().map(|&tile| value(tile)).collect();
    let mut places: Vec<usize> = (0..values.len()).collect();
    while places.len() > PRICED {
        let discard = (0..places.len()).min_by_key(|&index| values[places[index]]).expect("there are tiles");
        places.remove(discard);
    }
    let places = [places[0], places[1]];
    let kept = places.map(|place| values[place]);
    let (best, other) = if kept[0] >= kept[1] { (0, 1) } else { (1, 0) };
    let share = |part: u16| (player.gold / part).max(1);
    let (best_price, other_price) = match (kept[best], kept[other]) {
        (best, _) if best < 40 => (share(4), 1),
        (best, second) if best > second + 10 => (share(2), 1),
        _ => (share(3), share(3)),
    };
    let prices = if best == 0 { [best_price, other_price] } else { [other_price, best_price] };
    Action::Offer(Offer::of(places, game.rules().prices.within(player.gold, prices)))
}

/// An own tile, if a tablet allows it; then the affordable tile of highest value, at any price.
fn purchase(game: &Skye, position: &Public, seat: Seat) -> Action {
    let mut own = position.player(seat).own_to_take().peekable();
    if own.peek().is_some() {
        return Action::TakeOwn { tile: most_valuable(game, position, own) };
    }
    let value = tile_values(game, position.round);
    let valued = game.purchases(position, seat).map(|(from, tile, _)| (value(tile), from, tile));
    let best = first_best(valued, |(value, ..)| *value);
    best.map_or(Action::Pass, |(_, from, tile)| Action::Buy { from, tile })
}

/// The Druid tile of highest value among those that cost at most a third of the gold.
///
/// Otherwise, with plenty of gold, it is a draw from the bag.
fn second_purchase(game: &Skye, position: &Public, seat: Seat) -> Action {
    const PLENTY: u16 = 15;
    let gold = position.player(seat).gold;
    let cheap = game.affordable_druids(position, seat).filter(|&(_, _, price)| price <= gold / 3);
    let value = tile_values(game, position.round);
    match first_best(cheap, |&(_, tile, _)| value(tile)) {
        Some((space, ..)) => Action::BuyDruid { space },
        None if gold >= PLENTY && game.may_draw_from_bag(position, seat) => Action::DrawFromBag,
        None => Action::Pass,
    }
}

/// The tile of highest value; the first among equals.
fn most_valuable(game: &Skye, position: &Public, tiles: impl IntoIterator<Item = TileId>) -> TileId {
    let value = tile_values(game, position.round);
    first_best(tiles.into_iter(), |&tile| value(tile)).expect("there is a tile")
}

/// The first way to lay a borderland tile that completes an area or turns one over.
///
/// The area must not be the tile's own island. If there is none, the end of building.
fn borderland(game: &Skye, player: &Player) -> Action {
    let (tiles, territory) = (game.tiles(), &player.territory);
    let mut all = player.borderlands.to_lay(tiles).flat_map(|tile| territory.placements_of(tiles, tile));
    all.find(|placement| {
        let (mut after, mut flips) = (*territory, false);
        after.lay_and_flip(tiles, *placement, |_| flips = true);
        let islands = tiles.as_printed(placement.tile).areas.iter().filter(|area| area.edges.is_empty()).count();
        flips || after.areas().completed().count() > territory.areas().completed().count() + islands
    })
    .map_or(Action::EndBuilding, Action::Place)
}

/// The first tile to be built that fits, placed where it continues roads and touches most.
fn placement(game: &Skye, position: &Public, seat: Seat) -> Action {
    let player = position.player(seat);
    let survey = Survey::of(game.tiles(), &player.territory);
    let fitting = player.to_build.iter().find(|&&tile| player.territory.can_place(game.tiles(), tile));
    let Some(&fitting) = fitting else { return borderland(game, player) };
    let mut best: Option<(u32, Placement)> = None;
    let rotations = player.territory.rotations_by_gap(game.tiles(), fitting);
    for ((place, closed), rotations) in player.territory.surroundings().zip(rotations) {
        if rotations.is_empty() {
            continue;
        }
        let neighbours =
            SIDES.map(|side| if closed.has(side) { player.territory.at(place.neighbour(side)) } else { None });
        for rotation in rotations.iter() {
            let placement = Placement { tile: fitting, place, rotation };
            let value = placement_value(game, &survey, placement, &neighbours);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, placement));
            }
        }
    }
    Action::Place(best.expect("the tile can be placed").1)
}

/// The indices of the tiles around a place, by side.
type Neighbours = [Option<usize>; 4];

fn placement_value(game: &Skye, survey: &Survey<'_>, placement: Placement, neighbours: &Neighbours) -> u32 {
    let tile = game.tiles().tile(placement.tile, placement.rotation);
    let territory = survey.territory();
    let mut value = 0;
    let (mut connected, mut continues) = (false, false);
    for (side, neighbour) in SIDES.into_iter().zip(neighbours) {
        let &Some(neighbour) = neighbour else { continue };
        value += 10;
        let meets = tile.exits.has(side) && territory.tile(game.tiles(), neighbour).exits.has(side.opposite());
        continues |= meets;
        connected |= meets && survey.territory().roads().leaves(neighbour, side.opposite());
    }
    value + 200 * u32::from(connected) + 100 * u32::from(continues)
}

/// A constant part of every tile's value; the first slot with the largest weight pays it.
const EVERY_TILE: u32 = 30;

/// The values of tiles: how many features each shows that the scoring tiles are about.
fn tile_values(game: &Skye, round: u8) -> impl Fn(TileId) -> u32 {
    // As published: the weight grows as a slot's scorings are used up.
    let weight = |slot: Slot| 4u32.saturating_sub(game.rules().scorings_from(slot, round) as u32);
    let slots = Slot::ALL.map(|slot| (weight(slot), interest(game.scoring_at(slot), game.payment_at(slot))));
    move |tile| {
        let tile = game.tiles().as_printed(tile);
        slots.iter().map(|(weight, interest)| weight * scoring_value(interest, tile)).sum::<u32>() + EVERY_TILE
    }
}

/// Returns how well a tile fits one scoring tile.
///
/// The value is the number of its kinds that the tile shows, checked in this order.
fn scoring_value(interest: &ScoringInterest, tile: &Tile) -> u32 {
    let ScoringInterest { features, terrain, bonus } = interest;
    let shown_features = features.iter().filter(|&feature| tile.features.of(feature) > 0).count();
    let shown_terrain = terrain.iter().filter(|terrain| tile.edges.contains(terrain)).count();
    let kinds = features.len() + terrain.iter().count();
    match shown_features + shown_terrain {
        0 => 0,
        shown if shown == kinds => 20 + bonus,
        shown if shown + 1 == kinds => 15 + bonus,
        _ => 5 + bonus,
    }
}

/// The kinds that a scoring tile is about, and its bonus.
struct ScoringInterest {
    features: FeatureSet,
    terrain: Option<Terrain>,
    bonus: u32,
}

/// The kinds that a scoring tile with this payment is about, over all its parts.
fn interest(scoring: ScoringTile, payment: &Payment) -> ScoringInterest {
    let (mut features, mut terrain) = (FeatureSet::NONE, None);
    for part in &payment.parts {
        match part.tally {
            Countable::Feature(feature) | Countable::Connected(feature) => features.extend([feature]),
            Countable::Sets(set) => features.extend(set.iter()),
            Countable::Areas(kind) => {
                features.extend(kind.with.iter());
                terrain = terrain.or(kind.terrain);
            }
            Countable::MountainsByBrochs => features.extend([Feature::Broch]),
            Countable::FarmAnimals => features.extend([Feature::Sheep, Feature::Cattle, Feature::Farm]),
            Countable::LakeHouses => features.extend([Feature::Farm]),
            Countable::LargestHerd => features.extend([Feature::Cattle]),
            Countable::LargestLake | Countable::OpenWater => terrain = terrain.or(Some(Terrain::Water)),
            Countable::LargestRange => terrain = terrain.or(Some(Terrain::Mountain)),
            Countable::Gold
            | Countable::Squares
            | Countable::Columns
            | Countable::Rows
            | Countable::Diagonal
            | Countable::RoadTiles
            | Countable::BestScroll => {}
        }
    }
    // As published, these two are also about the terrain.
    match scoring.twin() {
        Some(ScoringTile::MountainBrochs) => terrain = Some(Terrain::Mountain),
        Some(ScoringTile::LakeHouses) => terrain = Some(Terrain::Water),
        _ => {}
    }
    ScoringInterest { features, terrain, bonus: if features.is_empty() { 1 } else { 2 } }
}
