//! `timing.json`: the sessions and the speed of a run, which differ between runs of the same schedule.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::Result;
use crate::play::cost::Cost;
use crate::programs::Times;
use crate::run::manifest::TIMING;
use crate::run::session::{PlayedSession, RunHistory};
use crate::schedule::Schedule;
use crate::store::files::json_of;

/// The sessions and the speed of an experiment.
#[derive(Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Timing {
    /// The sessions in order; several if the run was interrupted.
    pub sessions: Vec<PlayedSession>,
    /// The total time over all sessions.
    pub elapsed_s: f64,
    pub games_per_s: f64,
    /// The mean processor time of a decision by agent, measured in the first 64 blocks and every 64th
    /// after them.
    pub decision_cpu_us: BTreeMap<String, Option<f64>>,
    /// The number of measured decisions of each agent.
    pub decisions_measured: BTreeMap<String, u64>,
    /// The answer times of external programs.
    ///
    /// Their decisions above are their answers, and the processor time is that of their processes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, AnswerTimes>,
    /// The timings of the merged parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Value>,
}

/// The answer times of an external program.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct AnswerTimes {
    pub count: u64,
    pub mean_ms: f64,
    pub longest_ms: f64,
}

impl AnswerTimes {
    fn of(times: &Times) -> Option<Self> {
        Some(Self { count: times.answers, mean_ms: times.mean_ms()?, longest_ms: times.longest.as_secs_f64() * 1e3 })
    }

    fn times(&self) -> Option<Times> {
        let (total, longest) = (from_ms(self.mean_ms * self.count as f64)?, from_ms(self.longest_ms)?);
        Some(Times { answers: self.count, total, longest })
    }
}

fn from_ms(ms: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(ms / 1e3).ok()
}

impl Timing {
    /// Computes the timing of sessions, each with its blocks and seconds.
    pub fn of(schedule: &Schedule, sessions: Vec<PlayedSession>, costs: &[Cost]) -> Self {
        let blocks: u64 = sessions.iter().map(|session| session.blocks).sum();
        let elapsed_s: f64 = sessions.iter().map(|session| session.elapsed_s).sum();
        let agents = || schedule.names().map(str::to_owned);
        Self {
            sessions,
            elapsed_s,
            games_per_s: (blocks * schedule.games_per_block()) as f64 / elapsed_s,
            decision_cpu_us: agents().zip(costs.iter().map(Cost::mean_us)).collect(),
            decisions_measured: agents().zip(costs.iter().map(|cost| cost.decisions)).collect(),
            answers: agents()
                .zip(costs)
                .filter_map(|(name, cost)| Some((name, AnswerTimes::of(&cost.answers)?)))
                .collect(),
            parts: Vec::new(),
        }
    }
}

/// Reads the sessions of the run in a folder from its `timing.json`.
///
/// Missing values are left unknown, because they are no reason to reject the run.
///
/// # Errors
/// If the machine fails to read it.
pub fn history(folder: &Path, schedule: &Schedule) -> Result<RunHistory> {
    let read = json_of(&folder.join(TIMING))?.and_then(|json| serde_json::from_value(json).ok());
    let Some(Timing { sessions, decision_cpu_us, decisions_measured, answers, .. }) = read else {
        return Ok(RunHistory::default());
    };
    let costs = schedule.names().map(|name| {
        let decisions = decisions_measured.get(name).copied().unwrap_or(0);
        let mean_us = decision_cpu_us.get(name).copied().flatten().filter(|mean| mean.is_finite() && *mean >= 0.0);
        let time = Duration::try_from_secs_f64(mean_us.unwrap_or(0.0) * decisions as f64 / 1e6).unwrap_or_default();
        let answers = answers.get(name).and_then(AnswerTimes::times).unwrap_or_default();
        Cost { decisions, time, answers }
    });
    Ok(RunHistory { sessions, costs: costs.collect() })
}
