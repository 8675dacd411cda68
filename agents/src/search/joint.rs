//! Search of a simultaneous secret decision.
//!
//! Every seat that takes part chooses among its own candidates, by its own statistics.
//!
//! No seat's choice depends on another's: each seat has one learner. Where the decision is not
//! secret, nothing is simultaneous, and a [`flat`](super::flat()) search answers.
//!
//! - *Decoupled UCT* ([`Ucb`]): each seat uses upper confidence bounds; best over nine simultaneous-move games in Tak, Lanctot & Winands
//!   (2014). The answer is the most visited arm.
//! - *Regret matching* ([`Regret`]): each seat in proportion to its regret at not having chosen an arm (Hart & Mas-Colell 2000); the
//!   averages of such play tend to equilibria of two-player zero-sum games, where a mixture may be needed (Lanctot et al. 2013). The answer
//!   is drawn from the average mixture.

use engine::random::Random;
use engine::{Game, MAX_SEATS, Seat};

use super::domain::SearchDomain;
use super::flat::flat;
use super::report::{Arm, ArmStats, Effort, SearchReport, all_on, first_most};
use super::simulator::Simulator;
use crate::choice::{drawn_index, first_best};

/// Learns which of one seat's arms are good.
pub trait Learner {
    /// A learner that knows nothing yet, over this number of arms.
    fn new(arms: usize) -> Self;

    /// The next arm to try.
    fn select(&mut self, random: &mut Random) -> usize;

    /// Learns that the arm selected last had this value, from 0 to 1.
    fn learn(&mut self, arm: usize, value: f64);

    /// Returns the probabilities with which the arms should be chosen; the sum is 1.
    fn mixture(&self) -> Vec<f64>;
}

/// Decides for the view's seat, all seats learning by `L`.
///
/// Where nothing is secret, its own next `depth` decisions are searched too, as by [`flat`](super::flat()).
///
/// With no budget, or a single candidate, the first candidate is taken.
pub fn joint<G: Game, D: SearchDomain<G>, L: Learner>(
    game: &G,
    domain: &D,
    view: &G::View<'_>,
    effort: Effort<'_>,
    random: &mut Random,
) -> SearchReport<G::Action> {
    if !game.is_secret(game.public(view)) {
        return flat(game, domain, view, effort, random);
    }
    let (mut simulator, actions) = Simulator::new(game, domain, view, effort.budget, random);
    let own = simulator.seat();
    let mut participants: Participants<G::Action, L> = Participants::default();
    participants.0[own.index()] = Some(Participant::new(actions.clone()));
    if actions.len() > 1 {
        while !simulator.is_over() {
            simulate(&mut simulator, &mut participants);
        }
    }
    let own = participants.0[own.index()].take().expect("the searching seat takes part");
    let mixture = if simulator.iterations == 0 { all_on(0, actions.len()) } else { own.learner.mixture() };
    let chosen = actions[drawn_index(&mixture, random)];
    let arms: Vec<Arm<G::Action>> = actions
        .iter()
        .zip(&own.tallies)
        .zip(&mixture)
        .map(|((&action, tally), &weight)| tally.arm(action, weight))
        .collect();
    SearchReport { chosen, arms, iterations: simulator.iterations }
}

/// One seat's candidates and what it has learnt about them.
struct Participant<A, L> {
    actions: Vec<A>,
    tallies: Vec<ArmStats>,
    learner: L,
    /// The arm taken in this iteration.
    taken: Option<usize>,
}

impl<A: Copy, L: Learner> Participant<A, L> {
    fn new(actions: Vec<A>) -> Self {
        Self { tallies: vec![ArmStats::default(); actions.len()], learner: L::new(actions.len()), actions, taken: None }
    }

    fn choose(&mut self, random: &mut Random) -> A {
        let arm = self.learner.select(random);
        self.taken = Some(arm);
        self.actions[arm]
    }

    fn learn(&mut self, value: f64) {
        if let Some(arm) = self.taken.take() {
            self.tallies[arm].add(value);
            self.learner.learn(arm, value);
        }
    }
}

/// The seats that take part, as they become known.
struct Participants<A, L>([Option<Participant<A, L>>; MAX_SEATS]);

impl<A, L> Default for Participants<A, L> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| None))
    }
}

impl<A: Copy, L: Learner> Participants<A, L> {
    /// Returns whether a seat has chosen in this iteration.
    fn has_chosen(&self, seat: Seat) -> bool {
        self.0[seat.index()].as_ref().is_some_and(|participant| participant.taken.is_some())
    }

    /// Chooses for a seat; its candidates are asked for only the first time.
    fn choose(&mut self, seat: Seat, candidates: impl FnOnce(&mut Random) -> Vec<A>, random: &mut Random) -> A {
        self.0[seat.index()].get_or_insert_with(|| Participant::new(candidates(random))).choose(random)
    }
}

