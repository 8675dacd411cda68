//! The greedy player: its rules and data files.

use std::sync::Arc;

use agents::skye::KINDS;
use agents::skye::appraisal::{Appraisals, ByPlayers, Judgements, Outlook};
use agents::skye::greedy::quick_action;
use agents::skye::market::{Market, MarketState};
use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::skye::{Action, Phase, Position, Rules, Skye, Tiles};
use engine::{Game, Seat, Turn};

use crate::QUICK;
use crate::random_games::{random_game, random_set};

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS)
}

/// Shows every decision of a game with the same agent in all seats.
fn played(spec: &str, players: usize, seed: u64, mut show: impl FnMut(&Skye, &Position, Action)) {
    let game = Skye::printed(players, random_set(seed)).expect("a valid set-up");
    let (agent, mut rng) = (agent(spec), random(seed));
    let mut position = game.start(Seat::new(seed as usize % players));
    loop {
        match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let action = agent.choose(&game, &game.view(&position, seat), &mut rng).action;
                show(&game, &position, action);
                game.apply(&mut position, action);
            }
        }
    }
}

#[test]
fn the_market_predicts_buyers_by_surplus() {
    let mut checked = 0;
    for seed in 0..200 {
        let players = 2 + seed as usize % 4;
        random_game(players, random_set(seed), seed, |game, position| {
            let Phase::Buy(seat) = position.phase else { return };
            let mut gains = Appraisals::by(Judgements::by_hand());
            let market = Market::of_display(game, position, &mut gains);
            let later = position.turn_order().skip_while(|&other| other != seat);
            let foreseen = market.outcome(MarketState::on_display(position), later);
            let before = position.clone();
            let mut after = position.clone();
            while let Phase::Buy(_) = after.phase {
                let action = quick_action(game, &after, &mut gains);
                game.apply(&mut after, action);
            }
            // Earlier purchases of this round are not part of the outcome.
            for other in Seat::all(players) {
                let bought: Vec<_> = before.player(other).to_build.to_vec();
                let received: Vec<_> =
                    after.player(other).to_build.iter().copied().filter(|tile| !bought.contains(tile)).collect();
                let gained: i32 = gains.of(game, &before, other, &received).iter().sum();
                let worth = gained + i32::from(after.player(other).gold) * market.per_gold;
                assert_eq!(foreseen[other.index()], worth, "seat {other} in {before:?}");
            }
            checked += 1;
        });
    }
    assert!(checked > 1000, "{checked} positions");
}

#[test]
fn the_data_files_are_as_they_are_written() {
    let files = [
        include_str!("../../data/judgement.json"),
        include_str!("../../data/judgement_tunnels.json"),
        include_str!("../../data/judgement_druids.json"),
        include_str!("../../data/judgement_borderlands.json"),
        include_str!("../../data/judgement_druids_borderlands.json"),
    ];
    for (text, calibrated) in files.into_iter().zip(&Judgements::calibrated().scopes) {
        let read = ByPlayers::from_json(text).expect("a committed data file");
        assert_eq!(read, *calibrated);
        assert_eq!(read.to_json(), text);
    }
}

#[test]
fn a_faulty_data_file_is_refused() {
    for scope in &Judgements::by_hand().scopes {
        let text = scope.to_json();
        for (old, new) in [("gold\":200", "gold\":0.2"), ("gold\":200", "silver\":200"), ("\"gold\":200,", "")] {
            assert!(ByPlayers::from_json(&text.replacen(old, new, 1)).is_err(), "{old} became {new}");
        }
        assert_eq!(ByPlayers::from_json(&text).expect("as written"), *scope);
    }
}

#[test]
fn ignored_features_are_worth_nothing() {
    // A player that ignores scrolls completes fewer of their areas. Here it is enough that some choices differ, and none if
    // nothing is ignored.
    let mut differ = [0; 2];
    for seed in 0..10 {
        played(QUICK, 2, seed, |game, position, action| {
            let seat = position.phase.seat().expect("somebody decides");
            let view = game.view(position, seat);
            let choose = |spec: &str| agent(spec).choose(game, &view, &mut random(1)).action;
            assert_eq!(choose(&format!("{QUICK},ignore=nothing")), action);
            differ[0] += u32::from(choose(&format!("{QUICK},ignore=scrolls")) != action);
            differ[1] += u32::from(choose(&format!("{QUICK},ignore=roads+income+potential")) != action);
        });
    }
    assert!(differ.iter().all(|&count| count > 20), "{differ:?} choices differ");
}

/// Explains every decision of a game, and checks that the chosen action has the highest value of those compared.
#[track_caller]
fn check_explanations(spec: &str, compares_offers: bool) {
    let explainer = agent(spec);
    for seed in 0..3 {
        played(spec, 3, seed, |game, position, action| {
            let Turn::Seat(seat) = game.turn(position) else { panic!("somebody decides") };
            let view = game.view(position, seat);
            // Guesses at the other offers use the random generator, so the choice needs a generator in the same state.
            let chosen = explainer.choose(game, &view, &mut random(seed)).action;
            let told = explainer.explain(game, &view, &mut random(seed));
            assert_eq!(told.decision.action, chosen);
            let Some(first) = told.weighed.first() else {
                assert!(!compares_offers && matches!(action, Action::Offer(_)), "nothing is compared for {action:?}");
                return;
            };
            let best = told.weighed.iter().fold(first, |best, next| if next.value > best.value { next } else { best });
            assert_eq!(best.action, chosen, "{told:?}");
            assert_eq!((best.weight, told.weighed.iter().map(|weighed| weighed.weight).sum::<f64>()), (1.0, 1.0));
        });
    }
}

#[test]
fn the_choice_has_the_highest_explained_value() {
    check_explanations("greedy", true);
    check_explanations(QUICK, true);
    check_explanations("greedy:pricing=safe,buying=surplus,building=tile-by-tile", false);
}

#[test]
fn rules_on_gold_change_its_value() {
    let per_gold = |change: fn(&mut Rules)| {
        let mut rules = Rules::printed(3);
        change(&mut rules);
        let game = Skye::new(Tiles::printed(), Arc::new(rules), random_set(1), 3).expect("a valid set-up");
        let mut position = game.start(Seat::new(0));
        game.resolve_chance(&mut position, 1);
        Outlook::per_gold(&Judgements::calibrated(), &game, game.view(&position, Seat::new(0)).public())
    };
    type Change = fn(&mut Rules);
    let changes: [(Change, bool); 4] = [
        (|rules| rules.castle_income = 10, false),
        (|rules| rules.castle_income = 2, true),
        (|rules| rules.gold_per_vp = 20, false),
        (|rules| rules.gold_per_vp = 1, true),
    ];
    let printed = per_gold(|_| {});
    for (change, is_worth_more) in changes {
        let changed = per_gold(change);
        assert!(changed != printed && (changed > printed) == is_worth_more, "{changed} in place of {printed}");
    }
}
