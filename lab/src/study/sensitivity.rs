//! Sensitivity studies: the dependence of results on each rule, changed up and down on the same draws.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::folder::StudyFolder;
use super::trials::TrialStudy;
use super::tune::candidates::alone;
use crate::base::error::{Error, Result};
use crate::config::Config;
use crate::config::effective::{RULES, effective, with_all_rules};
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::subject::GameInfo;
use crate::subject::gauges::{Gauge, Gauges};
use crate::tables::result_row::{Count, OverSeeds, Probability, Text, Word, result_row};
use stats::CONFIDENCE;
use stats::multiple::q_values;

result_row! {
    /// One measure with one change of a rule.
    SensitivityRow {
        key: Text, "", "key of the rule, as in `--set`";
        from: Text, "", "value in the config";
        to: Text, "", "value one step away";
        measure: Text, "", "measure; see `sim list measures`";
        estimate: OverSeeds, "unit of the measure", "value with the change minus value without it, paired by seed";
        q: Probability, "",
            "p value for no difference, adjusted over all rows of the measure (Benjamini & Hochberg 1995)";
        part: Text, "", "part of the measure, such as a place or a scoring tile; empty if it has none";
        unit: Word, "", "unit of the measure";
        clusters: Count, "clusters", "number of seeds behind the estimate";
    } with {
        /// The words in sentences for the measure with its part.
        name: String,
    }
}

impl SensitivityRow {
    /// Returns the measure with its part.
    pub fn label(&self) -> String {
        if self.part.is_empty() { self.measure.clone() } else { format!("{} {}", self.measure, self.part) }
    }

    /// Describes the change briefly.
    pub fn change(&self) -> String {
        let Self { key, from, to, .. } = self;
        format!("{} {from} → {to}", key.strip_prefix("rules.").unwrap_or(key))
    }
}

/// A change of one key of a config, such as a rule.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RuleChange {
    /// The dotted key.
    pub key: String,
    /// Its value in the config.
    pub from: Value,
    /// The other value.
    pub to: Value,
}

impl RuleChange {
    /// Formats the change as an argument of `--set`.
    pub fn setting(&self) -> String {
        format!("{}={}", self.key, self.to)
    }
}

/// A sensitivity study, ready to be played.
pub struct Sensitivity {
    /// The experiment of the config.
    pub base: Experiment,
    /// The changes, each with the changed experiment.
    pub steps: Vec<(RuleChange, Experiment)>,
    gauges: Gauges,
}

impl Sensitivity {
    /// Creates a study of all changes that the game accepts, or only of the rules in `only` if any.
    ///
    /// Numbers are changed by `size`.
    ///
    /// # Errors
    /// If the config is not valid, a name is not a switch, or nothing can be changed.
    pub fn of(game: &'static GameInfo, config: &Config, only: &[String], size: u64) -> Result<Self> {
        let base: Experiment = alone(config.experiment(game)?);
        let keys = with_all_rules(base.subject.effective(), &*base.subject);
        let schema = (game.schema)();
        let mut steps = Vec::new();
        if let Some(Value::Object(rules)) = keys.get(RULES) {
            let schema = schema.get(RULES).cloned().unwrap_or_default();
            collect(RULES, rules, &schema, size as i64, &mut steps);
        }
        let mut names: Vec<&str> = steps.iter().map(|step: &RuleChange| step.key.as_str()).collect();
        names.dedup();
        if let Some(unknown) = only.iter().find(|name| !names.contains(&name.as_str())) {
            let hint = engine::names::hint(unknown, &names);
            return Err(Error::input(
                "--key",
                format_args!("found `{unknown}`, which is not a rule of `{}` that can be stepped; {hint}", game.name),
                "",
            ));
        }
        let mut accepted = Vec::new();
        for step in steps.into_iter().filter(|step| only.is_empty() || only.contains(&step.key)) {
            if let Ok(experiment) = config.with_set(&step.setting()).and_then(|config| config.experiment(game)) {
                accepted.push((step, alone(experiment)));
            }
        }
        if accepted.is_empty() {
            return Err(Error::input(
                "",
                format_args!("found no rule of `{}` that can be moved by a step", game.name),
                "rules that are numbers",
            ));
        }
        Ok(Self::new(base, accepted))
    }

    /// Creates a study of these changes, each with the changed experiment.
    pub fn new(base: Experiment, steps: Vec<(RuleChange, Experiment)>) -> Self {
        let gauges = Gauges::new(Gauge::of_the_game(base.info()), &base.schedule, &*base.subject);
        Self { base, steps, gauges }
    }

    /// Returns the number of games of the study.
    pub fn games(&self) -> u64 {
        self.base.games() * (1 + self.steps.len() as u64)
    }

