//! Sequential halving over candidates that all face the same scenarios.
//!
//! A *scenario* is one guess at everything hidden: secret choices of others and future chance. Every arm (candidate
//! action) is simulated in the same scenarios in the same order, so that differences between arms have less noise.
//! Between log2(arms) stages the worse half is dropped (Karnin, Koren & Somekh 2013, "Almost optimal exploration in
//! multi-armed bandits"), but for the first arm, which the others have to beat. A search with early stopping also drops
//! clearly trailing arms within a stage, and stops when one arm is left.
//!
//! A [`Tree`] below each arm plans the seat's later decisions, or the policy makes them.

use engine::random::random;
use engine::{Game, Random};

use super::lanes::side_by_side;
use super::report::{ArmStats, CLEARLY, Effort, SearchBudget, SearchReport, mean_and_error};
use super::rivals::Rivals;
use super::simulator::Simulator;
use super::tree::{Path, Tree};
use super::{Prospect, SearchDomain};
use crate::first_best;

/// Decides for the view's seat.
///
/// With no budget, or a single candidate, it takes the first candidate.
pub fn halving<G: Game, D: SearchDomain<G>>(
    game: &G,
    domain: &D,
    view: &G::View<'_>,
    effort: Effort<'_>,
    random: &mut Random,
) -> SearchReport<G::Action> {
    // All alike, so that each thread has its own results of the domain.
    let alike = random.clone();
    let (simulator, actions) = Simulator::new(game, domain, view, effort.budget, random);
    let mut simulators = vec![simulator];
    let new = |action| Contender { action, prospects: Vec::new(), below: effort.has_tree.then(Tree::new) };
    let mut arms: Vec<_> = actions.into_iter().map(new).collect();
    let mut finalists = vec![0];
    if arms.len() > 1 && effort.budget.used(0) < 1.0 {
        if effort.has_tree && game.is_secret(game.public(view)) {
            // They learn from one simulation before the next.
            simulators[0].rivals = Some(Rivals::new());
        } else {
            let more = |_| Simulator::new(game, domain, view, effort.budget, &mut alike.clone()).0;
            simulators.extend((1..effort.threads.min(arms.len())).map(more));
            simulators.iter_mut().for_each(Simulator::guess);
        }
        finalists = halve(&mut simulators, &mut arms, effort);
    }
    report(&arms, &finalists)
}

/// A candidate under search.
struct Contender<G: Game> {
    action: G::Action,
    /// Its prospects, in scenario order.
    prospects: Vec<Prospect>,
    /// The plans for later decisions; `None` where the policy makes them.
    below: Option<Tree<G>>,
}

/// The number of simulations so far.
fn iterations<G: Game>(arms: &[Contender<G>]) -> u64 {
    arms.iter().map(|arm| arm.prospects.len() as u64).sum()
}

impl<G: Game> Contender<G> {
    fn mean(&self) -> f64 {
        self.prospects.iter().map(|prospect| prospect.value).sum::<f64>() / self.prospects.len().max(1) as f64
    }
}

/// Spends the budget in stages of equal size, on fewer and fewer arms.
///
/// Returns the arms of the last stage.
fn halve<G: Game, D: SearchDomain<G>>(
    simulators: &mut [Simulator<'_, '_, G, D>],
    arms: &mut [Contender<G>],
    effort: Effort<'_>,
) -> Vec<usize> {
    let mut alive: Vec<usize> = (0..arms.len()).collect();
    // The number of arms, and the budget spent, if arms were dropped only between stages.
    let (mut planned, mut spent) = (arms.len(), 0);
    let stages = u64::from(arms.len().next_power_of_two().ilog2());
    for stage in 0..stages {
        if stage > 0 {
            planned = drop_worse_half(&mut alive, arms, planned);
            // A tree may hold many positions.
            (0..arms.len()).filter(|arm| !alive.contains(arm)).for_each(|arm| arms[arm].below = None);
        }
        match effort.budget {
            SearchBudget::Iterations(all) => {
                let each = (all.saturating_sub(spent) / (stages - stage) / planned as u64).max(1);
                spent += each * planned as u64;
                let mut left = each;
                while left > 0 && alive.len() > 1 {
                    left -= sweep(simulators, arms, &mut alive, effort, left);
                }
            }
            SearchBudget::Time(used) => {
                while used() * (stages as f64) < (stage + 1) as f64 && alive.len() > 1 {
                    sweep(simulators, arms, &mut alive, effort, u64::MAX);
                }
            }
        }
        if alive.len() == 1 {
            break;
        }
    }
    alive
}

/// Drops the worse half of the planned arms, if it is still there.
///
/// Returns the number of arms planned from now on. The first candidate is kept to the end for comparison, and is
/// simulated first.
fn drop_worse_half<G: Game>(alive: &mut Vec<usize>, arms: &[Contender<G>], planned: usize) -> usize {
    let had_first = alive.contains(&0);
    alive.sort_by(|&a, &b| arms[b].mean().total_cmp(&arms[a].mean()));
    alive.truncate(planned.div_ceil(2));
    let mut kept = planned.div_ceil(2);
    if had_first && !alive.contains(&0) {
        alive.push(0);
        kept += 1;
    }
    alive.sort_unstable();
    kept
}

/// The number of scenarios from which on the variance of differences between arms is reliable.
const CLEAR_FROM: usize = 16;

/// From twice this many scenarios on, arms are compared less and less often.
///
/// Each comparison goes through all scenarios.
const OFTEN: usize = 256;

