//! Measures of clusters for comparisons and counts: game outcomes, agents' wins and VP, wins by place.

use crate::forms::numbers::of_place;
use crate::schedule::Schedule;
use crate::subject::GameInfo;
use crate::subject::gauges::{Means, ValueSum};
use crate::subject::outcome::{LEVERAGE, Outcome};
use crate::subject::rows::{Rows, SeatRow};

/// One measure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// An outcome of games.
    Outcome(&'static Outcome),
    /// The win share of a seat of this agent.
    WinShare(usize),
    /// The final VP of a seat of this agent.
    AgentVp(usize),
    /// The win share of this place in the first turn order, from 0.
    Place(usize),
}

/// The name in tables of the win share by place in the first turn order.
pub const WIN_SHARE_BY_ORDER: &str = "win_share_by_order";

/// Describes a measure of a place, an agent or the whole game; `title` is the name of its outcome.
pub fn in_words(schedule: &Schedule, name: &str, title: &str, agent: Option<usize>, place: Option<usize>) -> String {
    match (agent, place) {
        (_, Some(place)) => of_place(title, place),
        (Some(agent), None) => format!("{title} of {}", schedule.agents[agent].name),
        (None, None) if name == LEVERAGE => {
            let names: Vec<&str> = schedule.names().take(2).collect();
            format!("VP of {}", names.join(" minus VP of "))
        }
        (None, None) => title.to_owned(),
    }
}

/// The names of a measure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// The name in tables.
    pub name: &'static str,
    /// The name in sentences.
    pub title: &'static str,
    /// The unit.
    pub unit: &'static str,
}

impl Measure {
    /// Returns all measures of an experiment.
    pub fn all(game: &GameInfo, schedule: &Schedule) -> Vec<Self> {
        let outcomes = game.outcomes.iter().map(Self::Outcome);
        let agents = 0..schedule.agents.len();
        let of_agents = agents.flat_map(|agent| [Self::WinShare(agent), Self::AgentVp(agent)]);
        outcomes.chain(of_agents).chain((0..schedule.players).map(Self::Place)).collect()
    }

    /// Returns the measure of this outcome, if the game has it.
    pub fn of_outcome(game: &GameInfo, name: &str) -> Option<Self> {
        game.outcomes.iter().find(|outcome| outcome.name == name).map(Self::Outcome)
    }

    /// Returns its names.
    pub fn names(self) -> Names {
        match self {
            Self::Outcome(&Outcome { name, title, unit, .. }) => Names { name, title, unit },
            Self::WinShare(_) => Names { name: "win_share", title: "win share", unit: "wins" },
            Self::AgentVp(_) => Names { name: "vp", title: "VP", unit: "VP" },
            Self::Place(_) => Names { name: WIN_SHARE_BY_ORDER, title: "wins", unit: "wins" },
        }
    }

    /// Returns the agent that it concerns; `None` for all together.
    pub fn agent(self) -> Option<usize> {
        match self {
            Self::Outcome(_) | Self::Place(_) => None,
            Self::WinShare(agent) | Self::AgentVp(agent) => Some(agent),
        }
    }

    /// Returns the place in the first turn order that it concerns, from 0.
    pub fn place(self) -> Option<usize> {
        match self {
            Self::Place(place) => Some(place),
            Self::Outcome(_) | Self::WinShare(_) | Self::AgentVp(_) => None,
        }
    }

    /// Adds the values of a game or its seats.
    fn add(self, rows: &Rows, sum: &mut ValueSum) {
        match self {
            Self::Outcome(outcome) => (outcome.of)(rows).into_iter().for_each(|value| sum.add(value)),
            Self::WinShare(agent) => seats_of(rows, agent).for_each(|row| sum.add(row.win_share)),
            Self::AgentVp(agent) => seats_of(rows, agent).for_each(|row| sum.add(f64::from(row.points))),
            Self::Place(place) => sum.add(rows.seats[rows.seat_in_place(place)].win_share),
        }
    }
}

fn seats_of(rows: &Rows, agent: usize) -> impl Iterator<Item = &SeatRow> {
    rows.seats.iter().filter(move |row| row.agent == agent)
}

/// Means over one cluster, accumulated by game.
#[derive(Clone, Debug)]
pub struct ClusterMeans(Vec<(Measure, ValueSum)>);

impl ClusterMeans {
    /// Creates means of an empty cluster.
    pub fn new(measures: &[Measure]) -> Self {
        Self(measures.iter().map(|measure| (*measure, ValueSum::default())).collect())
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &Rows) {
        self.0.iter_mut().for_each(|(measure, sum)| measure.add(rows, sum));
    }

    /// Returns the mean of each measure; `None` if no game has a value.
    pub fn means(&self) -> Means {
        self.0.iter().map(|(_, sum)| sum.mean()).collect()
    }
}