    /// Plays all experiments, and compares each change with the base.
    ///
    /// # Errors
    /// As for [`super::trials::Trials::play`].
    pub fn play(&self, folder: Option<&mut StudyFolder>, exec: ExecOptions) -> Result<Vec<SensitivityRow>> {
        let Self { base, steps, gauges } = self;
        let all: Vec<usize> = (0..=steps.len()).collect();
        let (mut trials, clusters) = (self.trials(all.clone()), base.clusters());
        trials.play(&all, clusters, folder, exec)?;
        let before = trials.estimates(0, clusters);
        let mut rows = Vec::new();
        // Adjust by measure: effects by construction, as on what scoring tiles pay, must not lower the threshold for
        // others.
        let mut p: Vec<Vec<(usize, f64)>> = vec![Vec::new(); gauges.all.len()];
        for (number, (step, _)) in steps.iter().enumerate() {
            let after = trials.estimates(number + 1, clusters);
            for (place, (after, before)) in after.iter().zip(&before).enumerate() {
                let (Some(after), Some(before)) = (after, before) else { continue };
                let difference = after.minus(before);
                let (gauge, part) = (gauges.gauge(place), &gauges.parts[place].1);
                p[gauges.parts[place].0].extend(difference.p_value().map(|p| (rows.len(), p)));
                rows.push(SensitivityRow {
                    key: step.key.clone(),
                    from: plain(&step.from),
                    to: plain(&step.to),
                    measure: gauge.name.clone(),
                    estimate: difference.estimate(CONFIDENCE),
                    q: None,
                    part: part.clone(),
                    unit: gauge.unit,
                    clusters: difference.clusters,
                    name: gauges.in_words(place),
                });
            }
        }
        for p in &p {
            let q = q_values(&p.iter().map(|(_, p)| *p).collect::<Vec<_>>());
            p.iter().zip(q).for_each(|((row, _), q)| rows[*row].q = Some(q));
        }
        Ok(rows)
    }
}

impl TrialStudy for Sensitivity {
    fn base(&self) -> &Experiment {
        &self.base
    }

    fn gauges(&self) -> &Gauges {
        &self.gauges
    }

    fn description(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(|(step, _)| step.setting()).collect();
        json!({"sensitivity": steps, "config": Value::from(effective(&self.base)), "files": self.base.hashes()})
            .to_string()
    }

    /// Returns the base as number 0, then every change.
    fn trial(&self, number: usize) -> Option<Experiment> {
        match number {
            0 => Some(self.base.clone()),
            _ => self.steps.get(number - 1).map(|(_, experiment)| experiment.clone()),
        }
    }
}

/// Formats a value as in tables, without the quotes of strings.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Collects the changes of all rules below a key.
fn collect(key: &str, rules: &Map<String, Value>, schema: &Value, size: i64, steps: &mut Vec<RuleChange>) {
    for (name, value) in rules {
        let (key, schema) = (format!("{key}.{name}"), &schema["properties"][name]);
        if let Value::Object(inner) = value {
            collect(&key, inner, schema, size, steps);
            continue;
        }
        for to in others(value, schema, size).into_iter().filter(|to| to != value) {
            steps.push(RuleChange { key: key.clone(), from: value.clone(), to });
        }
    }
}

/// Returns the values to which a rule is changed: numbers a step up and down, words to all values.
///
/// The numbers of a list are changed together. If all are equal, they are changed one by one, because changing them
/// together would only shift them.
fn others(value: &Value, schema: &Value, size: i64) -> Vec<Value> {
    if let Some(words) = schema["enum"].as_array() {
        return words.clone();
    }
    match value {
        Value::Bool(truth) => vec![(!truth).into()],
        Value::Array(items) if items.len() > 1 && items.iter().all(|item| *item == items[0]) => {
            let moves = (0..items.len()).flat_map(|place| [(place, size), (place, -size)]);
            moves.filter_map(|(place, by)| with_one_moved(items, place, by)).collect()
        }
        Value::Array(items) if !items.is_empty() => {
            [size, -size].into_iter().filter_map(|by| items.iter().map(|item| moved(item, by)).collect()).collect()
        }
        one => [size, -size].into_iter().filter_map(|by| moved(one, by)).collect(),
    }
}

/// Adds to a number; `None` if the value is not a number, or the sum overflows.
fn moved(value: &Value, by: i64) -> Option<Value> {
    Some(Value::from(value.as_i64()?.checked_add(by)?))
}

/// Adds to one number in a list.
fn with_one_moved(items: &[Value], place: usize, by: i64) -> Option<Value> {
    let mut changed = items.to_vec();
    changed[place] = moved(&items[place], by)?;
    Some(Value::from(changed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_goes_a_step_up_and_down() {
        let schema = json!({"properties": {"who": {"enum": ["seller", "supply"]}}});
        let rules = json!({"income": 5, "gold": [0, 1, 2], "who": "seller", "caps": {"sheep": 3}, "start": [0, 0], "rounds": ["A", "B"], "on": true});
        let mut steps = Vec::new();
        collect("rules", rules.as_object().unwrap(), &schema, 2, &mut steps);
        let found: Vec<String> = steps.iter().map(RuleChange::setting).collect();
        let expected = [
            "rules.income=7",
            "rules.income=3",
            "rules.gold=[2,3,4]",
            "rules.gold=[-2,-1,0]",
            "rules.who=\"supply\"",
            "rules.caps.sheep=5",
            "rules.caps.sheep=1",
            "rules.start=[2,0]",
            "rules.start=[-2,0]",
            "rules.start=[0,2]",
            "rules.start=[0,-2]",
            "rules.on=false",
        ];
        assert_eq!(found, expected);
    }
}
