//! The built-in search, guided by external functions, such as a net.

use std::sync::Arc;

use agents::ValuePart;
use agents::search::{CHANCE, Calibration, Effort, SearchDomain, SearchReport, Values};
use engine::random::Random;
use engine::{Seat, Turn};

use crate::action_mask::ActionMask;
use crate::encoding::{ChoiceResult, Encoding, options_of};

/// Evaluates positions.
///
/// It gets their observations, one after the other, and their seats. It returns the chances of all seats, row by row.
pub type Evaluate = dyn Fn(Vec<f32>, Vec<i8>) -> Vec<f32> + Send + Sync;

/// Computes prior weights of choices.
///
/// It gets observations of choosing seats, one after the other, and their masks. It returns a weight for every choice
/// of every row.
pub type Prior = dyn Fn(Vec<f32>, Vec<i8>) -> Vec<f32> + Send + Sync;

/// The beginning of a decision: the weight of its choices, the partial action, and the next options.
type Begun<G> = (f64, <G as Encoding>::PartialAction, ActionMask);

/// The functions that guide a search.
#[derive(Clone, Default)]
pub struct Guides {
    /// Evaluates the ends of simulations before the end of the game.
    ///
    /// `None` for the search's own evaluation.
    pub evaluate: Option<Arc<Evaluate>>,
    /// Selects the candidate actions; `None` for the search's own candidates.
    pub prior: Option<Arc<Prior>>,
    /// The most rows of one call; at least 1.
    pub batch: usize,
}

impl Guides {
    /// Returns whether it has any function.
    pub fn is_any(&self) -> bool {
        self.evaluate.is_some() || self.prior.is_some()
    }
}

/// The domain of a search with other values and candidates.
///
/// With `evaluate` a simulation goes on from its cutoff to the next decision, since in this crate the seat to move
/// observes. A finished game counts by its win shares.
pub struct GuidedDomain<D> {
    /// The domain of the built-in search, which plays the simulations.
    pub inner: D,
    /// The functions.
    pub guides: Guides,
    /// The most candidates from a prior.
    pub candidates: usize,
}

impl<D> GuidedDomain<D> {
    /// The most promising actions by the prior, best first.
    ///
    /// The weight of an action is the product of the weights of its choices, each normalised over all possible ones. It
    /// is found by a beam search: only the heaviest partial decisions are continued. Empty if no action has a number.
    fn promising<G: Encoding>(
        &self,
        prior: &Prior,
        game: &G,
        view: &G::View<'_>,
        cache: &mut G::ObservationCache,
    ) -> Vec<G::Action> {
        let position = game.public(view);
        let mut begun = vec![(1.0, ChoiceResult::Choose(G::PartialAction::default()))];
        loop {
            let (mut open, mut next): (Vec<Begun<G>>, Vec<_>) = Default::default();
            for (weight, result) in begun {
                match result {
                    ChoiceResult::Choose(chosen) => open.push((weight, chosen, options_of(game, position, &chosen))),
                    ChoiceResult::Act(_) => next.push((weight, result)),
                }
            }
            if open.is_empty() {
                let action = |(_, result)| match result {
                    ChoiceResult::Act(action) => Some(action),
                    ChoiceResult::Choose(_) => None,
                };
                return next.into_iter().filter_map(action).collect();
            }
            let weights = self.weights(prior, game, view, &open, cache);
            for ((weight, chosen, options), weights) in open.iter().zip(weights.chunks(G::ACTIONS)) {
                let of = |number: usize| f64::from(weights[number]);
                let sum: f64 = options.iter().map(of).sum();
                for number in options.iter() {
                    let share = if sum > 0.0 { of(number) / sum } else { 1.0 / options.len() as f64 };
                    next.push((weight * share, game.choose(position, *chosen, number)));
                }
            }
            next.sort_by(|(one, _), (other, _)| other.total_cmp(one));
            next.truncate(self.candidates);
            begun = next;
        }
    }

    /// The weights of all choices after each of these beginnings.
    fn weights<G: Encoding>(
        &self,
        prior: &Prior,
        game: &G,
        view: &G::View<'_>,
        open: &[Begun<G>],
        cache: &mut G::ObservationCache,
    ) -> Vec<f32> {
        let mut weights = Vec::with_capacity(open.len() * G::ACTIONS);
        for open in open.chunks(self.guides.batch) {
            let mut observations = vec![0.0; open.len() * G::OBSERVATION];
            let mut masks = vec![0; open.len() * G::ACTIONS];
            let rows = observations.chunks_mut(G::OBSERVATION).zip(masks.chunks_mut(G::ACTIONS));
            for ((_, chosen, options), (observation, mask)) in open.iter().zip(rows) {
                game.observe(view, Some(chosen), cache, observation);
                options.write(mask);
            }
            weights.extend(prior(observations, masks));
        }
        weights
    }

