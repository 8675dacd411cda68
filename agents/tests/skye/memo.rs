//! What a search remembers changes its cost and never its choice.

use agents::search::{Budget, Knowledge, Values, flat};
use agents::skye::greedy::Preset;
use agents::skye::{Rollout, SkyeKnowledge, SkyeMemo};
use engine::random::{Random, random};
use engine::skye::{Action, Public, Skye, View};
use engine::{Game, Turn};

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
fn check(preset: Preset, players: usize, iterations: u64, depth: usize) {
    let knowledge = SkyeKnowledge { brain: preset.brain(), rounds: 3, candidates: 4, rollout: Rollout::Greedy };
    let mut number = 0;
    random_game(players, random_set(players as u64), 8, |game, position| {
        number += 1;
        let (0, Turn::Seat(seat)) = (number % 4, game.turn(position)) else { return };
        let view = game.view(position, seat);
        let remembering = flat(game, &knowledge, &view, Budget::Iterations(iterations), depth, &mut random(number));
        let forgetful = flat(
            game,
            &Forgetful(knowledge.clone()),
            &view,
            Budget::Iterations(iterations),
            depth,
            &mut random(number),
        );
        assert_eq!(remembering, forgetful, "in phase {:?} of round {}", position.phase, position.round);
    });
}

#[test]
fn a_flat_search_remembers_what_holds() {
    check(Preset::First, 2, 16, 0);
    check(Preset::First, 4, 16, 0);
    check(Preset::Quick, 4, 16, 0);
    check(Preset::Best, 3, 4, 0);
}

#[test]
fn a_tree_search_remembers_what_holds() {
    check(Preset::First, 3, 16, 3);
    check(Preset::Quick, 2, 16, 3);
    check(Preset::Best, 2, 4, 3);
}
