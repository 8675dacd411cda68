//! The section `[tune]`: the knobs, the goals, and the number of games.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::Config;
use super::effective::TUNE;
use super::json_schema::{keys, list, meaning, number, section, whole, word};
use super::read::KEYS as KEYS_OF_ALL;
use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::forms::section::{Field, Section};
use crate::forms::tree;
use crate::subject::GameInfo;
use crate::subject::gauges::Gauge;

/// Its keys.
const KEYS: [&str; 5] = ["games", "finalists", "fresh", "knobs", "goals"];

/// The key of the agents, whose specs may be tuned.
const AGENTS: &str = "agents";

/// The accepted numbers of games.
const GAMES: RangeInclusive<u64> = 1..=1_000_000_000_000;

/// The accepted numbers of finalists.
const FINALISTS: RangeInclusive<u64> = 1..=100;

/// The accepted shares of games for the final verdict on fresh seeds.
const FRESH: RangeInclusive<f64> = 0.05..=0.95;

/// The accepted weights.
const WEIGHT: RangeInclusive<f64> = 0.000_001..=1_000_000.0;

/// The accepted target numbers of goals.
const NUMBER: RangeInclusive<f64> = -1_000_000.0..=1_000_000.0;

/// The accepted half-widths of intervals that can show a goal to be met.
const HALF_WIDTH: RangeInclusive<f64> = 0.000_001..=1_000_000.0;

/// The default half-widths for shares and for everything else.
const HALF_WIDTH_OF_SHARES: f64 = 0.02;
const HALF_WIDTH_OF_OTHERS: f64 = 1.0;

/// The accepted targets.
const TARGETS: &str = "`even`, `least`, `most`, a number, or a range such as [0.5, 0.6]";

/// The words among the targets.
const EVEN: &str = "even";
const LEAST: &str = "least";
const MOST: &str = "most";

/// The keys of a goal.
const OF_GOAL: [&str; 5] = ["measure", "part", "target", "weight", "half-width"];

/// The keys of a knob whose values are all choices of a number of items from a list.
const CHOOSE: &str = "choose";
const FROM: &str = "from";

/// The maximum number of choices of a knob.
const MOST_CHOICES: usize = 20_000;

/// The settings of tuning: knobs and goals.
#[derive(Clone, PartialEq, Debug)]
pub struct Tune {
    /// The maximum number of games, including those of the verdict.
    pub games: u64,
    /// The number of candidates that are replayed on fresh seeds.
    pub finalists: usize,
    /// The share of games for the finalists.
    pub fresh: f64,
    /// The keys to vary.
    pub knobs: Vec<Knob>,
    /// The goals.
    pub goals: Vec<Goal>,
}

/// A key of the config with the values to try.
#[derive(Clone, PartialEq, Debug)]
pub struct Knob {
    /// The key, with dots between sections.
    pub key: String,
    /// The values in the syntax of `--set`.
    pub values: Vec<String>,
    /// Whether they were given on the command line.
    pub is_argument: bool,
}

/// A measure with its target.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// The index of the measure among those of the game.
    pub measure: usize,
    /// The name of the only part of the measure that counts; `None` for all parts.
    pub part: Option<String>,
    /// The target.
    pub target: Target,
    /// The weight of its squared distance; `None` if no goal has one.
    pub weight: Option<f64>,
    /// The largest half-width of an interval that can show the goal to be met, in the measure's unit.
    ///
    /// Ignored for ranges.
    pub half_width: f64,
}

/// The target for every part of a measure.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Target {
    /// The mean of all parts.
    Even,
    /// This number.
    Number(f64),
    /// Anything in this range.
    Range(f64, f64),
    /// As little as possible.
    Least,
    /// As much as possible.
    Most,
}

impl Target {
    /// The sign that turns a number into its distance from the target; `None` for numbers and ranges.
    pub fn direction(self) -> Option<f64> {
        match self {
            Self::Least => Some(1.0),
            Self::Most => Some(-1.0),
            Self::Even | Self::Number(_) | Self::Range(..) => None,
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Even => f.write_str(EVEN),
            Self::Number(number) => write!(f, "{number}"),
            Self::Range(low, high) => write!(f, "[{low}, {high}]"),
            Self::Least => f.write_str(LEAST),
            Self::Most => f.write_str(MOST),
        }
    }
}

/// Reads the section of a config that otherwise describes this experiment.
///
/// # Errors
/// If it is missing, or the first error in it.
pub fn tune(experiment: &Experiment, config: &Config) -> Result<Tune> {
    read(experiment, section_of(config)?).map_err(Error::in_one_line)
}

/// Returns the section of a config.
///
/// # Errors
/// If it is missing.
pub fn section_of(config: &Config) -> Result<Field<'_>> {
    let accepted = "a section [tune] with games, [tune.knobs] and [[tune.goals]]";
    Section::top(&config.file, &config.tree)?.need(TUNE, accepted)
}

