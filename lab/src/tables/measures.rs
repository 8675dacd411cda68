//! Measures of clusters for comparisons and counts: outcomes of games, win share and VP of agents, wins of places.

use crate::forms::numbers::of_place;
use crate::schedule::Schedule;
use crate::subject::GameInfo;
use crate::subject::outcome::{LEVERAGE, Outcome};
use crate::subject::rows::{Rows, SeatRow};

/// One measure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A number that games have.
    Outcome(&'static Outcome),
    /// Win share of a seat of this agent.
    WinShare(usize),
    /// Final VP of a seat of this agent.
    AgentVp(usize),
    /// Win share of this place in the first turn order, from 0.
    Place(usize),
}

/// The name in tables of the win share of a place in the first turn order.
pub const WIN_SHARE_BY_ORDER: &str = "win_share_by_order";

/// A measure in words: of this place, agent, or of the whole game. `title` is what its outcome is called.
pub fn in_words(schedule: &Schedule, name: &str, title: &str, agent: Option<usize>, place: Option<usize>) -> String {
    match (agent, place) {
        (_, Some(place)) => of_place(title, place),
        (Some(agent), None) => format!("{title} of {}", schedule.agents[agent].name),
        (None, None) if name == LEVERAGE => {
            let names: Vec<&str> = schedule.names().take(2).collect();
            format!("VP of {}", names.join(" less VP of "))
        }
        (None, None) => title.to_owned(),
    }
}

/// The names of a measure.
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
    pub fn all(game: &GameInfo, schedule: &Schedule) -> Vec<Self> {
        let outcomes = game.outcomes.iter().map(Self::Outcome);
        let agents = 0..schedule.agents.len();
        let of_agents = agents.flat_map(|agent| [Self::WinShare(agent), Self::AgentVp(agent)]);
        outcomes.chain(of_agents).chain((0..schedule.players).map(Self::Place)).collect()
    }

    /// The measure of this outcome, if the game has it.
    pub fn of_outcome(game: &GameInfo, name: &str) -> Option<Self> {
        game.outcomes.iter().find(|outcome| outcome.name == name).map(Self::Outcome)
    }

    /// Returns its names.
    pub fn names(self) -> Names {
        match self {
            Self::Outcome(&Outcome { name, title, unit, .. }) => Names { name, title, unit },
            Self::WinShare(_) => Names { name: "win_share", title: "wins per seat", unit: "wins" },
            Self::AgentVp(_) => Names { name: "vp", title: "VP", unit: "VP" },
            Self::Place(_) => Names { name: WIN_SHARE_BY_ORDER, title: "wins", unit: "wins" },
        }
    }

    /// The agent whose measure it is; `None` for all together.
    pub fn agent(self) -> Option<usize> {
        match self {
            Self::Outcome(_) | Self::Place(_) => None,
            Self::WinShare(agent) | Self::AgentVp(agent) => Some(agent),
        }
    }

    /// The place in the first turn order whose measure it is, from 0.
    pub fn place(self) -> Option<usize> {
        match self {
            Self::Place(place) => Some(place),
            Self::Outcome(_) | Self::WinShare(_) | Self::AgentVp(_) => None,
        }
    }

    /// Returns the number of games or seats of a game with a value for it, and the sum.
    fn of(self, rows: &Rows) -> (u64, f64) {
        let of_seats = |agent: usize, value: fn(&SeatRow) -> f64| {
            let own = rows.seats.iter().filter(|row| row.agent == agent);
            own.fold((0, 0.0), |(count, sum), row| (count + 1, sum + value(row)))
        };
        match self {
            Self::Outcome(outcome) => (outcome.of)(rows).map_or((0, 0.0), |value| (1, value)),
            Self::WinShare(agent) => of_seats(agent, |row| row.win_share),
            Self::AgentVp(agent) => of_seats(agent, |row| f64::from(row.points)),
            Self::Place(place) => (1, rows.seats[rows.seat_in_place(place)].win_share),
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
    pub fn add(&mut self, rows: &Rows) {
        for (measure, count, sum) in &mut self.sums {
            let (more, value) = measure.of(rows);
            *count += more;
            *sum += value;
        }
    }

    /// The mean of each measure; nothing where no game has a value.
    pub fn means(&self) -> Vec<Option<f64>> {
        self.sums.iter().map(|(_, count, sum)| (*count > 0).then(|| sum / *count as f64)).collect()
    }
}
