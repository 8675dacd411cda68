//! What the search believes of others' secret offers.

mod common;

use std::collections::BTreeSet;

use agents::greedy::Preset;
use agents::mcts::{Knowledge, Rollout, SkyeKnowledge};
use engine::Game;
use engine::random::random;
use engine::skye::{Action, Offer, Phase};

use common::{random_game, random_set};

/// Checks that in simulations another's offer is one of at least `least` and at most `most`, and legal; returns how often this was checked.
#[track_caller]
fn check(preset: Preset, least: usize, most: usize) -> usize {
    let knowledge = SkyeKnowledge { brain: preset.brain(), rounds: 2, candidates: 4, rollout: Rollout::Greedy };
    let mut checked = 0;
    random_game(3, random_set(3), 3, |game, root| {
        let Phase::Price(searcher) = root.phase else { return };
        let view = game.view(root, searcher);
        let mut memo = knowledge.memo(game.public(&view));
        knowledge.guess(game, game.public(&view), &mut memo, &mut random(1));
        let mut position = *root;
        game.apply(&mut position, Action::Offer(Offer::new(0, [1, 1])));
        let Phase::Price(other) = position.phase else { return };
        let guesses: BTreeSet<Action> = (0..200)
            .map(|seed| knowledge.policy(game, &game.view(&position, other), &mut memo, &mut random(seed)))
            .inspect(|&offer| assert!(game.is_legal(&position, offer), "{offer:?}"))
            .collect();
        assert!((least..=most).contains(&guesses.len()), "{} offers", guesses.len());
        checked += 1;
    });
    checked
}

#[test]
fn others_are_expected_to_offer_by_the_same_rule_or_nearly_so() {
    // One by the first preset's rule, which leaves nothing to chance, or the best six by the table, of which it is one.
    assert!(check(Preset::First, 6, 6) > 5);
    // Twelve by the sampled rule, and the six.
    assert!(check(Preset::Best, 6, 18) > 5);
}
