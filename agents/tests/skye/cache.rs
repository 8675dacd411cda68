//! Caches of searches and greedy players reduce the cost and never change a choice.

use agents::Agent;
use agents::search::{Mcts, SearchDomain, Values, Variant};
use agents::skye::greedy::{Brain, Greedy};
use agents::skye::{OpponentModel, SkyeCache, SkyeDomain};
use agents::value::Leaf;
use engine::random::{Random, random};
use engine::skye::{Action, Module, Modules, Position, Public, Skye, View};
use engine::{Game, Seat, Turn};

use crate::quick;
use crate::random_games::{random_game_with, random_set};

/// A domain that may work without its cache, and simulates offers.
struct Domain {
    domain: SkyeDomain,
    is_forgetful: bool,
}

impl Domain {
    fn forget(&self, cache: &mut SkyeCache) {
        if self.is_forgetful {
            cache.forget();
        }
    }
}

impl SearchDomain<Skye> for Domain {
    type Cache = SkyeCache;

    fn cache(&self, root: &Public) -> SkyeCache {
        self.domain.cache(root)
    }

    fn guess(&self, game: &Skye, root: &Public, cache: &mut SkyeCache, random: &mut Random) {
        self.domain.guess(game, root, cache, random);
    }

    fn candidates(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache, random: &mut Random) -> Vec<Action> {
        self.forget(cache);
        self.domain.candidates(game, view, cache, random)
    }

    fn policy(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache, random: &mut Random) -> Action {
        self.forget(cache);
        self.domain.policy(game, view, cache, random)
    }

    fn is_cutoff(&self, game: &Skye, root: &Public, position: &Public) -> bool {
        self.domain.is_cutoff(game, root, position)
    }

    fn is_plannable(&self, game: &Skye, root: &Public, position: &Public) -> bool {
        self.domain.is_plannable(game, root, position)
    }

    fn is_alike<'p>(&self, game: &Skye, one: &View<'p>, other: &View<'p>) -> bool {
        self.domain.is_alike(game, one, other)
    }

    fn plans(
        &self,
        game: &Skye,
        view: &View<'_>,
        cache: &mut SkyeCache,
        random: &mut Random,
    ) -> Option<Vec<(Action, f64)>> {
        self.forget(cache);
        self.domain.plans(game, view, cache, random)
    }

    fn values(&self, game: &Skye, position: &Public, cache: &mut SkyeCache) -> Values {
        self.forget(cache);
        self.domain.values(game, position, cache)
    }
}

#[track_caller]
fn check(modules: Modules, brain: Brain, leaf: Leaf, players: usize, iterations: u64, is_tree: bool) {
    let domain =
        SkyeDomain { brain, rounds: 3, candidates: 4, others: OpponentModel::Read, leaf, ..SkyeDomain::of_search() };
    let mut number = 0;
    random_game_with(modules, players, random_set(players as u64), 8, |game, position| {
        number += 1;
        let (0, Turn::Seat(seat)) = (number % 4, game.turn(position)) else { return };
        let view = game.view(position, seat);
        let (variant, early_stopping) = (if is_tree { Variant::Tree } else { Variant::Flat }, number % 8 == 0);
        let [remembering, forgetful, together] = [(false, 1), (true, 1), (false, 3)].map(|(is_forgetful, threads)| {
            let domain = Domain { domain: domain.clone(), is_forgetful };
            let search = Mcts { variant, iterations, timer: None, early_stopping, threads, domain };
            search.search(game, &view, &mut random(number))
        });
        assert_eq!(remembering, forgetful, "in phase {:?} of round {}", position.phase, position.round);
        assert_eq!(remembering, together, "three threads, in phase {:?} of round {}", position.phase, position.round);
    });
}

#[test]
fn a_flat_search_remembers_what_holds() {
    check(Modules::NONE, quick(), Leaf::Appraisal, 2, 16, false);
    check(Modules::NONE, quick(), Leaf::Appraisal, 4, 16, false);
    check(Modules::NONE, Brain::standard(), Leaf::Learned, 3, 8, false);
    check(Modules::NONE, Brain::standard(), Leaf::Learned, 2, 16, false);
    check(Modules::NONE, quick(), Leaf::Learned, 4, 8, false);
}

#[test]
fn a_tree_search_remembers_what_holds() {
    check(Modules::NONE, quick(), Leaf::Appraisal, 3, 16, true);
    check(Modules::NONE, quick(), Leaf::Learned, 2, 16, true);
    check(Modules::NONE, Brain::standard(), Leaf::Learned, 2, 8, true);
}

#[test]
fn searches_with_modules_remember_what_holds() {
    let modules: Modules = Module::ALL.into_iter().collect();
    check(modules, Brain::standard(), Leaf::Learned, 2, 8, true);
    check(modules, Brain::standard(), Leaf::Learned, 3, 8, false);
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
    let agents = [Brain::standard(), quick()].map(Greedy);
    let choice = |agent: &Greedy, game: &Skye, position: &Position, seat: Seat| {
        agent.choose(game, &game.view(position, seat), &mut random(7)).action
    };
    // More games than are cached together: two with one set of scoring tiles, and others.
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
                        // A new thread has an empty cache.
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
