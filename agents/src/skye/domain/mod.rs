//! The search domain of Isle of Skye.

mod cache;
pub use cache::SkyeCache;

mod expectation;
mod guesses;
mod insider;
pub use insider::Insider;
mod prospects;
mod purchases;
mod trade;

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use engine::skye::{Action, DRAWN, Offer, Phase, Public, Skye, View};
use engine::{Game, Random, Seat};

use super::greedy::{ActionWorths, Brain, own_tile, placements, ranked_offers};
use super::value::linear_worth;
use super::{Appraisals, InverseTemperature, KINDS, MarketState, MilliVp, VP, mcts, value};
use crate::search::{Calibration, Effort, SearchDomain, SearchReport, Values};
use crate::value::{Leaf, likely_plans, values_by_lead};
use crate::{AgentSpec, ValuePart, drawn};
use guesses::GUESSES;

/// A search's knowledge of Isle of Skye.
///
/// It covers candidates, the policy of simulations, and the evaluation of their ends.
#[derive(Clone)]
pub struct SkyeDomain {
    /// The greedy player that it builds on.
    ///
    /// Its choice is among the candidates but at offers, its judgement evaluates, and its habits predict the others.
    pub brain: Brain,
    /// The number of rounds that a simulation lasts, the current one included; at least 1.
    pub rounds: u8,
    /// The number of candidates.
    pub candidates: usize,
    /// The policy of simulations.
    pub rollout: Rollout,
    /// The model of others' trades.
    pub others: OpponentModel,
    /// The evaluation of the end of a simulation.
    pub leaf: Leaf,
    /// A copy of the others, if they are asked instead of predicted.
    pub insider: Option<Insider>,
}

/// The model of others' trades, unless simulations are random.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OpponentModel {
    /// By habits, at offers and purchases weighted by how closely their earlier trades followed them.
    Read,
    /// As players usually do.
    Usual,
}

/// The policy of simulations.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// The default policy.
    ///
    /// In the root's round others offer by the guesses and buy as predicted, the searching seat makes the purchase with
    /// the best end of the round, and all placements follow the brain's rule. In later rounds all seats trade by
    /// habits. For speed, everything else follows the quick form's rules and the brain's judgement.
    Foresight,
    /// At random.
    Random,
}

impl SearchDomain<Skye> for SkyeDomain {
    type Cache = SkyeCache;

    fn cache(&self, root: &Public) -> SkyeCache {
        SkyeCache {
            root_round: root.round,
            searcher: root.phase.seat(),
            root_gold: MarketState::empty(root).gold,
            root: Appraisals::by(Arc::clone(&self.brain.judgements)).for_search(),
            later: Appraisals::by(Arc::clone(&self.brain.judgements)).for_search().hurried(),
            purchases: Default::default(),
            prospects: Default::default(),
            rule: self.brain.building,
            building: Default::default(),
            inverse_temperatures: Default::default(),
            has_read: false,
            has_guessed: false,
            guesses: Default::default(),
            is_buying: matches!(root.phase, Phase::Buy(_)),
            asked: Vec::new(),
        }
    }

    /// Guesses the offers of all others while one seat makes its own offer; computed once.
    fn guess(&self, game: &Skye, root: &Public, cache: &mut SkyeCache, random: &mut Random) {
        let Phase::Price(searcher) = root.phase else { return };
        if std::mem::replace(&mut cache.has_guessed, true) || self.rollout == Rollout::Random {
            return;
        }
        for seat in Seat::all(root.seats()).filter(|&seat| seat != searcher) {
            cache.guesses[seat.index()] = self.drawn_offers(game, root, seat, GUESSES, cache, random);
        }
    }

