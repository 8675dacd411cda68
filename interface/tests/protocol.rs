//! Views, actions and what is legal as JSON, in whole games of both games with all modules.

#[path = "common/games.rs"]
mod games;

use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::skye::{Offer, PriceLimits, Skye};
use engine::tipperary::Place;
use engine::{Game, Seat};
use games::{all_of_skye, all_of_tipperary, each_decision, skye, skye_drawing};
use interface::protocol::Protocol;
use serde_json::{Value, json};

/// A view is the same again after it was JSON, for every seat.
fn check_views<G: Protocol>(game: &G, position: &G::Position) {
    for seat in Seat::all(game.seats()) {
        let view = game.view(position, seat);
        let written = game.write_view(&view);
        let (rebuilt, viewer) = game.read_view(written.get()).unwrap_or_else(|fault| panic!("{fault}: {written}"));
        assert_eq!(viewer, seat);
        let again = game.view(&rebuilt, seat);
        assert_eq!(game.public(&again), game.public(&view));
        assert_eq!(game.write_view(&again).get(), written.get());
    }
}

/// Every legal action is read as it is written, and nothing else is.
fn check_actions<G: Protocol>(game: &G, position: &G::Position) {
    let mut legal = Vec::new();
    game.legal_actions(position, &mut legal);
    let written: Vec<Value> = legal.iter().map(|&action| game.write_action(position, action)).collect();
    let step = (legal.len() / 5).max(1);
    for (action, written) in legal.iter().zip(&written).step_by(step) {
        assert_eq!(game.read_choice(position, written), Ok(*action), "{written}");
        let mut with_more = written.clone();
        with_more["mood"] = "good".into();
        let error = game.read_choice(position, &with_more).unwrap_err();
        assert!(error.field == "action.mood", "{error}");
    }
    for bad in [json!(null), json!([]), json!({}), json!({"e": "fly"}), json!({"e": 3}), json!("pass")] {
        let error = game.read_choice(position, &bad).unwrap_err();
        assert!(error.field.starts_with("action") && !error.accepted.is_empty(), "{error}");
    }
    if let Some(list) = game.write_legal(position).get("actions") {
        assert_eq!(list, &Value::from(written));
    }
}

#[test]
fn views_and_actions_of_isle_of_skye_survive() {
    for game in all_of_skye() {
        let mut number = 0;
        each_decision(&game, 0..3, |position, _| {
            number += 1;
            if number % 3 == 0 {
                check_views(&game, position);
            }
            check_actions(&game, position);
        });
    }
}

#[test]
fn views_and_actions_of_tipperary_survive() {
    for game in all_of_tipperary() {
        let mut number = 0;
        each_decision(&game, 0..1, |position, _| {
            number += 1;
            check_views(&game, position);
            if number % 7 == 0 {
                check_actions(&game, position);
            }
        });
    }
}

