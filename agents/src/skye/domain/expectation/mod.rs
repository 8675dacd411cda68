//! Offers chosen by expected value.
//!
//! Once all offers are known, the only chance left in a trade is the purchases of others, whose probabilities the
//! habits of buyers predict. So nothing is played out. Own offers are compared over guesses at the other offers, and the
//! purchases of each pair are summed, weighted by their probabilities, up to the value of the end of the round. With three
//! or more players one purchase of each other seat is sampled instead; purchases of little probability are left out.

mod joint;
mod race;
mod sum;

use engine::skye::{Action, DRAWN, Offer, Phase, Skye, View};
use engine::{Game, MAX_SEATS, Random, Seat};

use super::far_apart;
use crate::search::{Effort, SearchBudget, SearchDomain, SearchReport, agree, halving, side_by_side};
use crate::skye::greedy::responses;
use crate::skye::opponents::TradeAhead;
use crate::skye::{Shortlist, SkyeCache, SkyeDomain};
use joint::{Distribution, JointGuesses};
use race::Race;
use sum::TradeSum;

/// The number of guesses that own offers first respond to.
const FIRST_GUESSES: u64 = 64;

/// The number of guesses against which an offer of another seat is valued.
const WORTH_GUESSES: u64 = 5;

/// The part of the budget for valuing other offers.
const WORTH_SHARE: f64 = 0.25;

/// The difference in the chance to win that makes an offer e times as likely.
///
/// Of the values tried it predicts the offers of `mcts` best: with two players their log loss falls from 3.78 to 3.30,
/// that of `greedy` from 3.04 to 2.94.
const STAKES: f64 = 0.05;

impl SkyeDomain {
    /// Decides on an offer, against the offers expected of others, or those of an [`Insider`](super::Insider).
    ///
    /// `None` where the view's seat makes no offer. Where an insider's offers are of more tiles than printed, they are compared
    /// in playouts.
    pub(super) fn expected_offer(
        &self,
        game: &Skye,
        view: &View<'_>,
        effort: Effort<'_>,
        random: &mut Random,
    ) -> Option<SearchReport<Action>> {
        let (position, own) = (game.public(view), game.viewer(view));
        if !matches!(position.phase, Phase::Price(_)) {
            return None;
        }
        if self.insider.is_some() && usize::from(game.rules().tiles_drawn) > DRAWN {
            // Without a tree others offer as guessed.
            return Some(halving(game, self, view, Effort { has_tree: false, ..effort }, random));
        }
        let (budget, threads) = (effort.budget, 0..effort.threads);
        let mut caches: Vec<SkyeCache> = threads.map(|_| self.cache_with_reading(game, view)).collect();
        let shortlist = Shortlist::of(game, position, &mut caches[0].root);
        let public = shortlist.public();
        let mut sum = TradeSum::new(self, game, public, own, &mut caches[0].root);
        let (offers, sums) = match &self.insider {
            Some(insider) => (equally_likely(&insider.offers(game, view, random), own.others(public.seats())), 0),
            None => self.expected_offers(&mut sum, budget, &mut caches, random),
        };
        let mut guesses = JointGuesses::new(offers, sum.followed(), random);
        guesses.extend(FIRST_GUESSES);
        let answered = guesses.found.iter();
        let answered = answered.flat_map(|guess| std::iter::repeat_n(guess.offers.clone(), guess.count as usize));
        let answers = responses(game, public, own, &answered.collect::<Vec<_>>(), &mut caches[0].root);
        let width = self.candidates.min(budget.affordable_arms());
        let race = Race::new(sum, guesses, far_apart(answers, Vec::new(), width), budget, sums);
        Some(race.report(&mut caches, |offer| Action::Offer(shortlist.in_full(own, offer))))
    }

