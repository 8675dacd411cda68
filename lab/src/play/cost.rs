//! The processor time of decisions.

use std::time::Duration;

use cpu_time::ThreadTime;
use engine::Seat;
use serde::{Deserialize, Serialize};

use super::roster::Watch;
use crate::programs::{Account, Times};

/// The processor time that an agent spent on decisions.
#[derive(Copy, Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// The number of decisions measured.
    pub decisions: u64,
    /// Their processor time.
    pub time: Duration,
    /// The answer times, if the agent is an external program.
    ///
    /// Its decisions are then its answers, and the processor time is that of its processes.
    #[serde(default, skip_serializing_if = "Times::is_empty")]
    pub answers: Times,
}

impl Cost {
    /// Returns the cost of an external program's seat in a game.
    pub fn of_program(account: &Account) -> Self {
        let Account { times, processor, .. } = *account;
        Self { decisions: times.answers, time: processor, answers: times }
    }

    /// Adds another measurement.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.time += other.time;
        self.answers.add(&other.answers);
    }

    /// Returns the mean processor time of a decision, in microseconds.
    pub fn mean_us(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.time.as_secs_f64() * 1e6 / self.decisions as f64)
    }
}

/// Measures the processor time of decisions.
pub struct Stopwatch<'a> {
    agents: &'a [usize],
    costs: &'a mut [Cost],
    asked: ThreadTime,
}

impl<'a> Stopwatch<'a> {
    /// Measures into `costs`, which are by agent; `agents` are the agents by seat.
    pub fn new(agents: &'a [usize], costs: &'a mut [Cost]) -> Self {
        Self { agents, costs, asked: ThreadTime::now() }
    }
}

impl Watch for Stopwatch<'_> {
    fn asking(&mut self, _seat: Seat) {
        self.asked = ThreadTime::now();
    }

    fn decided(&mut self, seat: Seat, _iterations: u64) {
        let cost = &mut self.costs[self.agents[seat.index()]];
        cost.time += self.asked.elapsed();
        cost.decisions += 1;
    }
}
