//! Offers decided by what they are worth in expectation.
//!
//! Once all offers are known, a trade has no chance but what others buy, and the habits of buyers say how likely that is. So nothing is simulated:
//! own offers are compared over guesses at the other offers, and for each pair the trade is summed, up to the value of the end of the round.

mod joint;
mod race;
mod sum;

use engine::random::Random;
use engine::skye::{Action, Public, Skye, View};
use engine::{Game, Seat};

use super::trade::Wares;
use super::{SkyeCache, SkyeDomain, far_apart};
use crate::search::{SearchBudget, SearchDomain, SearchReport};
use crate::skye::greedy::responses;
use crate::skye::market::{Market, Shortlist};
use crate::skye::opponents::Offerer;
use joint::{Distribution, JointGuesses};
use race::Race;
use sum::TradeSum;

/// The guesses that own offers are made to answer.
const FIRST_GUESSES: u64 = 64;

impl SkyeDomain {
    /// Decides on an offer.
    pub(super) fn expected_offer(
        &self,
        game: &Skye,
        view: &View<'_>,
        budget: SearchBudget<'_>,
        random: &mut Random,
    ) -> SearchReport<Action> {
        let (position, own) = (game.public(view), game.viewer(view));
        let mut cache = self.cache(position);
        self.read(game, view, &mut cache);
        let shortlist = Shortlist::of(game, position, &mut cache.root);
        let public = shortlist.public();
        let distributions = self.distributions(game, public, own, &mut cache);
        let followed = own.others(public.seats()).filter(|_| !TradeSum::is_summed(public)).collect();
        let mut guesses = JointGuesses::new(distributions, followed, random);
        guesses.extend(FIRST_GUESSES);
        let answered = guesses.found.iter();
        let answered = answered.flat_map(|guess| std::iter::repeat_n(guess.offers.clone(), guess.count as usize));
        let answers = responses(game, public, own, &answered.collect::<Vec<_>>(), &mut cache.root);
        let width = self.candidates.min(budget.affordable_arms());
        let wares = Wares::drawn(game, public, &mut cache.root);
        let sum = TradeSum::new(self, game, public, own, wares, &mut cache.root);
        let race = Race::new(sum, guesses, far_apart(answers, Vec::new(), width), budget);
        race.report(&mut cache, |offer| Action::Offer(shortlist.in_full(own, offer)))
    }

    /// What the others may offer.
    fn distributions(&self, game: &Skye, public: &Public, own: Seat, cache: &mut SkyeCache) -> Vec<Distribution> {
        let market = Market::of_drawn(game, public, &mut cache.root);
        let mut of = |seat: Seat| {
            let inverse_temperature = cache.inverse_temperatures[seat.index()].offers;
            let offerer = Offerer::new(game, public, seat, &market, &mut cache.root);
            (seat, offerer.distribution(&self.brain.habits, inverse_temperature))
        };
        own.others(public.seats()).map(&mut of).collect()
    }
}
