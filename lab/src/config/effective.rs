//! The full config of an experiment, as kept in the manifest, and the differences of two.

use interface::components::ComponentFile;
use serde_json::{Map, Value, json};

use crate::base::program::Program;
use crate::experiment::Experiment;
use crate::programs::{OnFault, ProgramSpec, READY_MS};
use crate::schedule::Schedule;
use crate::schedule::contestant::{Contestant, PlayerSpec};
use crate::schedule::stop::{Stop, StopRule};
use crate::subject::{GameInfo, Subject};
use stats::sequential::SequentialTest;

/// The key of the section for comparisons.
pub const COMPARE: &str = "compare";

/// The key of the kinds of players that play the experiment in addition.
pub const PANEL: &str = "panel";

/// The key of the section for tuning.
pub const TUNE: &str = "tune";

/// The key of the method of choosing circles.
pub const CIRCLE: &str = "circle";

/// The key of the agents.
pub const AGENTS: &str = "agents";

/// The full config of an experiment, with the same keys as the file, in their order.
///
/// Component files are named without their folders, because a run must not depend on the folder of its config.
pub fn effective(experiment: &Experiment) -> Map<String, Value> {
    let Experiment { schedule, subject, compare, panel } = experiment;
    let mut config = Map::new();
    let mut set = |key: &str, value: Value| drop(config.insert(key.to_owned(), value));
    set("name", schedule.name.as_str().into());
    set("players", schedule.players.into());
    set("blocks", schedule.planned_blocks().into());
    set("seed", schedule.seed.into());
    set("lineup", schedule.lineup.name().into());
    if let Some(circle) = schedule.chosen_circle() {
        set(CIRCLE, circle.name().into());
    }
    set("tables", schedule.tables.clone().into());
    set("compress", schedule.compress.name().into());
    subject.files().into_iter().for_each(|file| set_dotted(&mut config, file.key, file.name.into()));
    let mut set = |key: &str, value: Value| drop(config.insert(key.to_owned(), value));
    set(AGENTS, agents(schedule));
    subject.effective().into_iter().for_each(|(key, value)| set(&key, value));
    schedule.stop.iter().for_each(|stop| set("stop", stop_section(stop, schedule)));
    set("reproducible", schedule.reproducible.into());
    if !panel.is_empty() {
        set(PANEL, panel.iter().map(Contestant::in_full).collect());
    }
    compare.iter().for_each(|second| set(COMPARE, compared_keys(second, &**subject)));
    config.into_iter().collect()
}

fn agents(schedule: &Schedule) -> Value {
    schedule.agents.iter().map(agent).collect()
}

fn agent(agent: &Contestant) -> Value {
    let program = match &agent.spec {
        PlayerSpec::Own(spec) => return json!({"name": agent.name, "spec": spec.to_string()}),
        PlayerSpec::Program(program) => program,
    };
    let ProgramSpec {
        program: Program { words, memory, .. }, options, ready, limit, on_fault, is_deterministic, ..
    } = &**program;
    let mut keys = json!({"name": agent.name, "command": words});
    let mut set = |key: &str, value: Value| keys[key] = value;
    if !options.is_empty() {
        set("options", json!(options));
    }
    limit.iter().for_each(|limit| set("move-ms", (limit.as_millis() as u64).into()));
    let ready = ready.as_millis() as u64;
    if ready != READY_MS {
        set("ready-ms", ready.into());
    }
    memory.iter().for_each(|bytes| set("memory-mb", (bytes >> 20).into()));
    if let OnFault::Instead(spec) = on_fault {
        set("on-fault", spec.to_string().into());
    }
    if *is_deterministic {
        set("deterministic", true.into());
    }
    keys
}

/// Sets a key with dots for sections; a section is placed at its first key.
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

