//! What a search or a greedy player remembers changes its cost and never its choice.

use agents::Agent;
use agents::search::{Budget, Effort, Knowledge, Values, flat};
use agents::skye::greedy::{Brain, Greedy};
use agents::skye::{Others, SkyeKnowledge, SkyeMemo};
use agents::value::Leaf;
use engine::random::{Random, random};
use engine::skye::{Action, Module, Modules, Position, Public, Skye, View};
use engine::{Game, Seat, Turn};

use crate::quick;
use crate::random_games::{random_game, random_set};

/// The same knowledge without memory.
struct Forgetful(SkyeKnowledge);

impl Knowledge<Skye> for Forgetful {
    type Memo = SkyeMemo;

    fn memo(&self, root: &Public) -> SkyeMemo {
        self.0.memo(root)
    }

    fn guess(&self, game: &Skye, root: &Public, memo: &mut SkyeMemo, random: &mut Random) {
        self.0.guess(game, root, memo, random);
    }

    fn candidates(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo, random: &mut Random) -> Vec<Action> {
        memo.forget();
        self.0.candidates(game, view, memo, random)
    }

    fn policy(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo, random: &mut Random) -> Action {
        memo.forget();
        self.0.policy(game, view, memo, random)
    }

    fn is_horizon(&self, game: &Skye, root: &Public, position: &Public) -> bool {
        self.0.is_horizon(game, root, position)
    }

    fn is_plannable(&self, game: &Skye, root: &Public, position: &Public) -> bool {
        self.0.is_plannable(game, root, position)
    }

    fn values(&self, game: &Skye, position: &Public, memo: &mut SkyeMemo) -> Values {
        memo.forget();
        self.0.values(game, position, memo)
    }
}

#[track_caller]
fn check(brain: Brain, others: Others, players: usize, iterations: u64, depth: usize) {
    let knowledge = SkyeKnowledge {
        brain,
        rounds: 3,
        candidates: 4,
        others,
        leaf: Leaf::Appraisal,
        ..SkyeKnowledge::of_search(400)
    };
    let mut number = 0;
    random_game(players, random_set(players as u64), 8, |game, position| {
        number += 1;
        let (0, Turn::Seat(seat)) = (number % 4, game.turn(position)) else { return };
        let view = game.view(position, seat);
        let effort = Effort { budget: Budget::Iterations(iterations), depth, is_thrifty: number % 8 == 0 };
        let remembering = flat(game, &knowledge, &view, effort, &mut random(number));
        let forgetful = flat(game, &Forgetful(knowledge.clone()), &view, effort, &mut random(number));
        assert_eq!(remembering, forgetful, "in phase {:?} of round {}", position.phase, position.round);
    });
}

#[test]
fn a_flat_search_remembers_what_holds() {
    check(quick(), Others::Rules, 2, 16, 0);
    check(quick(), Others::Rules, 4, 16, 0);
    check(Brain::best(), Others::Rules, 3, 4, 0);
    check(Brain::best(), Others::Forecast, 2, 8, 0);
    check(quick(), Others::Forecast, 4, 8, 0);
}

#[test]
fn a_tree_search_remembers_what_holds() {
    check(quick(), Others::Rules, 3, 16, 3);
    check(quick(), Others::Rules, 2, 16, 3);
    check(Brain::best(), Others::Rules, 2, 4, 3);
}

#[test]
fn a_greedy_player_in_several_games_at_once_plays_as_in_each_alone() {
    check_several_games(Modules::NONE);
}

#[test]
fn so_it_does_with_modules() {
    check_several_games(Module::ALL.into_iter().collect());
}

#[track_caller]
fn check_several_games(modules: Modules) {
    let players = 3;
    let game = |seed: u64| Skye::printed_with(players, random_set(seed), modules).expect("a valid set-up");
    let agents = [Brain::best(), quick()].map(Greedy);
    let choice = |agent: &Greedy, game: &Skye, position: &Position, seat: Seat| {
        agent.choose(game, &game.view(position, seat), &mut random(7)).action
    };
    // More than are remembered together, in turn: two of one set of scoring tiles, and others.
    let mut games: Vec<(Skye, Position, u64)> =
        [1, 1, 2, 3, 4, 5].into_iter().map(|seed| (game(seed), game(seed).start(Seat::new(0)), seed)).collect();
    let mut decisions = 0;
    while games.iter().any(|(game, position, _)| game.turn(position) != Turn::Over) {
        for (number, (game, position, seed)) in games.iter_mut().enumerate() {
            match game.turn(position) {
                Turn::Over => {}
                Turn::Chance => game.resolve_chance(position, *seed + number as u64),
                Turn::Seat(seat) => {
                    let agent = &agents[decisions % 2];
                    let chosen = choice(agent, game, position, seat);
                    if decisions % 9 == 0 {
                        // A new thread remembers nothing.
                        let alone = std::thread::scope(|scope| {
                            scope.spawn(|| choice(agent, game, position, seat)).join().expect("a choice")
                        });
                        assert_eq!(chosen, alone, "decision {decisions}, game {number}");
                    }
                    game.apply(position, chosen);
                    decisions += 1;
                }
            }
        }
    }
    assert!(decisions > 300, "{decisions} decisions");
}
