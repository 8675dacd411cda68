//! The `[stop]` section: what ends an experiment before its last block.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::json_schema::{keys, meaning, number, section, word};
use crate::base::error::Result;
use crate::lab::forms::section::{Field, Section};
use crate::lab::schedule::contestant::Contestant;
use crate::lab::schedule::measure::AgentMeasure;
use crate::lab::schedule::stop::{Stop, StopRule};
use crate::stats::sequential::SequentialTest;

/// How far an interval of win shares may reach to either side.
const SHARE_WIDTH: RangeInclusive<f64> = 0.001..=0.5;

/// The same of VP.
const VP_WIDTH: RangeInclusive<f64> = 0.001..=100.0;

/// Win shares that a test decides between.
const SHARE: RangeInclusive<f64> = 0.001..=0.999;

/// How often it may be wrong.
const ERROR: RangeInclusive<f64> = 0.000_001..=0.25;

/// What the section is about.
pub struct About<'a> {
    /// The agents.
    pub agents: &'a [Contestant],
    /// Number of players.
    pub players: usize,
    /// The most blocks that are played.
    pub blocks: u64,
}

/// Reads the section; nothing for a fixed size.
pub fn stop(field: Field<'_>, about: &About<'_>) -> Result<Option<Stop>> {
    let section = field.section("stop.")?;
    let rule = section.get("rule").map_or(Ok(0), |field| field.word(&StopRule::NAMES))?;
    let rule = match StopRule::NAMES[rule] {
        "half-width" => half_width(section.accept(&["rule", "agent", "measure", "half-width"])?)?,
        "sequential" => {
            sequential(section.accept(&["rule", "agent", "null", "alternative", "alpha", "beta"])?, about.players)?
        }
        _ => return section.accept(&["rule"]).map(|_| None),
    };
    let agent = section.get("agent").map_or(Ok(0), |field| agent(field, about.agents))?;
    Ok(Some(Stop { most_blocks: about.blocks, agent, rule }))
}

fn agent(field: Field<'_>, agents: &[Contestant]) -> Result<usize> {
    let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
    field.word(&names)
}

fn half_width(section: Section<'_>) -> Result<StopRule> {
    let measures = AgentMeasure::ALL.map(AgentMeasure::name);
    let measure = section.get("measure").map_or(Ok(0), |field| field.word(&measures))?;
    let (measure, accepted) = match AgentMeasure::ALL[measure] {
        AgentMeasure::WinShare => (AgentMeasure::WinShare, SHARE_WIDTH),
        measure @ (AgentMeasure::Vp | AgentMeasure::Margin) => (measure, VP_WIDTH),
    };
    let target = section.need("half-width", "how far the interval may reach to either side, such as 0.02")?;
    Ok(StopRule::HalfWidth(measure, target.number(accepted)?))
}

fn sequential(section: Section<'_>, players: usize) -> Result<StopRule> {
    let share = |field: Field<'_>| field.number(SHARE);
    let s0 = section.get("null").map_or(Ok(1.0 / players as f64), share)?;
    let field = section.need("alternative", "a win share other than that of the null hypothesis, such as 0.55")?;
    let s1 = share(field)?;
    if (s1 - s0).abs() < 0.001 {
        return Err(field.fault(s1, format!("a win share at least 0.001 off the null hypothesis, {s0}")));
    }
    let error = |key| section.get(key).map_or(Ok(0.05), |field| field.number(ERROR));
    Ok(StopRule::Sequential(SequentialTest { s0, s1, alpha: error("alpha")?, beta: error("beta")? }))
}

/// The section as a JSON Schema.
pub fn schema() -> Value {
    let agent = || meaning("the name of the agent that it is about, the first if left out", json!({"type": "string"}));
    let half_width = keys([
        ("rule", word(["half-width"])),
        ("agent", agent()),
        ("measure", word(AgentMeasure::ALL.map(AgentMeasure::name))),
        ("half-width", meaning("how far the interval may reach to either side, such as 0.02", number(VP_WIDTH))),
    ]);
    let sequential = keys([
        ("rule", word(["sequential"])),
        ("agent", agent()),
        ("null", meaning("the win share of the null hypothesis, 1 / players if left out", number(SHARE))),
        ("alternative", meaning("the other win share, such as 0.55", number(SHARE))),
        ("alpha", meaning("how often the null hypothesis may be given up wrongly", number(ERROR))),
        ("beta", meaning("how often the alternative may be given up wrongly", number(ERROR))),
    ]);
    let rules = [
        section(keys([("rule", word(["fixed"]))]), &[]),
        section(half_width, &["rule", "half-width"]),
        section(sequential, &["rule", "alternative"]),
    ];
    json!({"oneOf": rules})
}
