//! Phase 2 of a record: draws and secret offers, in any order of the seats.

use std::borrow::Cow;

use engine::skye::action::DRAWN;
use engine::skye::{Action, Draws, Offer, Position, TileId};
use engine::{Game, MAX_SEATS, Seat};

use super::cursor::{Indexed, fault};
use super::replay::{Replay, seat_at_table};
use crate::cursor::GameFault;
use crate::skye::record::event::RecordEvent;

/// What has been read of one seat's phase 2.
#[derive(Copy, Clone, Default)]
struct Desk {
    drawn: Option<[TileId; DRAWN]>,
    /// The offer and the index of its event.
    offer: Option<(usize, Offer)>,
}

/// Every seat's offer and the index of its event; meaningless beyond the last seat.
pub type Offers = [(usize, Action); MAX_SEATS];

impl Replay<'_> {
    /// Reads a draw and an offer of every seat. `opened` is the position after income.
    pub fn read_offers(&mut self, opened: &Position) -> Result<(Draws, Offers), GameFault> {
        let seats = self.game.seats();
        let mut desks = [Desk::default(); MAX_SEATS];
        for _ in 0..2 * seats {
            let Some(event) = self.cursor.advance()? else {
                return Err(self.cursor.fault_here(to_come(&desks[..seats])));
            };
            self.read_desk_event(&mut desks[..seats], opened, event)?;
        }
        let complete = "every seat has drawn and priced";
        let draws = desks[..seats].iter().map(|desk| desk.drawn.expect(complete)).collect();
        let offer = |(event, offer)| (event, Action::Offer(offer));
        Ok((draws, desks.map(|desk| desk.offer.map_or((0, Action::Pass), offer))))
    }

    fn read_desk_event(&self, desks: &mut [Desk], opened: &Position, event: Indexed) -> Result<(), GameFault> {
        let owner = event.1.seat().and_then(|seat| seat_at_table(seat, desks.len()));
        let Some(seat) = owner else { return Err(fault(event, to_come(desks))) };
        let desk = self.read_desk(desks, seat, &event, opened.player(seat).gold);
        desks[seat.index()] = desk.map_err(|expected| fault(event, expected))?;
        Ok(())
    }

    /// A seat's desk after the event, or what was expected.
    fn read_desk(&self, desks: &[Desk], seat: Seat, (index, event): &Indexed, gold: u16) -> Result<Desk, String> {
        let Desk { drawn, offer } = desks[seat.index()];
        match event {
            RecordEvent::Draw { tiles, .. } if drawn.is_none() => {
                Ok(Desk { drawn: Some(self.read_draw(desks, tiles)?), offer })
            }
            RecordEvent::Price { discard, prices, .. } if offer.is_none() => {
                let tiles = drawn.ok_or_else(|| to_come(desks))?;
                Ok(Desk { drawn, offer: Some((*index, self.read_offer(tiles, discard, prices, gold)?)) })
            }
            _ => Err(to_come(desks)),
        }
    }

    /// Three different tiles from the bag.
    fn read_draw(&self, desks: &[Desk], names: &[Cow<'_, str>; DRAWN]) -> Result<[TileId; DRAWN], String> {
        let mut bag = self.position.bag;
        desks.iter().filter_map(|desk| desk.drawn).flatten().for_each(|tile| bag.take(tile));
        let mut drawn = [TileId::CASTLE; DRAWN];
        for (tile, name) in drawn.iter_mut().zip(names) {
            let known =
                self.game.tiles().by_name(name).ok_or_else(|| format!("a tile of the tile file, not `{name}`"))?;
            if !bag.has(known) {
                return Err(format!("tiles out of the bag, where {name} is not"));
            }
            bag.take(known);
            *tile = known;
        }
        Ok(drawn)
    }

    fn read_offer(
        &self,
        drawn: [TileId; DRAWN],
        discard: &str,
        prices: &[(Cow<'_, str>, i64); 2],
        gold: u16,
    ) -> Result<Offer, String> {
        let place = |name: &str| drawn.iter().position(|&tile| self.game.tiles().name(tile) == name);
        let ids = drawn.map(|tile| self.game.tiles().name(tile)).join(", ");
        let mut asked = [0; DRAWN];
        let mut priced = [place(discard)].to_vec();
        for (name, price) in prices {
            priced.push(place(name));
            let price = u16::try_from(*price).ok().filter(|price| (1..=gold).contains(price));
            let price = price.ok_or_else(|| format!("prices from 1 to {gold} gold"))?;
            if let Some(index) = place(name) {
                asked[index] = price;
            }
        }
        priced.sort_unstable();
        if priced != [Some(0), Some(1), Some(2)] {
            return Err(format!("a discard and two prices of {ids}, each once"));
        }
        let offer = Offer::from_prices(asked).filter(|offer| offer.is_legal(gold));
        offer.ok_or_else(|| format!("prices of at most {gold} gold together"))
    }
}

/// What is still missing from the seats, in words.
fn to_come(desks: &[Desk]) -> String {
    let seats = |is_missing: fn(&Desk) -> bool| {
        let missing = Seat::all(desks.len()).filter(|seat| is_missing(&desks[seat.index()]));
        missing.map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
    };
    let draws = seats(|desk| desk.drawn.is_none());
    let prices = seats(|desk| desk.drawn.is_some() && desk.offer.is_none());
    match (draws.is_empty(), prices.is_empty()) {
        (false, false) => format!("a draw of seat {draws} or price of seat {prices}"),
        (false, true) => format!("a draw of seat {draws}"),
        (true, _) => format!("a price of seat {prices}"),
    }
}