    /// Returns the chance to win with each of these offers of the view's seat, over the same guesses at the other offers.
    ///
    /// `None` where the seat makes no offer, or the rules let players draw more tiles than printed.
    pub fn chances_with_offers(
        &self,
        game: &Skye,
        view: &View<'_>,
        offers: &[Offer],
        budget: SearchBudget<'_>,
        random: &mut Random,
    ) -> Option<Vec<f64>> {
        let (position, own) = (game.public(view), game.viewer(view));
        let mut cache = self.cache_with_reading(game, view);
        if !matches!(position.phase, Phase::Price(_)) || Shortlist::of(game, position, &mut cache.root).is_shorter() {
            return None;
        }
        let mut sum = TradeSum::new(self, game, position, own, &mut cache.root);
        let (others, _) = self.expected_offers(&mut sum, budget, std::slice::from_mut(&mut cache), random);
        let mut guesses = JointGuesses::new(others, sum.followed(), random);
        guesses.extend(FIRST_GUESSES);
        let mut chance = |offer: &Offer| sum.mean(*offer, &guesses, &mut cache).within().chance;
        let found: Vec<f64> = offers.iter().map(&mut chance).collect();
        let Some(calibration) = self.calibration(game, position) else { return Some(found) };
        let agrees = agree(found.iter().copied(), (guesses.found.len() * offers.len()) as u64);
        Some(found.into_iter().map(|chance| calibration.came_true(chance, agrees).0).collect())
    }

    /// The expected offers of others, and the number of trades summed to find them.
    ///
    /// The likeliest offers of each seat are valued as an own offer is, and the better they are for the seat, the more
    /// likely they become. So a seat is expected to follow its habits when little is at stake, and to find its best
    /// offer when much is.
    fn expected_offers(
        &self,
        sum: &mut TradeSum<'_>,
        budget: SearchBudget<'_>,
        caches: &mut [SkyeCache],
        random: &mut Random,
    ) -> (Vec<Distribution>, u64) {
        let (own, seats, usual) = (sum.own, sum.position.seats(), self.usual_offers(sum, &mut caches[0]));
        let (mut expected, mut sums) = (Vec::new(), 0);
        for (number, seat) in (1..).zip(own.others(seats)) {
            let others = usual.iter().filter(|(other, _)| *other != seat).cloned().collect();
            sum.own = seat;
            let mut guesses = JointGuesses::new(others, sum.followed(), random);
            guesses.extend(WORTH_GUESSES);
            let mut offers = usual[seat.index()].1.clone();
            offers.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            let share = WORTH_SHARE * f64::from(number) / (seats - 1) as f64;
            let (mut worth, each) = (Vec::new(), guesses.found.len() as u64);
            let at_once = race::at_once(budget, caches.len()).div_ceil(guesses.found.len());
            loop {
                let next = (1..).zip(&offers[worth.len()..]).take(at_once);
                let within = next.take_while(|(more, _)| race::used(budget, sums + more * each, seats) <= share);
                let valued = within.map(|(_, (offer, _))| *offer).collect::<Vec<_>>();
                if valued.is_empty() {
                    break;
                }
                sums += each * valued.len() as u64;
                worth.extend(side_by_side(caches, valued, |cache, offer| sum.mean(offer, &guesses, cache).value));
            }
            let inverse_temperature = caches[0].inverse_temperatures[seat.index()].offers;
            shift(&mut offers[..worth.len()], &worth, inverse_temperature / STAKES);
            offers.sort_unstable_by_key(|(offer, _)| *offer);
            expected.push((seat, offers));
        }
        sum.own = own;
        (expected, sums)
    }

    /// The offers of all seats by their habits.
    fn usual_offers(&self, sum: &TradeSum<'_>, cache: &mut SkyeCache) -> Vec<Distribution> {
        let mut of = |seat: Seat| {
            let inverse_temperature = cache.inverse_temperatures[seat.index()].offers;
            let offerer = TradeAhead::offerer(sum.game, sum.position, seat, &mut cache.root);
            (seat, offerer.distribution(&self.brain.habits, inverse_temperature))
        };
        Seat::all(sum.position.seats()).map(&mut of).collect()
    }
}

/// The offers of these seats, all equally likely.
fn equally_likely(offers: &[Vec<Offer>; MAX_SEATS], seats: impl Iterator<Item = Seat>) -> Vec<Distribution> {
    let of = |seat: Seat| {
        let offers = &offers[seat.index()];
        (seat, offers.iter().map(|&offer| (offer, 1.0 / offers.len() as f64)).collect())
    };
    seats.map(of).collect()
}

