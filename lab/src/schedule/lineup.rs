//! Line-ups: the agents that meet, and their seats.

use std::ops::RangeInclusive;

engine::named_enum! {
    /// A method of making line-ups from the agents of an experiment.
    ///
    /// A line-up is one agent for each seat; an agent can have several seats.
    pub enum Lineup {
        /// One agent for each seat, in all rotations.
        Rotate = ("rotate", "one agent for each seat, in all seat rotations"),
        /// One agent for each seat, with fixed seats.
        Fixed = ("fixed", "one agent for each seat, always on the same seat; one game per block"),
        /// One agent in all seats.
        SelfPlay = ("self-play", "one agent on all seats; one game per block"),
        /// The first agent among copies of another, once in every seat; one line-up for each other agent.
        OneAgainst = ("one-against", "the first agent against copies of another, once on every seat; one block per other agent"),
        /// Each agent among copies of each other agent, once in every seat.
        EachAgainst = ("each-against",
            "each agent against copies of each other agent, once on every seat; one block per ordered pair"),
        /// Every selection of one agent per seat, each in all rotations.
        RoundRobin = ("round-robin", "all choices of agents for the seats, in all seat rotations; one block per choice"),
    }
}

/// The maximum number of agents of an experiment.
pub const MAX_AGENTS: usize = 64;

impl Lineup {
    /// Returns the accepted numbers of agents.
    pub fn agents(self, players: usize) -> RangeInclusive<usize> {
        match self {
            Self::Rotate | Self::Fixed => players..=players,
            Self::SelfPlay => 1..=1,
            Self::OneAgainst | Self::EachAgainst => 2..=MAX_AGENTS,
            Self::RoundRobin => players..=MAX_AGENTS,
        }
    }

    /// Returns whether all seats have different agents, which rotate.
    pub fn is_of_single_agents(self) -> bool {
        matches!(self, Self::Rotate | Self::RoundRobin)
    }

    /// Returns the number of games in a block.
    pub fn games_per_block(self, players: usize) -> usize {
        match self {
            Self::Rotate | Self::OneAgainst | Self::EachAgainst | Self::RoundRobin => players,
            Self::Fixed | Self::SelfPlay => 1,
        }
    }

    /// Returns the number of line-ups.
    pub fn count(self, agents: usize, players: usize) -> u64 {
        match self {
            Self::Rotate | Self::Fixed | Self::SelfPlay => 1,
            Self::OneAgainst => agents as u64 - 1,
            Self::EachAgainst => (agents * (agents - 1)) as u64,
            Self::RoundRobin => binomial(agents, players),
        }
    }

    /// Returns the agents of a line-up by seat in rotation 0, in the order of the list.
    pub fn seated(self, number: u64, agents: usize, players: usize) -> Vec<usize> {
        let among = |one: usize, other: usize| (0..players).map(|seat| if seat == 0 { one } else { other }).collect();
        match self {
            Self::Rotate | Self::Fixed => (0..players).collect(),
            Self::SelfPlay => vec![0; players],
            Self::OneAgainst => among(0, number as usize + 1),
            Self::EachAgainst => {
                let (one, other) = (number as usize / (agents - 1), number as usize % (agents - 1));
                among(one, other + usize::from(other >= one))
            }
            Self::RoundRobin => combination(number, agents, players),
        }
    }
}

/// The binomial coefficient.
fn binomial(all: usize, chosen: usize) -> u64 {
    (0..chosen as u64).fold(1, |ways, step| ways * (all as u64).saturating_sub(step) / (step + 1))
}

/// The combination of this number in lexicographic order.
fn combination(mut number: u64, all: usize, chosen: usize) -> Vec<usize> {
    let mut choice = Vec::new();
    for candidate in 0..all {
        // Combinations with this candidate come before those without it.
        let with = if choice.len() < chosen { binomial(all - candidate - 1, chosen - choice.len() - 1) } else { 0 };
        if number < with {
            choice.push(candidate);
        } else {
            number -= with;
        }
    }
    choice
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineups(lineup: Lineup, agents: usize, players: usize) -> Vec<Vec<usize>> {
        (0..lineup.count(agents, players)).map(|number| lineup.seated(number, agents, players)).collect()
    }

    #[test]
    fn round_robin_has_every_choice_once_in_order() {
        assert_eq!(lineups(Lineup::RoundRobin, 4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(lineups(Lineup::RoundRobin, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(lineups(Lineup::RoundRobin, 3, 3), [[0, 1, 2]]);
        let mut all = lineups(Lineup::RoundRobin, 9, 5);
        assert_eq!(all.len(), 126);
        assert!(all.is_sorted());
        all.dedup();
        assert_eq!(all.len(), 126);
    }

    #[test]
    fn one_and_each_among_copies_of_another() {
        assert_eq!(lineups(Lineup::OneAgainst, 3, 3), [[0, 1, 1], [0, 2, 2]]);
        let each = [[0, 1, 1], [0, 2, 2], [1, 0, 0], [1, 2, 2], [2, 0, 0], [2, 1, 1]];
        assert_eq!(lineups(Lineup::EachAgainst, 3, 3), each);
        assert_eq!(lineups(Lineup::SelfPlay, 1, 3), [[0, 0, 0]]);
    }
}