fn read(experiment: &Experiment, field: Field<'_>) -> Result<Tune> {
    let top = field.section("tune.")?.accept(&KEYS)?;
    let games = top.need("games", "maximum number of games")?.whole(GAMES)?;
    let finalists = top.get("finalists").map_or(Ok(3), |field| field.whole(FINALISTS))? as usize;
    let fresh = top.get("fresh").map_or(Ok(0.5), |field| field.number(FRESH))?;
    let field = top.need("knobs", "[tune.knobs] with keys of the config, each with a list of values to try")?;
    let mut knobs = Vec::new();
    knobs_of(field.section("tune.knobs.")?, "", &mut knobs)?;
    if knobs.is_empty() {
        return Err(field.fault("no knob", "at least one key of the config, with a list of values"));
    }
    let field = top.need("goals", "[[tune.goals]], each with a measure and a target")?;
    let mut goals: Vec<Goal> = Vec::new();
    for item in field.list()? {
        let goal = goal(experiment, item)?;
        if goals.iter().any(|other| (other.measure, &other.part) == (goal.measure, &goal.part)) {
            return Err(
                item.complaint("found a measure a second time; accepted: every measure once, or each of its parts")
            );
        }
        goals.push(goal);
    }
    if goals.is_empty() {
        return Err(field.fault("no goal", "at least one, with a measure and a target"));
    }
    if goals.iter().any(|goal| goal.weight.is_some()) {
        goals.iter_mut().for_each(|goal| goal.weight = goal.weight.or(Some(1.0)));
    }
    Ok(Tune { games, finalists, fresh, knobs, goals })
}

/// Collects the knobs below a key, in the order in which they are written.
fn knobs_of(section: Section<'_>, prefix: &str, knobs: &mut Vec<Knob>) -> Result<()> {
    for (key, field) in section.entries() {
        let key = if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") };
        let inner = field.section("tune.knobs.").ok();
        let choice = inner.filter(|inner| inner.get(CHOOSE).is_some());
        if let (Some(inner), None) = (inner, choice) {
            knobs_of(inner, &key, knobs)?;
            continue;
        }
        let top = key.split('.').next().unwrap_or_default();
        if (KEYS_OF_ALL.contains(&top) && top != AGENTS) || (top == AGENTS && key.ends_with(".name")) {
            let accepted = "keys of the game, and specs of agents; knobs may change games, but not pairings or seeds";
            return Err(field.fault("a key that does not belong to the game", accepted));
        }
        let path = format!("{key}.");
        let overlapping = knobs.iter().find(|other| {
            let other = format!("{}.", other.key);
            other.starts_with(&path) || path.starts_with(&other)
        });
        if let Some(other) = overlapping {
            return Err(field.complaint(format!("found `{}` a second time; accepted: every key once", other.key)));
        }
        let listed = choice.map_or(Ok(field), |choice| choice.need(FROM, "a list to choose from"))?;
        let values: Vec<String> = listed.list()?.into_iter().map(|item| tree::written(item.value())).collect();
        if values.is_empty() {
            return Err(listed.fault("an empty list", "at least one value"));
        }
        if values.iter().collect::<BTreeSet<_>>().len() < values.len() {
            return Err(listed.fault("a value a second time", "every value once"));
        }
        let values = choice.map_or(Ok(values.clone()), |choice| choices(choice, &values))?;
        knobs.push(Knob { key, values, is_argument: listed.is_argument() });
    }
    Ok(())
}

/// Returns all choices of this many items, each as a list in their order.
fn choices(section: Section<'_>, items: &[String]) -> Result<Vec<String>> {
    let section = section.accept(&[CHOOSE, FROM])?;
    let field = section.need(CHOOSE, "number of items to choose")?;
    let wanted = field.whole(1..=items.len() as u64)? as usize;
    // The chosen items, and the index of the next item that may be chosen.
    let mut chosen: Vec<(Vec<&str>, usize)> = vec![(Vec::new(), 0)];
    for left in (0..wanted).rev() {
        let longer = chosen.iter().flat_map(|(begun, next)| {
            (*next..items.len() - left).map(move |place| ([&begun[..], &[&items[place]]].concat(), place + 1))
        });
        chosen = longer.take(MOST_CHOICES + 1).collect();
        if chosen.len() > MOST_CHOICES {
            return Err(field.fault(format!("more than {MOST_CHOICES} choices"), "fewer, or a shorter list"));
        }
    }
    Ok(chosen.into_iter().map(|(items, _)| format!("[{}]", items.join(", "))).collect())
}

