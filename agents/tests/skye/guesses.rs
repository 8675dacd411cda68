//! What the search believes that others do in the round of the decision.

use std::collections::{BTreeMap, BTreeSet};

use agents::Agent;
use agents::search::Knowledge;
use agents::skye::appraisal::Appraisals;
use agents::skye::greedy::{Brain, Greedy, quick_action};
use agents::skye::{Others, Rollout, SkyeKnowledge, Suspicion};
use agents::value::Leaf;
use engine::random::random;
use engine::skye::{Action, Offer, Phase, Position, Skye};
use engine::{Game, MAX_SEATS, Seat, Turn};

use crate::quick;
use crate::random_games::{random_game, random_set};

fn knowledge(brain: Brain, rollout: Rollout) -> SkyeKnowledge {
    SkyeKnowledge {
        brain,
        candidates: 4,
        rollout,
        others: Others::Rules,
        leaf: Leaf::Appraisal,
        ..SkyeKnowledge::of_search(400)
    }
}

/// What a seat does in 300 simulations of this position, for a search from `root`.
#[track_caller]
fn simulated(
    knowledge: &SkyeKnowledge,
    game: &Skye,
    root: &Position,
    position: &Position,
    seat: Seat,
) -> BTreeSet<Action> {
    let Turn::Seat(searcher) = game.turn(root) else { panic!("somebody decides at the root") };
    let root = game.view(root, searcher);
    let mut memo = knowledge.memo(game.public(&root));
    knowledge.guess(game, game.public(&root), &mut memo, &mut random(1));
    (0..300)
        .map(|seed| knowledge.policy(game, &game.view(position, seat), &mut memo, &mut random(seed)))
        .inspect(|&action| assert!(game.is_legal(position, action), "{action:?}"))
        .collect()
}

/// The numbers of different offers expected of another, and of the searching seat itself, in each position of a game where both offer.
fn different_offers(knowledge: &SkyeKnowledge) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    random_game(3, random_set(3), 3, |game, root| {
        let Phase::Price(searcher) = root.phase else { return };
        let mut position = root.clone();
        game.apply(&mut position, Action::Offer(Offer::new(0, [1, 1])));
        let Phase::Price(other) = position.phase else { return };
        let offers = |position: &Position, seat| simulated(knowledge, game, root, position, seat).len();
        found.push((offers(&position, other), offers(root, searcher)));
    });
    assert!(found.len() > 5, "{} positions", found.len());
    found
}

#[test]
fn others_offer_by_the_same_rule_or_one_of_the_best_six_by_the_table() {
    // The quick form's rule leaves nothing to chance, and its offer is the best of the six. The searching seat itself is known.
    assert!(different_offers(&knowledge(quick(), Rollout::Greedy)).iter().all(|&found| found == (6, 1)));
    // Twelve by the sampled rule, some of them equal, and the six.
    let best = different_offers(&knowledge(Brain::best(), Rollout::Greedy));
    assert!(best.iter().all(|&(others, own)| (6..=18).contains(&others) && own == 1), "{best:?}");
    assert!(best.iter().any(|&(others, _)| others > 6), "{best:?}");
}

/// The offers of the others that are drawn in 300 simulations of each position where an offer is made, with how often each is.
fn drawn_offers(knowledge: &SkyeKnowledge, seats: usize) -> Vec<BTreeMap<Offer, usize>> {
    let mut found = Vec::new();
    random_game(seats, random_set(5), 5, |game, root| {
        let Phase::Price(searcher) = root.phase else { return };
        let view = game.view(root, searcher);
        let mut memo = knowledge.memo(game.public(&view));
        knowledge.guess(game, game.public(&view), &mut memo, &mut random(1));
        let mut position = root.clone();
        game.apply(&mut position, game.random_action(root, &mut random(1)));
        let Phase::Price(other) = position.phase else { return };
        let mut drawn = BTreeMap::new();
        for seed in 0..300 {
            let action = knowledge.policy(game, &game.view(&position, other), &mut memo, &mut random(seed));
            assert!(game.is_legal(&position, action), "{action:?}");
            let Action::Offer(offer) = action else { panic!("{action:?} is no offer") };
            *drawn.entry(offer).or_default() += 1;
        }
        found.push(drawn);
    });
    found
}

