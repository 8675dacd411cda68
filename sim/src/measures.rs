//! What a cluster is measured by where clusters are compared or counted: outcomes of its games, win share and VP of its agents.

use crate::experiment::Experiment;
use crate::rows::GameRows;
use crate::tables::outcomes::Outcome;

/// One measure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A number that every game has.
    Outcome(Outcome),
    /// Win share of a seat of this agent.
    WinShare(usize),
    /// Final VP of a seat of this agent.
    AgentVp(usize),
}

impl Measure {
    /// All measures of an experiment.
    pub fn all(experiment: &Experiment) -> Vec<Self> {
        let agents = 0..experiment.agents.len();
        let outcomes = Outcome::ALL.map(Self::Outcome).into_iter();
        outcomes.chain(agents.flat_map(|agent| [Self::WinShare(agent), Self::AgentVp(agent)])).collect()
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcome(outcome) => outcome.name(),
            Self::WinShare(_) => "win_share",
            Self::AgentVp(_) => "vp",
        }
    }

    /// The agent whose measure it is; nothing for all together.
    pub fn agent(self) -> Option<usize> {
        match self {
            Self::Outcome(_) => None,
            Self::WinShare(agent) | Self::AgentVp(agent) => Some(agent),
        }
    }

    /// What games or seats of a game say about it: how many do, and the sum.
    fn of(self, rows: &GameRows) -> (u64, f64) {
        let of_seats = |agent: usize, value: fn(&crate::rows::SeatRow) -> f64| {
            let own = rows.seats.iter().filter(|row| row.agent == agent);
            own.fold((0, 0.0), |(count, sum), row| (count + 1, sum + value(row)))
        };
        match self {
            Self::Outcome(outcome) => outcome.of(rows).map_or((0, 0.0), |value| (1, value)),
            Self::WinShare(agent) => of_seats(agent, |row| row.win_share),
            Self::AgentVp(agent) => of_seats(agent, |row| f64::from(row.vp)),
        }
    }
}

/// Means over one cluster while its games come in.
#[derive(Clone, Debug)]
pub struct ClusterMeans {
    sums: Vec<(Measure, u64, f64)>,
}

impl ClusterMeans {
    /// Of a cluster that has not begun.
    pub fn new(measures: &[Measure]) -> Self {
        Self { sums: measures.iter().map(|measure| (*measure, 0, 0.0)).collect() }
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &GameRows) {
        for (measure, count, sum) in &mut self.sums {
            let (more, value) = measure.of(rows);
            *count += more;
            *sum += value;
        }
    }

    /// The mean of each measure; nothing where no game says anything.
    pub fn means(&self) -> Vec<Option<f64>> {
        self.sums.iter().map(|(_, count, sum)| (*count > 0).then(|| sum / *count as f64)).collect()
    }
}
