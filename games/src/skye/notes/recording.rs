//! Records notes from events.

use engine::Seat;
use engine::skye::action::Drawn;
use engine::skye::{Event, Offer, TileId};

use super::raw_columns::{OfferRow, ScoreRow, SeatNotes, notes_mut, notes_of};
use lab::subject::rows::Rows;

/// Records an event in the notes.
pub fn note(rows: &mut Rows, event: &Event) {
    match *event {
        Event::Round { .. } => rows.running.begin_round(),
        Event::Income { seat, castle, whisky, catch_up, gold } => {
            let notes = of(rows, seat);
            notes.income_castle += castle;
            notes.income_whisky += whisky;
            notes.income_catch_up += catch_up;
            set_gold(rows, seat, gold);
        }
        Event::Draw { seat, tiles } => draw(rows, seat, tiles),
        Event::Price { seat, offer, .. } => price(rows, seat, offer),
        Event::Dolmen { .. } => {}
        Event::VpBarrels { seat, vp, total } => {
            of(rows, seat).vp_barrels += vp;
            rows.running.set(seat, total.into());
        }
        Event::Buy { seat, from, tile, price, paid, received } => {
            buy(rows, seat, price, paid);
            sell(rows, from, tile, seat, received);
        }
        Event::BuyOwn { seat, tile, lost } => take_own(rows, seat, tile, lost),
        Event::BuyDruid { seat, space, cost, surcharge, .. } => {
            let notes = of(rows, seat);
            notes.druids += 1;
            notes.spent_druids += cost + surcharge;
            notes.druids_space[usize::from(space)] += 1;
            notes.spent_space[usize::from(space)] += cost + surcharge;
            pay(rows, seat, cost + surcharge);
        }
        Event::Bag { seat, paid, tiles, .. } => {
            let notes = of(rows, seat);
            notes.bag_actions += 1;
            notes.bag_tiles += tiles.len() as u16;
            notes.spent_bag += paid;
            pay(rows, seat, paid);
        }
        Event::Tablet { seat, tablet, .. } => {
            let round = rows.running.rounds() as u16;
            let notes = of(rows, seat);
            notes.tablets[tablet as usize] += 1;
            notes.first_tablet[tablet as usize].get_or_insert(round);
        }
        Event::Flip { seat, .. } => of(rows, seat).flips += 1,
        Event::Remove { seat, .. } => of(rows, seat).removed += 1,
        Event::ScoreAgain { seat, vp, .. } => of(rows, seat).vp_again += vp,
        Event::Pass { .. } => {}
        Event::Keep { seat, lost, .. } => keep(rows, seat, lost),
        Event::Place { seat, placement } => note_placement(rows, seat, placement.tile),
        Event::Return { seat, .. } => of(rows, seat).returned += 1,
        Event::Score { seat, slot, vp, total, .. } => {
            of(rows, seat).vp_slot[slot.index()] += vp;
            rows.running.set(seat, total.into());
            let round = rows.running.rounds() as u8;
            notes_mut(rows).scores.push(ScoreRow { round, slot: slot.index(), seat: seat.index(), vp, total });
        }
        Event::Scroll { seat, scroll } => {
            let notes = of(rows, seat);
            notes.vp_scrolls += scroll.vp;
            notes.vp_scroll[scroll.kind as usize] += scroll.vp;
        }
        Event::GoldVp { seat, vp, .. } => of(rows, seat).vp_gold = vp,
        Event::Result { seat, gold, .. } => of(rows, seat).gold_left = gold,
    }
}

fn of(rows: &mut Rows, seat: Seat) -> &mut SeatNotes {
    &mut notes_mut(rows).seats[seat.index()]
}

/// Returns the gold held at this point of the round, including stakes that may be returned.
fn gold(rows: &Rows, seat: Seat) -> u16 {
    notes_of(rows).seats[seat.index()].gold_round[rows.running.rounds() - 1]
}

fn set_gold(rows: &mut Rows, seat: Seat, gold: u16) {
    let round = rows.running.rounds() - 1;
    of(rows, seat).gold_round[round] = gold;
}

fn pay(rows: &mut Rows, seat: Seat, paid: u16) {
    let held = gold(rows, seat);
    set_gold(rows, seat, held - paid);
}

/// Records an own tile that is kept, at the cost of its stake.
fn keep(rows: &mut Rows, seat: Seat, lost: u16) {
    let notes = of(rows, seat);
    notes.kept += 1;
    notes.burnt += lost;
    pay(rows, seat, lost);
}

/// Returns the offers of a seat in the current round.
///
/// All seats draw in order, so each has a fixed position in every round.
fn offers(rows: &mut Rows, seat: Seat) -> &mut [OfferRow] {
    let drawn = notes_of(rows).drawn;
    let first = drawn * ((rows.running.rounds() - 1) * rows.game.players + seat.index());
    &mut notes_mut(rows).offers[first..first + drawn]
}

fn draw(rows: &mut Rows, seat: Seat, tiles: Drawn) {
    let (round, gold) = (rows.running.rounds() as u8, gold(rows, seat));
    notes_mut(rows).offers.extend(tiles.into_iter().map(|tile| OfferRow {
        round,
        seat: seat.index(),
        tile: tile.index(),
        gold,
        ..OfferRow::default()
    }));
}

fn price(rows: &mut Rows, seat: Seat, offer: Offer) {
    for (row, price) in offers(rows, seat).iter_mut().zip(offer.prices()) {
        row.price = (price != 0).then_some(price);
    }
}

fn buy(rows: &mut Rows, seat: Seat, price: u16, paid: u16) {
    let notes = of(rows, seat);
    notes.bought += 1;
    notes.spent += paid;
    notes.discounted += u16::from(paid < price);
    notes.saved += price - paid;
    // A buyer's own stakes count as held here, so the difference is never negative.
    pay(rows, seat, paid);
}

fn sell(rows: &mut Rows, seat: Seat, tile: TileId, buyer: Seat, received: u16) {
    let notes = of(rows, seat);
    notes.sold += 1;
    notes.earned += received;
    let held = gold(rows, seat);
    set_gold(rows, seat, held + received);
    if let Some(row) = offers(rows, seat).iter_mut().find(|row| row.tile == tile.index()) {
        row.buyer = Some(buyer.index());
    }
}

/// Records an own tile taken with a tablet; as with an unsold tile, its stake is lost.
fn take_own(rows: &mut Rows, seat: Seat, tile: TileId, lost: u16) {
    of(rows, seat).taken += 1;
    keep(rows, seat, lost);
    assert!(offers(rows, seat).iter().any(|row| row.tile == tile.index()), "an own tile is among those offered");
}

fn note_placement(rows: &mut Rows, seat: Seat, tile: TileId) {
    let is_borderland = tile.index() >= notes_of(rows).first_borderland;
    let round = rows.running.rounds() - 1;
    let notes = of(rows, seat);
    notes.tiles += 1;
    notes.borderlands += u16::from(is_borderland);
    notes.borderlands_round[round] += u16::from(is_borderland);
}
