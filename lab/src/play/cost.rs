//! Processor time of decisions.

use std::time::Duration;

use cpu_time::ThreadTime;
use engine::Seat;
use serde::{Deserialize, Serialize};

use super::roster::Watch;
use crate::programs::{Account, Times};

/// Processor time that an agent spent on decisions.
#[derive(Copy, Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// Decisions measured.
    pub decisions: u64,
    /// Their processor time.
    pub time: Duration,
    /// The times of answers, if the agent is a program: these are its decisions, the processor time is that of its processes.
    #[serde(default, skip_serializing_if = "Times::is_empty")]
    pub answers: Times,
}

impl Cost {
    /// The cost of a program's seat in a game.
    pub fn of_program(account: &Account) -> Self {
        let Account { times, processor, .. } = *account;
        Self { decisions: times.answers, time: processor, answers: times }
    }

    /// Adds what was measured elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.time += other.time;
        self.answers.add(&other.answers);
    }

    /// Mean processor time of a decision, in microseconds.
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
    /// Measures into `costs` by the agents' numbers; `agents` are these by seat.
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
