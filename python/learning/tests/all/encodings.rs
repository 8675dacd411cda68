//! Choices lead to actions and back; their numbers never change.

use std::collections::BTreeSet;

use crate::common::{all_modules, each_decision, of_skye, of_tipperary, skye, tipperary};
use agents::Agent;
use engine::Game;
use engine::skye::{Modules, Skye};
use engine::tipperary::Tipperary;
use learning::encoding::{Encoding, Misfit, decode, encode};

/// Encodes and decodes every decision; how many there are, and how many have no numbers.
fn there_and_back<G: Encoding>(games: impl Iterator<Item = G>, agent: &dyn Agent<G>) -> (usize, usize) {
    let (mut decisions, mut without) = (0, 0);
    for (number, game) in games.enumerate() {
        each_decision(&game, agent, number as u64, |position, _, action| {
            decisions += 1;
            match encode(&game, position, action) {
                Ok(numbers) => {
                    assert!(numbers.iter().all(|number| *number < G::ACTIONS), "{numbers:?}");
                    let given: Vec<i64> = numbers.iter().map(|number| *number as i64).collect();
                    assert_eq!(decode(&game, position, &given), Ok(action));
                    assert!(decode(&game, position, &[&given[..], &[0]].concat()).is_err());
                    if let Some((last, rest)) = given.split_last() {
                        assert_eq!(decode(&game, position, rest), Err(Misfit::TooFew(rest.len())));
                        let wrong = [rest, &[last + 10_000]].concat();
                        assert!(
                            matches!(decode(&game, position, &wrong), Err(Misfit::Choice(place, ..)) if place == rest.len())
                        );
                    }
                }
                Err(Misfit::NoNumber) => without += 1,
                Err(other) => panic!("{other}"),
            }
        });
    }
    (decisions, without)
}

#[test]
fn isle_of_skye_with_any_players_and_modules() {
    for players in 2..=5 {
        for modules in [Modules::NONE, all_modules()] {
            for (spec, games) in [("greedy", 4), ("random", 12)] {
                let (decisions, without) =
                    there_and_back((0..games).map(|number| skye(players, modules, number)), &*of_skye(spec));
                assert!(decisions > 100 && without * 100 < decisions, "{without} of {decisions}");
            }
        }
    }
}

#[test]
fn tipperary_with_any_players() {
    for players in 2..=5 {
        for (spec, games) in [("greedy", 2), ("random", 6)] {
            let (decisions, without) =
                there_and_back((0..games).map(|number| tipperary(players, number)), &*of_tipperary(spec));
            assert!(decisions > 40 && without * 50 < decisions, "{without} of {decisions}");
        }
    }
}

#[test]
fn an_offer_beyond_the_highest_price_has_no_number_and_is_counted() {
    use engine::skye::{Action, Offer};
    use learning::action_mask::ActionMask;

    let game = skye(2, Modules::NONE, 1);
    let mut position = game.start(engine::Seat::new(0));
    game.resolve_chance(&mut position, 1);
    position.set_up(|public| public.players[0].gold = 60);
    let chosen = learning::skye::PartialAction { discard: Some(0), ..Default::default() };
    let mut options = ActionMask::default();
    assert_eq!(game.options(&position, &chosen, &mut options), 9, "51 to 59 gold");
    assert_eq!(options.len(), 50);
    let dear = Action::Offer(Offer::new(0, [51, 1]));
    assert_eq!(encode(&game, &position, dear), Err(Misfit::NoNumber));
    assert_eq!(encode(&game, &position, Action::Offer(Offer::new(0, [50, 9]))), Ok(vec![0, 52, 11]));
}

/// Checks that everything has a name of its own.
fn check_names<G: Encoding>() {
    let choices: BTreeSet<String> = (0..G::ACTIONS).map(G::describe).collect();
    assert_eq!(choices.len(), G::ACTIONS);
    let numbers: BTreeSet<String> = G::features().into_iter().map(|number| number.name).collect();
    assert_eq!((numbers.len(), G::features().len()), (G::OBSERVATION, G::OBSERVATION));
}

#[test]
fn choices_and_numbers_have_names() {
    check_names::<Skye>();
    check_names::<Tipperary>();
    assert_eq!(
        [0, 7, 53, 93, 385].map(Skye::describe),
        ["discard drawn tile 1", "price 5 gold", "pass", "at (-8, -8)", "turned by 270 degrees"]
    );
}

/// A digest of everything that is seen in one game: it changes with the layout, which then needs another name.
fn seen<G: Encoding>(game: &G, agent: &dyn Agent<G>) -> String {
    let mut bytes = String::new();
    each_decision(game, agent, 7, |position, seat, action| {
        let mut out = vec![0.0; G::OBSERVATION];
        game.observe(
            &game.view(position, seat),
            Some(&G::PartialAction::default()),
            &mut G::ObservationCache::default(),
            &mut out,
        );
        assert!(out.iter().all(|number| number.is_finite() && number.abs() < 20.0));
        let filled = out.iter().enumerate().filter(|(_, number)| **number != 0.0);
        bytes.extend(filled.map(|(place, number)| format!("{place}:{:x} ", number.to_bits())));
        let mut planes = vec![0; G::PLANES.iter().product()];
        game.planes(&game.view(position, seat), &mut planes);
        bytes.extend(planes.iter().map(|number| char::from(b'a' + number % 26)));
        bytes.push_str(&format!("{:?}", encode(game, position, action)));
    });
    interface::digest::sha256(&bytes)[..16].to_owned()
}

#[test]
fn names_stand_for_fixed_layouts() {
    assert_eq!((Skye::NAME, Skye::ACTIONS, Skye::OBSERVATION), ("learn-1", 386, 1018));
    assert_eq!((Tipperary::NAME, Tipperary::ACTIONS, Tipperary::OBSERVATION), ("tipperary-1", 636, 875));
    let found = [
        seen(&skye(3, Modules::NONE, 1), &*of_skye("random")),
        seen(&skye(4, all_modules(), 2), &*of_skye("random")),
        seen(&tipperary(3, 3), &*of_tipperary("random")),
    ];
    let (found, path) = (found.join("\n") + "\n", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/seen.txt"));
    if std::env::var("SNAPSHOTS").is_ok_and(|wish| wish == "overwrite") {
        std::fs::write(path, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(path).unwrap(), "another layout needs another name");
}
