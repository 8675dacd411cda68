//! Simulations from a view, shared by all searches.

use engine::random::random;
use engine::{Game, Random, RandomSource, Seat, Turn, mix};

use super::{SearchBudget, SearchDomain, Values};

/// The simulations of one decision: the search's knowledge and the budget used.
pub(super) struct Simulator<'a, 'p, G: Game, D: SearchDomain<G>> {
    pub game: &'a G,
    pub domain: &'a D,
    pub view: &'a G::View<'p>,
    pub cache: D::Cache,
    pub budget: SearchBudget<'a>,
    pub iterations: u64,
    /// Chance events of the current simulation.
    pub chances: u32,
    seed: u64,
}

/// Replaces the scenario's number for guesses that are made only once.
const GUESSES: u64 = u64::MAX;

impl<'a, 'p, G: Game, D: SearchDomain<G>> Simulator<'a, 'p, G, D> {
    /// Starts the simulations of one decision.
    ///
    /// Also returns its candidates: at least one, and no more than the budget can distinguish.
    pub fn new(
        game: &'a G,
        domain: &'a D,
        view: &'a G::View<'p>,
        budget: SearchBudget<'a>,
        random: &mut Random,
    ) -> (Self, Vec<G::Action>) {
        let mut cache = domain.cache(game.public(view));
        let mut candidates = domain.candidates(game, view, &mut cache, random);
        candidates.truncate(budget.affordable_arms());
        let seed = random.next_u64();
        (Self { game, domain, view, cache, budget, iterations: 0, chances: 0, seed }, candidates)
    }

    /// Guesses the others' secret choices, before the first simulation.
    pub fn guess(&mut self) {
        let rng = &mut random(mix([self.seed, GUESSES]));
        self.domain.guess(self.game, self.game.public(self.view), &mut self.cache, rng);
    }

    /// The seat that searches.
    pub fn seat(&self) -> Seat {
        self.game.viewer(self.view)
    }

    /// Returns the public part of the position searched.
    pub fn root(&self) -> &'a G::Public {
        self.game.public(self.view)
    }

    /// The seed of scenario `number`: one guess at everything hidden, and future chance.
    pub fn scenario(&self, number: u64) -> u64 {
        mix([self.seed, number])
    }

    /// The fraction of the budget that is used; exhausted at 1.
    pub fn used(&self) -> f64 {
        self.budget.used(self.iterations)
    }

    /// Returns whether the budget is used up.
    pub fn is_over(&self) -> bool {
        self.used() >= 1.0
    }

    /// Starts an iteration; returns its random source for the choices of others.
    pub fn begin(&mut self, seed: u64) -> Random {
        self.iterations += 1;
        self.chances = 0;
        random(seed)
    }

    /// A full position for the view, with hidden choices made by the policy.
    pub fn complete(&mut self, rng: &mut Random) -> G::Position {
        let (game, domain, cache) = (self.game, self.domain, &mut self.cache);
        game.determinize(self.view, rng, &mut |hidden, rng| domain.policy(game, hidden, cache, rng))
    }

    /// The candidates of a seat that decides simultaneously with the searching one.
    pub fn candidates(&mut self, view: &G::View<'_>, rng: &mut Random) -> Vec<G::Action> {
        let mut candidates = self.domain.candidates(self.game, view, &mut self.cache, rng);
        candidates.truncate(self.budget.affordable_arms());
        candidates
    }

    /// Simulates to the cutoff or the end, and returns the position there.
    ///
    /// `decide` makes decisions as long as it returns one, then the policy does. Chance comes from the scenario.
    pub fn play_on(
        &mut self,
        mut position: G::Position,
        scenario: u64,
        rng: &mut Random,
        mut decide: impl FnMut(&mut Self, &G::Position, Seat, &mut Random) -> Option<G::Action>,
    ) -> G::Position {
        let (game, domain) = (self.game, self.domain);
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                _ if domain.is_cutoff(game, self.root(), &position) => break,
                Turn::Chance => {
                    game.resolve_chance(&mut position, scenario);
                    self.chances += 1;
                }
                Turn::Seat(seat) => {
                    let decided = decide(self, &position, seat, rng);
                    let action = decided
                        .unwrap_or_else(|| domain.policy(game, &game.view(&position, seat), &mut self.cache, rng));
                    game.apply(&mut position, action);
                }
            }
        }
        position
    }

    /// The values of the final position of a simulation.
    pub fn values(&mut self, end: &G::Position) -> Values {
        self.domain.values_of(self.game, std::slice::from_ref(end), &mut self.cache)[0]
    }
}
