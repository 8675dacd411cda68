//! Blocks, the units of an experiment: the same chance played by a line-up in rotated seats.
//!
//! The games of a block are a pure function of the schedule, so that any part can be played anywhere.

use engine::random::{below, mix, random};
use engine::{MAX_SEATS, Seat};
use interface::seeds::GameSeed;

use super::Schedule;
use super::seeds::{Purpose, seed};

/// One game of a schedule.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the game over all blocks, from 0.
    pub game: u64,
    /// The number of its block, from 0.
    pub block: u64,
    /// The number of its cluster, from 0; a cluster is all blocks with the same seed.
    pub cluster: u64,
    /// The number of its line-up, from 0: the position of its block in the cluster.
    pub lineup: u64,
    /// The number of its rotation within the block, from 0.
    pub rotation: usize,
    /// The agent in each seat; only the first `players` entries are used.
    pub agents: [usize; MAX_SEATS],
    /// The seed of all random draws, except for the design's choice for the cluster.
    pub seed: GameSeed,
}

/// Returns the games of one block.
///
/// They share draws and the first starting seat, also with the other blocks of their cluster. Each has its own thinking
/// seed.
pub fn block(schedule: &Schedule, block: u64) -> impl Iterator<Item = Fixture> {
    let (cluster, lineup) = (schedule.cluster_of(block), schedule.lineup_of(block));
    let draws = seed(schedule.seed, cluster, Purpose::Draws);
    let thinking = seed(schedule.seed, block, Purpose::Thinking);
    let players = schedule.players;
    // Ruling: the first starting player is drawn at random; each agent takes that role in one rotation.
    let first = Seat::new(below(&mut random(seed(schedule.seed, cluster, Purpose::Seating)), players as u32) as usize);
    let (games, seated) = (schedule.games_per_block(), schedule.seated_in(block));
    (0..games).map(move |rotation| {
        let mut agents = [0; MAX_SEATS];
        (0..players).for_each(|seat| agents[seat] = seated[(seat + players - rotation as usize) % players]);
        let seed = GameSeed { draws, thinking: mix([thinking, rotation]), first };
        Fixture { game: block * games + rotation, block, cluster, lineup, rotation: rotation as usize, agents, seed }
    })
}

/// Returns one game by its number, if it exists.
pub fn game(schedule: &Schedule, number: u64) -> Option<Fixture> {
    let games = schedule.games_per_block();
    let mut rotations = block(schedule, number / games);
    (number < schedule.games()).then(|| rotations.nth((number % games) as usize)).flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agents::AgentSpec;

    use super::*;
    use crate::forms::compression::Compression;
    use crate::schedule::circle::Circle;
    use crate::schedule::contestant::Contestant;
    use crate::schedule::lineup::Lineup;

    fn schedule(lineup: &str, players: usize) -> Schedule {
        let count = match lineup {
            "one-against" => 2,
            "round-robin" => players + 1,
            _ => players,
        };
        let spec = AgentSpec::read("random", &agents::skye::KINDS).unwrap();
        let agents = (0..count).map(|index| Contestant { name: format!("a{index}"), spec: spec.clone().into() });
        let lineup = Lineup::ALL.into_iter().find(|way| way.name() == lineup).unwrap();
        Schedule {
            name: "t".to_owned(),
            players,
            blocks: 30,
            seed: 9,
            lineup,
            circle: Circle::Drawn,
            agents: agents.collect(),
            tables: Vec::new(),
            compress: Compression::None,
            stop: None,
            reproducible: true,
        }
    }

    #[test]
    fn rotating_agents_sit_on_every_seat_once() {
        for players in 2..=5 {
            let schedule = schedule("rotate", players);
            let games: Vec<Fixture> = block(&schedule, 3).collect();
            assert_eq!(games.len(), players);
            for seat in 0..players {
                let agents: BTreeSet<usize> = games.iter().map(|game| game.agents[seat]).collect();
                assert_eq!(agents, (0..players).collect(), "seat {seat} of {players}");
            }
        }
    }

    #[test]
    fn one_sits_on_every_seat_against_copies_of_the_other() {
        let schedule = schedule("one-against", 4);
        let seatings: Vec<[usize; 4]> = block(&schedule, 0).map(|game| game.agents[..4].try_into().unwrap()).collect();
        assert_eq!(seatings, [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]);
    }

    #[test]
    fn fixed_seats_are_one_game_in_a_block() {
        let games: Vec<Fixture> = block(&schedule("fixed", 3), 7).collect();
        assert_eq!((games.len(), games[0].game, &games[0].agents[..3]), (1, 7, &[0, 1, 2][..]));
    }

    #[test]
    fn a_block_shares_everything_but_thinking() {
        let games: Vec<Fixture> = block(&schedule("rotate", 5), 11).collect();
        let shared = |game: &Fixture| (game.seed.draws, game.seed.first);
        assert!(games.iter().all(|game| shared(game) == shared(&games[0])));
        let thinking: BTreeSet<u64> = games.iter().map(|game| game.seed.thinking).collect();
        assert_eq!(thinking.len(), 5);
    }

    #[test]
    fn blocks_of_a_cluster_differ_in_their_line_up_and_thinking_alone() {
        let schedule = schedule("round-robin", 2);
        assert_eq!(schedule.lineups(), 3);
        let first = |number| block(&schedule, number).next().unwrap();
        let shared = |game: Fixture| (game.seed.draws, game.seed.first);
        for cluster in 0..10 {
            let games = [0, 1, 2].map(|lineup| first(3 * cluster + lineup));
            assert!(games.iter().all(|game| shared(*game) == shared(games[0])));
            assert_eq!(games.map(|game| [game.agents[0], game.agents[1]]), [[0, 1], [0, 2], [1, 2]]);
            let thinking: BTreeSet<u64> = games.iter().map(|game| game.seed.thinking).collect();
            assert_eq!(thinking.len(), 3);
            assert_ne!(shared(games[0]), shared(first(3 * cluster + 3)));
        }
    }

    #[test]
    fn numbers_lead_to_games_and_end() {
        let schedule = schedule("round-robin", 4);
        let all: Vec<Fixture> = (0..schedule.blocks).flat_map(|number| block(&schedule, number)).collect();
        assert_eq!(all.len() as u64, schedule.games());
        assert!(all.iter().enumerate().all(|(number, fixture)| fixture.game == number as u64));
        assert!(all.iter().all(|fixture| game(&schedule, fixture.game) == Some(*fixture)));
        assert_eq!(game(&schedule, schedule.games()), None);
    }

    #[test]
    fn every_seat_starts_somewhere_and_no_two_blocks_draw_alike() {
        let schedule = schedule("rotate", 4);
        let firsts: BTreeSet<Seat> =
            (0..30).map(|number| block(&schedule, number).next().unwrap().seed.first).collect();
        let draws: BTreeSet<u64> = (0..30).map(|number| block(&schedule, number).next().unwrap().seed.draws).collect();
        assert_eq!((firsts.len(), draws.len()), (4, 30));
    }
}
