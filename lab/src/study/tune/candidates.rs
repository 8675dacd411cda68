//! The variants of a tuning study: the candidates, and the printed rules for comparison.

use engine::random::{Random, RngExt, random};
use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::config::Config;
use crate::config::effective::{RULES, with_all_rules};
use crate::config::tune::{Tune, section_of};
use crate::experiment::Experiment;
use crate::forms::section::Field;
use crate::forms::tree::{Node, WrittenAt, written};
use crate::schedule::seeds::{Purpose, seed};

/// One variant.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The value of each knob in the syntax of `--set`; empty if printed rules and config have none.
    pub values: Vec<String>,
    /// The experiment with them.
    pub experiment: Experiment,
}

/// Returns the experiment with a fixed number of blocks, and without comparison and panel.
pub fn alone(mut experiment: Experiment) -> Experiment {
    experiment.schedule.blocks = experiment.schedule.planned_blocks();
    experiment.schedule.stop = None;
    Experiment { compare: None, panel: Vec::new(), ..experiment }
}

/// Returns `count` numbers below a bound, ascending: all of them, or a random sample.
pub fn drawn(bound: u64, count: u64, master: u64) -> Vec<u64> {
    if count >= bound {
        return (0..bound).collect();
    }
    let rng: &mut Random = &mut random(seed(master, 0, Purpose::Candidates));
    let mut chosen = std::collections::BTreeSet::new();
    // Floyd's algorithm for drawing without replacement (Bentley & Floyd 1987).
    for last in bound - count..bound {
        let number = rng.random_range(0..=last);
        if !chosen.insert(number) {
            chosen.insert(last);
        }
    }
    chosen.into_iter().collect()
}

/// Creates the candidate with this number among all combinations.
pub fn candidate(config: &Config, tune: &Tune, base: &Experiment, mut number: u64) -> Result<Candidate> {
    let mut values = Vec::new();
    // The last knob varies fastest.
    for knob in tune.knobs.iter().rev() {
        let count = knob.values.len() as u64;
        values.push(knob.values[(number % count) as usize].clone());
        number /= count;
    }
    values.reverse();
    let (mut changed, mut settings) = (config.clone(), Vec::new());
    for (knob, value) in tune.knobs.iter().zip(&values) {
        let setting = format!("{}={value}", knob.key);
        let place = if knob.is_argument { WrittenAt::Argument } else { WrittenAt::Quoted };
        changed = changed.with(&setting, place(setting.clone()))?;
        settings.push(setting);
    }
    let experiment = changed.experiment(base.info()).map_err(|error| {
        let why = error.in_one_line();
        key_of(config, "knobs").map_or_else(|error| error, |field| field.complaint(why))
    })?;
    let experiment = alone(experiment);
    let is_alike = experiment.players == base.players
        && experiment.seed == base.seed
        && experiment.lineup == base.lineup
        && experiment.circle == base.circle
        && experiment.agents.len() == base.agents.len();
    if !is_alike {
        let found = settings.join(", ");
        return Err(Error::input(
            "`tune.knobs`",
            format_args!("found {found}, which changes pairings or seeds"),
            "keys of the game, and specs of agents",
        ));
    }
    Ok(Candidate { values, experiment })
}

/// Creates the variant with the printed rules, with everything except the rules as in the config.
///
/// # Errors
/// If the printed rules cannot be played, for instance with too few tiles.
pub fn printed(config: &Config, tune: &Tune, base: &Experiment) -> Result<Candidate> {
    let experiment = alone(config.without(RULES).experiment(base.info())?);
    let effective = with_all_rules(experiment.subject.effective(), &*experiment.subject);
    let rules = Node::from_json(&Value::from(effective));
    let value = |key: &str| match key.split_once('.') {
        Some((RULES, _)) => rules.at(key).map(|node| written(&node.value)),
        _ => config.written(key),
    };
    let values = tune.knobs.iter().map(|knob| value(&knob.key).unwrap_or_default()).collect();
    Ok(Candidate { values, experiment })
}

/// Finds a key of the section.
pub fn key_of<'a>(config: &'a Config, key: &'a str) -> Result<Field<'a>> {
    section_of(config)?.section("tune.")?.need(key, "")
}
