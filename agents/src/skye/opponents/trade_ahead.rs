//! The trade of a round as predicted while offers are made.

use engine::skye::{Phase, Public, Skye};
use engine::{MAX_SEATS, Seat, mix};

use crate::skye::{Appraisals, Market, Offerer, Outlook};

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

    /// The possible offers of a seat, by the market of the tiles drawn.
    pub fn offerer<'g>(game: &Skye, position: &Public, seat: Seat, gains: &'g mut Appraisals) -> &'g mut Offerer {
        let mut ahead = Self::take(game, position, gains);
        let known = ahead.offerers[seat.index()].take();
        let offerer = known.unwrap_or_else(|| Offerer::new(game, position, seat, &ahead.market, gains));
        gains.trade_ahead.insert(ahead).offerers[seat.index()].insert(offerer)
    }
}

/// A number for everything in a game that the market and the offers depend on.
fn key_of(game: &Skye, position: &Public) -> u64 {
    let phase = u64::from(position.phase == Phase::Draw) + 2 * u64::from(position.phase == Phase::Over);
    let key = mix([position.round.into(), position.start.index() as u64, phase]);
    Seat::all(position.seats()).zip(&position.players).fold(key, |key, (seat, player)| {
        let scalars = [player.gold, player.vp, player.tablets.discount()];
        let scalars = scalars.into_iter().fold(0, |word, number| word << u16::BITS | u64::from(number));
        // A byte for each tile, and for their number.
        let count = player.drawn.len() as u64;
        let drawn = player.drawn.iter().fold(count, |word, tile| word << u8::BITS | tile.index() as u64);
        mix([key, player.territory.key(), Outlook::key(game, position, seat), scalars, drawn])
    })
}