    /// The chances of all seats at these ends of simulations.
    fn chances<G: Encoding>(
        evaluate: &Evaluate,
        game: &G,
        ends: &[G::Position],
        cache: &mut G::ObservationCache,
    ) -> Vec<Values> {
        let mut values = vec![Values::default(); ends.len()];
        let (mut open, mut seats) = (Vec::new(), Vec::new());
        for (number, end) in ends.iter().enumerate() {
            if let Turn::Seat(seat) = game.turn(end) {
                open.push(number);
                seats.push(seat);
            } else {
                let outcome = game.outcome(end);
                Seat::all(game.seats()).for_each(|seat| values[number][seat.index()] = outcome.win_share(seat).into());
            }
        }
        if open.is_empty() {
            return values;
        }
        let mut observations = vec![0.0; open.len() * G::OBSERVATION];
        for ((&number, &seat), row) in open.iter().zip(&seats).zip(observations.chunks_mut(G::OBSERVATION)) {
            game.observe(&game.view(&ends[number], seat), Some(&Default::default()), cache, row);
        }
        let chances = evaluate(observations, seats.iter().map(|seat| seat.index() as i8).collect());
        for (number, chances) in open.into_iter().zip(chances.chunks(game.seats())) {
            values[number].iter_mut().zip(chances).for_each(|(value, chance)| *value = f64::from(*chance).into());
        }
        values
    }
}

impl<G: Encoding, D: SearchDomain<G>> SearchDomain<G> for GuidedDomain<D> {
    type Cache = (D::Cache, G::ObservationCache);

    fn cache(&self, root: &G::Public) -> Self::Cache {
        (self.inner.cache(root), Default::default())
    }

    fn guess(&self, game: &G, root: &G::Public, (cache, _): &mut Self::Cache, random: &mut Random) {
        self.inner.guess(game, root, cache, random);
    }

    /// Always finds the inner domain's candidates, because it learns about other players on the way.
    fn candidates(
        &self,
        game: &G,
        view: &G::View<'_>,
        (cache, observed): &mut Self::Cache,
        random: &mut Random,
    ) -> Vec<G::Action> {
        let own = self.inner.candidates(game, view, cache, random);
        let promising = self.guides.prior.as_deref().map(|prior| self.promising(prior, game, view, observed));
        promising.filter(|actions| !actions.is_empty()).unwrap_or(own)
    }

    fn policy(&self, game: &G, view: &G::View<'_>, (cache, _): &mut Self::Cache, random: &mut Random) -> G::Action {
        self.inner.policy(game, view, cache, random)
    }

    /// The inner domain's, since no function guides it.
    fn expectation(
        &self,
        game: &G,
        view: &G::View<'_>,
        effort: Effort<'_>,
        random: &mut Random,
    ) -> Option<SearchReport<G::Action>> {
        if self.guides.is_any() { None } else { self.inner.expectation(game, view, effort, random) }
    }

    fn is_cutoff(&self, game: &G, root: &G::Public, position: &G::Public) -> bool {
        let is_seen = self.guides.evaluate.is_none() || matches!(game.turn(position), Turn::Seat(_));
        is_seen && self.inner.is_cutoff(game, root, position)
    }

    fn is_plannable(&self, game: &G, root: &G::Public, position: &G::Public) -> bool {
        self.inner.is_plannable(game, root, position)
    }

    fn is_alike<'p>(&self, game: &G, one: &G::View<'p>, other: &G::View<'p>) -> bool {
        self.inner.is_alike(game, one, other)
    }

    fn plans(
        &self,
        game: &G,
        view: &G::View<'_>,
        (cache, _): &mut Self::Cache,
        random: &mut Random,
    ) -> Option<Vec<(G::Action, f64)>> {
        if self.guides.prior.is_some() { None } else { self.inner.plans(game, view, cache, random) }
    }

    fn objection(&self, game: &G) -> Option<String> {
        self.inner.objection(game)
    }

    fn calibration(&self, game: &G, root: &G::Public) -> Option<Calibration> {
        if self.guides.is_any() { None } else { self.inner.calibration(game, root) }
    }

    fn measure(&self, game: &G) -> &'static str {
        if self.guides.evaluate.is_some() { CHANCE } else { self.inner.measure(game) }
    }

    fn breakdown(
        &self,
        game: &G,
        view: &G::View<'_>,
        action: G::Action,
        random: &mut Random,
    ) -> Option<Vec<ValuePart>> {
        self.inner.breakdown(game, view, action, random)
    }

    fn values(&self, game: &G, position: &G::Public, (cache, _): &mut Self::Cache) -> Values {
        self.inner.values(game, position, cache)
    }

    fn batch(&self) -> usize {
        if self.guides.evaluate.is_some() { self.guides.batch } else { 1 }
    }

    fn values_of(&self, game: &G, ends: &[G::Position], (cache, observed): &mut Self::Cache) -> Vec<Values> {
        match self.guides.evaluate.as_deref() {
            Some(evaluate) => Self::chances(evaluate, game, ends, observed),
            None => self.inner.values_of(game, ends, cache),
        }
    }
}
