//! The trade of a round as predicted while offers are made.

use std::sync::Arc;

use engine::skye::{Offer, Phase, Public, Skye};
use engine::{MAX_SEATS, Random, Seat, mix};

use crate::skye::{Appraisals, Habits, Market, Offerer, Outlook};

/// The market of the tiles drawn, and the possible offers of each seat.
///
/// All seats offer in the same position, so appraisals keep those of the last one.
#[derive(Clone, Debug)]
pub struct TradeAhead {
    key: u64,
    market: Market,
    /// By seat, found on first use.
    offerers: [Option<Offerer>; MAX_SEATS],
}

impl TradeAhead {
    /// Takes the one that is kept if it is of this position, or else finds it.
    fn take(game: &Skye, position: &Public, gains: &mut Appraisals) -> Box<Self> {
        let key = key_of(game, position);
        gains.trade_ahead.take().filter(|known| known.key == key).unwrap_or_else(|| {
            Box::new(Self { key, market: Market::new_of_drawn(game, position, gains), offerers: Default::default() })
        })
    }

    /// The market of the tiles drawn.
    pub fn market(game: &Skye, position: &Public, gains: &mut Appraisals) -> Market {
        let ahead = Self::take(game, position, gains);
        gains.trade_ahead.insert(ahead).market.clone()
    }

    /// Draws this many offers of a seat with these habits and this inverse temperature: see [`Offerer::draw`].
    pub fn offers(
        (game, position, seat): (&Skye, &Public, Seat),
        gains: &mut Appraisals,
        (habits, inverse_temperature): (&Arc<Habits>, f64),
        count: usize,
        random: &mut Random,
    ) -> Vec<Offer> {
        let mut ahead = Self::take(game, position, gains);
        let Self { market, offerers, .. } = &mut *ahead;
        let offerer = offerers[seat.index()].get_or_insert_with(|| Offerer::new(game, position, seat, market, gains));
        let offers = offerer.draw(habits, inverse_temperature, count, random);
        gains.trade_ahead = Some(ahead);
        offers
    }
}

/// A number for everything in a game that the market and the offers depend on.
fn key_of(game: &Skye, position: &Public) -> u64 {
    let phase = u64::from(position.phase == Phase::Draw) + 2 * u64::from(position.phase == Phase::Over);
    let key = mix([position.round.into(), position.start.index() as u64, phase]);
    Seat::all(position.seats()).zip(&position.players).fold(key, |key, (seat, player)| {
        let (outlook, discount) = (Outlook::key(game, position, seat), player.tablets.discount());
        let key = mix([key, player.territory.key(), outlook, player.gold.into(), player.vp.into(), discount.into()]);
        player.drawn.iter().fold(key, |key, tile| mix([key, tile.index() as u64]))
    })
}
