//! The value to each player of the tiles drawn in a recorded game, next to the prices asked.

use agents::skye::appraisal::{Appraisals, Judgements, MilliVp, VP};
use agents::skye::greedy::safe_price;
use agents::skye::market::Market;
use engine::skye::{Action, Offer, Position, Public, Skye};
use engine::{Game, Seat};
use serde::Serialize;

use interface::record_format::RecordedDecision;

use interface::record::Header;

/// A drawn tile.
///
/// All values are those of the strongest greedy player, whoever played, before anyone has bought.
#[derive(Serialize)]
pub struct AppraisalRow<'a> {
    /// The file, as given.
    pub file: &'a str,
    pub game: u64,
    pub players: usize,
    pub round: u8,
    pub seat: usize,
    pub player: &'a str,
    pub tile: &'a str,
    /// The price asked; `None` if the tile is discarded.
    pub price: Option<u16>,
    /// The gold of the seat before its offer.
    pub gold: u16,
    /// The seat that bought the tile.
    pub buyer: Option<usize>,
    /// The VP that the owner would gain from the tile.
    pub own_vp: f64,
    /// The VP that the highest-bidding other player would gain from the tile.
    pub buyer_vp: f64,
    /// The VP that one gold is worth to the owner.
    pub vp_per_gold: f64,
    /// The price at which the owner is indifferent to that player buying the tile.
    pub safe_price: f64,
}

/// Returns the rows of a game from its decisions.
pub fn rows<'a>(
    file: &'a str,
    number: u64,
    header: &'a Header<Skye>,
    decisions: &[(Position, RecordedDecision<Action>)],
) -> Vec<AppraisalRow<'a>> {
    let mut rows = Vec::new();
    let mut gains = Appraisals::by(Judgements::calibrated());
    for (position, decided) in decisions {
        match decided.action {
            Action::Offer(offer) => {
                rows.extend(of_offer(file, number, header, position, decided.seat, offer, &mut gains));
            }
            Action::Buy { tile, .. } => {
                let name = header.game.tiles().name(tile);
                let bought = rows.iter_mut().rev().find(|row| row.tile == name);
                bought.expect("what is bought was offered").buyer = Some(decided.seat.index());
            }
            Action::Pass
            | Action::Place(_)
            | Action::TakeOwn { .. }
            | Action::BuyDruid { .. }
            | Action::DrawFromBag
            | Action::KeepDrawn { .. }
            | Action::EndBuilding => {}
        }
    }
    rows
}

fn of_offer<'a>(
    file: &'a str,
    number: u64,
    header: &'a Header<Skye>,
    position: &Position,
    seat: Seat,
    offer: Offer,
    gains: &mut Appraisals,
) -> Vec<AppraisalRow<'a>> {
    let game: &Skye = &header.game;
    let player = position.player(seat);
    let values = TileValue::of_drawn(game, position.public(), seat, gains);
    let items = player.drawn.into_iter().zip(offer.prices()).zip(values).map(|((tile, price), value)| AppraisalRow {
        file,
        game: number,
        players: game.seats(),
        round: position.round,
        seat: seat.index(),
        player: &header.heading.players[seat.index()],
        tile: game.tiles().name(tile),
        price: Some(price).filter(|&price| price > 0),
        gold: player.gold,
        buyer: None,
        own_vp: value.own_vp,
        buyer_vp: value.buyer_vp,
        vp_per_gold: value.vp_per_gold,
        safe_price: (100.0 * value.safe_price).round() / 100.0,
    });
    items.collect()
}

/// The value of a drawn tile to its owner and to the other seat that would pay the most for it.
#[derive(Copy, Clone, Debug)]
pub struct TileValue {
    /// The VP that the owner would gain from the tile.
    pub own_vp: f64,
    /// The VP that the other seat would gain from it.
    pub buyer_vp: f64,
    /// The VP that one gold is worth to the owner.
    pub vp_per_gold: f64,
    /// The price at which the owner is indifferent to the other seat buying the tile, in gold.
    pub safe_price: f64,
}

impl TileValue {
    /// Values each tile that a seat has drawn, as if nothing else had been drawn.
    pub fn of_drawn(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Vec<Self> {
        let mut alone: Public = position.clone();
        alone.players.iter_mut().for_each(|player| player.drawn.clear());
        let values = position.player(seat).drawn.into_iter().map(|tile| {
            alone.players[seat.index()].drawn = [tile].into_iter().collect();
            let market = Market::of_drawn(game, &alone, gains);
            let (own, buyer) = (market.gains[seat.index()][seat.index()][0], best_buyer(&market, seat));
            Self {
                own_vp: vp(own),
                buyer_vp: vp(buyer),
                vp_per_gold: vp(market.per_gold),
                safe_price: safe_price(own, buyer, market.rivals(), market.per_gold),
            }
        });
        values.collect()
    }
}

/// Returns the gain of the other seat that would pay the most for the tile.
fn best_buyer(market: &Market, seat: Seat) -> MilliVp {
    let others = (0..market.seats).filter(|&other| other != seat.index());
    let most = others.max_by_key(|&other| market.reservation(other, seat.index(), 0)).expect("a rival");
    market.gains[most][seat.index()][0]
}

fn vp(milli: MilliVp) -> f64 {
    f64::from(milli) / f64::from(VP)
}

/// Encodes the rows as CSV.
pub fn table(rows: &[AppraisalRow<'_>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().for_each(|row| writer.serialize(row).expect("plain data"));
    String::from_utf8(writer.into_inner().expect("memory")).expect("names are UTF-8")
}
