//! The view of one seat.

use crate::skye::{Action, Offer, PastTrade, Phase, Position, Public};
use crate::{MAX_SEATS, Random, Seat};

/// A position as one seat sees it.
///
/// It holds the public part, the seat's own secret offer, and the trades so far.
///
/// Only the other seats' unrevealed offers are hidden. Gold is public, since all payments are seen; so are tiles drawn,
/// discards after the reveal, and hence the tiles in the bag. No order of the bag exists in a position, so none can be
/// seen.
///
/// ```
/// use engine::random::random;
/// use engine::skye::{Action, Offer, ScoringTile, Skye};
/// use engine::{Game, Seat};
///
/// use ScoringTile::{Columns, Harbours, Sheep, Squares};
/// let game = Skye::printed(2, [Sheep, Squares, Columns, Harbours])?;
/// let mut position = game.start(Seat::new(0));
/// game.resolve_chance(&mut position, 7);
///
/// let offer = Offer::new(0, [1, 2]);
/// game.apply(&mut position, Action::Offer(offer));
/// assert_eq!(game.view(&position, Seat::new(0)).own_offer(), Some(offer));
///
/// let view = game.view(&position, Seat::new(1));
/// assert_eq!(view.own_offer(), None);
/// let guess = game.determinize_uniformly(&view, &mut random(1));
/// assert!(guess.offer(Seat::new(0)).is_some(), "some offer takes the place of the hidden one");
/// assert_eq!(game.view(&guess, Seat::new(1)), view);
/// # Ok::<(), engine::skye::SetupError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View<'p> {
    seat: Seat,
    public: &'p Public,
    own_offer: Option<Offer>,
    trades: &'p [PastTrade],
}

impl<'p> View<'p> {
    /// Returns the view of a seat.
    #[inline]
    pub(super) fn of(position: &'p Position, seat: Seat) -> Self {
        Self { seat, public: &position.public, own_offer: position.offers[seat.index()], trades: &position.trades }
    }

    /// Whose view it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the part that every seat may know.
    #[inline]
    pub fn public(&self) -> &'p Public {
        self.public
    }

    /// The seat's own offer, if it is made and not yet revealed.
    pub fn own_offer(&self) -> Option<Offer> {
        self.own_offer
    }

    /// The trades seen so far, by round.
    ///
    /// These are the trades of earlier rounds, and that of this one once its offers are revealed.
    pub fn trades(&self) -> &'p [PastTrade] {
        self.trades
    }

    /// A full position in which `model` makes every hidden offer.
    ///
    /// It gets the view that the seat had before its offer.
    pub(super) fn determinize(
        &self,
        random: &mut Random,
        model: &mut impl FnMut(&View<'_>, &mut Random) -> Action,
    ) -> Position {
        let trades = self.trades.to_vec();
        let mut position = Position { public: self.public.clone(), offers: [None; MAX_SEATS], trades };
        position.offers[self.seat.index()] = self.own_offer;
        for seat in Seat::all(self.public.seats()) {
            if seat == self.seat || !self.public.has_made_offer(seat) {
                continue;
            }
            position.public.phase = Phase::Price(seat);
            let before = View { seat, public: &position.public, own_offer: None, trades: &position.trades };
            let Action::Offer(offer) = model(&before, random) else {
                panic!("the model of a hidden offer makes an offer");
            };
            assert!(offer.stake() <= self.public.player(seat).gold, "{offer:?} is not legal");
            position.offers[seat.index()] = Some(offer);
        }
        position.public.phase = self.public.phase;
        position
    }
}