/// Multiplies the chances of offers by the exponential of value times a scale, and keeps their sum.
fn shift(offers: &mut [(Offer, f64)], worth: &[f64], scale: f64) {
    let best = worth.iter().copied().fold(f64::MIN, f64::max);
    let all = |offers: &[(Offer, f64)]| offers.iter().map(|(_, chance)| chance).sum::<f64>();
    let before = all(offers);
    offers.iter_mut().zip(worth).for_each(|((_, chance), worth)| *chance *= libm::exp((worth - best) * scale));
    let factor = before / all(offers);
    offers.iter_mut().for_each(|(_, chance)| *chance *= factor);
}

#[cfg(test)]
mod tests {
    use engine::random::random;
    use engine::skye::{Modules, ScoringTile};
    use engine::{Seat, Turn};

    use super::*;

    #[test]
    fn what_is_worth_more_becomes_likelier_and_the_sum_stays() {
        let offer = |price| Offer::new(0, [price, 1]);
        let mut offers = vec![(offer(1), 0.2), (offer(2), 0.4), (offer(3), 0.1)];
        shift(&mut offers, &[0.5, 0.4, 0.45], 10.0);
        let expected = [0.2, 0.4 * libm::exp(-1.0), 0.1 * libm::exp(-0.5)];
        let all: f64 = expected.iter().sum();
        for ((_, found), expected) in offers.iter().zip(expected) {
            assert!((found - 0.7 * expected / all).abs() < 1e-12, "{found}");
        }
        let before = offers.clone();
        shift(&mut offers, &[0.1, 0.9, 0.3], 0.0);
        assert!(offers.iter().zip(&before).all(|(found, before)| (found.1 - before.1).abs() < 1e-12));
        shift(&mut offers[..0], &[], 10.0);
    }

    /// A seat's mean chance to win, over its possible offers.
    fn worth(sum: &TradeSum<'_>, guesses: &JointGuesses, offers: &[(Offer, f64)], cache: &mut SkyeCache) -> f64 {
        let all: f64 = offers.iter().map(|(_, chance)| chance).sum();
        assert!((all - 1.0).abs() < 1e-9, "{all}");
        offers.iter().map(|&(offer, chance)| chance * sum.mean(offer, guesses, cache).value).sum()
    }

    #[test]
    fn others_are_expected_to_offer_better_than_by_habit() {
        let domain = SkyeDomain::of_search();
        let (mut gain, mut compared) = (0.0, 0);
        for players in [2, 3] {
            let scoring = [ScoringTile::Squares, ScoringTile::Sheep, ScoringTile::Columns, ScoringTile::RoadTiles];
            let game = Skye::printed_with(players, scoring, Modules::NONE).expect("a valid set-up");
            let (mut position, mut rng) = (game.start(Seat::new(0)), random(players as u64));
            loop {
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => game.resolve_chance(&mut position, 4),
                    Turn::Seat(_) => {
                        let action = game.random_action(&position, &mut rng);
                        game.apply(&mut position, action);
                    }
                }
                if position.phase != Phase::Price(position.start) {
                    continue;
                }
                let mut cache = domain.cache(&position);
                let mut sum = TradeSum::new(&domain, &game, &position, position.start, &mut cache.root);
                let usual = domain.usual_offers(&sum, &mut cache);
                let budget = SearchBudget::Iterations(100);
                let (expected, sums) =
                    domain.expected_offers(&mut sum, budget, std::slice::from_mut(&mut cache), &mut random(1));
                assert_eq!(sum.own, position.start);
                assert!(race::used(budget, sums, players) <= WORTH_SHARE && sums > 0, "{sums}");
                for (seat, offers) in expected {
                    let others = usual.iter().filter(|(other, _)| *other != seat).cloned().collect();
                    sum.own = seat;
                    let mut guesses = JointGuesses::new(others, sum.followed(), &mut random(2));
                    guesses.extend(16);
                    let mut worth = |offers: &[(Offer, f64)]| worth(&sum, &guesses, offers, &mut cache);
                    gain += worth(&offers) - worth(&usual[seat.index()].1);
                    compared += 1;
                }
            }
        }
        assert!(compared == 18 && gain / f64::from(compared) > 0.005, "{gain} in {compared}");
    }
}
