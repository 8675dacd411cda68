//! The search that reads whom it plays from earlier trades.

use agents::skye::KINDS;
use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::skye::Skye;
use engine::{Game, Seat, Turn};

use crate::random_games::random_set;

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS)
}

/// One decision of the search that reads: its round, and whether it is that of the search that takes others for greedy players, and that of the
/// search that expects them to search.
struct Choice {
    round: u8,
    is_for_greedy: bool,
    is_for_searching: bool,
}

/// Plays greedily against copies of an agent, and asks all three searches at every decision.
fn choices(opponent: &str, players: usize, seed: u64) -> Vec<Choice> {
    let game = Skye::printed(players, random_set(seed)).expect("a valid set-up");
    let [own, opponent] = [agent("greedy"), agent(opponent)];
    let searches = ["read", "greedy", "forecast"].map(|others| agent(&format!("mcts:iterations=40,others={others}")));
    let mut position = game.start(Seat::new(seed as usize % players));
    let (mut found, mut number) = (Vec::new(), 0);
    loop {
        number += 1;
        match game.turn(&position) {
            Turn::Over => return found,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let view = game.view(&position, seat);
                let is_own = seat == Seat::new(0);
                if is_own {
                    let [read, greedy, searching] =
                        searches.each_ref().map(|search| search.choose(&game, &view, &mut random(number)));
                    found.push(Choice {
                        round: position.round,
                        is_for_greedy: read == greedy,
                        is_for_searching: read == searching,
                    });
                }
                let mover = if is_own { &own } else { &opponent };
                let action = mover.choose(&game, &view, &mut random(number)).action;
                game.apply(&mut position, action);
            }
        }
    }
}

#[test]
fn greedy_players_are_known_from_the_second_round_on() {
    for (players, seed) in [(2, 1), (2, 2), (3, 3)] {
        let choices = choices("greedy", players, seed);
        let (first, later): (Vec<Choice>, Vec<Choice>) = choices.into_iter().partition(|choice| choice.round == 1);
        assert!(first.iter().all(|choice| choice.is_for_searching), "{players} players: nothing is known yet");
        assert!(later.iter().all(|choice| choice.is_for_greedy), "{players} players: all have traded greedily");
        assert!(later.iter().any(|choice| !choice.is_for_searching), "{players} players: it makes a difference");
    }
}

#[test]
fn others_are_expected_to_search() {
    for (opponent, players) in [("rule-of-thumb", 2), ("rule-of-thumb", 4), ("random", 3)] {
        let choices = choices(opponent, players, 5);
        assert!(choices.iter().all(|choice| choice.is_for_searching), "{opponent}");
        assert!(choices.iter().any(|choice| !choice.is_for_greedy), "{opponent}: it makes a difference");
    }
}
