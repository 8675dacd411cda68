//! Guesses at the offers that others make in secret.

use engine::Seat;
use engine::random::Random;
use engine::skye::{Action, Offer, Phase, Public, Skye, View};

use super::{Others, Rollout, SkyeKnowledge, SkyeMemo};
use crate::search::{Arm, Budget, Effort, Knowledge, flat_with};
use crate::skye::forecast;
use crate::skye::greedy::{PricedOffer, ranked_offers};

/// Guesses at another seat's offer by the brain's own rule; only one if the rule is deterministic.
const BY_RULE: usize = 12;

/// Further guesses, the best by the table's measure: nobody can be predicted exactly.
const BY_TABLE: usize = 6;

/// How many samples a guess takes if the brain's rule is the sampled response: fewer than its own offers, since there are many guesses.
const GUESS_SAMPLES: usize = 8;

/// By forecast, about how many guesses there are at each seat's offer.
const GUESSES: usize = 25;

/// At least this many of them are the greedy player's: not every player searches.
const FEWEST_GREEDY: usize = 5;

/// At most this often the greedy player is asked for one.
const ANSWERS: usize = 8;

/// An offer is e times as likely as one whose chance to win is smaller by this much.
const TEMPERATURE: f64 = 0.03;

/// Joint samples of the other offers that own offers are scored against.
const TOGETHER: usize = 16;

/// The fewest iterations of a search for another seat's offers.
const LEAST: u64 = 32;

/// Searches in the places of others.
#[derive(Copy, Clone)]
struct Level {
    /// How they expect others to trade.
    others: Others,
    /// The share that they find of the guesses that are not the greedy player's.
    share: f64,
}

impl SkyeKnowledge {
    /// Guesses what all others offer while one seat makes its own offer, the first time it is asked.
    ///
    /// By forecast, the share of guesses that are offers of the greedy player follows the suspicion. The rest are found by searches in the other
    /// seats' places, against players who offer and buy by the brain's rules. With two players half of these searches face players who search:
    /// there it costs little, and what the other one expects matters most.
    pub(super) fn guess_offers(&self, game: &Skye, root: &Public, memo: &mut SkyeMemo, random: &mut Random) {
        let Phase::Price(searcher) = root.phase else { return };
        if memo.has_guessed {
            return;
        }
        memo.has_guessed = true;
        if self.rollout == Rollout::Random {
            return;
        }
        match self.others(game) {
            Others::Rules => {
                for other in Seat::all(root.seats()).filter(|&other| other != searcher) {
                    memo.guesses[other.index()] = self.offers_by_rules(game, root, other, memo, random);
                }
            }
            Others::Forecast => {
                for seat in Seat::all(root.seats()) {
                    memo.guesses[seat.index()] = self.greedy_offers(game, root, seat, memo, random);
                }
                self.add_searched_offers(game, root, searcher, memo, random);
                memo.guesses[searcher.index()].clear();
            }
        }
    }

    /// Offers that the brain makes, and the best by the quick form's table of prices.
    fn offers_by_rules(
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
        let ranked = ranked_offers(game, root, seat, BY_TABLE, &mut memo.root);
        offers.extend(ranked.into_iter().map(|ranked| ranked.offer));
        offers
    }

    /// Offers of the greedy player: more of them, the likelier the seat plays like it.
    fn greedy_offers(
        &self,
        game: &Skye,
        root: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Offer> {
        let count = (GUESSES as f64 * self.suspicions[seat.index()].offers).round() as usize;
        let count = count.max(FEWEST_GREEDY);
        let offer = |_| self.greedy.pricing.offer(game, root, seat, &mut memo.root, random);
        let answers: Vec<Offer> = (0..ANSWERS.min(count)).map(offer).collect();
        answers.into_iter().cycle().take(count).collect()
    }

    /// Adds offers that searches in the other seats' places find, better ones more often.
    fn add_searched_offers(
        &self,
        game: &Skye,
        root: &Public,
        searcher: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) {
        let missing = memo.guesses.each_ref().map(|guesses| GUESSES - guesses.len());
        let others = Seat::all(root.seats()).filter(|&seat| seat != searcher && missing[seat.index()] > 0);
        let others: Vec<Seat> = others.collect();
        let mut add = |seats: &[Seat], level: Level| {
            let found: Vec<_> =
                seats.iter().map(|&seat| self.searched(game, root, seat, level.others, memo, random)).collect();
            for (seat, arms) in seats.iter().zip(found) {
                let count = level.share * missing[seat.index()] as f64;
                memo.guesses[seat.index()].extend(in_proportion(&arms, count));
            }
        };
        match others[..] {
            [] => {}
            [other] if root.seats() == 2 => {
                add(&[searcher, other], Level { others: Others::Rules, share: 0.5 });
                add(&[other], Level { others: Others::Forecast, share: 0.5 });
            }
            _ => add(&others, Level { others: Others::Rules, share: 1.0 }),
        }
    }

    /// The candidate offers of a search in a seat's place, with what was found of each. It knows what that seat may know, expects the others to
    /// offer as guessed so far and to trade like `others`, and looks no further than this round.
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
        let knowledge = Self { others, rounds: 1, suspicions: Default::default(), ..self.clone() };
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
