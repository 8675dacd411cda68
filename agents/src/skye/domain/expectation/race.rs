//! A race of own offers over common guesses.
//!
//! Clearly trailing offers are dropped (racing, Maron & Moore 1994), and offers near the best one join until none is
//! better. Then more guesses are drawn, as long as the budget lasts and more than one offer is left.

use std::ops::{Range, RangeInclusive};

use engine::skye::{Action, Offer};

use super::joint::JointGuesses;
use super::sum::TradeSum;
use crate::first_best;
use crate::search::{Arm, CLEARLY, Prospect, SearchBudget, SearchReport, mean_and_error, side_by_side};
use crate::skye::SkyeCache;
use crate::skye::greedy::nearby;

/// The number of guesses after which offers are first compared, and again whenever it has doubled.
///
/// It is a quarter of what the budget allows for each offer, within these limits: with four players 100 iterations are
/// some 14 guesses for each of 16 offers.
const CLEAR_FROM: RangeInclusive<u64> = 4..=16;

/// The factor by which guesses grow, up to the maximum, whenever no better offer is found.
const MORE_GUESSES: u64 = 4;
const MOST_GUESSES: u64 = 1 << 14;

/// The number of sums that count as these iterations with this many seats: more seats make a sum slower.
fn sums_of(iterations: u64, seats: usize) -> u64 {
    let of_one = match seats {
        2 => 8,
        3 => 4,
        _ => 3,
    };
    iterations * of_one
}

/// The fraction of a budget that is used after this many sums, from 0; exhausted at 1.
pub(super) fn used(budget: SearchBudget<'_>, sums: u64, seats: usize) -> f64 {
    match budget {
        SearchBudget::Iterations(all) => sums as f64 / sums_of(all, seats) as f64,
        SearchBudget::Time(stopwatch) => stopwatch(),
    }
}

/// The sums between two looks at the budget: as many as keep these threads busy, but of a limited time only few.
pub(super) fn at_once(budget: SearchBudget<'_>, threads: usize) -> usize {
    match budget {
        _ if threads == 1 => 1,
        SearchBudget::Iterations(_) => 256 * threads,
        SearchBudget::Time(_) => 16 * threads,
    }
}

/// An own offer under comparison.
struct Contender {
    offer: Offer,
    /// The prospect against each guess so far.
    prospects: Vec<Prospect>,
}

/// Own offers that are compared over common guesses.
pub(super) struct Race<'a> {
    sum: TradeSum<'a>,
    guesses: JointGuesses,
    contenders: Vec<Contender>,
    budget: SearchBudget<'a>,
    /// The number of guesses after which offers are first compared.
    clear_from: u64,
    /// The number of trades summed.
    sums: u64,
}

impl<'a> Race<'a> {
    /// Starts with these offers, after this many sums.
    pub fn new(
        sum: TradeSum<'a>,
        guesses: JointGuesses,
        offers: Vec<Offer>,
        budget: SearchBudget<'a>,
        sums: u64,
    ) -> Self {
        let new = |offer| Contender { offer, prospects: Vec::new() };
        let contenders: Vec<Contender> = offers.into_iter().map(new).collect();
        let each = match budget {
            SearchBudget::Iterations(all) => sums_of(all, sum.position.seats()) / contenders.len() as u64,
            SearchBudget::Time(_) => u64::MAX,
        };
        let clear_from = (each / 4).clamp(*CLEAR_FROM.start(), *CLEAR_FROM.end());
        Self { sum, guesses, contenders, budget, clear_from, sums }
    }

    /// Runs the race, and reports on all contenders.
    pub fn report(mut self, caches: &mut [SkyeCache], action: impl Fn(Offer) -> Action) -> SearchReport<Action> {
        let chosen = self.run(caches);
        let arms = self.contenders.iter().map(|contender| {
            let (chance, standard_error) = self.mean(contender.prospects.iter().map(|prospect| prospect.chance));
            let (value, _) = self.mean(contender.prospects.iter().map(|prospect| prospect.value));
            Arm {
                action: action(contender.offer),
                visits: contender.prospects.len() as u64,
                mean: Prospect { chance, value }.within(),
                standard_error,
            }
        });
        let arms: Vec<Arm<Action>> = arms.collect();
        let iterations = self.sums.div_ceil(sums_of(1, self.sum.position.seats()));
        SearchReport { chosen: arms[chosen].action, arms, iterations }
    }

    /// Runs until the budget is used up or one offer is left, and returns the index of the best one.
    fn run(&mut self, caches: &mut [SkyeCache]) -> usize {
        let mut left: Vec<usize> = (0..self.contenders.len()).collect();
        loop {
            let is_over = !self.compare(&mut left, caches);
            let mut best = self.best_of(&left);
            if is_over || !self.climb(&mut best, &mut left, caches) {
                return best;
            }
            let drawn = self.guesses.drawn;
            if left.len() == 1 || drawn >= MOST_GUESSES {
                return best;
            }
            self.guesses.extend(drawn * MORE_GUESSES);
        }
    }

