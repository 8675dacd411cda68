//! Which rules matter at all: one switch after the other a step up and down, with the same draws.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::folder::{ClusterKey, StudyFolder};
use super::trials::{Trials, lines_of};
use crate::base::error::{Error, Result};
use crate::config::Config;
use crate::experiment::Experiment;
use crate::forms::column::text;
use crate::play::exec_options::ExecOptions;
use crate::subject::GameInfo;
use crate::subject::gauges::{Gauge, Gauges};
use crate::tables::row::{Count, Number, rows};
use stats::multiple::q_values;
use stats::{CONFIDENCE, Estimate};

/// The section of configs whose keys are switches.
const RULES: &str = "rules";

rows! {
    /// What a step of one switch does to one part of a measure.
    struct SensitivityRow {
        /// The switch.
        key: String;
        + text("key", "the switch, as `--set` takes it", |row, _, line| line.text(&row.key));
        /// What it is in the config.
        from: String;
        + text("from", "its value in the config", |row, _, line| line.text(&row.from));
        /// What it is changed to.
        to: String;
        + text("to", "its value a step away", |row, _, line| line.text(&row.to));
        /// What is measured.
        measure: String;
        + text("measure", "what is measured; see `sim list measures`", |row, _, line| line.text(&row.measure));
        estimate: Option<f64> as Number("estimate", "unit of the measure", "with the change less without it, paired by seed");
        ci_lo: Option<f64> as Number("ci_lo", "unit of the measure", "lower end of its 95 % interval over seeds");
        ci_hi: Option<f64> as Number("ci_hi", "unit of the measure", "upper end of its 95 % interval over seeds");
        q: Option<f64> as Number("q", "", "p value of no difference, adjusted for all rows of the measure (Benjamini & Hochberg 1995)");
        /// The part.
        part: String;
        + text("part", "the part of the measure, such as a place or a scoring tile; empty where it has none", |row, _, line| line.text(&row.part));
        /// Its unit.
        unit: &'static str;
        + text("unit", "the unit of the measure", |row, _, line| line.text(row.unit));
        clusters: u64 as Count("clusters", "clusters", "seeds behind it");
        /// What the measure with its part is called in sentences.
        name: String;
    }
}

impl SensitivityRow {
    /// The difference with its interval.
    pub fn difference(&self) -> Estimate {
        let interval = self.ci_lo.zip(self.ci_hi).map(|(low, high)| stats::Interval { low, high });
        Estimate { value: self.estimate, interval }
    }

    /// The measure with its part.
    pub fn label(&self) -> String {
        if self.part.is_empty() { self.measure.clone() } else { format!("{} {}", self.measure, self.part) }
    }

    /// The change in a few words.
    pub fn change(&self) -> String {
        let Self { key, from, to, .. } = self;
        format!("{} {from} → {to}", key.strip_prefix("rules.").unwrap_or(key))
    }
}

/// A switch a step away from its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The switch's dotted key.
    pub key: String,
    /// Its value in the config.
    pub from: Value,
    /// The other value.
    pub to: Value,
}

impl Step {
    /// What `--set` is given.
    pub fn setting(&self) -> String {
        format!("{}={}", self.key, self.to)
    }
}

/// A sensitivity study that is about to be played.
pub struct Sensitivity {
    /// The experiment as the config has it.
    pub base: Experiment,
    /// What is changed, each with the experiment that it gives.
    pub steps: Vec<(Step, Experiment)>,
}

impl Sensitivity {
    /// All steps that the game accepts, of those switches alone that are named if any is; each number is changed by `size`.
    ///
    /// # Errors
    /// If the config is not valid, a name is no switch, or nothing can be changed.
    pub fn of(game: &'static GameInfo, config: &Config, only: &[String], size: u64) -> Result<Self> {
        let base: Experiment = alone(config.experiment(game)?);
        let mut effective = base.subject.effective();
        if let Some(Value::Object(rules)) = effective.get_mut(RULES) {
            complete(rules, base.subject.unnamed_rules());
        }
        let schema = (game.schema)();
        let mut steps = Vec::new();
        if let Some(Value::Object(rules)) = effective.get(RULES) {
            let schema = schema.get(RULES).cloned().unwrap_or_default();
            collect(RULES, rules, &schema, size as i64, &mut steps);
        }
        let mut names: Vec<&str> = steps.iter().map(|step: &Step| step.key.as_str()).collect();
        names.dedup();
        if let Some(unknown) = only.iter().find(|name| !names.contains(&name.as_str())) {
            let hint = engine::names::hint(unknown, &names);
            return Err(Error::input(format!(
                "--key: found `{unknown}`, which is no switch of `{}`; {hint}",
                game.name
            )));
        }
        let wanted = |step: &Step| only.is_empty() || only.contains(&step.key);
        let read = |step: Step| {
            let read = config.with_set(&step.setting()).and_then(|config| config.experiment(game));
            read.ok().map(|experiment| (step, alone(experiment)))
        };
        let steps: Vec<_> = steps.into_iter().filter(wanted).filter_map(read).collect();
        if steps.is_empty() {
            return Err(Error::input(format!(
                "found no switch of `{}` that could be a step away; accepted: rules that are numbers",
                game.name
            )));
        }
        Ok(Self { base, steps })
    }

    /// Games that it takes.
    pub fn games(&self) -> u64 {
        self.base.games() * (1 + self.steps.len() as u64)
    }