    fn candidates(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache, random: &mut Random) -> Vec<Action> {
        let position = game.public(view);
        self.read(game, view, cache);
        if let (Some(insider), Phase::Price(_), false) = (&self.insider, position.phase, cache.has_guessed) {
            cache.take_guesses(insider.offers(game, view, random));
        }
        let is_answered = self.rollout != Rollout::Random
            && position.round == cache.root_round
            && usize::from(game.rules().tiles_drawn) <= DRAWN;
        let gains = cache.gains(position);
        let first = self.brain.action(game, position, gains, random);
        let others = match position.phase {
            Phase::Price(seat) if is_answered => {
                self.guess(game, position, cache, random);
                let responses = self.responses(game, position, seat, cache, random);
                let offers = far_apart(responses, Vec::new(), self.candidates - 1);
                let mut candidates: Vec<Action> = offers.into_iter().map(Action::Offer).collect();
                if !candidates.contains(&first) {
                    candidates.push(first);
                }
                return candidates;
            }
            Phase::Price(seat) => {
                let ranked = ranked_offers(game, position, seat, usize::MAX, gains);
                let Action::Offer(first) = first else { panic!("{first:?} is no offer") };
                let offers = far_apart(ranked.into_iter().map(|priced| priced.offer), vec![first], self.candidates);
                offers.into_iter().map(Action::Offer).collect()
            }
            Phase::Buy(seat) => {
                let own = position.player(seat).own_to_take().map(|tile| Action::TakeOwn { tile });
                let (buyer, chances) = self.played_out(game, view, cache);
                let mut purchases: Vec<_> = buyer.actions().zip(chances).collect();
                purchases.sort_by(|(_, one), (_, other)| other.total_cmp(one));
                own.chain(purchases.into_iter().map(|(action, _)| action)).collect()
            }
            Phase::BuyAgain(_) | Phase::KeepDrawn(_) => best_first(self.brain.weighed(game, position, gains, random)),
            Phase::Build(seat) => {
                let others = best_first(placements(game, position, seat, &self.brain.judgements)).into_iter();
                others.filter(|action| *action != first).take(self.candidates - 1).collect()
            }
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => position.phase.nobody_decides(),
        };
        std::iter::once(first).chain(others.into_iter().filter(|action| *action != first)).collect()
    }

    fn policy(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache, random: &mut Random) -> Action {
        let position = game.public(view);
        if self.rollout == Rollout::Random {
            return game.random_action(position, random);
        }
        if let Some(asked) = self.insider.as_ref().and_then(|insider| insider.purchase(game, view, cache, random)) {
            return asked;
        }
        match position.phase {
            Phase::Price(seat) => Action::Offer(match cache.drawn_guess(position.round, seat, random) {
                Some(guess) => guess,
                None => self.drawn_offers(game, position, seat, 1, cache, random)[0],
            }),
            Phase::Buy(seat) if position.round == cache.root_round => {
                if let Some(own) = own_tile(game, position, seat, &mut cache.root) {
                    own
                } else if cache.searcher == Some(seat) {
                    self.trade_options(game, view, cache).best
                } else {
                    drawn(&self.trade_options(game, view, cache).options, random)
                }
            }
            Phase::Buy(seat) => {
                let own = own_tile(game, position, seat, &mut cache.later);
                own.unwrap_or_else(|| self.usual_purchase(game, position, seat, cache, random))
            }
            Phase::BuyAgain(_)
            | Phase::KeepDrawn(_)
            | Phase::Build(_)
            | Phase::Draw
            | Phase::Uncover(_)
            | Phase::DrawFromBag(_)
            | Phase::Over => cache.quick_action(game, position),
        }
    }

    fn expectation(
        &self,
        game: &Skye,
        view: &View<'_>,
        effort: Effort<'_>,
        random: &mut Random,
    ) -> Option<SearchReport<Action>> {
        self.expected_offer(game, view, effort, random)
    }

    fn is_cutoff(&self, _game: &Skye, root: &Public, position: &Public) -> bool {
        position.round - root.round >= self.rounds
    }

    /// Plannable until tiles are drawn again.
    fn is_plannable(&self, _game: &Skye, root: &Public, position: &Public) -> bool {
        position.round == root.round
    }

