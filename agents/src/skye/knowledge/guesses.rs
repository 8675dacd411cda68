//! Guesses at the offers that others make in secret, and the own offers that answer them.

use engine::Seat;
use engine::random::Random;
use engine::skye::{Offer, Phase, Public, Skye};

use super::{Rollout, SkyeKnowledge, SkyeMemo};
use crate::skye::greedy::{Market, Shortlist, responses};
use crate::skye::opponents::Offerer;

/// Guesses at each seat's offer.
const GUESSES: usize = 25;

/// Joint samples of the other offers that own offers are scored against.
const TOGETHER: usize = 16;

impl SkyeKnowledge {
    /// Guesses what all others offer while one seat makes its own offer, the first time it is asked.
    pub(super) fn guess_offers(&self, game: &Skye, root: &Public, memo: &mut SkyeMemo, random: &mut Random) {
        let Phase::Price(searcher) = root.phase else { return };
        if memo.has_guessed {
            return;
        }
        memo.has_guessed = true;
        if self.rollout == Rollout::Random {
            return;
        }
        let shortlist = Shortlist::of(game, root, &mut memo.root);
        let public = shortlist.as_ref().map_or(root, Shortlist::public);
        let market = Market::of_drawn(game, public, &mut memo.root);
        for seat in Seat::all(root.seats()).filter(|&seat| seat != searcher) {
            let offerer = Offerer::new(game, public, seat, &market, &mut memo.root);
            let rationality = memo.rationalities[seat.index()].offers;
            let guesses = offerer.draw(&self.brain.habits, rationality, GUESSES, random).into_iter();
            let in_full = |offer| shortlist.as_ref().map_or(offer, |shortlist| shortlist.in_full(seat, offer));
            memo.guesses[seat.index()] = guesses.map(in_full).collect();
        }
    }

    /// The offers that do best against the guesses, best first.
    pub(super) fn responses(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Offer> {
        let others = || Seat::all(position.seats()).filter(|&other| other != seat);
        let mut together =
            || others().filter_map(|other| Some((other, memo.drawn_guess(position.round, other, random)?))).collect();
        let guesses: Vec<Vec<(Seat, Offer)>> = (0..TOGETHER).map(|_| together()).collect();
        responses(game, position, seat, &guesses, &mut memo.root)
    }
}
