//! Null studies: tuning and sensitivity studies without differences, to measure error rates.

use std::path::Path;

use engine::random::{RngExt, mix, random};

use super::{MethodTally, MethodVerdict, config_of};
use crate::base::error::Result;
use crate::config::tune::{Goal, Target, Tune};
use crate::config::{Overrides, parse};
use crate::experiment::Experiment;
use crate::forms::passage::all_lists;
use crate::play::exec_options::ExecOptions;
use crate::schedule::lineup::Lineup;
use crate::study::sensitivity::{RuleChange, Sensitivity, SensitivityRow};
use crate::study::tune::Tuning;
use crate::study::tune::aims::{self, Aims, GoalStatus};
use crate::subject::GameInfo;
use crate::subject::gauges::Means;
use crate::subject::gauges::{Gauge, Gauges};
use crate::subject::null_check::{NullCheck, RATE};

/// A study: takes a seed and the number of a repetition, and returns the findings of each method.
type StudyFn<'a> = Box<dyn Fn(u64, usize) -> Result<Vec<NullCheck>> + Sync + 'a>;

/// The number of a repetition, with the findings of each method.
type NumberedChecks = (u64, Vec<NullCheck>);

/// Options to play games on the thread of their repetition.
const EXEC: ExecOptions = ExecOptions { threads: Some(1), quiet: true };

/// Plays all studies `repetitions` times with seeds from `seed` on, and applies every method.
///
/// # Errors
/// If a study is not valid, or on Ctrl-C.
pub fn verdicts(game: &'static GameInfo, repetitions: u64, seed: u64) -> Result<Vec<MethodVerdict>> {
    let self_play = experiment(game, Lineup::SelfPlay, 2, 1)?;
    let table = experiment(game, Lineup::Rotate, 4, 4)?;
    let studies: [(&'static str, StudyFn<'_>); 6] = [
        ("8 equal candidates", Box::new(|seed, _| check_equal_candidates(&self_play, 8, 520, seed))),
        ("20 equal candidates", Box::new(|seed, _| check_equal_candidates(&self_play, 20, 1100, seed))),
        ("4 equal agents", Box::new(|seed, _| check_even_agents(&table, seed))),
        ("4 equal agents by lots", Box::new(|seed, _| check_correlated_agents(&table, seed))),
        ("share of 0.925 by lots", Box::new(|seed, _| check_share(&self_play, seed))),
        ("8 changes without an effect", Box::new(|seed, repetition| check_idle_changes(&self_play, seed, repetition))),
    ];
    let mut played = Vec::new();
    for (name, study) in &studies {
        played.push(((*name).to_owned(), repeated(study, repetitions, seed)?));
    }
    Ok(MethodTally::verdicts(&played))
}

/// Plays all repetitions of a study, and returns them in order.
///
/// It uses plain threads: a pool's thread that waits for a study's own pool would start another repetition meanwhile,
/// and so on, nested without limit.
fn repeated(study: &StudyFn<'_>, repetitions: u64, seed: u64) -> Result<Vec<Vec<NullCheck>>> {
    let threads = rayon::current_num_threads() as u64;
    let part = |thread: u64| -> Result<Vec<NumberedChecks>> {
        let own = (thread..repetitions).step_by(threads as usize);
        own.map(|number| Ok((number, study(mix([seed, number]), number as usize)?))).collect()
    };
    let parts: Vec<Result<Vec<NumberedChecks>>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        running.into_iter().map(|thread| thread.join().expect("no study panics")).collect()
    });
    let mut played: Vec<NumberedChecks> = parts.into_iter().collect::<Result<Vec<_>>>()?.concat();
    played.sort_by_key(|(number, _)| *number);
    Ok(played.into_iter().map(|(_, checks)| checks).collect())
}

/// Creates an experiment of random agents in this line-up.
fn experiment(game: &'static GameInfo, lineup: Lineup, players: usize, agents: usize) -> Result<Experiment> {
    let config = config_of(game, &vec!["random"; agents], players, lineup, 1, "");
    parse(game, "null study", &config, Path::new(""), &Overrides::default())
}

/// Returns the experiment with another seed.
fn seeded(experiment: &Experiment, seed: u64) -> Experiment {
    let mut experiment = experiment.clone();
    experiment.schedule.seed = seed;
    experiment
}

/// Creates a goal for a measure that all games have.
fn goal(game: &GameInfo, measure: &str, target: Target) -> Goal {
    let measure = Gauge::all(game).iter().position(|gauge| gauge.name == measure).expect("every game has it");
    Goal { measure, part: None, target, weight: None, half_width: 1.0 }
}

/// Checks a search among candidates that are equally far from a goal.
fn check_equal_candidates(experiment: &Experiment, candidates: u64, games: u64, seed: u64) -> Result<Vec<NullCheck>> {
    let goals = vec![goal(experiment.info(), "vp", Target::Number(0.0))];
    let tune = Tune { games, finalists: 1, fresh: 0.05, knobs: Vec::new(), goals };
    let verdict = Tuning::of_equals(seeded(experiment, seed), tune, candidates)?.play(None, EXEC)?;
    let any = verdict.searched.iter().any(|searched| searched.worse);
    Ok(vec![NullCheck::at_most("candidates.csv: any of equal candidates worse", RATE, Some(any))])
}