/// Returns the second experiment of a comparison, in the keys that may differ.
///
/// Includes its design only if that differs.
fn compared_keys(second: &Experiment, first: &dyn Subject) -> Value {
    let mut config = Map::new();
    second.subject.files().into_iter().for_each(|file| set_dotted(&mut config, file.key, file.name.into()));
    config.insert(AGENTS.to_owned(), agents(&second.schedule));
    let (info, of_first) = (second.info(), first.effective());
    let differs = |key: &str, value: &Value| info.design == Some(key) && of_first.get(key) != Some(value);
    let own = second.subject.effective().into_iter();
    config.extend(own.filter(|(key, value)| info.compared.contains(&key.as_str()) || differs(key, value)));
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

/// The section of rules, whose keys are known without its name.
pub const RULES: &str = "rules";

/// Adds the rules that a config omits because they are as printed.
pub fn with_all_rules(mut config: Map<String, Value>, subject: &dyn Subject) -> Map<String, Value> {
    if let Some(Value::Object(rules)) = config.get_mut(RULES) {
        complete(rules, subject.unnamed_rules());
    }
    config
}

/// Adds missing keys, recursively.
fn complete(rules: &mut Map<String, Value>, more: Map<String, Value>) {
    for (key, value) in more {
        match (rules.get_mut(&key), value) {
            (Some(Value::Object(own)), Value::Object(more)) => complete(own, more),
            (Some(_), _) => {}
            (None, value) => drop(rules.insert(key, value)),
        }
    }
}

/// Lists the differences between two experiments in agents, rules, components or design.
///
/// An example is `castle-income 4 in place of 5`. Empty if both play the same games from the same seeds.
pub fn between(first: &Experiment, second: &Experiment) -> Vec<String> {
    let mut found = changes(&effective(first), &effective(second), &[&[AGENTS], first.info().keys].concat());
    for (one, two) in first.subject.files().iter().zip(&second.subject.files()) {
        // Changes of names appear as changes of the configs.
        if (one.key, &one.name) == (two.key, &two.name) && one.sha256 != two.sha256 {
            found.push(format!("{} {} with other contents", one.key, one.name));
        }
    }
    let given = second.given_files();
    for file in first.given_files() {
        if given.iter().any(|other| other.path == file.path && other.sha256 != file.sha256) {
            found.push(format!("agents' file {} with other contents", file.path));
        }
    }
    found
}

/// Lists the changes that `[compare]` makes to a full config; `None` without that section.
pub fn compared(game: &GameInfo, config: &Value) -> Option<Vec<String>> {
    let first = config.as_object()?;
    let second = first.get(COMPARE)?.as_object()?;
    let found = changes(first, second, &[vec![AGENTS], game.comparable()].concat());
    // An empty comparison is refused, so the files have the same names and different contents.
    Some(if found.is_empty() { vec!["components of files with the same names".to_owned()] } else { found })
}

/// Lists the differences from the printed game for as many players with the same expansions, by key.
pub fn from_printed(subject: &dyn Subject) -> Vec<String> {
    changes(&subject.printed().effective(), &subject.effective(), subject.info().compared)
}

/// Lists a game's deviations from the defaults.
///
/// These are expansions, rules that are not as printed, and component files that are not the shipped ones.
pub fn from_defaults(subject: &dyn Subject) -> Vec<String> {
    let of_printed = subject.printed().files();
    let is_default =
        |file: &ComponentFile| of_printed.iter().any(|other| (other.key, &other.sha256) == (file.key, &file.sha256));
    let files = subject.files();
    let files = files.iter().filter(|file| !is_default(file)).map(|file| format!("{} {}", file.key, file.name));
    let expansions = subject.effective().into_iter().find(|(key, _)| key == EXPANSIONS);
    let expansions = expansions.filter(|(_, value)| value.as_array().is_some_and(|names| !names.is_empty()));
    let expansions = expansions.map(|(key, value)| format!("{key} {}", text(Some(&value))));
    expansions.into_iter().chain(from_printed(subject)).chain(files).collect()
}

/// The key of the expansions in play.
const EXPANSIONS: &str = "modules";

/// Lists the differences in these keys.
///
/// A section, or a key in one, that only one of them has belongs to an expansion, which is a key itself. With the same
/// expansions, a missing key of the rules is as printed in the other.
fn changes(first: &Map<String, Value>, second: &Map<String, Value>, keys: &[&str]) -> Vec<String> {
    let alike = first.get(EXPANSIONS) == second.get(EXPANSIONS);
    let mut found = Vec::new();
    for key in keys {
        match (first.get(*key), second.get(*key)) {
            (one, two) if one == two => {}
            (Some(Value::Array(one)), Some(Value::Array(two))) if *key == AGENTS => {
                let pairs = one.iter().zip(two).map(|(one, two)| [one, two].map(who)).filter(|[one, two]| one != two);
                found.extend(pairs.map(|[one, two]| format!("{two} in place of {one}")));
            }
            (Some(Value::Object(one)), Some(Value::Object(two))) => {
                let is_rules = *key == RULES;
                let prefix = if is_rules { String::new() } else { format!("{key}.") };
                of_section(&prefix, one, two, alike && is_rules, &mut found);
            }
            (Some(Value::Object(_)), None) | (None, Some(Value::Object(_))) => {}
            (one, two) => found.push(change(key, one, two)),
        }
    }
    found
}

/// The spec of an agent, or all keys of a program, whatever its name.
fn who(agent: &Value) -> String {
    let mut keys = agent.as_object().cloned().unwrap_or_default();
    keys.remove("name");
    keys.remove("spec").map_or_else(|| Value::from(keys).to_string(), |spec| text(Some(&spec)))
}

/// Collects the differences in a section, with `prefix` before its keys.
///
/// If `alike`, includes keys that only one of them has.
fn of_section(
    prefix: &str,
    first: &Map<String, Value>,
    second: &Map<String, Value>,
    alike: bool,
    found: &mut Vec<String>,
) {
    let table = |value: Option<&Value>| value.map_or(Some(Map::new()), |value| value.as_object().cloned());
    for key in first.keys().chain(second.keys().filter(|key| !first.contains_key(*key))) {
        let (name, one, two) = (format!("{prefix}{key}"), first.get(key), second.get(key));
        if one == two || !alike && (one.is_none() || two.is_none()) {
            continue;
        }
        match (table(one), table(two)) {
            (Some(one), Some(two)) => of_section(&format!("{name}."), &one, &two, alike, found),
            _ => found.push(change(&name, one.or(AS_PRINTED), two.or(AS_PRINTED))),
        }
    }
}

/// The value of a rule that only the other config names.
const AS_PRINTED: Option<&Value> = Some(&Value::Null);

fn change(key: &str, first: Option<&Value>, second: Option<&Value>) -> String {
    format!("{key} {} in place of {}", text(second), text(first))
}

fn text(value: Option<&Value>) -> String {
    match value {
        None => "none".to_owned(),
        Some(Value::Null) => "as printed".to_owned(),
        Some(Value::Array(items)) if items.is_empty() => "none".to_owned(),
        Some(Value::Array(items)) => items.iter().map(|item| text(Some(item))).collect::<Vec<_>>().join(", "),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(first: Value, second: Value) -> Vec<String> {
        changes(first.as_object().unwrap(), second.as_object().unwrap(), &["agents", "rules", "modules", "tiles"])
    }

    #[test]
    fn every_change_says_what_is_in_place_of_what() {
        let first = json!({"name": "a", "rules": {"castle-income": 5, "rounds": ["A", "B"]}, "tiles": "printed"});
        let second = json!({"name": "b", "rules": {"castle-income": 4, "rounds": ["A"]}, "tiles": "mine.csv"});
        let expected =
            ["castle-income 4 in place of 5", "rounds A in place of A, B", "tiles mine.csv in place of printed"];
        assert_eq!(found(first.clone(), second), expected);
        assert_eq!(found(first.clone(), first), Vec::<String>::new());
    }

    #[test]
    fn rules_that_come_with_a_module_are_not_told_beside_it() {
        let first = json!({"rules": {"castle-income": 5}});
        let second = json!({"rules": {"castle-income": 5, "vp-barrel-gold": 0}, "modules": ["tunnels", "bonus"]});
        assert_eq!(found(first.clone(), second.clone()), ["modules tunnels, bonus in place of none"]);
        assert_eq!(found(second, first), ["modules none in place of tunnels, bonus"]);
    }

    #[test]
    fn rules_that_one_names_and_the_other_has_as_printed_are_told() {
        let first = json!({"rules": {"castle-income": 5, "points": {"a": 3, "b": 1}}});
        let second = json!({"rules": {"castle-income": 5, "start": [0, 3], "points": {"a": 4}, "caps": {"a": 9}}});
        let expected = [
            "points.a 4 in place of 3",
            "points.b as printed in place of 1",
            "start 0, 3 in place of as printed",
            "caps.a 9 in place of as printed",
        ];
        assert_eq!(found(first, second), expected);
    }

    #[test]
    fn agents_of_another_name_are_no_change() {
        let agents = |name: &str, spec: &str| json!({"agents": [{"name": name, "spec": spec}]});
        assert_eq!(found(agents("a", "greedy"), agents("b", "greedy")), Vec::<String>::new());
        assert_eq!(found(agents("a", "greedy"), agents("a", "random")), ["random in place of greedy"]);
    }
}
