//! Reads the outcomes of chance and the actions of players from a record's events.
//!
//! For errors it describes the accepted values.

use engine::skye::Bag;
use engine::skye::action::{Drawn, MOST_DRAWN, PRICED};
use engine::skye::position::{Found, Uncovered};
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{Action, Chance, Draws, Module, Offer, Phase, Place, Placement, Position, Rotation, Skye, TileId};
use engine::{Game, MAX_SEATS, Seat};

use super::event::{Discards, Name, RecordEvent, TilePrices};
use crate::event_cursor::{EventCursor, GameFault, ReadError, seat_at_table};

/// The events of a record from the next one on.
type Events<'e, 'n> = EventCursor<'e, RecordEvent<'n>>;

/// Reads the first starting player, which only the record gives.
pub fn first(game: &Skye, cursor: &Events<'_, '_>) -> Result<Seat, GameFault> {
    // Druids: the dolmen board is filled before the first round.
    let with_druids = game.has(Module::Druids);
    let round = usize::from(with_druids);
    let event = cursor.peek(round)?;
    let first = match event {
        Some(RecordEvent::Round { start, .. }) => seat_at_table(*start, game.seats()),
        Some(_) | None => None,
    };
    let board = if with_druids { "the dolmen board, then " } else { "" };
    let last = game.seats() - 1;
    let expected = || format!("{board}the beginning of round 1 with a starting player from 0 to {last}");
    first.ok_or_else(|| cursor.fault(if event.is_none() { round } else { 0 }, expected()))
}

/// Reads the outcome of the pending chance event.
pub fn chance(game: &Skye, position: &Position, cursor: &Events<'_, '_>) -> Result<Chance, ReadError<Chance>> {
    match position.phase {
        Phase::Uncover(_) => Ok(Chance::Uncovered(uncovered(game, position, cursor)?)),
        Phase::DrawFromBag(seat) => Ok(Chance::Found(found(game, position, seat, cursor)?)),
        _ => {
            let with_druids = game.has(Module::Druids);
            let uncovered = if with_druids { uncovered(game, position, cursor)? } else { Uncovered::new() };
            let offers = RoundOffers::read(game, position, cursor);
            match &offers.missing {
                Some(fault) if offers.drawn().count() < game.seats() => {
                    let instead = Chance::Round { uncovered, draws: offers.completed(game, position) };
                    Err(ReadError { fault: fault.clone(), instead: Some(instead) })
                }
                _ => Ok(Chance::Round { uncovered, draws: offers.drawn().collect() }),
            }
        }
    }
}

/// Reads the action of the seat to move.
pub fn action(
    game: &Skye,
    position: &Position,
    seat: Seat,
    cursor: &Events<'_, '_>,
) -> Result<(usize, Action), ReadError<Action>> {
    if let Phase::Price(_) = position.phase {
        return price(game, position, seat, cursor);
    }
    let tile = |name: &str| game.tiles().by_name(name);
    let event = cursor.peek(0)?;
    let own = event.filter(|event| event.seat() == Some(seat.index() as i64));
    let action = match (position.phase, own) {
        (Phase::Buy(_), Some(RecordEvent::Buy { from, tile, price, .. })) => {
            purchase(game, position, seat, *from, tile, *price)
        }
        (Phase::Buy(_), Some(RecordEvent::BuyOwn { tile: own, .. })) => tile(own).map(|tile| Action::TakeOwn { tile }),
        (Phase::Buy(_) | Phase::BuyAgain(_), Some(RecordEvent::Pass { .. })) => Some(Action::Pass),
        (Phase::BuyAgain(_), Some(RecordEvent::BuyDruid { space, .. })) => {
            u8::try_from(*space).ok().map(|space| Action::BuyDruid { space })
        }
        (Phase::BuyAgain(_), Some(RecordEvent::Bag { .. })) => Some(Action::DrawFromBag),
        (Phase::KeepDrawn(_), Some(RecordEvent::Bag { kept, .. })) => tile(kept).map(|tile| Action::KeepDrawn { tile }),
        (Phase::Build(_), Some(RecordEvent::Place { tile: laid, x, y, rotation, .. })) => {
            tile(laid).and_then(|tile| placement(tile, [*x, *y, *rotation]))
        }
        // A seat may end building although a borderland tile would fit. No event records this, but the next one is not its placement.
        (Phase::Build(_), _) if event.is_some() => Some(Action::EndBuilding),
        _ => None,
    };
    let legal = action.filter(|action| game.is_legal(position, *action));
    let legal = legal.ok_or_else(|| cursor.fault(0, accepted(game, position, seat)))?;
    Ok((cursor.index(0), legal))
}

