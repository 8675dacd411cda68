//! Play of the greedy player and the baseline.

use agents::tipperary::KINDS;
use agents::{Agent, AgentSpec};
use engine::random::{mix, random};
use engine::tipperary::{Event, Tipperary};
use engine::{Game, Seat, Turn};

fn build(spec: &str) -> Box<dyn Agent<Tipperary>> {
    AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS)
}

/// Plays a game of two; the first agent's seat alternates. Returns both agents' points and all events.
fn play(agents: [&dyn Agent<Tipperary>; 2], seed: u64) -> ([i32; 2], Vec<Event>) {
    let game = Tipperary::dealt(2, seed / 2).expect("a valid set-up");
    let own = (seed % 2) as usize;
    let mut position = game.start(Seat::new(0));
    let mut events = Vec::new();
    let mut decisions = 0;
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance_telling(&mut position, seed / 2, &mut |_, event| events.push(event)),
            Turn::Seat(seat) => {
                decisions += 1;
                let agent = agents[usize::from(seat.index() != own)];
                let action =
                    agent.choose(&game, &game.view(&position, seat), &mut random(mix([seed, decisions]))).action;
                game.apply_telling(&mut position, action, &mut |_, event| events.push(event));
            }
        }
    }
    let points = game.outcome(&position).points;
    ([points[own], points[1 - own]], events)
}

/// Returns how many of some games the first agent wins.
fn wins(first: &str, second: &str, games: u64) -> usize {
    let agents = [build(first), build(second)];
    let won = |seed: &u64| {
        let [own, other] = play([agents[0].as_ref(), agents[1].as_ref()], *seed).0;
        own > other
    };
    (0..games).filter(won).count()
}

#[test]
fn greedy_beats_random_and_the_baseline() {
    assert_eq!(wins("greedy", "random", 20), 20);
    assert!(wins("greedy", "area-first", 20) >= 17);
    assert_eq!(wins("area-first", "random", 20), 20);
}

#[test]
fn the_calibrated_judgement_beats_that_by_hand() {
    assert!(wins("greedy", "greedy:judgement=by-hand", 60) >= 32);
}

#[test]
fn a_search_beats_greedy() {
    assert!(wins("mcts:iterations=60", "greedy", 20) >= 11);
}

/// Checks the hash of the baseline's games, because its rules never change.
#[test]
fn the_baseline_is_frozen() {
    let agent = build("area-first");
    let hash = (0..6).fold(0, |hash, seed| {
        let (points, events) = play([agent.as_ref(), agent.as_ref()], seed);
        mix([hash, points[0] as u64, points[1] as u64, events.len() as u64])
    });
    assert_eq!(format!("{hash:016x}"), "784b8ee532c6eb22");
}

#[test]
fn the_parts_of_a_value_add_up_to_it() {
    let (greedy, mcts) = (build("greedy"), build("mcts:iterations=4"));
    let mut checked = 0;
    for seed in 0..2 {
        let game = Tipperary::dealt(2 + seed as usize, seed).expect("a valid set-up");
        let mut position = game.start(Seat::new(0));
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, seed),
                Turn::Seat(seat) => {
                    let view = game.view(&position, seat);
                    let told = greedy.explain(&game, &view, &mut random(1));
                    for weighed in told.weighed.iter().take(3) {
                        let parts = |agent: &dyn Agent<Tipperary>| {
                            agent.breakdown(&game, &view, weighed.action, &mut random(1)).expect("parts").parts
                        };
                        let sum: f64 = parts(&*greedy).iter().map(|part| part.after).sum();
                        assert!((sum - weighed.value.expect("a value")).abs() < 1e-9, "{weighed:?}: {sum}");
                        assert_eq!(parts(&*greedy), parts(&*mcts));
                        checked += 1;
                    }
                    game.apply(&mut position, told.decision.action);
                }
            }
        }
    }
    assert!(checked > 100, "{checked} values");
}