    /// Moves to better nearby offers as long as there are any, and keeps those that do not clearly trail.
    ///
    /// Returns `false` if the budget is used up.
    fn climb(&mut self, best: &mut usize, left: &mut Vec<usize>, caches: &mut [SkyeCache]) -> bool {
        loop {
            let mut compared: Vec<usize> = std::iter::once(*best).chain(self.add_nearby(*best)).collect();
            if !self.compare(&mut compared, caches) {
                return false;
            }
            let better = self.best_of(&compared);
            left.extend(compared.into_iter().filter(|contender| contender != best));
            if better == *best {
                return true;
            }
            *best = better;
        }
    }

    /// Adds the legal offers that differ from a contender's by one gold in a price or in both.
    fn add_nearby(&mut self, contender: usize) -> Range<usize> {
        let (begin, offer) = (self.contenders.len(), self.contenders[contender].offer);
        let (market, gold) = (&self.sum.wares.market, self.sum.position.player(self.sum.own).gold);
        for offer in nearby(offer, 1).filter(|offer| offer.is_legal(market.drawn, gold, market.prices)) {
            if self.contenders.iter().all(|known| known.offer != offer) {
                self.contenders.push(Contender { offer, prospects: Vec::new() });
            }
        }
        begin..self.contenders.len()
    }

    /// Compares these over all guesses, and drops clearly trailing ones on the way.
    ///
    /// Returns `false` if the budget is used up.
    fn compare(&mut self, compared: &mut Vec<usize>, caches: &mut [SkyeCache]) -> bool {
        let (all, mut clear_from, mut from) = (self.guesses.found.len(), self.clear_from as usize, 0);
        while from < all {
            let guesses = at_once(self.budget, caches.len()).div_ceil(compared.len());
            let to = (from + guesses).min(clear_from).min(all);
            if !self.sum_over(compared, from..to, caches) {
                return false;
            }
            if to == clear_from || to == all {
                self.drop_trailing(compared, to);
                clear_from *= 2;
            }
            from = to;
        }
        true
    }

    /// Sums the trades of these over these guesses, where that was not done before.
    ///
    /// Returns `false` if the budget is used up.
    fn sum_over(&mut self, compared: &[usize], guesses: Range<usize>, caches: &mut [SkyeCache]) -> bool {
        let (mut trades, mut is_over) = (Vec::new(), false);
        for guess in guesses {
            let new = compared.iter().filter(|contender| self.contenders[**contender].prospects.len() <= guess);
            let new: Vec<(usize, usize)> = new.map(|&contender| (contender, guess)).collect();
            let more = (trades.len() + new.len()) as u64;
            is_over = more > 0 && used(self.budget, self.sums + more, self.sum.position.seats()) > 1.0;
            if is_over {
                break;
            }
            trades.extend(new);
        }
        self.sums += trades.len() as u64;
        let sum = |cache: &mut SkyeCache, (contender, guess): (usize, usize)| {
            (contender, self.sum.of_offer(self.contenders[contender].offer, &self.guesses.found[guess], cache))
        };
        for (contender, prospect) in side_by_side(caches, trades, sum) {
            self.contenders[contender].prospects.push(prospect);
        }
        !is_over
    }

    /// Drops those that clearly trail the best one over the first guesses.
    fn drop_trailing(&self, compared: &mut Vec<usize>, guesses: usize) {
        let best = self.best_of(compared);
        let values = |contender: usize| self.values_of(contender).take(guesses);
        compared.retain(|&contender| {
            contender == best || {
                let differences = values(best).zip(values(contender)).map(|(best, other)| best - other);
                let (mean, error) = self.mean(differences);
                mean < CLEARLY * error
            }
        });
    }

    fn values_of(&self, contender: usize) -> impl Iterator<Item = f64> + Clone {
        self.contenders[contender].prospects.iter().map(|prospect| prospect.value)
    }

    fn best_of(&self, compared: &[usize]) -> usize {
        let mean = |&contender: &usize| self.mean(self.values_of(contender)).0;
        first_best(compared.iter().copied(), mean).expect("the best one is never dropped")
    }

    /// The mean and standard error over the first guesses, weighted by how often each was drawn.
    ///
    /// Both are 0 without any, and the error with one.
    fn mean(&self, values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
        let weighted = values.zip(self.guesses.found.iter().map(|guess| f64::from(guess.count)));
        let first = weighted.clone().count();
        if first == 0 {
            return (0.0, 0.0);
        }
        let (mean, error) = mean_and_error(weighted, self.guesses.drawn_among(first));
        (mean, if first == 1 { 0.0 } else { error })
    }
}
