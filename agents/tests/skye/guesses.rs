//! The search's guesses at the others' offers in the round of the decision, and its responses.

use std::collections::BTreeMap;

use agents::search::SearchDomain;
use agents::skye::appraisal::{Appraisals, Judgements};
use agents::skye::greedy::responses;
use agents::skye::market::Market;
use agents::skye::opponents::{Habits, Offerer};
use agents::skye::{OpponentModel, Rollout, SkyeCache, SkyeDomain};
use agents::value::Leaf;
use engine::random::random;
use engine::skye::{Action, Module, Modules, Offer, Phase, Position, PriceLimits, Public, Skye};
use engine::{Game, Seat};

use crate::random_games::{random_game, random_game_with, random_set, random_set_with};

fn domain(others: OpponentModel, rollout: Rollout) -> SkyeDomain {
    SkyeDomain { rollout, others, leaf: Leaf::Appraisal, ..SkyeDomain::of_search() }
}

/// Returns the cache of a search that has read earlier trades and guessed at offers.
fn guessed(domain: &SkyeDomain, game: &Skye, root: &Position, searcher: Seat) -> SkyeCache {
    let view = game.view(root, searcher);
    let mut cache = domain.cache(game.public(&view));
    domain.read(game, &view, &mut cache);
    domain.guess(game, game.public(&view), &mut cache, &mut random(1));
    cache
}

/// Counts the offers of a seat in 300 simulations of this position.
#[track_caller]
fn offers(
    domain: &SkyeDomain,
    game: &Skye,
    position: &Position,
    seat: Seat,
    cache: &mut SkyeCache,
) -> BTreeMap<Offer, usize> {
    let mut drawn = BTreeMap::new();
    for seed in 0..300 {
        let action = domain.policy(game, &game.view(position, seat), cache, &mut random(seed));
        assert!(game.is_legal(position, action), "{action:?}");
        let Action::Offer(offer) = action else { panic!("{action:?} is no offer") };
        *drawn.entry(offer).or_default() += 1;
    }
    drawn
}

/// Shows positions before the first offer of a round, and the same positions after it.
fn openings(players: usize, seed: u64, mut show: impl FnMut(&Skye, &Position, Seat, &Position, Seat)) {
    random_game(players, random_set(seed), seed, |game, root| {
        let Phase::Price(searcher) = root.phase else { return };
        if searcher != root.start {
            return;
        }
        let mut position = root.clone();
        game.apply(&mut position, game.random_action(root, &mut random(seed)));
        let Phase::Price(other) = position.phase else { panic!("two seats at least") };
        show(game, root, searcher, &position, other);
    });
}

/// Returns the mean log chance of these offers by the committed habits.
fn mean_log_chance(game: &Skye, position: &Public, seat: Seat, offers: impl Iterator<Item = (Offer, usize)>) -> f64 {
    let mut gains = Appraisals::by(Judgements::calibrated());
    let market = Market::of_drawn(game, position, &mut gains);
    let offerer = Offerer::new(game, position, seat, &market, &mut gains);
    let weighed = offers.map(|(offer, count)| {
        (count as f64 * offerer.log_chances(&Habits::committed(), &offer, [1.0])[0], count as f64)
    });
    let (sum, count) = weighed.fold((0.0, 0.0), |(sum, all), (chance, count)| (sum + chance, all + count));
    sum / count
}

#[test]
fn others_offer_what_players_usually_do() {
    for players in [2, 4] {
        let domain = domain(OpponentModel::Usual, Rollout::Foresight);
        let (mut guesses, mut any, mut positions) = (0.0, 0.0, 0);
        openings(players, 5, |game, root, searcher, position, other| {
            let mut cache = guessed(&domain, game, root, searcher);
            let drawn = offers(&domain, game, position, other, &mut cache);
            assert!((2..=25).contains(&drawn.len()), "{drawn:?}");
            guesses += mean_log_chance(game, position, other, drawn.into_iter());
            let mut rng = random(3);
            let gold = position.player(other).gold;
            let legal = (0..300).map(|_| (Offer::random(3, gold, PriceLimits::PRINTED, &mut rng), 1));
            any += mean_log_chance(game, position, other, legal);
            positions += 1;
        });
        // Offers drawn from the habits are likelier under them than other offers, by far more than chance.
        assert!(positions > 4 && guesses / positions as f64 > any / positions as f64 + 1.0, "{guesses}, {any}");
    }
}

#[test]
fn guesses_are_the_same_whatever_is_offered_in_secret() {
    let (domain, mut compared) = (domain(OpponentModel::Read, Rollout::Foresight), 0);
    for seed in 0..4 {
        let players = 2 + seed as usize % 4;
        random_game(players, random_set(seed), seed, |game, root| {
            let Phase::Price(searcher) = root.phase else { return };
            let mut other = root.clone();
            let mut rng = random(seed);
            let hidden = Seat::all(players).filter(|&seat| seat != searcher && root.has_made_offer(seat));
            for seat in hidden {
                let gold = root.player(seat).gold;
                other.replace_offer(seat, Offer::random(3, gold, PriceLimits::PRINTED, &mut rng));
            }
            if other == *root {
                return;
            }
            compared += 1;
            let mut memos = [root, &other].map(|position| guessed(&domain, game, position, searcher));
            let candidates: Vec<_> = [root, &other]
                .into_iter()
                .zip(&mut memos)
                .map(|(position, cache)| domain.candidates(game, &game.view(position, searcher), cache, &mut random(2)))
                .collect();
            assert_eq!(candidates[0], candidates[1]);
            // Each hidden offer is sampled from its own seat's view.
            let mut invented = [root, &other].into_iter().zip(&mut memos).map(|(position, cache)| {
                let view = game.view(position, searcher);
                let mut policy = |hidden: &engine::skye::View<'_>, rng: &mut _| domain.policy(game, hidden, cache, rng);
                game.determinize(&view, &mut random(4), &mut policy)
            });
            assert_eq!(invented.next(), invented.next());
        });
    }
    assert!(compared > 20, "{compared} positions with something hidden");
}

