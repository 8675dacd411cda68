//! Expected purchases of the search, and its evaluation of purchases.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::search::SearchDomain;
use agents::skye::appraisal::Appraisals;
use agents::skye::greedy::Brain;
use agents::skye::opponents::Habits;
use agents::skye::{OpponentModel, SkyeDomain};
use agents::value::Leaf;
use engine::random::random;
use engine::skye::{Action, Countable, Phase, Position, Skye};
use engine::{Game, Seat, Turn};

use crate::random_games::{random_game, random_set};

fn domain(leaf: Leaf) -> SkyeDomain {
    SkyeDomain { brain: Brain::standard(), others: OpponentModel::Usual, leaf, ..SkyeDomain::of_search() }
}

/// Shows all positions of some games in which the last seat of the round is to buy.
fn for_each_last_purchase(seeds: std::ops::Range<u64>, mut show: impl FnMut(&Skye, &Position, Seat)) {
    for seed in seeds {
        random_game(2 + seed as usize % 4, random_set(seed), seed, |game, position| {
            if let Phase::Buy(seat) = position.phase
                && position.turn_order().last() == Some(seat)
            {
                show(game, position, seat);
            }
        });
    }
}

/// Returns the end of the round after a purchase or pass if all seats build as greedy players plan.
fn end_of_round(domain: &SkyeDomain, game: &Skye, position: &Position, option: Action) -> Position {
    let mut gains = Appraisals::by(Arc::clone(&domain.brain.judgements));
    let mut end = position.clone();
    game.apply(&mut end, option);
    while let Phase::Build(seat) = end.phase {
        for action in domain.brain.building.plan(game, &end, seat, &mut gains) {
            game.apply(&mut end, action);
        }
    }
    assert!(!matches!(game.turn(&end), Turn::Seat(_)), "after building nobody decides in the round: {:?}", end.phase);
    end
}

/// Returns the actions of a seat that is to buy, and the chance to win after each.
fn played_out(domain: &SkyeDomain, game: &Skye, position: &Position, seat: Seat) -> (Vec<Action>, Vec<f64>) {
    let view = game.view(position, seat);
    let (buyer, chances) = domain.played_out(game, &view, &mut domain.cache(game.public(&view)));
    (buyer.actions().collect(), chances)
}

/// Returns whether a seat's result of a round is independent of the others' actions in it.
fn is_each_for_itself(game: &Skye) -> bool {
    let of_others = |tally: Countable| tally.is_compared() || matches!(tally, Countable::Gold);
    !game.scoring().iter().any(|&tile| game.rules().payment(tile).parts.iter().any(|part| of_others(part.tally)))
}

#[test]
fn by_worth_a_purchase_leads_where_the_round_really_ends() {
    let domain = domain(Leaf::Appraisal);
    let (mut compared, mut off, mut at_the_end) = (0, 0, 0);
    for_each_last_purchase(0..60, |game, position, seat| {
        let (options, chances) = played_out(&domain, game, position, seat);
        if options.len() == 1 {
            return;
        }
        for (option, chance) in options.into_iter().zip(chances) {
            let end = end_of_round(&domain, game, position, option);
            let really = domain.values(game, &end, &mut domain.cache(&end))[seat.index()].value;
            off += usize::from((chance - really).abs() > 1e-9);
            compared += 1;
            at_the_end += usize::from(end.phase == Phase::Over);
        }
    });
    assert!(compared > 100 && at_the_end > 20, "{compared} purchases, {at_the_end} of them in the last round");
    // If two tiles gain the same, their order decides which is laid first.
    assert!(100 * off <= compared, "{off} of {compared} lead elsewhere");
}

#[test]
fn by_learned_chances_it_leads_nearly_where_the_round_really_ends() {
    let domain = domain(Leaf::Learned);
    let (mut compared, mut off) = (0, 0.0);
    for_each_last_purchase(0..24, |game, position, seat| {
        let (options, chances) = played_out(&domain, game, position, seat);
        if options.len() == 1 {
            return;
        }
        for (option, chance) in options.into_iter().zip(chances) {
            let end = end_of_round(&domain, game, position, option);
            if end.phase == Phase::Draw {
                let really = domain.values(game, &end, &mut domain.cache(&end))[seat.index()].value;
                off += (chance - really).abs();
                compared += 1;
            }
        }
    });
    assert!(compared > 100 && off / f64::from(compared) < 0.02, "off by {off} in {compared} purchases");
}

#[test]
fn purchases_are_tried_in_the_order_of_their_chances() {
    let (domain, mut long) = (domain(Leaf::Learned), 0);
    for_each_last_purchase(0..24, |game, position, seat| {
        let view = game.view(position, seat);
        let tried = domain.candidates(game, &view, &mut domain.cache(game.public(&view)), &mut random(1));
        let (options, chances) = played_out(&domain, game, position, seat);
        let chance = |action: &Action| options.iter().position(|option| option == action).map(|place| chances[place]);
        assert!(options.iter().all(|option| tried.contains(option)), "{options:?} but for {tried:?}");
        let others: Vec<f64> = tried[1..].iter().filter_map(chance).collect();
        assert!(others.is_sorted_by(|one, other| one >= other), "{others:?}");
        long += usize::from(tried.len() > 6);
    });
    assert!(long > 0, "a search of 24 iterations tries at most six of them");
}

