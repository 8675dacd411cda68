//! A search's knowledge of its game.

use engine::{Game, MAX_SEATS, Random};

use super::{Calibration, Effort, SearchReport};
use crate::ValuePart;

/// What the end of a simulation, or a mean of several, is for a seat.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Prospect {
    /// The chance to win, from 0 to 1: at the end of the game the win share.
    pub chance: f64,
    /// The number that decides, from 0 (lost) to 1 (won): the chance, or a domain's mean of win share and lead.
    pub value: f64,
}

impl From<f64> for Prospect {
    fn from(chance: f64) -> Self {
        Self { chance, value: chance }
    }
}

impl Prospect {
    /// The sum of this prospect and another one times a weight.
    #[must_use]
    pub fn plus(self, weight: f64, other: Self) -> Self {
        Self { chance: self.chance + weight * other.chance, value: self.value + weight * other.value }
    }

    /// A sum of prospects over the sum of their weights.
    #[must_use]
    pub fn over(self, weights: f64) -> Self {
        Self { chance: self.chance / weights, value: self.value / weights }
    }

    /// The same within 0 to 1, which control variates may leave: then nothing is decided yet.
    #[must_use]
    pub fn within(self) -> Self {
        let within = |number: f64| match number {
            0.0..=1.0 => number,
            _ => number.clamp(f64::EPSILON, 1.0 - f64::EPSILON),
        };
        Self { chance: within(self.chance), value: within(self.value) }
    }
}

/// The prospect of each seat.
pub type Values = [Prospect; MAX_SEATS];

/// The meaning of values.
pub const CHANCE: &str = "chance to win, from 0 to 1, as the search finds it, not corrected";

/// The meaning of values with a [`Calibration`].
pub const CORRECTED_CHANCE: &str = "chance to win, from 0 to 1, corrected by what came true in self-play";

/// Candidates, a policy and an evaluation for one game.
///
/// All of them work from views, so nothing hidden leaks into a simulation.
pub trait SearchDomain<G: Game>: Send + Sync {
    /// Results shared by all simulations of one search.
    ///
    /// They are expensive results, and guesses at the secret choices of others.
    type Cache: Send;

    /// An empty cache for a search from this position.
    fn cache(&self, root: &G::Public) -> Self::Cache;

    /// Guesses the others' secret choices at the root, for all simulations to draw from.
    ///
    /// Called once, before the first simulation, unless seats that decide in secret learn together. By default it does
    /// nothing, and only the policy is used.
    fn guess(&self, _game: &G, _root: &G::Public, _cache: &mut Self::Cache, _random: &mut Random) {}

    /// The actions of the view's seat that are worth considering, most promising first; never empty.
    ///
    /// The first one is chosen if nothing is simulated, and kept unless another is clearly better.
    fn candidates(&self, game: &G, view: &G::View<'_>, cache: &mut Self::Cache, random: &mut Random) -> Vec<G::Action>;

    /// Decides for the view's seat in a simulation; also models hidden choices of others.
    fn policy(&self, game: &G, view: &G::View<'_>, cache: &mut Self::Cache, random: &mut Random) -> G::Action;

    /// Decides for the view's seat by the expected value of its actions, if that needs no simulations here.
    ///
    /// By default it is not supported.
    fn expectation(
        &self,
        _game: &G,
        _view: &G::View<'_>,
        _effort: Effort<'_>,
        _random: &mut Random,
    ) -> Option<SearchReport<G::Action>> {
        None
    }

    /// Returns whether a simulation that started at `root` is cut off and evaluated here.
    ///
    /// Asked before every decision and chance event. It must be false at the root, and until all secrets of the root's
    /// decision are revealed. By default a simulation lasts to the end.
    fn is_cutoff(&self, _game: &G, _root: &G::Public, _position: &G::Public) -> bool {
        false
    }

    /// Returns whether the searching seat's decision here can be planned at the root, `root`.
    ///
    /// It cannot where scenarios differ so much that none occurs twice. Only searches that grow a tree ask this. By
    /// default it always can.
    fn is_plannable(&self, _game: &G, _root: &G::Public, _position: &G::Public) -> bool {
        true
    }

    /// Returns whether two views of a decision share their plans.
    ///
    /// By default only equal ones do. A domain may ignore what hardly bears on the decision.
    fn is_alike<'p>(&self, _game: &G, one: &G::View<'p>, other: &G::View<'p>) -> bool {
        one == other
    }

    /// The actions to plan at a later decision of the searching seat, most promising first, with prior probabilities.
    ///
    /// By default `None`: its candidates, all equally likely.
    fn plans(
        &self,
        _game: &G,
        _view: &G::View<'_>,
        _cache: &mut Self::Cache,
        _random: &mut Random,
    ) -> Option<Vec<(G::Action, f64)>> {
        None
    }

    /// The reason why it cannot be used in this game, if it was made for others.
    fn objection(&self, _game: &G) -> Option<String> {
        None
    }

    /// Names the meaning of its values in this game.
    fn measure(&self, _game: &G) -> &'static str {
        CHANCE
    }

    /// How often the chances that a search finds at this position come true; `None` if that is not known.
    fn calibration(&self, _game: &G, _root: &G::Public) -> Option<Calibration> {
        None
    }

    /// Returns the parts of the evaluation of an action that the search starts from; `None` without any.
    fn breakdown(
        &self,
        _game: &G,
        _view: &G::View<'_>,
        _action: G::Action,
        _random: &mut Random,
    ) -> Option<Vec<ValuePart>> {
        None
    }

    /// Returns the prospect of each seat, at the cutoff or at the end of the game.
    fn values(&self, game: &G, position: &G::Public, cache: &mut Self::Cache) -> Values;

    /// The most simulations that halving runs before it asks for their values; with a tree at most one for each arm.
    ///
    /// The search's result does not depend on it. More than 1 suits a domain that evaluates many positions at once
    /// faster than one by one.
    fn batch(&self) -> usize {
        1
    }

    /// Returns the values of the ends of simulations, each as by [`values`](Self::values).
    ///
    /// Everything hidden in these positions is sampled.
    fn values_of(&self, game: &G, positions: &[G::Position], cache: &mut Self::Cache) -> Vec<Values> {
        positions.iter().map(|position| self.values(game, position, cache)).collect()
    }
}