fn goal(experiment: &Experiment, item: Field<'_>) -> Result<Goal> {
    let section = item.section("tune.goals.")?.accept(&OF_GOAL)?;
    let gauges = Gauge::all(experiment.info());
    let names: Vec<&str> = gauges.iter().map(|gauge| gauge.name.as_str()).collect();
    let measure = section.need("measure", "a measure; see `sim list measures`")?.word(&names)?;
    let part = section.get("part").map(|field| part(experiment, &gauges[measure], field)).transpose()?;
    let field = section.need("target", TARGETS)?;
    let target = target(field)?;
    let numbers = match target {
        Target::Even | Target::Least | Target::Most => Vec::new(),
        Target::Number(number) => vec![number],
        Target::Range(low, high) => vec![low, high],
    };
    if gauges[measure].is_share() && numbers.iter().any(|number| !(0.0..=1.0).contains(number)) {
        return Err(field.fault(field.found(), format!("0 to 1, because {} is a share: 0.2 is 20 %", names[measure])));
    }
    if target == Target::Even && !gauges[measure].has_parts() {
        let accepted = format!("a number or a range, because {} is a single number", names[measure]);
        return Err(field.fault("`even`", accepted));
    }
    if target.direction().is_some() && gauges[measure].has_parts() && part.is_none() {
        let accepted = format!("a `part` as well, because {} has several parts", names[measure]);
        return Err(field.fault(format!("`{target}`"), accepted));
    }
    let weight = section.get("weight").map(|field| field.number(WEIGHT)).transpose()?;
    let half_width = match section.get("half-width") {
        Some(field) if matches!(target, Target::Range(..)) => {
            return Err(field.complaint("it has no effect: a range is met if the interval lies within it"));
        }
        Some(field) if target.direction().is_some() => {
            return Err(field.complaint(format!("it has no effect: `{target}` cannot be met")));
        }
        Some(field) => field.number(HALF_WIDTH)?,
        None if gauges[measure].is_share() => HALF_WIDTH_OF_SHARES,
        None => HALF_WIDTH_OF_OTHERS,
    };
    Ok(Goal { measure, part, target, weight, half_width })
}

/// Reads the name of a part of a measure.
fn part(experiment: &Experiment, gauge: &Gauge, field: Field<'_>) -> Result<String> {
    if !gauge.has_parts() {
        return Err(field.complaint(format!("it has no effect: {} is a single number", gauge.name)));
    }
    let names = gauge.parts(&experiment.schedule, &*experiment.subject);
    let place = field.word(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    Ok(names[place].clone())
}

fn target(field: Field<'_>) -> Result<Target> {
    match field.value().to_json(false) {
        Value::String(word) => match word.as_str() {
            EVEN => Ok(Target::Even),
            LEAST => Ok(Target::Least),
            MOST => Ok(Target::Most),
            _ => Err(field.fault(format!("`{word}`"), TARGETS)),
        },
        Value::Number(_) => field.number(NUMBER).map(Target::Number),
        Value::Array(_) => {
            let ends = field.list()?.into_iter().map(|end| end.number(NUMBER)).collect::<Result<Vec<f64>>>()?;
            match ends[..] {
                [low, high] if low <= high => Ok(Target::Range(low, high)),
                _ => Err(field.fault("a list that is not a range", "two numbers, the smaller one first")),
            }
        }
        Value::Null | Value::Bool(_) | Value::Object(_) => Err(field.fault(field.found(), TARGETS)),
    }
}

/// Returns the JSON Schema of the section.
pub fn schema(game: &GameInfo) -> Value {
    let names: Vec<String> = Gauge::all(game).into_iter().map(|gauge| gauge.name).collect();
    let range = json!({"type": "array", "items": number(NUMBER), "minItems": 2, "maxItems": 2});
    let goal = keys([
        ("measure", meaning("see `sim list measures`", word(names.iter().map(String::as_str)))),
        (
            "part",
            meaning("the only place, agent or scoring tile of the measure that counts", json!({"type": "string"})),
        ),
        ("target", json!({"anyOf": [word([EVEN, LEAST, MOST]), number(NUMBER), range]})),
        ("weight", meaning("weight of the squared distance; goals without weights may conflict", number(WEIGHT))),
        (
            "half-width",
            meaning(
                "largest half-width of an interval that shows a number or `even` to be met, in the unit of the measure; by default 0.02 for shares and 1 otherwise",
                number(HALF_WIDTH),
            ),
        ),
    ]);
    let all = keys([
        ("games", meaning("maximum number of games, including those of the verdict", whole(GAMES))),
        (
            "finalists",
            meaning("number of candidates that are played again on fresh seeds, by default 3", whole(FINALISTS)),
        ),
        ("fresh", meaning("share of the games that the verdict takes, by default 0.5", number(FRESH))),
        (
            "knobs",
            meaning(
                "keys as in `--set`, each with a list of values to try, or { choose = 4, from = [...] } for all choices of 4 items",
                json!({"type": "object"}),
            ),
        ),
        ("goals", meaning("goals of the search", list(section(goal, &["measure", "target"])))),
    ]);
    section(all, &["games", "knobs", "goals"])
}