#[test]
fn in_the_last_round_the_price_of_a_purchase_counts() {
    let domain = domain(Leaf::Learned);
    let (mut dearer, mut compared) = (0, 0);
    for_each_last_purchase(0..120, |game, position, seat| {
        if usize::from(position.round) < game.rules().round_count() || !is_each_for_itself(game) {
            return;
        }
        let (options, chances) = played_out(&domain, game, position, seat);
        // Ten more gold are two more VP after every action.
        let mut richer = position.clone();
        richer.set_up(|public| public.players[seat.index()].gold += 10);
        let (with_more, better) = played_out(&domain, game, &richer, seat);
        for (option, chance) in options.iter().zip(&chances) {
            let index = with_more.iter().position(|other| other == option).expect("the same option");
            if options.len() > 1 {
                compared += 1;
                dearer += u32::from(better[index] > *chance);
            }
        }
    });
    assert!(compared > 20 && dearer == compared, "{dearer} of {compared} are better with more gold");
}

#[test]
fn the_searching_seat_buys_what_leads_to_the_best_end() {
    for leaf in [Leaf::Learned, Leaf::Appraisal] {
        let domain = domain(leaf);
        let (mut checked, mut bought) = (0, 0);
        for_each_last_purchase(0..16, |game, position, seat| {
            let view = game.view(position, seat);
            let found = domain.policy(game, &view, &mut domain.cache(game.public(&view)), &mut random(1));
            let (options, chances) = played_out(&domain, game, position, seat);
            let best = chances.iter().copied().fold(f64::MIN, f64::max);
            let first = chances.iter().position(|chance| *chance == best).expect("a pass at least");
            assert_eq!(found, options[first], "{chances:?}");
            checked += 1;
            bought += u32::from(found != Action::Pass);
        });
        assert!(checked > 60 && bought > 10, "{bought} of {checked} bought");
    }
}

#[test]
fn others_buy_as_often_as_their_habits_say() {
    let (domain, mut compared) = (domain(Leaf::Learned), 0);
    for_each_last_purchase(0..8, |game, position, seat| {
        let view = game.view(position, seat);
        let (buyer, chances) = domain.played_out(game, &view, &mut domain.cache(game.public(&view)));
        if buyer.options.len() == 1 {
            return;
        }
        let scored = buyer.scored(&Habits::committed().purchases, Some(&chances)).into_iter();
        let scored: Vec<(Action, f64)> = scored.map(|(option, score)| (option, f64::from(score) / 1024.0)).collect();
        // Another seat searches.
        let mut root = game.public(&game.view(position, seat)).clone();
        root.phase = Phase::Buy(Seat::all(root.seats()).find(|&other| other != seat).expect("two seats"));
        let mut cache = domain.cache(&root);
        let mut drawn: BTreeMap<Action, f64> = BTreeMap::new();
        for rng in 0..400 {
            let action = domain.policy(game, &game.view(position, seat), &mut cache, &mut random(rng));
            *drawn.entry(action).or_default() += 1.0 / 400.0;
        }
        for (option, score) in &scored {
            let expected = 1.0 / scored.iter().map(|(_, other)| (other - score).exp()).sum::<f64>();
            let found = drawn.get(option).copied().unwrap_or(0.0);
            let error = (expected * (1.0 - expected) / 400.0).sqrt();
            assert!((found - expected).abs() < 5.0 * error + 0.005, "{option:?}: {found} for {expected}");
            compared += 1;
        }
    });
    assert!(compared > 100, "{compared} purchases");
}

#[test]
fn what_is_remembered_of_a_round_is_what_would_be_found_anew() {
    let domain = domain(Leaf::Learned);
    let mut checked = 0;
    for seed in 0..20 {
        random_game(2 + seed as usize % 2, random_set(seed), seed, |game, root| {
            let Phase::Price(searcher) = root.phase else { return };
            if searcher != root.start {
                return;
            }
            let root = game.view(root, searcher);
            let mut cache = domain.cache(game.public(&root));
            domain.guess(game, game.public(&root), &mut cache, &mut random(1));
            // Many trades of the same tiles, as in a search.
            for rng in 0..20 {
                let mut rng = random(rng);
                let mut position = game.determinize_uniformly(&root, &mut rng);
                while let Phase::Price(seat) | Phase::Buy(seat) = position.phase {
                    let view = game.view(&position, seat);
                    if matches!(position.phase, Phase::Buy(_)) {
                        let policy = |cache: &mut _| domain.policy(game, &view, cache, &mut random(checked));
                        let remembered = policy(&mut cache);
                        assert_eq!(remembered, policy(&mut domain.cache(game.public(&root))), "{position:?}");
                        checked += 1;
                    }
                    let action = match position.phase {
                        Phase::Price(_) => domain.policy(game, &view, &mut cache, &mut rng),
                        _ => game.random_action(&position, &mut rng),
                    };
                    game.apply(&mut position, action);
                }
            }
        });
    }
    assert!(checked > 2000, "{checked} purchases");
}
