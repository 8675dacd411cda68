//! The search that reads whom it plays from earlier trades.

use agents::search::{Mcts, Variant};
use agents::skye::{KINDS, Reader, SkyeKnowledge, Suspicion};
use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::skye::{Phase, Skye};
use engine::{Game, Seat, Turn};

use crate::random_games::random_set;

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS)
}

fn reader() -> Reader {
    let knowledge = SkyeKnowledge::of_search(40);
    Reader(Mcts { variant: Variant::Flat, iterations: 40, timer: None, depth: 0, is_thrifty: true, knowledge })
}

/// Plays a game among these agents; by round, whom the first of them, when it makes its offer, suspects the others to be.
fn suspicions(table: &[&str], seed: u64) -> Vec<Vec<Suspicion>> {
    let game = Skye::printed(table.len(), random_set(seed)).expect("a valid set-up");
    let (reader, agents) = (reader(), table.iter().map(|spec| agent(spec)).collect::<Vec<_>>());
    let mut position = game.start(Seat::new(seed as usize % table.len()));
    let (mut found, mut number) = (Vec::new(), 0);
    loop {
        number += 1;
        match game.turn(&position) {
            Turn::Over => return found,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let view = game.view(&position, seat);
                if position.phase == Phase::Price(Seat::new(0)) {
                    found.push(reader.suspicions(&game, &view)[1..table.len()].to_vec());
                }
                let action = agents[seat.index()].choose(&game, &view, &mut random(number)).action;
                game.apply(&mut position, action);
            }
        }
    }
}

#[test]
fn greedy_players_are_known_after_two_rounds() {
    for (table, seed) in [(&["rule-of-thumb", "greedy"][..], 1), (&["greedy"; 2], 2), (&["greedy"; 4], 3)] {
        let rounds = suspicions(table, seed);
        assert!(rounds.len() > 4);
        for (round, suspicions) in rounds.iter().enumerate() {
            let [offers, purchases] = match round {
                0 => [0.09..0.11, 0.19..0.21],
                1 => [0.3..0.8, 0.4..0.8],
                _ => [0.7..1.0, 0.8..1.0],
            };
            for suspicion in suspicions {
                let is_within = offers.contains(&suspicion.offers) && purchases.contains(&suspicion.purchases);
                assert!(is_within, "{table:?}, after {round} rounds: {suspicion:?}");
            }
        }
    }
}

#[test]
fn who_buys_greedily_and_offers_otherwise_is_suspected_of_that_alone() {
    for pricing in ["share", "foc"] {
        let last = |seed| suspicions(&["greedy", &format!("greedy:pricing={pricing}")], seed).pop().expect("rounds")[0];
        let found: Vec<Suspicion> = (4..8).map(last).collect();
        assert!(found.iter().all(|suspicion| suspicion.offers < 0.1), "{pricing}: {found:?}");
        let purchases = found.iter().map(|suspicion| suspicion.purchases).sum::<f64>() / found.len() as f64;
        assert!(purchases > 0.25, "{pricing}: {found:?}");
    }
}

#[test]
fn others_are_judged_one_by_one() {
    let rounds = suspicions(&["greedy", "rule-of-thumb", "greedy", "random"], 5);
    let [thumb, greedy, random] = rounds.last().expect("rounds")[..] else { panic!("three others") };
    assert!(greedy.offers > 0.9 && greedy.purchases > 0.9, "{greedy:?}");
    for other in [thumb, random] {
        assert!(other.offers < 0.01 && other.purchases < 0.2, "{other:?}");
    }
}

#[test]
fn players_that_search_are_not_taken_for_greedy_ones() {
    let last = |seed| suspicions(&["greedy", "mcts:iterations=40"], seed).last().expect("rounds")[0];
    let found: Vec<Suspicion> = (0..4).map(last).collect();
    assert!(found.iter().all(|suspicion| suspicion.offers < 0.2), "{found:?}");
    assert!(found.iter().filter(|suspicion| suspicion.purchases < 0.1).count() >= 2, "{found:?}");
}

#[test]
fn it_searches_with_what_it_suspects() {
    let game = Skye::printed(2, random_set(6)).expect("a valid set-up");
    let (reader, opponent) = (reader(), agent("greedy"));
    let unsuspecting = &reader.0;
    let mut position = game.start(Seat::new(0));
    let (mut differ, mut number) = (0, 0);
    loop {
        number += 1;
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, 6),
            Turn::Seat(seat) => {
                let view = game.view(&position, seat);
                let is_own = seat == Seat::new(0);
                let chooser: &dyn Agent<Skye> = if is_own { &reader } else { &*opponent };
                let action = chooser.choose(&game, &view, &mut random(number)).action;
                if is_own {
                    let mut told = unsuspecting.clone();
                    told.knowledge.suspicions = reader.suspicions(&game, &view);
                    assert_eq!(told.choose(&game, &view, &mut random(number)).action, action);
                    let guessed = unsuspecting.choose(&game, &view, &mut random(number)).action;
                    differ += u32::from(guessed != action);
                }
                game.apply(&mut position, action);
            }
        }
    }
    assert!(differ > 1, "suspicions make a difference");
}