/// Describes everything that the seat to move may do, in other decisions than about offers.
fn accepted(game: &Skye, position: &Position, seat: Seat) -> String {
    match position.phase {
        Phase::Buy(_) => purchases(game, position, seat),
        Phase::BuyAgain(_) => second_purchases(game, position, seat),
        Phase::KeepDrawn(_) => {
            let names: Vec<&str> = position.found.iter().map(|&tile| game.tiles().name(tile)).collect();
            format!("one of {} as the tile kept", names.join(", "))
        }
        _ => placements(game, position, seat),
    }
}

/// The placement with these coordinates and degrees.
fn placement(tile: TileId, [x, y, rotation]: [i64; 3]) -> Option<Action> {
    let place = Place { x: i8::try_from(x).ok()?, y: i8::try_from(y).ok()? };
    let rotation = u16::try_from(rotation).ok().and_then(Rotation::from_degrees)?;
    Some(Action::Place(Placement { tile, place, rotation }))
}

/// The purchase that a record describes, if the seat may make it.
fn purchase(game: &Skye, position: &Position, seat: Seat, from: i64, tile: &str, price: i64) -> Option<Action> {
    let found = game.purchases(position, seat).find(|(seller, offered, posted)| {
        (seller.index() as i64, i64::from(*posted)) == (from, price) && game.tiles().name(*offered) == tile
    });
    found.map(|(from, tile, _)| Action::Buy { from, tile })
}

/// Describes everything that a seat may do in the trade.
fn purchases(game: &Skye, position: &Position, seat: Seat) -> String {
    let purchases = game.purchases(position, seat);
    let offers =
        purchases.map(|(from, tile, price)| format!("{} from seat {from} for {price}", game.tiles().name(tile)));
    let offers: Vec<String> = offers.collect();
    let gold = position.player(seat).gold;
    let own: Vec<&str> = position.player(seat).own_to_take().map(|tile| game.tiles().name(tile)).collect();
    let own = if own.is_empty() { String::new() } else { format!(", or an own tile ({})", own.join(", ")) };
    format!("a pass or a purchase of seat {seat}, who has {gold} gold ({}){own}", offers.join(", "))
}

/// Describes everything that a seat may do in the second buy turn.
fn second_purchases(game: &Skye, position: &Position, seat: Seat) -> String {
    let druids = game.affordable_druids(position, seat);
    let druids = druids.map(|(space, tile, price)| format!("{} on space {space} for {price}", game.tiles().name(tile)));
    let druids: Vec<String> = druids.collect();
    let bag = if game.may_draw_from_bag(position, seat) { ", a bag action" } else { "" };
    let gold = position.player(seat).gold;
    format!("a pass{bag} or a Druid tile of seat {seat}, who has {gold} gold ({})", druids.join(", "))
}

/// Describes everything that a seat may lay.
fn placements(game: &Skye, position: &Position, seat: Seat) -> String {
    let player = position.player(seat);
    let tiles = game.tiles();
    let ways = game.tiles_to_lay(player).into_iter().map(|tile| {
        let ways = player.territory.placements_of(tiles, tile).map(|way| format!("{} {}", way.place, way.rotation));
        let ways: Vec<String> = ways.collect();
        let ways = if ways.is_empty() { "nowhere".to_owned() } else { ways.join(" ") };
        format!("{} at {ways}", tiles.name(tile))
    });
    format!("a placement of seat {seat}: {}", ways.collect::<Vec<_>>().join("; "))
}

/// The Druid tiles that the next event uncovers.
///
/// They are distinct and were face down: five before the first round, otherwise one, or none if all are uncovered.
fn uncovered(game: &Skye, position: &Position, cursor: &Events<'_, '_>) -> Result<Uncovered, GameFault> {
    let mut stack = position.dolmen.stack;
    let is_first = (position.phase, position.round) == (Phase::Draw, 1);
    let count = if is_first { DOLMEN_SPACES } else { usize::from(!stack.is_empty()) };
    cursor.read(
        0,
        || format!("a change of the dolmen board that uncovers {count} face-down Druid tiles"),
        |event| match event {
            RecordEvent::Dolmen { drawn, .. } if drawn.len() == count => {
                Some(taken(game, &mut stack, drawn)?.collect())
            }
            _ => None,
        },
    )
}

