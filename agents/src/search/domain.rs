//! Knowledge of a search about its game.

use engine::random::Random;
use engine::{Game, MAX_SEATS};

use super::report::{SearchBudget, SearchReport};
use crate::agent::ValuePart;

/// The value of a position for each seat, from 0 (lost) to 1 (won).
pub type Values = [f64; MAX_SEATS];

/// The meaning of values.
pub const CHANCE: &str = "chance to win as the search sees it, from 0 to 1";

/// Candidates, a policy and an appraisal for one game.
///
/// All of it works from views, so that nothing hidden leaks into a simulation.
pub trait SearchDomain<G: Game>: Send + Sync {
    /// Results that all simulations of one search share.
    ///
    /// They are costly ones, and guesses at the secret choices of others.
    type Cache;

    /// An empty cache for a search from this position.
    fn cache(&self, root: &G::Public) -> Self::Cache;

    /// Guesses at what others may be doing in secret at the root, for all simulations to draw from.
    ///
    /// It is called once, before the first simulation. By default it does nothing, and only the policy is used.
    fn guess(&self, _game: &G, _root: &G::Public, _cache: &mut Self::Cache, _random: &mut Random) {}

    /// The actions of the view's seat that are worth considering, most promising first; never empty.
    ///
    /// The first is taken where nothing is simulated, and kept unless another one is clearly better.
    fn candidates(&self, game: &G, view: &G::View<'_>, cache: &mut Self::Cache, random: &mut Random) -> Vec<G::Action>;

    /// Decides for the view's seat in a simulation, also as a model for hidden choices of others.
    fn policy(&self, game: &G, view: &G::View<'_>, cache: &mut Self::Cache, random: &mut Random) -> G::Action;

    /// Decides for the view's seat by what its actions are worth in expectation, if that can be found without simulations here.
    ///
    /// By default it cannot.
    fn expectation(
        &self,
        _game: &G,
        _view: &G::View<'_>,
        _budget: SearchBudget<'_>,
        _random: &mut Random,
    ) -> Option<SearchReport<G::Action>> {
        None
    }

    /// Returns whether a simulation that started at `root` is appraised here instead of continuing.
    ///
    /// Asked before every decision and chance event; it must be false at the root, and until all secrets of the root's decision are revealed.
    fn is_cutoff(&self, game: &G, root: &G::Public, position: &G::Public) -> bool;

    /// Returns whether the searching seat's own decision here, in a simulation that started at `root`, can be planned at the root. Not
    /// where scenarios differ so much by then that none is met twice. Asked by the tree search only.
    fn is_plannable(&self, game: &G, root: &G::Public, position: &G::Public) -> bool;

    /// Why it is of no use in this game, in words, if it was made for others.
    fn objection(&self, _game: &G) -> Option<String> {
        None
    }

    /// Names the meaning of its values in this game.
    fn measure(&self, _game: &G) -> &'static str {
        CHANCE
    }

    /// Returns what the appraisal that the search starts from sees of an action, in parts; `None` if there is none.
    fn breakdown(
        &self,
        _game: &G,
        _view: &G::View<'_>,
        _action: G::Action,
        _random: &mut Random,
    ) -> Option<Vec<ValuePart>> {
        None
    }

    /// Returns the value of the position for each seat, at the cutoff or at the end of the game.
    fn values(&self, game: &G, position: &G::Public, cache: &mut Self::Cache) -> Values;

    /// The number of simulations that the flat search runs before it asks for their values, at most; its result does not depend on it.
    ///
    /// More than 1 suits a domain that appraises many positions together faster than one after the other.
    fn batch(&self) -> usize {
        1
    }

    /// Returns the values of the ends of simulations: [`values`](Self::values) of each.
    ///
    /// All that others hide in these positions is invented.
    fn values_of(&self, game: &G, positions: &[G::Position], cache: &mut Self::Cache) -> Vec<Values> {
        positions.iter().map(|position| self.values(game, position, cache)).collect()
    }
}