/// Drops the arms that clearly trail the best one, and those that never differed from it.
fn drop_trailing<G: Game>(alive: &mut Vec<usize>, arms: &[Contender<G>]) {
    let fewest = alive.iter().map(|&arm| arms[arm].prospects.len()).min().unwrap_or(0);
    let every = (fewest / OFTEN).max(1);
    if fewest < CLEAR_FROM || fewest % every != 0 {
        return;
    }
    let best = first_best(alive.iter().copied(), |&arm| arms[arm].mean()).expect("an arm");
    alive.retain(|&arm| {
        arm == best || {
            let (mean, error) = difference(&arms[best], &arms[arm]);
            mean < CLEARLY * error
        }
    });
}

/// Simulates all arms in the next scenario, and in as many more as a batch allows, up to `most`.
///
/// Returns the number of scenarios. Arms are dropped as if scenarios came one by one: simulations of an arm after it
/// was dropped are discarded and do not count as iterations.
fn sweep<G: Game, D: SearchDomain<G>>(
    simulators: &mut [Simulator<'_, '_, G, D>],
    arms: &mut [Contender<G>],
    alive: &mut Vec<usize>,
    effort: Effort<'_>,
    most: u64,
) -> u64 {
    let (batch, iterations, together) = (simulators[0].domain.batch(), iterations(arms), alive.len());
    // A tree learns from each scenario before the next one.
    let ahead = if effort.has_tree { 1 } else { batch / together };
    let scenarios = (ahead as u64).clamp(1, most);
    simulators[0].rivals.iter_mut().for_each(Rivals::next_scenario);
    let contenders = arms.iter_mut().enumerate().filter(|(arm, _)| alive.contains(arm));
    let contenders = (0..).zip(contenders).map(|(place, (_, contender))| (place, contender)).collect();
    let ended = side_by_side(simulators, contenders, |simulator, (place, contender): (u64, &mut Contender<G>)| {
        let before = |ahead: u64| iterations + ahead * together as u64 + place;
        let within = (0..scenarios).take_while(|&ahead| effort.budget.used(before(ahead)) < 1.0);
        within.map(|ahead| simulate(simulator, contender, ahead)).collect::<Vec<_>>()
    });
    let mut ended: Vec<_> = ended.into_iter().map(Vec::into_iter).collect();
    let (mut ends, mut simulated) = (Vec::new(), Vec::new());
    for _ in 0..scenarios {
        for (&arm, ended) in alive.iter().zip(&mut ended) {
            let Some((end, path)) = ended.next() else { continue };
            ends.push(end);
            simulated.push((arm, path));
        }
    }
    let simulator = &mut simulators[0];
    let own = simulator.seat().index();
    let mut values = Vec::with_capacity(ends.len());
    for ends in ends.chunks(batch) {
        values.extend(simulator.domain.values_of(simulator.game, ends, &mut simulator.cache));
    }
    let mut simulated = simulated.into_iter().zip(values).peekable();
    while simulated.peek().is_some() {
        for ((arm, path), values) in simulated.by_ref().take(together) {
            if alive.contains(&arm) && alive.len() > 1 {
                let Contender { prospects, below, .. } = &mut arms[arm];
                simulator.rivals.iter_mut().for_each(|rivals| rivals.learn(&values));
                prospects.push(values[own]);
                below.iter_mut().for_each(|tree| tree.back_up(&path, values[own].value));
            }
        }
        if effort.early_stopping {
            drop_trailing(alive, arms);
        }
    }
    scenarios
}

/// Runs one iteration: an arm in the scenario `ahead` places after its next one, to its end.
///
/// Also returns its path through the tree.
fn simulate<G: Game, D: SearchDomain<G>>(
    simulator: &mut Simulator<'_, '_, G, D>,
    arm: &mut Contender<G>,
    ahead: u64,
) -> (G::Position, Path) {
    let scenario = simulator.scenario(arm.prospects.len() as u64 + ahead);
    let (mut rng, mut path) = (random(scenario), Path::default());
    let mut position = simulator.complete(&mut rng);
    simulator.game.apply(&mut position, arm.action);
    let end = simulator.play_on(position, scenario, &mut rng, |simulator, position, rng| {
        arm.below.as_mut()?.descend(simulator, &mut path, position, rng)
    });
    (end, path)
}

fn report<G: Game>(arms: &[Contender<G>], finalists: &[usize]) -> SearchReport<G::Action> {
    let arm = |arm: &Contender<G>| {
        let mut stats = ArmStats::default();
        arm.prospects.iter().for_each(|prospect| stats.add(*prospect));
        stats.arm(arm.action)
    };
    let chosen = arms[choose(arms, finalists)].action;
    SearchReport { chosen, arms: arms.iter().map(arm).collect(), iterations: iterations(arms) }
}

/// The arm with the best mean among those kept to the end that clearly beat the first arm.
///
/// They lead it by more than half a standard error. Without any it is the first arm, unless that was dropped.
fn choose<G: Game>(arms: &[Contender<G>], finalists: &[usize]) -> usize {
    let is_better = |arm: &usize| {
        let (lead, error) = difference(&arms[*arm], &arms[0]);
        !finalists.contains(&0) || lead > 0.5 * error
    };
    let better = finalists.iter().copied().filter(|arm| *arm > 0 && is_better(arm));
    better.max_by(|&a, &b| arms[a].mean().total_cmp(&arms[b].mean())).unwrap_or(0)
}

/// The mean difference of two arms over common scenarios, and its standard error.
fn difference<G: Game>(arm: &Contender<G>, other: &Contender<G>) -> (f64, f64) {
    let differences = arm.prospects.iter().zip(&other.prospects).map(|(a, b)| (a.value - b.value, 1.0));
    mean_and_error(differences.clone(), differences.len() as u64)
}