/// The tiles that the bag action in the next event draws.
fn found(game: &Skye, position: &Position, seat: Seat, cursor: &Events<'_, '_>) -> Result<Found, GameFault> {
    let mut bag = position.bag;
    let count = position.player(seat).tablets.bag_tiles().min(bag.len());
    cursor.read(
        0,
        || format!("{count} different tiles out of the bag"),
        |event| match event {
            RecordEvent::Bag { tiles, .. } if tiles.len() == count => Some(taken(game, &mut bag, tiles)?.collect()),
            _ => None,
        },
    )
}

/// Takes tiles by name out of a bag, one after another; `None` if one is not in it.
fn taken(game: &Skye, bag: &mut Bag, names: &[Name<'_>]) -> Option<impl Iterator<Item = TileId> + use<>> {
    let mut take = |name: &Name<'_>| {
        let tile = game.tiles().by_name(name).filter(|&tile| bag.has(tile))?;
        bag.take(tile);
        Some(tile)
    };
    names.iter().map(&mut take).collect::<Option<Vec<_>>>().map(Vec::into_iter)
}

/// The events of phase 2 in a record, in any order of the seats.
struct RoundOffers<'e, 'n> {
    /// By seat.
    seats: [SeatOffer<'e, 'n>; MAX_SEATS],
    count: usize,
    /// The first event that is not one of phase 2 still to come.
    missing: Option<GameFault>,
}

/// One seat's phase 2.
#[derive(Copy, Clone, Default)]
struct SeatOffer<'e, 'n> {
    drawn: Option<Drawn>,
    /// The event with its offer, and its distance from the next event.
    price: Option<(usize, &'e RecordEvent<'n>)>,
}

impl<'e, 'n> RoundOffers<'e, 'n> {
    /// Reads a draw and an offer of every seat.
    ///
    /// They come after the events for the beginning of the round and its income, where `cursor` starts.
    fn read(game: &Skye, position: &Position, cursor: &Events<'e, 'n>) -> Self {
        let count = game.seats();
        let kinds_before = 1 + usize::from(game.has(Module::Tunnels));
        let first = usize::from(game.has(Module::Druids)) + 1 + kinds_before * count;
        let mut offers = Self { seats: [SeatOffer::default(); MAX_SEATS], count, missing: None };
        // Tiles that were drawn are no longer in the bag.
        let mut bag = position.bag;
        position.players.iter().flat_map(|player| player.drawn).for_each(|tile| bag.put(tile));
        for further in first..first + 2 * count {
            if let Err(fault) = offers.read_event(game, &mut bag, cursor, further) {
                offers.missing = Some(fault);
                break;
            }
        }
        offers
    }

    fn read_event(
        &mut self,
        game: &Skye,
        bag: &mut Bag,
        cursor: &Events<'e, 'n>,
        further: usize,
    ) -> Result<(), GameFault> {
        let event = cursor.peek(further)?;
        let owner = event.and_then(RecordEvent::seat).and_then(|seat| seat_at_table(seat, self.count));
        let seat_offer = owner.map(|seat| &mut self.seats[seat.index()]);
        match (event, seat_offer) {
            (Some(RecordEvent::Draw { tiles, .. }), Some(seat_offer)) if seat_offer.drawn.is_none() => {
                seat_offer.drawn = Some(draw(game, bag, tiles).map_err(|expected| cursor.fault(further, expected))?);
            }
            (Some(event @ RecordEvent::Price { .. }), Some(seat_offer))
                if seat_offer.drawn.is_some() && seat_offer.price.is_none() =>
            {
                seat_offer.price = Some((further, event));
            }
            _ => return Err(cursor.fault(further, self.to_come())),
        }
        Ok(())
    }

    /// Reads the tiles that the seats have drawn, from the first seat on.
    fn drawn(&self) -> impl Iterator<Item = Drawn> {
        self.seats[..self.count].iter().filter_map(|seat_offer| seat_offer.drawn)
    }

    /// Completes the draws with tiles out of the bag for seats without known draws.
    fn completed(&self, game: &Skye, position: &Position) -> Draws {
        let known: Vec<TileId> = self.drawn().flatten().collect();
        let mut others = game.tiles().all().filter(|tile| position.bag.has(*tile) && !known.contains(tile));
        let drawn = game.rules().tiles_drawn;
        self.seats[..self.count]
            .iter()
            .map(|seat_offer| {
                seat_offer.drawn.unwrap_or_else(|| (0..drawn).map(|_| others.next().unwrap_or_default()).collect())
            })
            .collect()
    }