#[test]
fn how_rational_a_seat_is_found_changes_what_it_is_expected_to_offer() {
    let [read, usual] = [OpponentModel::Read, OpponentModel::Usual].map(|others| domain(others, Rollout::Foresight));
    let (mut first, mut later) = ([0; 2], [0; 2]);
    for seed in 0..3 {
        openings(3, seed, |game, root, searcher, position, other| {
            let [read, usual] = [&read, &usual].map(|domain| {
                let mut cache = guessed(domain, game, root, searcher);
                offers(domain, game, position, other, &mut cache)
            });
            let count = if root.round == 1 { &mut first } else { &mut later };
            count[0] += 1;
            count[1] += usize::from(read != usual);
        });
    }
    assert!(first[0] == 3 && first[1] == 0, "{first:?}: nobody has traded yet");
    assert!(later[0] > 10 && 2 * later[1] > later[0], "{later:?}: all have played at random");
}

#[test]
fn the_first_candidates_answer_the_guesses() {
    let domain = domain(OpponentModel::Usual, Rollout::Foresight);
    let mut positions = 0;
    for players in [2, 4] {
        openings(players, 8, |game, root, searcher, _, _| {
            let view = game.view(root, searcher);
            let mut cache = domain.cache(game.public(&view));
            let guess = Offer::new(0, [1, 1]);
            let guesses =
                std::array::from_fn(
                    |seat| {
                        if seat == searcher.index() || seat >= players { Vec::new() } else { vec![guess] }
                    },
                );
            cache.take_guesses(guesses);
            let candidates = domain.candidates(game, &view, &mut cache, &mut random(1));
            assert!((1..=16).contains(&candidates.len()), "{candidates:?}");
            for (index, &candidate) in candidates.iter().enumerate() {
                assert!(game.is_legal(root, candidate) && !candidates[..index].contains(&candidate), "{candidates:?}");
            }
            let others = Seat::all(players).filter(|&seat| seat != searcher);
            let all: Vec<(Seat, Offer)> = others.map(|seat| (seat, guess)).collect();
            let mut gains = Appraisals::by(Judgements::calibrated());
            let answers = responses(game, root, searcher, &[all], &mut gains);
            assert_eq!(candidates[0], Action::Offer(answers[0]));
            positions += 1;
        });
    }
    assert!(positions > 8, "{positions} positions");
}

#[test]
fn in_another_seats_place_the_searching_seats_offer_is_guessed_at() {
    let domain = domain(OpponentModel::Usual, Rollout::Foresight);
    let mut positions = 0;
    openings(2, 9, |game, root, searcher, position, other| {
        let mut cache = guessed(&domain, game, root, searcher);
        let mut ask =
            |position: &Position, seat| domain.candidates(game, &game.view(position, seat), &mut cache, &mut random(1));
        ask(root, searcher);
        let candidates = ask(position, other);
        // A seat to which nobody sells offers differently.
        let mut gains = Appraisals::by(Judgements::calibrated());
        let alone = responses(game, position, other, &[Vec::new()], &mut gains);
        positions += usize::from(candidates[0] != Action::Offer(alone[0]));
    });
    assert!(positions > 1, "{positions} positions");
}

#[test]
fn offers_at_a_glance_in_later_rounds_are_legal_and_repeatable() {
    let domain = domain(OpponentModel::Read, Rollout::Foresight);
    let all: Modules = Module::ALL.into_iter().collect();
    let mut seen = 0;
    for (seed, modules) in [(1, Modules::NONE), (2, all), (3, Modules::NONE), (4, all)] {
        let players = 2 + seed as usize % 4;
        let mut root: Option<Position> = None;
        random_game_with(modules, players, random_set_with(modules, seed), seed, |game, position| {
            let Phase::Price(seat) = position.phase else { return };
            let root = root.get_or_insert_with(|| position.clone());
            if position.round == root.round {
                return;
            }
            let drawn = [(), ()].map(|()| {
                let mut cache = domain.cache(root);
                offers(&domain, game, position, seat, &mut cache)
            });
            assert_eq!(drawn[0], drawn[1]);
            seen += 1;
        });
    }
    assert!(seen > 50, "{seen} offers in later rounds");
}

#[test]
fn random_continuations_have_random_offers() {
    let domain = domain(OpponentModel::Read, Rollout::Random);
    let mut positions = 0;
    openings(3, 3, |game, root, searcher, position, other| {
        let mut cache = guessed(&domain, game, root, searcher);
        let [others, own] =
            [(position, other), (root, searcher)].map(|(at, seat)| offers(&domain, game, at, seat, &mut cache).len());
        assert!(others > 18 && own > 18, "{others} and {own} different offers");
        positions += 1;
    });
    assert!(positions > 4, "{positions} positions");
}