/// One iteration: a scenario, and a choice of every seat that takes part.
fn simulate<G: Game, D: SearchDomain<G>, L: Learner>(
    simulator: &mut Simulator<'_, '_, G, D>,
    participants: &mut Participants<G::Action, L>,
) {
    let scenario = simulator.scenario(simulator.iterations);
    let mut rng = simulator.begin(scenario);
    let (game, domain, width) = (simulator.game, simulator.domain, simulator.budget.affordable_arms());
    let cache = &mut simulator.cache;
    let candidates = |view: &G::View<'_>, cache: &mut D::Cache, rng: &mut Random| {
        let mut actions = domain.candidates(game, view, cache, rng);
        actions.truncate(width);
        actions
    };
    let position = game.determinize(simulator.view, &mut rng, &mut |hidden, rng| {
        participants.choose(game.viewer(hidden), |rng| candidates(hidden, cache, rng), rng)
    });
    let mut is_open = true;
    let end = simulator.play_on(position, scenario, &mut rng, |simulator, position, seat, rng| {
        // Until all secrets of this decision are revealed: what follows chance or an earlier choice of the seat is another decision.
        is_open &= game.is_secret(position) && simulator.chances == 0 && !participants.has_chosen(seat);
        is_open.then(|| {
            participants.choose(seat, |rng| candidates(&game.view(position, seat), &mut simulator.cache, rng), rng)
        })
    });
    let values = simulator.values(&end);
    for (participant, value) in participants.0.iter_mut().zip(values) {
        if let Some(participant) = participant {
            participant.learn(value);
        }
    }
}

/// Upper confidence bounds (UCB1, Auer, Cesa-Bianchi & Fischer 2002).
#[derive(Clone, Debug)]
pub struct Ucb(Vec<ArmStats>);

impl Learner for Ucb {
    fn new(arms: usize) -> Self {
        Self(vec![ArmStats::default(); arms])
    }

    fn select(&mut self, _random: &mut Random) -> usize {
        if let Some(untried) = self.0.iter().position(|arm| arm.visits == 0) {
            return untried;
        }
        let trials = self.0.iter().map(|arm| arm.visits).sum();
        first_best(0..self.0.len(), |&arm| self.0[arm].upper_bound(trials)).expect("there are arms")
    }

    fn learn(&mut self, arm: usize, value: f64) {
        self.0[arm].add(value);
    }

    /// All on the most visited arm; the first among equals.
    fn mixture(&self) -> Vec<f64> {
        all_on(first_most(self.0.iter().map(|arm| arm.visits)), self.0.len())
    }
}

/// Regret matching on sampled outcomes.
///
/// What the arms not taken would have brought is estimated by their mean so far, and the arm taken is corrected by its chance (the
/// baseline of Schmid et al. 2019), which keeps the estimates unbiased and reduces their variance. Negative regrets are dropped and later
/// play counts more (both from CFR+, Tammelin 2014).
#[derive(Clone, Debug)]
pub struct Regret {
    regrets: Vec<f64>,
    tallies: Vec<ArmStats>,
    /// Sum of the mixtures played, later ones with more weight.
    played: Vec<f64>,
    current: Vec<f64>,
    rounds: f64,
}

/// The uniform part of the choices, so that every arm is tried.
const TRIAL: f64 = 0.1;

impl Learner for Regret {
    fn new(arms: usize) -> Self {
        let even = vec![1.0 / arms as f64; arms];
        Self {
            regrets: vec![0.0; arms],
            tallies: vec![ArmStats::default(); arms],
            played: vec![0.0; arms],
            current: even,
            rounds: 0.0,
        }
    }

    fn select(&mut self, random: &mut Random) -> usize {
        let even = TRIAL / self.current.len() as f64;
        let mixed: Vec<f64> = self.current.iter().map(|chance| (1.0 - TRIAL) * chance + even).collect();
        drawn_index(&mixed, random)
    }

    fn learn(&mut self, arm: usize, value: f64) {
        self.rounds += 1.0;
        for (played, current) in self.played.iter_mut().zip(&self.current) {
            *played += self.rounds * current;
        }
        let chance = (1.0 - TRIAL) * self.current[arm] + TRIAL / self.current.len() as f64;
        let mut estimates: Vec<f64> = self.tallies.iter().map(ArmStats::mean).collect();
        estimates[arm] += (value - estimates[arm]) / chance;
        let expected: f64 = estimates.iter().zip(&self.current).map(|(estimate, chance)| estimate * chance).sum();
        for (regret, estimate) in self.regrets.iter_mut().zip(&estimates) {
            *regret = (*regret + estimate - expected).max(0.0);
        }
        self.tallies[arm].add(value);
        self.current = share_out(&self.regrets);
    }

    /// The average of all mixtures played, without the arms that were rarely played.
    fn mixture(&self) -> Vec<f64> {
        let least = self.played.iter().copied().fold(0.0, f64::max) * HARDLY;
        let kept: Vec<f64> = self.played.iter().map(|&played| if played < least { 0.0 } else { played }).collect();
        share_out(&kept)
    }
}

/// Arms played less than this fraction of the most played one are noise.
const HARDLY: f64 = 0.05;

/// In proportion to the weights; evenly, if there are none.
fn share_out(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { even }).collect()
}