/// Checks a verdict on equal agents, with the goal that they be equal.
fn check_even_agents(experiment: &Experiment, seed: u64) -> Result<Vec<NullCheck>> {
    let goals = vec![
        goal(experiment.info(), "vp-by-agent", Target::Even),
        goal(experiment.info(), "win-share-by-agent", Target::Even),
    ];
    let tune = Tune { games: 30 * 4, finalists: 1, fresh: 0.5, knobs: Vec::new(), goals };
    let tuning = Tuning::of_equals(seeded(experiment, seed), tune, 1)?;
    let verdict = tuning.play(None, EXEC)?;
    let lines = verdict.lines(&tuning, &verdict.finalists[0]);
    let is_missed = |goal: Option<usize>| {
        Some(
            lines
                .iter()
                .any(|line| goal.is_none_or(|goal| line.goal_index == goal) && line.met == Some(GoalStatus::No)),
        )
    };
    Ok(vec![
        NullCheck::at_most("verdict.csv: any agent's VP not even", RATE, is_missed(Some(0))),
        NullCheck::at_most("verdict.csv: any agent's VP or win share not even", RATE, is_missed(None)),
    ])
}

/// The numbers of seeds of simulated shares and of simulated means.
const LOTS: [usize; 2] = [20, 30];

/// Determines for each part of a measure whether it meets the target, given the means of all clusters.
fn met(experiment: &Experiment, measure: &str, target: Target, clusters: &[Means], seed: u64) -> Vec<GoalStatus> {
    let goals = [goal(experiment.info(), measure, target)];
    let gauge = Gauge::all(experiment.info()).into_iter().filter(|gauge| gauge.name == measure).collect();
    let gauges: Gauges = Gauges::new(gauge, &experiment.schedule, &*experiment.subject);
    let aims = Aims::of(&goals, &gauges, &gauges.estimates(clusters)).expect("they have values");
    let confidence = aims::confidence([&aims].into_iter(), &goals, seed);
    aims.parts.iter().filter_map(|part| part.met(&goals[0], confidence)).collect()
}

/// Checks verdicts on a simulated share: with a range that excludes it, and with one that includes it.
fn check_share(experiment: &Experiment, seed: u64) -> Result<Vec<NullCheck>> {
    let rng = &mut random(seed);
    let lots = (0..LOTS[0]).map(|_| f64::from(u8::from(rng.random_bool(0.925))));
    let clusters: Vec<Means> = lots.map(|lot| vec![Some(lot), Some(1.0 - lot)]).collect();
    let met = |low, high| met(experiment, "win-share-by-order", Target::Range(low, high), &clusters, seed)[0];
    Ok(vec![
        NullCheck::at_most("verdict.csv: 0.925 is within 0.94 to 1", RATE, Some(met(0.94, 1.0) == GoalStatus::Yes)),
        NullCheck::at_most(
            "verdict.csv: 0.925 is not within 0.9 to 0.95",
            RATE,
            Some(met(0.9, 0.95) == GoalStatus::No),
        ),
    ])
}

/// Checks a verdict on equal agents that share most of the variance between seeds.
fn check_correlated_agents(experiment: &Experiment, seed: u64) -> Result<Vec<NullCheck>> {
    let rng = &mut random(seed);
    let mut clusters: Vec<Means> = Vec::new();
    for _ in 0..LOTS[1] {
        let luck = rng.random_range(0.0..100.0);
        clusters.push((0..experiment.agents.len()).map(|_| Some(luck + rng.random_range(0.0..10.0))).collect());
    }
    let is_missed = met(experiment, "vp-by-agent", Target::Even, &clusters, seed).contains(&GoalStatus::No);
    Ok(vec![NullCheck::at_most("verdict.csv: any agent's VP not even", RATE, Some(is_missed))])
}

/// The number of changes in the sensitivity study of changes without effect.
const IDLE: u64 = 8;

/// Checks a sensitivity study of changes without effect.
fn check_idle_changes(experiment: &Experiment, seed: u64, repetition: usize) -> Result<Vec<NullCheck>> {
    let mut base = seeded(experiment, seed);
    base.schedule.blocks = 40;
    let mut steps = Vec::new();
    for number in 1..=IDLE {
        let change = RuleChange { key: format!("change {number}"), from: 0.into(), to: number.into() };
        steps.push((change, seeded(&base, mix([seed, number]))));
    }
    let rows = Sensitivity::new(base, steps).play(None, EXEC)?;
    let is_found = |row: &SensitivityRow| row.q.is_some_and(|q| q < RATE);
    let mut measures: Vec<&str> = rows.iter().map(|row| row.measure.as_str()).collect();
    measures.dedup();
    measures.sort_unstable();
    measures.dedup();
    let measure = measures[repetition % measures.len()];
    let of_one = rows.iter().any(|row| row.measure == measure && is_found(row));
    Ok(vec![
        NullCheck::at_most("sensitivity.csv: any change on one measure", RATE, Some(of_one)),
        NullCheck::at_most(
            "sensitivity.csv: any change on any measure",
            all_lists(measures.len()),
            Some(rows.iter().any(is_found)),
        ),
    ])
}
