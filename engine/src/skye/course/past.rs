//! Earlier trades, as all players saw them.

use tinyvec::ArrayVec;

use crate::skye::{Bag, Drawn, MOST_DRAWN, Offer, Phase, Player, Position, Public, Skye, Territory, TileId};
use crate::{MAX_SEATS, Seat};

/// The trade of one round, once the offers are revealed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PastTrade {
    /// The round's starting player.
    pub start: Seat,
    /// The tiles in the bag while offers were made.
    pub bag: Bag,
    /// The past of each seat.
    pub seats: ArrayVec<[PastSeat; MAX_SEATS]>,
}

/// One seat's possessions when offers were made, and its actions since.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PastSeat {
    /// Gold before anything was staked.
    pub gold: u16,
    /// Victory points.
    pub vp: u16,
    /// The number of tiles of its territory, the castle included.
    pub laid: u8,
    /// The tiles drawn, in the order drawn.
    pub drawn: Drawn,
    /// The prices of its offer in the same order, 0 for discards and beyond the tiles drawn.
    pub prices: [u16; MOST_DRAWN],
    /// The seller and the tile bought; `None` before the purchase and after a pass.
    pub bought: Option<(Seat, TileId)>,
}

impl PastSeat {
    /// Returns its offer.
    pub fn offer(&self) -> Offer {
        Offer::from_prices(self.prices).expect("the prices are those of an offer")
    }
}

impl PastTrade {
    /// The trade that is about to begin: all offers are made but not yet revealed.
    pub(super) fn begun(position: &Position) -> Self {
        let seats = Seat::all(position.seats())
            .map(|seat| {
                let player = position.player(seat);
                PastSeat {
                    gold: player.gold,
                    vp: player.vp,
                    laid: player.territory.placements().len() as u8,
                    drawn: player.drawn,
                    prices: position.offer(seat).map_or([0; MOST_DRAWN], |offer| offer.prices()),
                    bought: None,
                }
            })
            .collect();
        Self { start: position.start, bag: position.bag, seats }
    }

    /// Restores the public position before the first offer of this trade's round, `round`.
    ///
    /// `now` is a later position. `None` in games with modules, where a trade does not show all changes between rounds.
    pub fn before(&self, game: &Skye, now: &Public, round: u8) -> Option<Public> {
        game.rules().modules.is_empty().then(|| Public {
            round,
            start: self.start,
            phase: Phase::Price(self.start),
            bag: self.bag,
            dolmen: now.dolmen,
            found: now.found,
            players: now
                .players
                .iter()
                .zip(&self.seats)
                .map(|(player, then)| {
                    let mut territory = Territory::castle(game.tiles());
                    let laid = player.territory.placements().take(usize::from(then.laid)).skip(1);
                    laid.for_each(|placement| territory.lay(game.tiles(), placement));
                    let mut player = Player::starting(territory, player.borderlands);
                    (player.gold, player.vp, player.drawn) = (then.gold, then.vp, then.drawn);
                    player
                })
                .collect(),
        })
    }
}
