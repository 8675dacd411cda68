//! `timing.json`: what differs between two runs of one schedule.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::Result;
use crate::play::cost::Cost;
use crate::programs::Times;
use crate::run::folder::{Past, Session, json_of};
use crate::run::manifest::{REVISION, TIMING, VERSION};
use crate::schedule::Schedule;

/// How an experiment was played.
#[derive(Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Timing {
    /// The sessions in order: a run that was interrupted has several.
    pub sessions: Vec<SessionTiming>,
    /// The total over all sessions.
    pub elapsed_s: f64,
    pub games_per_s: f64,
    /// Mean processor time of a decision by agent, measured in some of the blocks.
    pub decision_cpu_us: BTreeMap<String, Option<f64>>,
    /// How many decisions of each agent were measured.
    #[serde(default)]
    pub decisions_measured: BTreeMap<String, u64>,
    /// How long the answers of agents that are programs took. Their decisions above are their answers, and the processor time is that of
    /// their processes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Answers>,
    /// The timings of the parts that were merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Value>,
}

/// How long the answers of a program took.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Answers {
    pub count: u64,
    pub mean_ms: f64,
    pub longest_ms: f64,
}

impl Answers {
    fn of(times: &Times) -> Option<Self> {
        Some(Self { count: times.answers, mean_ms: times.mean_ms()?, longest_ms: times.longest.as_secs_f64() * 1e3 })
    }

    fn times(&self) -> Option<Times> {
        let of_ms = |ms: f64| Duration::try_from_secs_f64(ms / 1e3).ok();
        let (total, longest) = (of_ms(self.mean_ms * self.count as f64)?, of_ms(self.longest_ms)?);
        Some(Times { answers: self.count, total, longest })
    }
}

/// One session.
#[derive(Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct SessionTiming {
    #[serde(flatten)]
    pub session: Session,
    /// Blocks that it added.
    pub blocks: u64,
    /// Up to its last commit, if it was killed.
    pub elapsed_s: f64,
}

impl Timing {
    /// The timing of sessions, each with its blocks and seconds.
    pub fn of(schedule: &Schedule, sessions: Vec<(Session, u64, f64)>, costs: &[Cost]) -> Self {
        let blocks: u64 = sessions.iter().map(|(_, blocks, _)| blocks).sum();
        let elapsed_s: f64 = sessions.iter().map(|(_, _, elapsed)| elapsed).sum();
        let timing = |(session, blocks, elapsed_s)| SessionTiming { session, blocks, elapsed_s };
        let agents = || schedule.names().map(str::to_owned);
        Self {
            sessions: sessions.into_iter().map(timing).collect(),
            elapsed_s,
            games_per_s: (blocks * schedule.games_per_block()) as f64 / elapsed_s,
            decision_cpu_us: agents().zip(costs.iter().map(Cost::mean_us)).collect(),
            decisions_measured: agents().zip(costs.iter().map(|cost| cost.decisions)).collect(),
            answers: agents().zip(costs).filter_map(|(name, cost)| Some((name, Answers::of(&cost.answers)?))).collect(),
            parts: Vec::new(),
        }
    }
}

/// How the run in a folder was played, as far as its timing tells; what it does not tell is unknown, and no reason to refuse the run.
///
/// # Errors
/// If the machine cannot read it.
pub fn past(folder: &Path, schedule: &Schedule) -> Result<Past> {
    let read = json_of(&folder.join(TIMING))?.and_then(|json| serde_json::from_value(json).ok());
    let Some(Timing { sessions, decision_cpu_us, decisions_measured, answers, .. }) = read else {
        return Ok(Past::default());
    };
    let cost = |name: &str| {
        let decisions = decisions_measured.get(name).copied().unwrap_or(0);
        let mean_us = decision_cpu_us.get(name).copied().flatten().filter(|mean| mean.is_finite() && *mean >= 0.0);
        let time = Duration::try_from_secs_f64(mean_us.unwrap_or(0.0) * decisions as f64 / 1e6).unwrap_or_default();
        let answers = answers.get(name).and_then(Answers::times).unwrap_or_default();
        Cost { decisions, time, answers }
    };
    let session = |session: SessionTiming| (session.session, session.blocks, session.elapsed_s);
    Ok(Past { sessions: sessions.into_iter().map(session).collect(), costs: schedule.names().map(cost).collect() })
}

impl Session {
    /// A session that starts now in this process.
    pub fn now(folder: &Path, threads: usize) -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self {
            arguments: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect(),
            folder: folder.display().to_string(),
            host: host(),
            version: VERSION.to_owned(),
            revision: REVISION.to_owned(),
            threads,
            started_unix_s: now.as_secs(),
        }
    }
}

/// The machine's name, if known.
fn host() -> Option<String> {
    let named = std::env::var("HOSTNAME").ok();
    named.or_else(|| std::fs::read_to_string("/proc/sys/kernel/hostname").ok()).map(|name| name.trim().to_owned())
}
