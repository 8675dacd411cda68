//! Configs that refer to files by their names in a run's folder.

use interface::components::ComponentFile;
use lab::base::error::{Error, Result};
use lab::config::effective::{AGENTS, PANEL, effective};
use lab::experiment::Experiment;
use lab::schedule::contestant::Contestant;
use lab::schedule::given::GivenFile;
use serde_json::{Map, Value};

/// Returns the full config of an experiment as TOML, with user files named as kept next to it.
///
/// # Errors
/// If a value cannot be written as TOML.
pub fn kept_config(experiment: &Experiment) -> Result<String> {
    let mut keys = effective(experiment);
    for file in experiment.subject.files().iter().filter(|file| !file.is_shipped) {
        rename(&mut keys, file.key, &ComponentFile::kept_name(file.key));
    }
    rename_given(&mut keys, AGENTS, &experiment.agents);
    rename_given(&mut keys, PANEL, &experiment.panel);
    let mut config = Map::from_iter([("game".to_owned(), Value::from(experiment.info().name))]);
    config.extend(keys);
    toml::to_string(&Value::from(config)).map_err(Error::of_machine)
}

/// Renames a component file in a config; dots in its key separate sections.
fn rename(keys: &mut Map<String, Value>, key: &str, name: &str) {
    match key.split_once('.') {
        None => drop(keys.insert(key.to_owned(), name.into())),
        Some((section, rest)) => {
            if let Some(Value::Object(section)) = keys.get_mut(section) {
                rename(section, rest, name);
            }
        }
    }
}

/// Renames the files in the specs of agents to the names under which they are kept.
fn rename_given(keys: &mut Map<String, Value>, key: &str, agents: &[Contestant]) {
    let values = keys.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten();
    for (value, agent) in values.zip(agents) {
        let Some(spec) = agent.spec.own().map(GivenFile::spec_by_kept_names) else { continue };
        // An agent is a spec, NAME=SPEC or a section.
        let spec = if value.is_string() && agent.is_named() { format!("{}={spec}", agent.name) } else { spec };
        *(if value.is_object() { &mut value["spec"] } else { value }) = spec.into();
    }
}
