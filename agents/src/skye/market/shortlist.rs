//! The tiles that are considered if more are drawn than printed.

use std::cmp::Reverse;

use engine::skye::{DRAWN, Offer, PRICED, Public, Skye};
use engine::{MAX_SEATS, Seat};

use crate::skye::Appraisals;

/// A round in which offers are made.
///
/// If the rules let players draw more tiles than the printed three, it treats each seat as if it had drawn only the
/// three that gain some seat the most; the others are hardly ever worth a price.
pub struct Shortlist<'p> {
    position: &'p Public,
    shorter: Option<Box<Shorter>>,
}

struct Shorter {
    public: Public,
    /// By seat, the places of the three among all its drawn tiles, ascending.
    places: [[usize; DRAWN]; MAX_SEATS],
}

impl<'p> Shortlist<'p> {
    /// The shortlist of a position in which offers are made, by all seats' gains from the tiles drawn.
    #[inline]
    pub fn of(game: &Skye, position: &'p Public, gains: &mut Appraisals) -> Self {
        let has_more = position.player(position.start).drawn.len() > DRAWN;
        Self { position, shorter: has_more.then(|| Box::new(Shorter::of(game, position, gains))) }
    }

    /// Returns whether tiles are left out.
    pub fn is_shorter(&self) -> bool {
        self.shorter.is_some()
    }

    /// Returns the public position as if no other tiles were drawn.
    #[inline]
    pub fn public(&self) -> &Public {
        self.shorter.as_ref().map_or(self.position, |shorter| &shorter.public)
    }

    /// Converts a seat's offer of the shortlisted tiles to an offer of all its drawn tiles.
    #[inline]
    pub fn in_full(&self, seat: Seat, offer: Offer) -> Offer {
        let Some(Shorter { places, .. }) = self.shorter.as_deref() else { return offer };
        let [one, other]: [(usize, u16); PRICED] = offer.priced();
        Offer::of([one.0, other.0].map(|place| places[seat.index()][place]), [one.1, other.1])
    }
}

impl Shorter {
    fn of(game: &Skye, position: &Public, gains: &mut Appraisals) -> Self {
        let mut shorter = Self { public: position.clone(), places: Default::default() };
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
            shorter.public.players[seat.index()].drawn = best.iter().map(|&place| drawn[place]).collect();
            shorter.places[seat.index()].copy_from_slice(&best);
        }
        shorter
    }
}
