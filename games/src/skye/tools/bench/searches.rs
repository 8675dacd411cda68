//! The speed of searches at the start of a game, where playouts are longest.

use std::time::Duration;

use agents::skye::KINDS;
use agents::{Agent, AgentSpec};
use cpu_time::ThreadTime;
use engine::random::random;
use engine::skye::Skye;
use engine::{Game, Turn};

use super::typical_positions::{TypicalPosition, TypicalPositions};
use lab::base::time::MedianRange;
use lab::study::SearchRate;

/// The searches measured: the kind of playout, its end, and the agent.
const SEARCHES: [(&str, &str, &str); 4] = [
    ("random", "end of the game", "mcts:iterations=1000,variant=flat,rollout=random,rounds=9"),
    ("random", "end of the next round", "mcts:iterations=1000,variant=flat,rollout=random"),
    ("foresight", "end of the game", "mcts:iterations=1000,variant=flat,rounds=9"),
    ("foresight", "end of the next round", "mcts:iterations=1000,variant=flat"),
];

/// The minimum duration of a repeat, which consists of whole decisions.
const REPEAT: Duration = Duration::from_millis(150);

/// The number of repeats, after a warm-up.
const REPEATS: usize = 5;

/// Measures searches with this many players on the current thread.
pub fn measure(typical_positions: &TypicalPositions, players: usize) -> Vec<SearchRate> {
    let openings = &typical_positions.opening;
    SEARCHES
        .map(|(rollout, until, spec)| {
            let spec = AgentSpec::read(spec, &KINDS).expect("a registered agent");
            let agent = spec.build(&KINDS);
            repeat(&*agent, openings);
            let iterations_per_cpu_s = MedianRange::of((0..REPEATS).map(|_| repeat(&*agent, openings)));
            SearchRate { agent: spec.to_string(), rollout, until, players, iterations_per_cpu_s }
        })
        .into()
}

/// Returns the iterations per second of processor time.
fn repeat(agent: &dyn Agent<Skye>, openings: &[TypicalPosition]) -> f64 {
    let (mut iterations, mut number, begun) = (0, 0, ThreadTime::now());
    while begun.elapsed() < REPEAT {
        let TypicalPosition { game, position, seed, .. } = &openings[number % openings.len()];
        let Turn::Seat(seat) = game.turn(position) else { unreachable!("somebody offers") };
        iterations += agent.choose(game, &game.view(position, seat), &mut random(*seed)).iterations;
        number += 1;
    }
    iterations as f64 / begun.elapsed().as_secs_f64()
}