    /// Describes the events that are still missing.
    fn to_come(&self) -> String {
        let seats = |is_missing: fn(&SeatOffer<'_, '_>) -> bool| {
            let missing = Seat::all(self.count).filter(|seat| is_missing(&self.seats[seat.index()]));
            missing.map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
        };
        let draws = seats(|seat_offer| seat_offer.drawn.is_none());
        let prices = seats(|seat_offer| seat_offer.drawn.is_some() && seat_offer.price.is_none());
        match (draws.is_empty(), prices.is_empty()) {
            (false, false) => format!("a draw of seat {draws} or price of seat {prices}"),
            (false, true) => format!("a draw of seat {draws}"),
            (true, _) => format!("a price of seat {prices}"),
        }
    }
}

/// The right number of distinct tiles out of the bag; otherwise the expected value.
fn draw(game: &Skye, bag: &mut Bag, names: &[Name<'_>]) -> Result<Drawn, String> {
    let count = game.rules().tiles_drawn;
    if names.len() != usize::from(count) {
        return Err(format!("a draw of {count} tiles"));
    }
    let mut drawn = Drawn::new();
    for name in names {
        let tile = game.tiles().by_name(name).ok_or_else(|| format!("a tile of the tile file, not `{name}`"))?;
        if !bag.has(tile) {
            return Err(format!("tiles from the bag, which does not contain {name}"));
        }
        bag.take(tile);
        drawn.push(tile);
    }
    Ok(drawn)
}

/// The offer of the seat to move, from any position within phase 2.
fn price(
    game: &Skye,
    position: &Position,
    seat: Seat,
    cursor: &Events<'_, '_>,
) -> Result<(usize, Action), ReadError<Action>> {
    let any = Offer::all(position.player(seat).drawn.len(), position.player(seat).gold, game.rules().prices)
        .next()
        .map(Action::Offer);
    let error = |fault| ReadError { fault, instead: any };
    let offers = RoundOffers::read(game, position, cursor);
    match (offers.seats[seat.index()].price, offers.missing) {
        (Some((further, RecordEvent::Price { discard, prices, .. })), _) => {
            let offer = offer(game, position, seat, discard, prices);
            let offer = offer.map_err(|expected| error(cursor.fault(further, expected)))?;
            Ok((cursor.index(further), Action::Offer(offer)))
        }
        (_, Some(missing)) => Err(error(missing)),
        (_, None) => Err(error(cursor.fault(0, format!("a price of seat {seat}")))),
    }
}

/// The offer with this discard and these prices; otherwise the expected value.
fn offer(
    game: &Skye,
    position: &Position,
    seat: Seat,
    Discards(discards): &Discards<'_>,
    TilePrices(prices): &TilePrices<'_>,
) -> Result<Offer, String> {
    let player = position.player(seat);
    let (drawn, gold) = (player.drawn, player.gold);
    let name = |tile: TileId| game.tiles().name(tile);
    let place = |wanted: &str| drawn.iter().position(|&tile| name(tile) == wanted);
    let mut asked = [0; MOST_DRAWN];
    let mut named: Vec<Option<usize>> = discards.iter().map(|tile| place(tile)).collect();
    for (tile, price) in prices {
        named.push(place(tile));
        let price = u16::try_from(*price).ok().filter(|price| (1..=gold).contains(price));
        let price = price.ok_or_else(|| format!("prices from 1 to {gold} gold"))?;
        if let Some(index) = place(tile) {
            asked[index] = price;
        }
    }
    named.sort_unstable();
    if !named.into_iter().eq((0..drawn.len()).map(Some)) {
        let discards = match drawn.len() - PRICED {
            0 => "no discard".to_owned(),
            1 => "a discard".to_owned(),
            count => format!("{count} discards"),
        };
        let ids: Vec<&str> = drawn.into_iter().map(name).collect();
        return Err(format!("{discards} and two prices of {}, each once", ids.join(", ")));
    }
    let limits = game.rules().prices;
    if asked.iter().any(|&price| price > 0 && !limits.allow(price)) {
        return Err(format!("prices from {} to {} gold", limits.lowest, limits.most(gold)));
    }
    let offer = Offer::from_prices(asked).filter(|offer| offer.is_legal(drawn.len(), gold, limits));
    offer.ok_or_else(|| format!("prices of at most {gold} gold together"))
}
