//! How clusters are measured when they are compared or counted: outcomes of its games, win share and VP of its agents.

use crate::lab::schedule::Schedule;
use crate::lab::subject::outcome::Outcome;
use crate::lab::subject::rows::SeatRow;
use crate::lab::subject::{RowsOf, Subject};

/// One measure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A number that games have, by its place in the game's list of outcomes.
    Outcome(usize),
    /// Win share of a seat of this agent.
    WinShare(usize),
    /// Final VP of a seat of this agent.
    AgentVp(usize),
}

/// What a measure is called.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// In tables.
    pub name: &'static str,
    /// In sentences.
    pub title: &'static str,
    /// The unit.
    pub unit: &'static str,
}

impl Measure {
    /// All measures of an experiment.
    pub fn all<S: Subject>(schedule: &Schedule) -> Vec<Self> {
        let outcomes = (0..S::outcomes().len()).map(Self::Outcome);
        let agents = 0..schedule.agents.len();
        outcomes.chain(agents.flat_map(|agent| [Self::WinShare(agent), Self::AgentVp(agent)])).collect()
    }

    /// The measure of this outcome, if the game has it.
    pub fn of_outcome<S: Subject>(name: &str) -> Option<Self> {
        S::outcomes().iter().position(|outcome| outcome.name == name).map(Self::Outcome)
    }

    /// What it is called.
    pub fn names<S: Subject>(self) -> Names {
        match self {
            Self::Outcome(place) => {
                let Outcome { name, title, unit, .. } = S::outcomes()[place];
                Names { name, title, unit }
            }
            Self::WinShare(_) => Names { name: "win_share", title: "wins per seat", unit: "wins" },
            Self::AgentVp(_) => Names { name: "vp", title: "VP", unit: "VP" },
        }
    }

    /// The agent whose measure it is; nothing for all together.
    pub fn agent(self) -> Option<usize> {
        match self {
            Self::Outcome(_) => None,
            Self::WinShare(agent) | Self::AgentVp(agent) => Some(agent),
        }
    }

    /// How many games or seats of a game have a value for it, and the sum.
    fn of<S: Subject>(self, rows: &RowsOf<S>) -> (u64, f64) {
        let of_seats = |agent: usize, value: fn(&SeatRow) -> f64| {
            let own = rows.seats.iter().filter(|row| row.agent == agent);
            own.fold((0, 0.0), |(count, sum), row| (count + 1, sum + value(row)))
        };
        match self {
            Self::Outcome(place) => (S::outcomes()[place].of)(rows).map_or((0, 0.0), |value| (1, value)),
            Self::WinShare(agent) => of_seats(agent, |row| row.win_share),
            Self::AgentVp(agent) => of_seats(agent, |row| f64::from(row.points)),
        }
    }
}

/// Means over one cluster as its games come in.
#[derive(Clone, Debug)]
pub struct ClusterMeans {
    sums: Vec<(Measure, u64, f64)>,
}

impl ClusterMeans {
    /// For a cluster that has not started.
    pub fn new(measures: &[Measure]) -> Self {
        Self { sums: measures.iter().map(|measure| (*measure, 0, 0.0)).collect() }
    }

    /// Adds a game.
    pub fn add<S: Subject>(&mut self, rows: &RowsOf<S>) {
        for (measure, count, sum) in &mut self.sums {
            let (more, value) = measure.of::<S>(rows);
            *count += more;
            *sum += value;
        }
    }

    /// The mean of each measure; nothing where no game has a value.
    pub fn means(&self) -> Vec<Option<f64>> {
        self.sums.iter().map(|(_, count, sum)| (*count > 0).then(|| sum / *count as f64)).collect()
    }
}