    /// For placements only the own tiles, laid and to be laid, have to be the same.
    fn is_alike<'p>(&self, game: &Skye, one: &View<'p>, other: &View<'p>) -> bool {
        let (one, other) = (game.public(one), game.public(other));
        let Phase::Build(seat) = one.phase else { return one == other };
        let own = |position: &Public| {
            let player = position.player(seat);
            (player.territory.key(), player.to_build, player.borderlands)
        };
        one.phase == other.phase && own(one) == own(other)
    }

    /// Placements by the total gain of what they begin.
    fn plans(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache, _: &mut Random) -> Option<Vec<(Action, f64)>> {
        let position = game.public(view);
        let Phase::Build(seat) = position.phase else { return None };
        Some(likely_plans(self.brain.building.weighed(game, position, seat, cache.gains(position))))
    }

    fn objection(&self, game: &Skye) -> Option<String> {
        self.leaf.objection(game)
    }

    fn measure(&self, game: &Skye) -> &'static str {
        self.leaf.measure(game, value::of)
    }

    fn calibration(&self, game: &Skye, root: &Public) -> Option<Calibration> {
        let is_known = self.leaf == Leaf::Learned && self.rollout == Rollout::Foresight;
        (is_known && value::of(game).is_some()).then(|| value::calibration(game, root))
    }

    fn breakdown(&self, game: &Skye, view: &View<'_>, action: Action, random: &mut Random) -> Option<Vec<ValuePart>> {
        let mut gains = Appraisals::by(Arc::clone(&self.brain.judgements));
        self.brain.breakdown(game, game.public(view), action, &mut gains, random)
    }

    fn values(&self, game: &Skye, position: &Public, cache: &mut SkyeCache) -> Values {
        let learned = |evaluation| value::chances(evaluation, game, position, cache.gains(position));
        if let Some(chances) = self.leaf.evaluation(game, value::of).and_then(learned) {
            return chances;
        }
        let is_over = position.phase == Phase::Over;
        values_by_lead(game, position, is_over, |seat| seat_worth(game, position, seat, cache.gains(position)))
    }
}

impl SkyeDomain {
    /// Returns the domain of a search by default.
    pub fn of_search() -> Self {
        let spec = AgentSpec::read("mcts", &KINDS).expect("a spec without settings");
        mcts(&spec.settings(|| Duration::ZERO)).domain
    }

    /// A cache for a search from this view, with what is estimated from earlier trades.
    pub fn cache_with_reading(&self, game: &Skye, view: &View<'_>) -> SkyeCache {
        let mut cache = self.cache(game.public(view));
        self.read(game, view, &mut cache);
        cache
    }

    /// Estimates the others' inverse temperatures from their earlier trades; computed once.
    pub fn read(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache) {
        if std::mem::replace(&mut cache.has_read, true) || self.rollout == Rollout::Random {
            return;
        }
        if self.others == OpponentModel::Read && matches!(game.public(view).phase, Phase::Price(_) | Phase::Buy(_)) {
            cache.inverse_temperatures = InverseTemperature::read(game, view, &self.brain.habits, &mut cache.root);
        }
    }
}

/// Victory points, the future worth of the territory, and gold.
fn seat_worth(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> MilliVp {
    if position.phase == Phase::Over {
        return VP * MilliVp::from(position.player(seat).vp);
    }
    linear_worth(position, seat, gains.worth(game, position, seat), gains.per_gold(game, position))
}

/// Extends these offers, best first, to at most `count`, all at least 2 gold apart.
fn far_apart(ranked: impl IntoIterator<Item = Offer>, mut offers: Vec<Offer>, count: usize) -> Vec<Offer> {
    for offer in ranked {
        if offers.len() == count {
            break;
        }
        if offers.iter().all(|other| distance(other, &offer) >= 2) {
            offers.push(offer);
        }
    }
    offers
}

/// The difference of two offers in gold; offers of different tiles are far apart.
fn distance(a: &Offer, b: &Offer) -> u16 {
    let pairs = || a.priced().into_iter().zip(b.priced());
    if pairs().any(|((one, _), (other, _))| one != other) {
        return u16::MAX;
    }
    pairs().map(|((_, one), (_, other))| one.abs_diff(other)).sum()
}

/// Sorts actions by their worth, the best first.
fn best_first(mut weighed: ActionWorths) -> Vec<Action> {
    weighed.sort_by_key(|&(_, worth)| Reverse(worth));
    weighed.into_iter().map(|(action, _)| action).collect()
}
