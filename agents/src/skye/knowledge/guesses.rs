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

/// How many of these guesses there are beside those by search: not every player searches.
const KEPT: usize = 5;

/// About how many guesses are by search.
const BY_SEARCH: f64 = 20.0;

/// An offer is e times as likely as one whose chance to win is smaller by this much.
const TEMPERATURE: f64 = 0.03;

/// How many guesses at the offers of all others together own offers are compared by.
const TOGETHER: usize = 16;

/// The fewest iterations of a search for another seat's offers.
const LEAST: u64 = 32;

/// Searches in the places of others.
#[derive(Copy, Clone)]
struct Level {
    /// How they expect others to trade.
    others: Others,
    /// About how many of the offers that they find are guessed.
    offers: f64,
}

impl SkyeKnowledge {
    /// Guesses what all others offer while one seat makes its own offer, the first time it is asked. They offer what the greedy player might.
    ///
    /// By forecast, that is but a part of the guesses: most are what searches in the places of the others find against players who offer and
    /// buy as the greedy player does. With two players half of those are found against players who search: there it costs little, and what
    /// the other one expects matters most.
    pub(super) fn guess_offers(&self, game: &Skye, root: &Public, memo: &mut SkyeMemo, random: &mut Random) {
        let Phase::Price(searcher) = root.phase else { return };
        if memo.has_guessed {
            return;
        }
        memo.has_guessed = true;
        if self.rollout == Rollout::Random {
            return;
        }
        let all = || Seat::all(root.seats());
        let others = || all().filter(|&other| other != searcher);
        match self.others(game) {
            Others::Greedy => {
                for other in others() {
                    memo.guesses[other.index()] =
                        self.greedy_offers(game, root, other, BY_RULE + BY_TABLE, memo, random);
                }
            }
            Others::Forecast => {
                for seat in all() {
                    memo.guesses[seat.index()] = self.greedy_offers(game, root, seat, KEPT, memo, random);
                }
                if root.seats() == 2 {
                    let level = |others| Level { others, offers: BY_SEARCH / 2.0 };
                    self.add_searched_offers(game, root, all(), level(Others::Greedy), memo, random);
                    self.add_searched_offers(game, root, others(), level(Others::Forecast), memo, random);
                } else {
                    let level = Level { others: Others::Greedy, offers: BY_SEARCH };
                    self.add_searched_offers(game, root, others(), level, memo, random);
                }
                memo.guesses[searcher.index()].clear();
            }
        }
    }

    /// Offers that the greedy player makes, and the best by its first preset's table, up to `count`.
    fn greedy_offers(
        &self,
        game: &Skye,
        root: &Public,
        seat: Seat,
        count: usize,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Offer> {
        let pricing = self.brain.pricing.with_samples(GUESS_SAMPLES);
        let by_rule = if pricing.is_certain() { 1 } else { BY_RULE.min(count) };
        let mut offers: Vec<Offer> =
            (0..by_rule).map(|_| pricing.offer(game, root, seat, &mut memo.root, random)).collect();
        let by_table = BY_TABLE.min(count - offers.len());
        if by_table > 0 {
            let ranked = ranked_offers(game, root, seat, by_table, &mut memo.root);
            offers.extend(ranked.into_iter().map(|ranked| ranked.offer));
        }
        offers
    }

    /// Adds offers for each of these seats that searches in their places find, the better ones more often.
    fn add_searched_offers(
        &self,
        game: &Skye,
        root: &Public,
        seats: impl Iterator<Item = Seat> + Clone,
        level: Level,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) {
        let found: Vec<_> =
            seats.clone().map(|seat| self.searched(game, root, seat, level.others, memo, random)).collect();
        seats.zip(found).for_each(|(seat, arms)| memo.guesses[seat.index()].extend(in_proportion(&arms, level.offers)));
    }

    /// The offers among which a search in the place of a seat chooses. It knows what that seat may know, expects the others to offer what is
    /// guessed so far and to trade like this, and looks no further than this round.
    fn searched(
        &self,
        game: &Skye,
        root: &Public,
        seat: Seat,
        others: Others,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Arm<Action>> {
        let mut public = root.clone();
        public.phase = Phase::Price(seat);
        let knowledge = Self { others, rounds: 1, ..self.clone() };
        let mut theirs = knowledge.memo(&public);
        theirs.exchange_found(memo);
        theirs.take_guesses(memo.guesses.clone());
        let each = self.foresight / (root.seats() as u64 - 1);
        let effort = Effort::whole(Budget::Iterations(each.max(LEAST)));
        let view = View::before_offer(&public);
        let (report, mut theirs) = flat_with(game, &knowledge, &view, theirs, effort, random);
        theirs.exchange_found(memo);
        report.arms
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

/// About `count` offers: those of these arms, each as often as it is likely to be made.
fn in_proportion(arms: &[Arm<Action>], count: f64) -> Vec<Offer> {
    let best = arms.iter().map(|arm| arm.mean).fold(0.0, f64::max);
    let weights: Vec<f64> = arms.iter().map(|arm| libm::exp((arm.mean - best) / TEMPERATURE)).collect();
    let all: f64 = weights.iter().sum();
    let mut offers = Vec::new();
    for (arm, weight) in arms.iter().zip(weights) {
        let Action::Offer(offer) = arm.action else { panic!("{:?} is no offer", arm.action) };
        let times = (count * weight / all).round() as usize;
        offers.extend(std::iter::repeat_n(offer, times));
    }
    offers
}
