//! What one seat may know.

use std::borrow::Cow;

use super::Skye;
use super::action::Action;
use super::position::{Commitment, Phase, Position};
use crate::random::Random;
use crate::{Game, Seat};

/// A position as one seat sees it: the other seats' secret offers are masked.
///
/// Everything else is public: gold (all payments are seen), tiles drawn, discards after the reveal, and so which tiles are in the
/// bag. No order of the bag exists in a position, so none can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View<'p> {
    seat: Seat,
    /// The position itself where nothing in it is hidden from the seat, otherwise a masked copy.
    seen: Cow<'p, Position>,
}

impl<'p> View<'p> {
    /// What a seat may know of a position.
    #[inline]
    pub(super) fn of(position: &'p Position, seat: Seat) -> Self {
        if !hides_something(position, seat) {
            return Self { seat, seen: Cow::Borrowed(position) };
        }
        // Masked where it will stay: a position is too large to be moved around.
        let mut view = Self { seat, seen: Cow::Owned(*position) };
        mask(view.seen.to_mut(), seat);
        view
    }

    /// Whose view it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position, with hidden offers masked.
    #[inline]
    pub fn seen(&self) -> &Position {
        &self.seen
    }

    /// A full position in which every hidden offer is made by `model`, from the view of the seat that made it, before it did.
    pub(super) fn determinize(
        &self,
        game: &Skye,
        random: &mut Random,
        model: &mut impl FnMut(&View<'_>, &mut Random) -> Action,
    ) -> Position {
        let mut position = *self.seen;
        for seat in Seat::all(position.seats()) {
            if position.player(seat).commitment != Commitment::Hidden {
                continue;
            }
            let Action::Offer(offer) = model(&self.before_offer(game, seat), random) else {
                panic!("the model of a hidden offer makes an offer");
            };
            assert!(offer.is_legal(position.player(seat).gold), "{offer:?} is not legal");
            position.player_mut(seat).commitment = Commitment::Made(offer);
        }
        position
    }

    /// What another seat saw when it was to make its offer: no offer made by anybody is in it.
    fn before_offer(&self, game: &Skye, seat: Seat) -> View<'static> {
        let mut before = *self.seen;
        before.phase = Phase::Price(seat);
        for earlier in before.turn_order() {
            let is_earlier = Seat::from(before.start, before.seats())
                .take_while(|&other| other != seat)
                .any(|other| other == earlier);
            before.player_mut(earlier).commitment = if is_earlier { Commitment::Hidden } else { Commitment::Open };
        }
        debug_assert_eq!(game.turn(&before), crate::Turn::Seat(seat));
        View { seat, seen: Cow::Owned(before) }
    }
}

/// Whether another seat has made a secret offer. There are none outside the pricing phase.
fn hides_something(position: &Position, seat: Seat) -> bool {
    let is_secret = |other: Seat| other != seat && matches!(position.player(other).commitment, Commitment::Made(_));
    matches!(position.phase, Phase::Price(_)) && Seat::all(position.seats()).any(is_secret)
}

/// Hides the offers of all other seats.
fn mask(position: &mut Position, seat: Seat) {
    for other in Seat::all(position.seats()).filter(|&other| other != seat) {
        let commitment = &mut position.player_mut(other).commitment;
        if let Commitment::Made(_) = commitment {
            *commitment = Commitment::Hidden;
        }
    }
}
