//! Simulations from a view, shared by all searches.

use engine::random::random;
use engine::{Game, Random, RandomSource, Seat, Turn, mix};

use super::rivals::Rivals;
use super::{SearchBudget, SearchDomain};

/// The simulations of one decision: the search's knowledge.
pub(super) struct Simulator<'a, 'p, G: Game, D: SearchDomain<G>> {
    pub game: &'a G,
    pub domain: &'a D,
    pub view: &'a G::View<'p>,
    pub cache: D::Cache,
    budget: SearchBudget<'a>,
    /// The rivals at a secret decision, if they learn; otherwise the policy chooses for them.
    pub rivals: Option<Rivals<G>>,
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
        (Self { game, domain, view, cache, budget, rivals: None, seed }, candidates)
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

    /// Begins with a full position for the view, with hidden choices made by rivals or the policy.
    pub fn complete(&mut self, rng: &mut Random) -> G::Position {
        self.rivals.iter_mut().for_each(Rivals::begin);
        let (game, domain) = (self.game, self.domain);
        game.determinize(self.view, rng, &mut |hidden, rng| {
            let chosen = self.rival_choice(hidden, rng);
            chosen.unwrap_or_else(|| domain.policy(game, hidden, &mut self.cache, rng))
        })
    }

    fn rival_choice(&mut self, view: &G::View<'_>, rng: &mut Random) -> Option<G::Action> {
        let known = (self.game, self.domain, &mut self.cache);
        self.rivals.as_mut()?.choose(known, view, self.budget.affordable_arms(), rng)
    }

    /// Simulates to the cutoff or the end, and returns the position there.
    ///
    /// `decide` makes decisions of the searching seat, and the policy all that nobody else makes. Chance comes from the
    /// scenario.
    pub fn play_on(
        &mut self,
        mut position: G::Position,
        scenario: u64,
        rng: &mut Random,
        mut decide: impl FnMut(&mut Self, &G::Position, &mut Random) -> Option<G::Action>,
    ) -> G::Position {
        let (game, domain, own) = (self.game, self.domain, self.seat());
        // Until the secrets of the root's decision are revealed.
        let mut is_open = true;
        loop {
            is_open &= game.is_secret(&position);
            match game.turn(&position) {
                Turn::Over => break,
                _ if domain.is_cutoff(game, self.root(), &position) => break,
                Turn::Chance => {
                    is_open = false;
                    game.resolve_chance(&mut position, scenario);
                }
                Turn::Seat(seat) => {
                    let view = || game.view(&position, seat);
                    let decided = if seat == own {
                        decide(self, &position, rng)
                    } else if is_open {
                        self.rival_choice(&view(), rng)
                    } else {
                        None
                    };
                    let action = decided.unwrap_or_else(|| domain.policy(game, &view(), &mut self.cache, rng));
                    game.apply(&mut position, action);
                }
            }
        }
        position
    }
}
