//! A compact form of trades, and the public position before a trade.

use super::action::MOST_DRAWN;
use super::past::{PastSeat, PastTrade};
use super::position::{Phase, Player, Position, Public};
use super::set_up::Skye;
use crate::game::Seat;
use crate::skye::territory::Territory;

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
