//! The flat search: sequential halving over candidates that all face the same scenarios.
//!
//! A *scenario* is one guess at what is hidden: the choices that others have made in secret, and future chance. Every arm (candidate
//! action) is simulated in the same scenarios in the same order, so that differences between arms are not luck. After each of
//! log2(arms) stages the worse half is dropped (Karnin, Koren & Somekh 2013, "Almost optimal exploration in multi-armed bandits").

use engine::Game;
use engine::random::Random;

use super::knowledge::Knowledge;
use super::report::{Budget, SearchReport, Tally, all_on};
use super::simulator::Simulator;
use super::tree::{Path, Tree};

/// Decides for the view's seat. Its own next `depth` decisions are searched too, with one tree per arm, as far as
/// the knowledge says that they can be planned. Further ones are left to the policy.
///
/// With no budget, or a single candidate, the first candidate is taken.
pub fn flat<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    view: &G::View<'_>,
    budget: Budget<'_>,
    depth: usize,
    random: &mut Random,
) -> SearchReport<G::Action> {
    flat_with(game, knowledge, view, knowledge.memo(game.public(view)), budget, depth, random).0
}

/// The same with a memo that holds something already, which is given back with what was added.
pub fn flat_with<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    view: &G::View<'_>,
    memo: K::Memo,
    budget: Budget<'_>,
    depth: usize,
    random: &mut Random,
) -> (SearchReport<G::Action>, K::Memo) {
    let (mut simulator, actions) = Simulator::new(game, knowledge, view, memo, budget, random);
    let mut arms: Vec<_> =
        actions.into_iter().map(|action| Contender { action, values: Vec::new(), tree: Tree::default() }).collect();
    if arms.len() > 1 && !simulator.is_over() {
        simulator.guess();
        halve(&mut simulator, &mut arms, depth);
    }
    (report(&arms, simulator.iterations), simulator.memo)
}

/// A candidate under search.
struct Contender<A> {
    action: A,
    /// Its value in each scenario, in scenario order.
    values: Vec<f64>,
    /// The seat's own decisions that follow it.
    tree: Tree<A>,
}

impl<A> Contender<A> {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}

/// Spends the budget in stages of equal size, on fewer and fewer arms.
fn halve<G: Game, K: Knowledge<G>>(
    simulator: &mut Simulator<'_, '_, G, K>,
    arms: &mut [Contender<G::Action>],
    depth: usize,
) {
    let mut alive: Vec<usize> = (0..arms.len()).collect();
    let stages = u64::from(arms.len().next_power_of_two().ilog2());
    for stage in 0..stages {
        let (budget, begun) = (simulator.budget, simulator.iterations);
        let mut sweep = || alive.iter().for_each(|&arm| simulate(simulator, &mut arms[arm], depth));
        match budget {
            Budget::Iterations(all) => {
                let each = (all - begun) / (stages - stage) / alive.len() as u64;
                (0..each.max(1)).for_each(|_| sweep());
            }
            Budget::Time(used) => {
                while used() * (stages as f64) < (stage + 1) as f64 {
                    sweep();
                }
            }
        }
        alive.sort_by(|&a, &b| arms[b].mean().total_cmp(&arms[a].mean()));
        alive.truncate(alive.len().div_ceil(2));
        // The first candidate is kept to the end for comparison, and is simulated first.
        if !alive.contains(&0) {
            alive.push(0);
        }
        alive.sort_unstable();
    }
}

/// One iteration: the next scenario with this arm, if any budget is left.
fn simulate<G: Game, K: Knowledge<G>>(
    simulator: &mut Simulator<'_, '_, G, K>,
    arm: &mut Contender<G::Action>,
    depth: usize,
) {
    if simulator.is_over() {
        return;
    }
    let scenario = simulator.scenario(arm.values.len() as u64);
    let mut dice = simulator.begin(scenario);
    let mut position = simulator.complete(&mut dice);
    simulator.game.apply(&mut position, arm.action);
    let (own, mut path) = (simulator.seat(), Path::new());
    let tree = &mut arm.tree;
    let values = simulator.play_on(position, scenario, &mut dice, |simulator, position, seat, dice| {
        let is_searched = seat == own
            && path.len() < depth
            && simulator.knowledge.is_plannable(simulator.game, simulator.root(), position);
        is_searched.then(|| simulator.descend(tree, &mut path, position, dice))
    });
    let value = values[own.index()];
    tree.back_up(&path, value);
    arm.values.push(value);
}

fn report<A: Copy>(arms: &[Contender<A>], iterations: u64) -> SearchReport<A> {
    let chosen = choose(arms);
    let arm =
        |(arm, weight): (&Contender<A>, f64)| arm.values.iter().copied().collect::<Tally>().arm(arm.action, weight);
    let weighed = arms.iter().zip(all_on(chosen, arms.len())).map(arm).collect();
    SearchReport { chosen: arms[chosen].action, arms: weighed, iterations }
}

/// The arm with the best mean among those kept to the end, if it clearly beats the first one; otherwise the first.
fn choose<A>(arms: &[Contender<A>]) -> usize {
    let first = &arms[0];
    // The first arm is simulated first, so it may have met one scenario more.
    let better = |&index: &usize| arms[index].values.len() + 1 >= first.values.len() && lead(&arms[index], first) > 0.0;
    let best = (1..arms.len()).filter(better).max_by(|&a, &b| arms[a].mean().total_cmp(&arms[b].mean()));
    best.unwrap_or(0)
}

/// By how much an arm leads another over common scenarios, minus half a standard error of the paired difference.
fn lead<A>(arm: &Contender<A>, other: &Contender<A>) -> f64 {
    let differences: Vec<f64> = arm.values.iter().zip(&other.values).map(|(a, b)| a - b).collect();
    let count = differences.len() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = differences.iter().sum::<f64>() / count;
    let square = |number: f64| number * number;
    let variance = differences.iter().map(|difference| square(difference - mean)).sum::<f64>() / (count - 1.0);
    mean - 0.5 * (variance / count).sqrt()
}
