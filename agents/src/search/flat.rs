//! The flat search: sequential halving over candidates that all face the same scenarios.
//!
//! A *scenario* is one guess at everything hidden: secret choices of others and future chance. Every arm (candidate
//! action) is simulated in the same scenarios in the same order, so that differences between arms have less noise.
//! After each of log2(arms) stages the worse half is dropped (Karnin, Koren & Somekh 2013, "Almost optimal exploration
//! in multi-armed bandits"). A search with early stopping also drops clearly trailing arms within a stage, and stops
//! when one arm is left.

use engine::{Game, Random};

use super::SearchDomain;
use super::report::{ArmStats, Effort, SearchBudget, SearchReport, all_on};
use super::simulator::Simulator;
use crate::first_best;

/// Decides for the view's seat.
///
/// With no budget, or a single candidate, it takes the first candidate.
pub fn flat<G: Game, D: SearchDomain<G>>(
    game: &G,
    domain: &D,
    view: &G::View<'_>,
    effort: Effort<'_>,
    random: &mut Random,
) -> SearchReport<G::Action> {
    let (mut simulator, actions) = Simulator::new(game, domain, view, effort.budget, random);
    let mut arms: Vec<_> = actions.into_iter().map(|action| Contender { action, values: Vec::new() }).collect();
    let mut finalists = vec![0];
    if arms.len() > 1 && !simulator.is_over() {
        simulator.guess();
        finalists = halve(&mut simulator, &mut arms, effort);
    }
    report(&arms, &finalists, simulator.iterations)
}

/// A candidate under search.
struct Contender<A> {
    action: A,
    /// Its values, in scenario order.
    values: Vec<f64>,
}

impl<A> Contender<A> {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}

/// Spends the budget in stages of equal size, on fewer and fewer arms.
///
/// Returns the arms of the last stage.
fn halve<G: Game, D: SearchDomain<G>>(
    simulator: &mut Simulator<'_, '_, G, D>,
    arms: &mut [Contender<G::Action>],
    effort: Effort<'_>,
) -> Vec<usize> {
    let mut alive: Vec<usize> = (0..arms.len()).collect();
    // The number of arms, and the budget spent, if arms were dropped only between stages.
    let (mut planned, mut spent) = (arms.len(), 0);
    let stages = u64::from(arms.len().next_power_of_two().ilog2());
    for stage in 0..stages {
        if stage > 0 {
            planned = drop_worse_half(&mut alive, arms, planned);
        }
        match effort.budget {
            SearchBudget::Iterations(all) => {
                let each = (all.saturating_sub(spent) / (stages - stage) / planned as u64).max(1);
                spent += each * planned as u64;
                let mut left = each;
                while left > 0 && alive.len() > 1 {
                    left -= sweep(simulator, arms, &mut alive, effort, left);
                }
            }
            SearchBudget::Time(used) => {
                while used() * (stages as f64) < (stage + 1) as f64 && alive.len() > 1 {
                    sweep(simulator, arms, &mut alive, effort, u64::MAX);
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
fn drop_worse_half<A>(alive: &mut Vec<usize>, arms: &[Contender<A>], planned: usize) -> usize {
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

/// An arm trails clearly if its mean difference to the best one is this many standard errors.
const CLEARLY: f64 = 2.5;

/// Drops the arms that clearly trail the best one, and those that never differed from it.
fn drop_trailing<A>(alive: &mut Vec<usize>, arms: &[Contender<A>]) {
    let fewest = alive.iter().map(|&arm| arms[arm].values.len()).min().unwrap_or(0);
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
    simulator: &mut Simulator<'_, '_, G, D>,
    arms: &mut [Contender<G::Action>],
    alive: &mut Vec<usize>,
    effort: Effort<'_>,
    most: u64,
) -> u64 {
    let batch = simulator.domain.batch();
    let scenarios = ((batch / alive.len()) as u64).clamp(1, most);
    let (mut ends, mut simulated) = (Vec::new(), Vec::new());
    for ahead in 0..scenarios {
        for &arm in &*alive {
            if !simulator.is_over() {
                ends.push(simulate(simulator, &arms[arm], ahead));
                simulated.push(arm);
            }
        }
    }
    let own = simulator.seat().index();
    let mut values = Vec::with_capacity(ends.len());
    for ends in ends.chunks(batch) {
        values.extend(simulator.domain.values_of(simulator.game, ends, &mut simulator.cache));
    }
    let together = alive.len();
    let mut simulated = simulated.into_iter().zip(values).peekable();
    while simulated.peek().is_some() {
        for (arm, values) in simulated.by_ref().take(together) {
            if alive.contains(&arm) && alive.len() > 1 {
                arms[arm].values.push(values[own]);
            } else {
                simulator.iterations -= 1;
            }
        }
        if effort.early_stopping {
            drop_trailing(alive, arms);
        }
    }
    scenarios
}

/// Runs one iteration: an arm in the scenario `ahead` places after its next one, to its end.
fn simulate<G: Game, D: SearchDomain<G>>(
    simulator: &mut Simulator<'_, '_, G, D>,
    arm: &Contender<G::Action>,
    ahead: u64,
) -> G::Position {
    let scenario = simulator.scenario(arm.values.len() as u64 + ahead);
    let mut rng = simulator.begin(scenario);
    let mut position = simulator.complete(&mut rng);
    simulator.game.apply(&mut position, arm.action);
    simulator.play_on(position, scenario, &mut rng, |_, _, _, _| None)
}

fn report<A: Copy>(arms: &[Contender<A>], finalists: &[usize], iterations: u64) -> SearchReport<A> {
    let chosen = choose(arms, finalists);
    let arm =
        |(arm, weight): (&Contender<A>, f64)| arm.values.iter().copied().collect::<ArmStats>().arm(arm.action, weight);
    let weighed = arms.iter().zip(all_on(chosen, arms.len())).map(arm).collect();
    SearchReport { chosen: arms[chosen].action, arms: weighed, iterations }
}

/// The arm with the best mean among those kept to the end, if it clearly beats the first arm.
///
/// Otherwise the first arm.
fn choose<A>(arms: &[Contender<A>], finalists: &[usize]) -> usize {
    let first = &arms[0];
    let best = finalists
        .iter()
        .copied()
        .filter(|&index| index > 0 && lead(&arms[index], first) > 0.0)
        .max_by(|&a, &b| arms[a].mean().total_cmp(&arms[b].mean()));
    best.unwrap_or(0)
}

/// The lead of an arm over another on common scenarios, minus half a standard error of the difference.
fn lead<A>(arm: &Contender<A>, other: &Contender<A>) -> f64 {
    let (mean, error) = difference(arm, other);
    if error.is_nan() { 0.0 } else { mean - 0.5 * error }
}

/// The mean difference of two arms over common scenarios, and its standard error.
///
/// The error is NaN with fewer than two.
fn difference<A>(arm: &Contender<A>, other: &Contender<A>) -> (f64, f64) {
    let differences = || arm.values.iter().zip(&other.values).map(|(a, b)| a - b);
    let count = arm.values.len().min(other.values.len()) as f64;
    let mean = differences().sum::<f64>() / count;
    let square = |number: f64| number * number;
    let variance = differences().map(|difference| square(difference - mean)).sum::<f64>() / (count - 1.0);
    (mean, if count < 2.0 { f64::NAN } else { (variance / count).sqrt() })
}