#[test]
fn by_forecast_others_offer_mostly_what_a_search_finds() {
    let greedy = knowledge(Brain::best(), Rollout::Greedy);
    let forecast = SkyeKnowledge { others: Others::Forecast, candidates: 16, ..greedy.clone() };
    for seats in [2, 4] {
        let (by_rule, by_search) = (drawn_offers(&greedy, seats), drawn_offers(&forecast, seats));
        assert!(by_search.len() > 5);
        // Five guesses of about twenty-five are by the rule, which may agree with the search.
        let of_rule = |(rule, search): (&BTreeMap<Offer, usize>, &BTreeMap<Offer, usize>)| {
            search.iter().filter(|(offer, _)| rule.contains_key(offer)).map(|(_, count)| count).sum::<usize>()
        };
        let shared: usize = by_rule.iter().zip(&by_search).map(of_rule).sum();
        let share = shared as f64 / (300 * by_search.len()) as f64;
        assert!((0.1..0.9).contains(&share), "{share} of the draws at {seats} seats");
        // A search has a favourite: one of its offers is drawn more often than one guess in twenty-five.
        let favourites = by_search.iter().filter(|drawn| drawn.values().any(|&count| count >= 40)).count();
        assert!(2 * favourites > by_search.len(), "{favourites} of {}", by_search.len());
    }
}

#[test]
fn who_is_known_to_be_greedy_offers_and_buys_as_the_greedy_player() {
    let sure = Suspicion { offers: 1.0, purchases: 1.0 };
    let knowledge = SkyeKnowledge { suspicions: [sure; MAX_SEATS], ..SkyeKnowledge::of_search(400) };
    // Eight of its answers, some of them equal, and none of a search.
    let numbers = different_offers(&knowledge);
    assert!(numbers.iter().all(|&(others, _)| others <= 8), "{numbers:?}");
    let greedy = Greedy(knowledge.greedy.clone());
    let (mut checked, mut differ) = (0, 0);
    for seed in 0..5 {
        random_game(3, random_set(seed), seed, |game, position| {
            let Phase::Buy(seat) = position.phase else { return };
            let Some(other) = position.turn_order().skip_while(|&next| next != seat).nth(1) else { return };
            let mut later = position.clone();
            game.apply(&mut later, Action::Pass);
            let bought = simulated(&knowledge, game, position, &later, other);
            let by_rule = greedy.choose(game, &game.view(&later, other), &mut random(1)).action;
            assert_eq!(bought, BTreeSet::from([by_rule]));
            checked += 1;
            let unsuspecting = SkyeKnowledge { suspicions: Default::default(), ..knowledge.clone() };
            differ += u32::from(simulated(&unsuspecting, game, position, &later, other) != bought);
        });
    }
    assert!(checked > 30 && differ > 10, "{differ} of {checked} differ from what others are expected to buy");
}

#[test]
fn the_likelier_a_seat_is_greedy_the_more_of_its_offers_are_expected() {
    let share = |offers| {
        let suspicions = [Suspicion { offers, purchases: 0.0 }; MAX_SEATS];
        let knowledge = SkyeKnowledge { suspicions, ..SkyeKnowledge::of_search(100) };
        let sure = [Suspicion { offers: 1.0, purchases: 0.0 }; MAX_SEATS];
        let greedy = SkyeKnowledge { suspicions: sure, ..knowledge.clone() };
        let (greedy, found) = (drawn_offers(&greedy, 2), drawn_offers(&knowledge, 2));
        let of_greedy = |(greedy, found): (&BTreeMap<Offer, usize>, &BTreeMap<Offer, usize>)| {
            found.iter().filter(|(offer, _)| greedy.contains_key(offer)).map(|(_, count)| count).sum::<usize>()
        };
        let shared: usize = greedy.iter().zip(&found).map(of_greedy).sum();
        shared as f64 / (300 * found.len()) as f64
    };
    let [none, half, most] = [0.0, 0.5, 0.9].map(share);
    assert!(none < 0.6 && none + 0.1 < half && half + 0.1 < most && most > 0.8, "{none}, {half}, {most}");
}

#[test]
fn random_continuations_have_random_offers() {
    let found = different_offers(&knowledge(Brain::best(), Rollout::Random));
    assert!(found.iter().all(|&(others, own)| others > 18 && own > 18), "{found:?}");
}

#[test]
fn purchases_of_this_round_follow_the_rule_of_the_player_it_starts_from() {
    let knowledge = knowledge(Brain::best(), Rollout::Greedy);
    let (mut checked, mut differ) = (0, 0);
    for seed in 0..10 {
        random_game(3, random_set(seed), seed, |game, position| {
            let Phase::Buy(seat) = position.phase else { return };
            let gains = || Appraisals::by(knowledge.brain.judgements.clone());
            let by_rule = knowledge.brain.buying.purchase(game, position, seat, &mut gains());
            assert_eq!(simulated(&knowledge, game, position, position, seat), BTreeSet::from([by_rule]));
            checked += 1;
            differ += u32::from(by_rule != quick_action(game, position, &mut gains()));
        });
    }
    assert!(checked > 100 && differ > 0, "{differ} of {checked} purchases differ from the quick rule");
}
