//! The config that says everything an experiment is, with nothing left to defaults; the manifest keeps it.

use std::collections::BTreeSet;

use engine::skye::rules::RoundRule;
use engine::skye::{ScoringTile, Slot};
use serde::Serialize;

use crate::contestant::Contestant;
use crate::designs::{Family, ScoringDesign, SetList};
use crate::experiment::Experiment;

/// A config in full, with the same keys as the file. `tiles` is a name without the folders before it, since a run must not
/// depend on where its config lay.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are a config's keys")]
pub struct EffectiveConfig {
    pub name: String,
    pub players: usize,
    pub blocks: u64,
    pub seed: u64,
    pub lineup: &'static str,
    pub tables: Vec<&'static str>,
    pub tiles: String,
    pub agents: Vec<EffectiveAgent>,
    pub scoring: EffectiveScoring,
    pub rules: EffectiveRules,
    pub reproducible: bool,
}

impl EffectiveConfig {
    /// The config of an experiment.
    pub fn of(experiment: &Experiment) -> Self {
        let agent = |agent: &Contestant| EffectiveAgent { name: agent.name.clone(), spec: agent.spec.to_string() };
        let slots = |round: &RoundRule| round.scores.iter().map(Slot::letter).collect();
        Self {
            name: experiment.name.clone(),
            players: experiment.players,
            blocks: experiment.blocks,
            seed: experiment.seed,
            lineup: experiment.lineup.name(),
            tables: experiment.tables.iter().map(|table| table.name()).collect(),
            tiles: experiment.tiles.name.clone(),
            agents: experiment.agents.iter().map(agent).collect(),
            scoring: EffectiveScoring::of(&experiment.scoring),
            rules: EffectiveRules {
                rounds: experiment.rules.rounds.iter().map(slots).collect(),
                catch_up: experiment.rules.rounds.iter().map(|round| round.catch_up).collect(),
                castle_income: experiment.rules.castle_income,
                gold_per_vp: experiment.rules.gold_per_vp,
            },
            reproducible: experiment.reproducible,
        }
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
