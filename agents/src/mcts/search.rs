//! The search: sequential halving over candidates that all meet the same scenarios.
//!
//! A *scenario* is one guess at what is hidden: the choices that others have made in secret, and chance to come. Every arm (candidate
//! action) is simulated in the same scenarios in the same order, so that differences between arms are not luck. After each of
//! log2(arms) stages the worse half is dropped (Karnin, Koren & Somekh 2013, "Almost optimal exploration in multi-armed bandits").

use engine::random::{Random, RandomSource, mix, random};
use engine::{Game, Turn};

use super::knowledge::Knowledge;
use super::tree::{Path, Tree};

/// One candidate after a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm<A> {
    /// The action.
    pub action: A,
    /// The searching seat's value in each scenario, in scenario order.
    pub values: Vec<f64>,
}

impl<A> Arm<A> {
    /// Mean value; 0 if it was never simulated.
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// The action to take.
    pub chosen: A,
    /// All candidates, in the order of the knowledge.
    pub arms: Vec<Arm<A>>,
    /// Simulated continuations used.
    pub iterations: u64,
}

/// How much a search may do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Simulated continuations; what cannot be shared out evenly among the last arms is not used.
    pub iterations: u64,
    /// How many of the seat's own next decisions below the root are searched; further ones are left to the policy.
    pub depth: usize,
}

/// Decides for the view's seat.
///
/// With no budget, or a single candidate, the first candidate is taken.
pub fn search<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    view: &G::View<'_>,
    limits: Limits,
    random: &mut Random,
) -> Report<G::Action> {
    let mut memo = knowledge.memo(game.public(view));
    let mut actions = knowledge.candidates(game, view, &mut memo);
    actions.truncate(affordable_arms(limits.iterations));
    let trees = vec![Tree::default(); actions.len()];
    let mut arms: Vec<_> = actions.into_iter().map(|action| Arm { action, values: Vec::new() }).collect();
    let (seed, left) = (random.next_u64(), limits.iterations);
    let mut search = Search { game, knowledge, view, depth: limits.depth, seed, left, trees, memo };
    if arms.len() > 1 {
        search.halve(&mut arms);
    }
    Report { chosen: choose(&arms), iterations: limits.iterations - search.left, arms }
}

struct Search<'a, 'p, G: Game, K: Knowledge<G>> {
    game: &'a G,
    knowledge: &'a K,
    view: &'a G::View<'p>,
    depth: usize,
    seed: u64,
    left: u64,
    /// The tree below each arm.
    trees: Vec<Tree<G::Action>>,
    memo: K::Memo,
}

impl<G: Game, K: Knowledge<G>> Search<'_, '_, G, K> {
    /// Spends the budget in stages of equal size, on ever fewer arms.
    fn halve(&mut self, arms: &mut [Arm<G::Action>]) {
        let mut alive: Vec<usize> = (0..arms.len()).collect();
        let mut stages = u64::from(arms.len().next_power_of_two().ilog2());
        while stages > 0 && self.left > 0 {
            let each = (self.left / stages / alive.len() as u64).max(1);
            for _ in 0..each {
                alive.iter().for_each(|&arm| self.simulate_arm(arm, &mut arms[arm]));
            }
            alive.sort_by(|&a, &b| arms[b].mean().total_cmp(&arms[a].mean()));
            alive.truncate(alive.len().div_ceil(2));
            // The first candidate stays for comparison to the end, and is simulated first.
            if !alive.contains(&0) {
                alive.push(0);
            }
            alive.sort_unstable();
            stages -= 1;
        }
    }

    /// One iteration: the next scenario with this arm, if any budget is left.
    fn simulate_arm(&mut self, number: usize, arm: &mut Arm<G::Action>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let scenario = mix([self.seed, arm.values.len() as u64]);
        let mut path = Path::new();
        let mut tree = std::mem::take(&mut self.trees[number]);
        let end = self.play(arm.action, scenario, &mut tree, &mut path);
        let value = self.knowledge.values(self.game, &end)[self.game.viewer(self.view).index()];
        tree.back_up(&path, value);
        self.trees[number] = tree;
        arm.values.push(value);
    }

    /// Plays a scenario on from the view with this first action, up to the horizon.
    fn play(&mut self, action: G::Action, scenario: u64, tree: &mut Tree<G::Action>, path: &mut Path) -> G::Position {
        let mut dice = random(scenario);
        let (game, knowledge, memo) = (self.game, self.knowledge, &mut self.memo);
        let own = game.viewer(self.view);
        knowledge.begin_simulation(memo);
        let mut position =
            game.determinize(self.view, &mut dice, &mut |hidden, dice| knowledge.policy(game, hidden, memo, dice));
        game.apply(&mut position, action);
        let mut node = 0;
        loop {
            match game.turn(&position) {
                Turn::Over => return position,
                Turn::Chance if knowledge.is_horizon(game, game.public(self.view), &position) => return position,
                Turn::Chance => game.resolve_chance(&mut position, scenario),
                Turn::Seat(seat) if seat == own && path.len() < self.depth => {
                    let candidates = knowledge.candidates(game, &game.view(&position, seat), memo);
                    let (number, action, next) = tree.select(node, &candidates);
                    path.push((node, number));
                    node = next;
                    game.apply(&mut position, action);
                }
                Turn::Seat(seat) => {
                    let action = knowledge.policy(game, &game.view(&position, seat), memo, &mut dice);
                    game.apply(&mut position, action);
                }
            }
        }
    }
}

/// How many arms a budget can tell apart: with fewer than four simulations each, luck decides.
fn affordable_arms(iterations: u64) -> usize {
    usize::try_from(iterations / 4).unwrap_or(usize::MAX).max(2)
}

/// The arm with the best mean among those simulated to the end, unless it does not clearly beat the first one.
fn choose<A: Copy>(arms: &[Arm<A>]) -> A {
    let first = &arms[0];
    // The first arm is simulated first, so it may have met one scenario more.
    let better = |arm: &&Arm<A>| arm.values.len() + 1 >= first.values.len() && lead(arm, first) > 0.0;
    let best = arms[1..].iter().filter(better).max_by(|a, b| a.mean().total_cmp(&b.mean()));
    best.map_or(first.action, |arm| arm.action)
}

/// By how much an arm leads another over common scenarios, less half a standard error of the paired difference.
fn lead<A>(arm: &Arm<A>, other: &Arm<A>) -> f64 {
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