/// Towers are written from south to north, and one may stand beside no more than another north of it.
#[test]
fn a_tower_beside_a_tower_alone_is_read() {
    let mut checked = 0;
    for game in all_of_tipperary() {
        each_decision(&game, 0..1, |position, seat| {
            let display = &position.player(seat).display;
            let place = display.tower_places().next().unwrap();
            assert!(!display.is_beside(Place { y: place.y - 1, ..place }), "{place} is the southernmost");
            let mut view: Value = serde_json::from_str(game.write_view(&game.view(position, seat)).get()).unwrap();
            let towers = &mut view["players"][seat.index()]["placed_towers"];
            if towers == &json!([]) {
                *towers = json!([[place.x, place.y - 1], [place.x, place.y]]);
                let (read, _) = game.read_view(&view.to_string()).unwrap();
                assert_eq!(
                    serde_json::from_str::<Value>(game.write_view(&game.view(&read, seat)).get()).unwrap(),
                    view
                );
                view["players"][seat.index()]["placed_towers"] = json!([[place.x, place.y - 1]]);
                let fault = game.read_view(&view.to_string()).unwrap_err();
                assert!(fault.contains("no tower can stand"), "{fault}");
                checked += 1;
            }
        });
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn greedy_players_decide_the_same_from_what_was_written() {
    let game = skye(4, &[], 3);
    let greedy: Box<dyn Agent<Skye>> =
        AgentSpec::read("greedy", &agents::skye::KINDS).unwrap().build(&agents::skye::KINDS);
    let mut number = 0;
    each_decision(&game, 0..1, |position, seat| {
        number += 1;
        let view = game.view(position, seat);
        let (rebuilt, _) = game.read_view(game.write_view(&view).get()).unwrap();
        let direct = greedy.choose(&game, &view, &mut random(number));
        let told = greedy.choose(&game, &game.view(&rebuilt, seat), &mut random(number));
        assert_eq!(direct, told);
    });
}

#[test]
fn no_offer_of_another_seat_changes_a_byte() {
    let mut checked = 0;
    for game in all_of_skye() {
        each_decision(&game, 0..3, |position, seat| {
            for other in Seat::all(game.seats()).filter(|other| *other != seat && position.has_made_offer(*other)) {
                let mut changed = position.clone();
                let (drawn, gold) = (position.player(other).drawn.len(), position.player(other).gold);
                let old = position.offer(other).unwrap();
                let new = Offer::all(drawn, gold, PriceLimits::PRINTED).find(|offer| *offer != old);
                changed.replace_offer(other, new.unwrap_or(old));
                assert_eq!(
                    game.write_view(&game.view(position, seat)).get(),
                    game.write_view(&game.view(&changed, seat)).get()
                );
                checked += usize::from(new.is_some());
            }
        });
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn discards_stand_in_a_list_unless_there_is_one() {
    for drawn in [2, 4, 5] {
        let game = skye_drawing(drawn, 2);
        let mut position = game.start(Seat::new(0));
        game.resolve_chance(&mut position, 4);
        let legal = game.write_legal(&position);
        let tiles = legal["tiles"].as_array().unwrap();
        assert_eq!(tiles.len(), usize::from(drawn));
        let offer =
            |discard: Value| json!({"e": "price", "discard": discard, "prices": [[tiles[1], 1], [tiles[0], 2]]});
        let read = |discard: Value| game.read_choice(&position, &offer(discard));
        let Ok(action) = read(tiles[2..].into()) else { panic!("a legal offer") };
        assert_eq!(game.write_action(&position, action)["discard"], Value::from(&tiles[2..]));
        let bad =
            [Value::from(&tiles[1..]), json!("L99"), tiles[0].clone(), json!(["L99"]), json!([tiles[0], tiles[0]])];
        for discard in bad {
            let error = read(discard.clone()).unwrap_err();
            assert_eq!(error.field, "action.discard", "{discard} of {drawn}: {error}");
        }
    }
}

#[test]
fn what_is_wrong_with_an_offer_is_told_by_field() {
    let game = skye(2, &[], 1);
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 4);
    let legal = game.write_legal(&position);
    let tile = |index: usize| legal["tiles"][index].clone();
    let [one, two, three] = [tile(0), tile(1), tile(2)];
    let offer = |discard: &Value, prices: Value| json!({"e": "price", "discard": discard, "prices": prices});
    let good = offer(&two, json!([[three, 1], [one, 2]]));
    assert!(game.read_choice(&position, &good).is_ok());
    let gold = legal["gold"].as_u64().unwrap();
    for (bad, field) in [
        (offer(&json!([two]), json!([[three, 1], [one, 2]])), "action.discard"),
        (offer(&one, json!([[two, "1"], [three, 1]])), "action.prices"),
        (json!({"e": "price"}), "action.discard"),
        (json!({"e": "pass"}), "action.e"),
        (offer(&json!("L99"), json!([])), "action.discard"),
        (offer(&one, json!([[two, 1]])), "action.prices"),
        (offer(&one, json!([[two, 1], [two, 1]])), "action.prices"),
        (offer(&one, json!([[two, 1], [one, 1]])), "action.prices"),
        (offer(&one, json!([[two, 0], [three, 1]])), "action.prices"),
        (offer(&one, json!([[two, -1], [three, 1]])), "action.prices"),
        (offer(&one, json!([[two, 1.5], [three, 1]])), "action.prices"),
        (offer(&one, json!([[two, gold], [three, 1]])), "action.prices"),
        (offer(&one, json!([[two, 1, 1], [three, 1]])), "action.prices"),
        (offer(&one, json!({"a": 1})), "action.prices"),
    ] {
        let error = game.read_choice(&position, &bad).unwrap_err();
        assert_eq!(error.field, field, "{bad}: {error}");
    }
}

#[test]
fn a_search_in_an_answer_is_checked() {
    use interface::protocol::Answer;

    let read =
        |search: Value| Answer::read(&json!({"id": 1, "action": {"e": "pass"}, "search": search}).to_string(), 1);
    let searched = |key: &str, value: Value| {
        let mut entry = json!({"action": {"e": "pass"}, "visits": 3, "value": 0.5, "weight": 0.25});
        entry[key] = value;
        json!({"actions": [entry]})
    };
    for search in [json!({"actions": []}), searched("value", Value::Null), searched("weight", json!(0))] {
        let answer = read(search.clone()).unwrap();
        assert_eq!(answer.search.as_ref(), Some(&search));
        assert_eq!(Answer::read(&answer.line(1), 1), Ok(answer));
    }
    for (search, field) in [
        (json!(null), "search"),
        (json!({}), "search"),
        (json!({"actions": [], "more": 1}), "search"),
        (json!({"actions": [5]}), "search.actions.0"),
        (searched("visits", json!(-1)), "search.actions.0.visits"),
        (searched("value", json!("high")), "search.actions.0.value"),
        (searched("weight", json!(1.5)), "search.actions.0.weight"),
        (searched("action", json!([])), "search.actions.0.action"),
        (searched("mood", json!(1)), "search.actions.0.mood"),
    ] {
        assert_eq!(read(search.clone()).unwrap_err().field, field, "{search}");
    }
}
