//! The config that says everything an experiment is, with nothing left to defaults; the manifest keeps it.

use std::collections::BTreeSet;

use engine::skye::rules::RoundRule;
use engine::skye::{Rules, ScoringTile, Slot};
use serde::Serialize;

use crate::contestant::Contestant;
use crate::designs::{Family, ScoringDesign, SetList};
use crate::experiment::Experiment;
use crate::stats::sequential::SequentialTest;
use crate::stop::{Stop, StopRule};

/// A config in full, with the same keys as the file. `tiles` is a name without the folders before it, since a run must not
/// depend on where its config lay.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are a config's keys")]
pub struct EffectiveConfig {
    pub name: String,
    pub players: usize,
    pub blocks: u64,
    pub seed: u64,
    pub lineup: &'static str,
    pub tables: Vec<&'static str>,
    pub compress: &'static str,
    pub tiles: String,
    pub agents: Vec<EffectiveAgent>,
    pub scoring: EffectiveScoring,
    pub rules: EffectiveRules,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<EffectiveStop>,
    pub reproducible: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<EffectiveCompare>,
}

impl EffectiveConfig {
    /// The config of an experiment.
    pub fn of(experiment: &Experiment) -> Self {
        Self {
            name: experiment.name.clone(),
            players: experiment.players,
            blocks: experiment.planned_blocks(),
            seed: experiment.seed,
            lineup: experiment.lineup.name(),
            tables: experiment.tables.iter().map(|table| table.name()).collect(),
            compress: experiment.compress.name(),
            tiles: experiment.tiles.name.clone(),
            agents: agents(experiment),
            scoring: EffectiveScoring::of(&experiment.scoring),
            rules: EffectiveRules::of(&experiment.rules),
            stop: experiment.stop.as_ref().map(|stop| EffectiveStop::of(stop, experiment)),
            reproducible: experiment.reproducible,
            compare: experiment.compare.as_deref().map(EffectiveCompare::of),
        }
    }
}

fn agents(experiment: &Experiment) -> Vec<EffectiveAgent> {
    let agent = |agent: &Contestant| EffectiveAgent { name: agent.name.clone(), spec: agent.spec.to_string() };
    experiment.agents.iter().map(agent).collect()
}

/// What an [`EffectiveConfig`] is compared with.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct EffectiveCompare {
    /// The name of its tile file.
    pub tiles: String,
    /// Its agents.
    pub agents: Vec<EffectiveAgent>,
    /// Its rules.
    pub rules: EffectiveRules,
}

impl EffectiveCompare {
    fn of(second: &Experiment) -> Self {
        Self { tiles: second.tiles.name.clone(), agents: agents(second), rules: EffectiveRules::of(&second.rules) }
    }
}

/// An agent of an [`EffectiveConfig`].
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are a config's keys")]
pub struct EffectiveAgent {
    pub name: String,
    pub spec: String,
}

/// The scoring tiles of an [`EffectiveConfig`].
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", tag = "design")]
#[expect(missing_docs, reason = "the fields are a config's keys")]
pub enum EffectiveScoring {
    Random { include: Vec<&'static str> },
    Fixed { sets: Vec<[&'static str; 4]>, slots: &'static str },
    Affine { slots: &'static str },
    Quadruples { slots: &'static str },
    Full { include: Vec<&'static str>, slots: &'static str },
}

impl EffectiveScoring {
    fn of(design: &ScoringDesign) -> Self {
        match design {
            ScoringDesign::Random(pool) => Self::Random { include: names(pool) },
            ScoringDesign::Listed(SetList { family, sets, orders }) => {
                let slots = orders.name();
                match family {
                    Family::Fixed => {
                        Self::Fixed { sets: sets.iter().map(|set| set.map(ScoringTile::name)).collect(), slots }
                    }
                    Family::Affine => Self::Affine { slots },
                    Family::Quadruples => Self::Quadruples { slots },
                    Family::Full => {
                        let pool: BTreeSet<ScoringTile> = sets.iter().flatten().copied().collect();
                        Self::Full { include: names(&Vec::from_iter(pool)), slots }
                    }
                }
            }
        }
    }
}

fn names(tiles: &[ScoringTile]) -> Vec<&'static str> {
    tiles.iter().map(|tile| tile.name()).collect()
}

/// The rules of an [`EffectiveConfig`].
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are a config's keys")]
pub struct EffectiveRules {
    pub rounds: Vec<String>,
    pub catch_up: Vec<u16>,
    pub castle_income: u16,
    pub gold_per_vp: u16,
}

impl EffectiveRules {
    fn of(rules: &Rules) -> Self {
        let slots = |round: &RoundRule| round.scores.iter().map(Slot::letter).collect();
        Self {
            rounds: rules.rounds.iter().map(slots).collect(),
            catch_up: rules.rounds.iter().map(|round| round.catch_up).collect(),
            castle_income: rules.castle_income,
            gold_per_vp: rules.gold_per_vp,
        }
    }
}

/// What ends the experiment of an [`EffectiveConfig`] early.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case", tag = "rule")]
pub enum EffectiveStop {
    /// Until an interval is narrow enough.
    #[serde(rename_all = "kebab-case")]
    HalfWidth { agent: String, measure: &'static str, half_width: f64 },
    /// Until a test decides.
    Sequential { agent: String, null: f64, alternative: f64, alpha: f64, beta: f64 },
}

impl EffectiveStop {
    fn of(stop: &Stop, experiment: &Experiment) -> Self {
        let agent = experiment.agents[stop.agent].name.clone();
        match stop.rule {
            StopRule::HalfWidth(measure, half_width) => Self::HalfWidth { agent, measure: measure.name(), half_width },
            StopRule::Sequential(SequentialTest { s0, s1, alpha, beta }) => {
                Self::Sequential { agent, null: s0, alternative: s1, alpha, beta }
            }
        }
    }
}
