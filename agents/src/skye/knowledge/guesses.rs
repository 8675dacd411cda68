//! Guesses at the offers that others make in secret.

use engine::Seat;
use engine::random::Random;
use engine::skye::{Action, Offer, Phase, Public, Skye, View};

use super::{Others, Rollout, SkyeKnowledge, SkyeMemo};
use crate::search::{Arm, Budget, Effort, Knowledge, flat_with};
use crate::skye::forecast;
use crate::skye::greedy::{PricedOffer, ranked_offers};

/// Guesses at another seat's offer by the brain's own rule; one if the rule leaves nothing to chance.
const BY_RULE: usize = 12;

/// Further guesses, the best by the table's measure: nobody can be predicted exactly.
const BY_TABLE: usize = 6;

/// How many samples a guess takes if the brain's rule is the sampled response: fewer than its own offers, since there are many guesses.
const GUESS_SAMPLES: usize = 8;

/// How many guesses by the brain's rule are kept beside those by search: not every player searches.
const KEPT: usize = 5;

/// About how many guesses are by search.
const BY_SEARCH: f64 = 20.0;

/// An offer is e times as likely as one whose chance to win is smaller by this much.
const TEMPERATURE: f64 = 0.03;

/// How many guesses at the offers of all others together own offers are compared by.
const TOGETHER: usize = 16;

/// The fewest iterations of a search for another seat's offers.
const LEAST: u64 = 32;

impl SkyeKnowledge {
    /// Guesses what all others offer while one seat makes its own offer, the first time it is asked. They offer what the greedy player might; or, by
    /// forecast, mostly what a search in their place finds, which itself expects offers of the greedy player.
    pub(super) fn guess_offers(&self, game: &Skye, root: &Public, memo: &mut SkyeMemo, random: &mut Random) {
        let Phase::Price(searcher) = root.phase else { return };
        if memo.has_guessed {
            return;
        }
        memo.has_guessed = true;
        if self.rollout == Rollout::Random {
            return;
        }
        let others = || Seat::all(root.seats()).filter(|&other| other != searcher);
        for other in others() {
            memo.guesses[other.index()] = self.greedy_offers(game, root, other, memo, random);
        }
        if self.others(game) == Others::Forecast {
            memo.guesses[searcher.index()] = self.greedy_offers(game, root, searcher, memo, random);
            let found: Vec<_> = others().map(|other| self.searched_offers(game, root, other, memo, random)).collect();
            memo.guesses[searcher.index()].clear();
            for (other, found) in others().zip(found) {
                let guesses = &mut memo.guesses[other.index()];
                guesses.truncate(KEPT);
                guesses.extend(found);
            }
        }
    }

    /// Offers that the greedy player makes, and the best by its first preset's table.
    fn greedy_offers(
        &self,
        game: &Skye,
        root: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Offer> {
        let pricing = self.brain.pricing.with_samples(GUESS_SAMPLES);
        let by_rule = if pricing.is_certain() { 1 } else { BY_RULE };
        let mut offers: Vec<Offer> =
            (0..by_rule).map(|_| pricing.offer(game, root, seat, &mut memo.root, random)).collect();
        let by_table = ranked_offers(game, root, seat, BY_TABLE, &mut memo.root);
        offers.extend(by_table.into_iter().map(|ranked| ranked.offer));
        offers
    }

    /// Offers that a search makes in the place of another seat, the better ones more often. It knows what that seat may know, expects
    /// all others to trade as greedy players do, and looks no further than this round.
    fn searched_offers(
        &self,
        game: &Skye,
        root: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Offer> {
        let mut public = root.clone();
        public.phase = Phase::Price(seat);
        let knowledge = Self { others: Others::Greedy, rounds: 1, ..self.clone() };
        let mut theirs = knowledge.memo(&public);
        theirs.exchange_found(memo);
        theirs.take_guesses(memo.guesses.clone());
        let each = self.foresight / (root.seats() as u64 - 1);
        let effort = Effort::whole(Budget::Iterations(each.max(LEAST)));
        let view = View::before_offer(&public);
        let (report, mut theirs) = flat_with(game, &knowledge, &view, theirs, effort, random);
        theirs.exchange_found(memo);
        in_proportion(&report.arms)
    }

    /// The offers that do best against the guesses, best first.
    pub(super) fn responses(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<PricedOffer> {
        let seats = || Seat::all(position.seats());
        let mut together = || seats().map(|other| memo.drawn_guess(position.round, other, random)).collect();
        let guesses: Vec<Vec<Option<Offer>>> = (0..TOGETHER).map(|_| together()).collect();
        forecast::responses(game, position, seat, &guesses, &mut memo.root, &mut memo.joint, random)
    }
}

/// The offers of these arms, each as often as it is likely to be made.
fn in_proportion(arms: &[Arm<Action>]) -> Vec<Offer> {
    let best = arms.iter().map(|arm| arm.mean).fold(0.0, f64::max);
    let weights: Vec<f64> = arms.iter().map(|arm| libm::exp((arm.mean - best) / TEMPERATURE)).collect();
    let all: f64 = weights.iter().sum();
    let mut offers = Vec::new();
    for (arm, weight) in arms.iter().zip(weights) {
        let Action::Offer(offer) = arm.action else { panic!("{:?} is no offer", arm.action) };
        let times = (BY_SEARCH * weight / all).round() as usize;
        offers.extend(std::iter::repeat_n(offer, times));
    }
    offers
}
