//! Earlier trades, as everybody has seen them.

use tinyvec::ArrayVec;

use super::action::{DRAWN, Offer};
use super::position::{Bag, Phase, Player, Position, Public};
use super::set_up::Skye;
use crate::game::{MAX_SEATS, Seat};
use crate::skye::printed::tiles::TileId;
use crate::skye::territory::Territory;

/// The trade of one round, once the offers are revealed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PastTrade {
    /// The round's starting player.
    pub start: Seat,
    /// The tiles in the bag while offers were made.
    pub bag: Bag,
    /// What each seat had and did.
    pub seats: ArrayVec<[PastSeat; MAX_SEATS]>,
}

/// What one seat had when offers were made, and what it did.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PastSeat {
    /// Gold before anything was staked.
    pub gold: u16,
    /// Victory points.
    pub vp: u16,
    /// How many tiles its territory had, the castle included.
    pub laid: u8,
    /// The tiles drawn, in the order drawn.
    pub drawn: [TileId; DRAWN],
    /// The prices of its offer in the same order, 0 for the discard.
    pub prices: [u16; DRAWN],
    /// The tile bought, and whose it was; none before the purchase, and after a pass.
    pub bought: Option<(Seat, TileId)>,
}

impl PastSeat {
    /// What it offered.
    pub fn offer(&self) -> Offer {
        Offer::from_prices(self.prices).expect("the prices are those of an offer")
    }
}

impl PastTrade {
    /// The trade that is about to begin: all offers are made, and not yet revealed.
    pub(super) fn begun(position: &Position) -> Self {
        let side = |seat: Seat| {
            let player = position.player(seat);
            PastSeat {
                gold: player.gold,
                vp: player.vp,
                laid: player.territory.placements().len() as u8,
                drawn: player.drawn.into_inner(),
                prices: position.offer(seat).map_or([0; DRAWN], |offer| offer.prices()),
                bought: None,
            }
        };
        let seats = Seat::all(position.seats()).map(side).collect();
        Self { start: position.start, bag: position.bag, seats }
    }

    /// What was public in this round, which is the one of this number, when its first offer was to be made; `now` is what is public later in the
    /// game. None in games with modules, where more changes from round to round than a trade shows.
    pub fn before(&self, game: &Skye, now: &Public, round: u8) -> Option<Public> {
        game.rules().modules.is_empty().then(|| {
            let player = |(player, then): (&Player, &PastSeat)| {
                let mut territory = Territory::castle(game.tiles());
                let laid = player.territory.placements().take(usize::from(then.laid)).skip(1);
                laid.for_each(|placement| territory.lay(game.tiles(), placement));
                let mut player = Player::starting(territory, player.borderlands);
                (player.gold, player.vp, player.drawn) = (then.gold, then.vp, then.drawn.into());
                player
            };
            Public {
                round,
                start: self.start,
                phase: Phase::Price(self.start),
                bag: self.bag,
                dolmen: now.dolmen,
                found: now.found,
                players: now.players.iter().zip(&self.seats).map(player).collect(),
            }
        })
    }
}