    /// What the study is, to tell it from others.
    pub fn description(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(|(step, _)| step.setting()).collect();
        let config = Value::from(crate::config::effective(&self.base));
        json!({"sensitivity": steps, "config": config, "files": self.base.hashes()}).to_string()
    }

    /// Claims the folder for it.
    ///
    /// # Errors
    /// As [`StudyFolder::open`].
    pub fn folder(&self, folder: &Path, resume: bool) -> Result<Option<StudyFolder>> {
        StudyFolder::open(folder, &self.description(), resume)
    }

    /// Plays some clusters of this study for a process that has them played elsewhere.
    ///
    /// # Errors
    /// As [`lines_of`].
    pub fn lines(&self, keys: &[ClusterKey]) -> Result<Vec<u8>> {
        let gauges = Gauges::new(Gauge::of_the_game(self.base.info()), &self.base.schedule, &*self.base.subject);
        let trial = |number: usize| match number {
            0 => Some(self.base.clone()),
            _ => self.steps.get(number - 1).map(|(_, experiment)| experiment.clone()),
        };
        lines_of(&gauges, trial, keys)
    }

    /// Plays everything and compares.
    ///
    /// # Errors
    /// As [`Trials::play`].
    pub fn play(&self, folder: Option<&mut StudyFolder>, exec: ExecOptions) -> Result<Vec<SensitivityRow>> {
        let gauges = Gauges::new(Gauge::of_the_game(self.base.info()), &self.base.schedule, &*self.base.subject);
        let experiments = [&self.base].into_iter().chain(self.steps.iter().map(|(_, experiment)| experiment));
        let mut trials = Trials::new(&gauges, experiments.cloned().collect(), (0..=self.steps.len()).collect());
        let clusters = self.base.clusters();
        trials.play(&(0..=self.steps.len()).collect::<Vec<_>>(), clusters, folder, exec)?;
        let before = trials.estimates(0, clusters);
        let mut rows = Vec::new();
        // By measure: what scoring tiles pay by construction must not lower the bar for everything else.
        let mut p: Vec<Vec<(usize, f64)>> = vec![Vec::new(); gauges.all.len()];
        for (number, (step, _)) in self.steps.iter().enumerate() {
            let after = trials.estimates(number + 1, clusters);
            for (place, (after, before)) in after.iter().zip(&before).enumerate() {
                let (Some(after), Some(before)) = (after, before) else { continue };
                let difference = after.minus(before);
                let estimate = difference.estimate(CONFIDENCE);
                let (gauge, part) = (gauges.gauge(place), &gauges.parts[place].1);
                p[gauges.parts[place].0].extend(difference.p_value().map(|p| (rows.len(), p)));
                rows.push(SensitivityRow {
                    key: step.key.clone(),
                    from: plain(&step.from),
                    to: plain(&step.to),
                    measure: gauge.name.clone(),
                    estimate: estimate.value,
                    ci_lo: estimate.low(),
                    ci_hi: estimate.high(),
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

/// The experiment alone, of a fixed size.
fn alone(mut experiment: Experiment) -> Experiment {
    experiment.schedule.blocks = experiment.schedule.planned_blocks();
    experiment.schedule.stop = None;
    Experiment { compare: None, panel: Vec::new(), ..experiment }
}

/// A value as tables have it: text without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The steps of all switches below a key.
fn collect(key: &str, rules: &Map<String, Value>, schema: &Value, size: i64, steps: &mut Vec<Step>) {
    for (name, value) in rules {
        let (key, schema) = (format!("{key}.{name}"), &schema["properties"][name]);
        if let Value::Object(inner) = value {
            collect(&key, inner, schema, size, steps);
            continue;
        }
        let step = |to: Value| Step { key: key.clone(), from: value.clone(), to };
        steps.extend(others(value, schema, size).into_iter().filter(|to| to != value).map(step));
    }
}

/// Adds what is not there, also in tables.
fn complete(rules: &mut Map<String, Value>, more: Map<String, Value>) {
    for (key, value) in more {
        match (rules.get_mut(&key), value) {
            (Some(Value::Object(own)), Value::Object(more)) => complete(own, more),
            (Some(_), _) => {}
            (None, value) => drop(rules.insert(key, value)),
        }
    }
}

/// A step up and a step down; of words all others. The numbers of a list go together, but one by one where they are all alike, which together
/// would only be shifted.
fn others(value: &Value, schema: &Value, size: i64) -> Vec<Value> {
    let moved = |value: &Value, by: i64| Some(Value::from(value.as_i64()?.checked_add(by)?));
    if let Some(words) = schema["enum"].as_array() {
        return words.clone();
    }
    match value {
        Value::Bool(truth) => vec![(!truth).into()],
        Value::Array(items) if !items.is_empty() => {
            let together = |by: i64| items.iter().map(|item| moved(item, by)).collect::<Option<Vec<_>>>();
            let alone = |place: usize, by: i64| {
                let mut changed = items.clone();
                changed[place] = moved(&items[place], by)?;
                Some(changed)
            };
            let is_level = items.len() > 1 && items.iter().all(|item| *item == items[0]);
            let places = if is_level { 0..items.len() } else { 0..0 };
            let alone = places.flat_map(|place| [size, -size].map(|by| alone(place, by)));
            let together = if is_level { [None, None] } else { [size, -size].map(together) };
            alone.chain(together).flatten().map(Value::from).collect()
        }
        one => [size, -size].into_iter().filter_map(|by| moved(one, by)).collect(),
    }
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
        let found: Vec<String> = steps.iter().map(Step::setting).collect();
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
