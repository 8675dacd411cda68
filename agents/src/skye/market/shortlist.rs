//! More tiles drawn than are printed: which of them are looked at.

use std::cmp::Reverse;

use engine::skye::action::{DRAWN, PRICED};
use engine::skye::{Offer, Public, Skye};
use engine::{MAX_SEATS, Seat};

use crate::skye::appraisal::Appraisals;

/// The pricing of a round in which everybody has drawn more tiles than are printed, as if each player had drawn only the three that gain some player
/// the most. What is left out is hardly ever worth a price.
pub struct Shortlist {
    public: Public,
    /// By seat, the places of the three among all that it has drawn, ascending.
    places: [[usize; DRAWN]; MAX_SEATS],
}

impl Shortlist {
    /// The shortlist; none if no more tiles have been drawn than are printed.
    #[inline]
    pub fn of(game: &Skye, position: &Public, gains: &mut Appraisals) -> Option<Self> {
        let has_more = position.player(position.start).drawn.len() > DRAWN;
        has_more.then(|| Self::made(game, position, gains))
    }

    fn made(game: &Skye, position: &Public, gains: &mut Appraisals) -> Self {
        let mut shortlist = Self { public: position.clone(), places: Default::default() };
        for seat in Seat::all(position.seats()) {
            let drawn = position.player(seat).drawn;
            let mut most = vec![0; drawn.len()];
            for other in Seat::all(position.seats()) {
                let gained = gains.of(game, position, other, &drawn);
                most.iter_mut().zip(gained).for_each(|(most, gain)| *most = gain.max(*most));
            }
            let mut best: Vec<usize> = (0..drawn.len()).collect();
            best.sort_by_key(|&place| Reverse(most[place]));
            best.truncate(DRAWN);
            best.sort_unstable();
            shortlist.public.players[seat.index()].drawn = best.iter().map(|&place| drawn[place]).collect();
            shortlist.places[seat.index()].copy_from_slice(&best);
        }
        shortlist
    }

    /// What everybody may know, with only those tiles drawn.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// An offer of a seat for those tiles as one for all that it has drawn.
    pub fn in_full(&self, seat: Seat, offer: Offer) -> Offer {
        let places = &self.places[seat.index()];
        let [one, other]: [(usize, u16); PRICED] = offer.priced().map(|(place, price)| (places[place], price));
        Offer::of([one.0, other.0], [one.1, other.1])
    }
}
