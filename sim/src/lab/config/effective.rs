//! The config that says everything an experiment is, with nothing left to defaults; the manifest keeps it.

use serde_json::{Map, Value, json};

use crate::lab::experiment::Experiment;
use crate::lab::schedule::Schedule;
use crate::lab::schedule::stop::{Stop, StopRule};
use crate::lab::subject::Subject;
use crate::stats::sequential::SequentialTest;

/// The section on what to compare with.
pub const COMPARE: &str = "compare";

/// The key of the agents.
pub const AGENTS: &str = "agents";

/// The config of an experiment in full, with the same keys as the file, in their order. Component files are named without their
/// folders, since a run must not depend on where its config was.
pub fn effective<S: Subject>(experiment: &Experiment<S>) -> Map<String, Value> {
    let Experiment { schedule, subject, compare } = experiment;
    let mut config = Map::new();
    let mut set = |key: &str, value: Value| drop(config.insert(key.to_owned(), value));
    set("name", schedule.name.as_str().into());
    set("players", schedule.players.into());
    set("blocks", schedule.planned_blocks().into());
    set("seed", schedule.seed.into());
    set("lineup", schedule.lineup.name().into());
    set("tables", schedule.tables.clone().into());
    set("compress", schedule.compress.name().into());
    subject.files().into_iter().for_each(|file| set_dotted(&mut config, file.key, file.name.into()));
    let mut set = |key: &str, value: Value| drop(config.insert(key.to_owned(), value));
    set(AGENTS, agents(schedule));
    subject.effective().into_iter().for_each(|(key, value)| set(&key, value));
    schedule.stop.iter().for_each(|stop| set("stop", stop_section(stop, schedule)));
    set("reproducible", schedule.reproducible.into());
    compare.iter().for_each(|second| set(COMPARE, compared(second)));
    config.into_iter().collect()
}

fn agents(schedule: &Schedule) -> Value {
    let agent = |agent: &crate::lab::schedule::contestant::Contestant| json!({"name": agent.name, "spec": agent.spec.to_string()});
    schedule.agents.iter().map(agent).collect()
}

/// Sets a key with dots for sections; a section stands where its first key is set.
fn set_dotted(config: &mut Map<String, Value>, key: &str, value: Value) {
    match key.split_once('.') {
        None => drop(config.insert(key.to_owned(), value)),
        Some((section, rest)) => {
            let section = config.entry(section).or_insert_with(|| Map::new().into());
            if let Value::Object(section) = section {
                set_dotted(section, rest, value);
            }
        }
    }
}

/// What an experiment is compared with, in the keys that may differ.
fn compared<S: Subject>(second: &Experiment<S>) -> Value {
    let mut config = Map::new();
    second.subject.files().into_iter().for_each(|file| set_dotted(&mut config, file.key, file.name.into()));
    config.insert(AGENTS.to_owned(), agents(&second.schedule));
    config.extend(second.subject.effective().into_iter().filter(|(key, _)| S::COMPARED.contains(&key.as_str())));
    config.into()
}

fn stop_section(stop: &Stop, schedule: &Schedule) -> Value {
    let agent = schedule.agents[stop.agent].name.as_str();
    match stop.rule {
        StopRule::HalfWidth(measure, half_width) => {
            json!({"rule": "half-width", "agent": agent, "measure": measure.name(), "half-width": half_width})
        }
        StopRule::Sequential(SequentialTest { s0, s1, alpha, beta }) => {
            json!({"rule": "sequential", "agent": agent, "null": s0, "alternative": s1, "alpha": alpha, "beta": beta})
        }
    }
}
