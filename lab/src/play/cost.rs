//! Processor time of decisions.

use std::time::Duration;

use cpu_time::ThreadTime;
use engine::{Game, Seat};
use interface::observer::Observer;
use serde::{Deserialize, Serialize};

use crate::programs::{Account, Times};

/// Processor time that an agent spent on decisions.
#[derive(Copy, Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// Decisions measured.
    pub decisions: u64,
    /// Their processor time.
    pub time: Duration,
    /// How long answers took, if the agent is a program: then these are the decisions, and the processor time is that of its processes.
    #[serde(default, skip_serializing_if = "Times::is_empty")]
    pub answers: Times,
}

impl Cost {
    /// What a program's seat cost in a game.
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

/// Watches the clock along with the game.
pub struct Stopwatch<'a, O> {
    watch: &'a mut O,
    agents: &'a [usize],
    costs: &'a mut [Cost],
    asked: ThreadTime,
}

impl<'a, O> Stopwatch<'a, O> {
    /// Along with another observer; `agents` are the agents by seat, `costs` theirs by number.
    pub fn new(watch: &'a mut O, agents: &'a [usize], costs: &'a mut [Cost]) -> Self {
        Self { watch, agents, costs, asked: ThreadTime::now() }
    }
}

impl<G: Game, O: Observer<G>> Observer<G> for Stopwatch<'_, O> {
    fn event(&mut self, position: &G::Position, event: &G::Event) {
        self.watch.event(position, event);
    }

    fn listens(&self) -> bool {
        self.watch.listens()
    }

    fn asking(&mut self, _seat: Seat) {
        self.asked = ThreadTime::now();
    }

    fn decided(&mut self, seat: Seat, iterations: u64) {
        let cost = &mut self.costs[self.agents[seat.index()]];
        cost.time += self.asked.elapsed();
        cost.decisions += 1;
        self.watch.decided(seat, iterations);
    }

    fn over(&mut self, position: &G::Position) {
        self.watch.over(position);
    }
}
