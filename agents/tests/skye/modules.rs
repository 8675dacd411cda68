//! Agents with modules: their values, and that all of them play all modules.

use agents::skye::KINDS;
use agents::skye::appraisal::{Appraisals, Estate, Judgements, Outlook, Scope};
use agents::skye::market::{ForeseenTurn, SecondTurn, second_purchases};
use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::skye::{Action, Module, Modules, Phase, Skye};
use engine::{Game, Seat, Turn};

use crate::QUICK;
use crate::random_games::{random_game_with, random_set_with};

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS)
}

fn all() -> Modules {
    Module::ALL.into_iter().collect()
}

#[test]
fn every_kind_of_agent_plays_every_set_of_modules() {
    let search = "mcts:iterations=12,candidates=5";
    let flat = format!("{search},variant=flat");
    let specs = ["random", "rule-of-thumb", "greedy:samples=4", QUICK, search, &flat];
    for modules in Modules::all_sets() {
        let players = 2 + modules.iter().count() % 4;
        let game = Skye::printed_with(players, random_set_with(modules, 7), modules).expect("a valid set-up");
        let agents = specs.map(agent);
        let (mut position, mut decisions) = (game.start(Seat::new(0)), 0);
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, 5),
                Turn::Seat(seat) => {
                    decisions += 1;
                    let agent = &agents[(decisions / 3) % agents.len()];
                    let action = agent.choose(&game, &game.view(&position, seat), &mut random(decisions as u64)).action;
                    assert!(game.is_legal(&position, action), "{action:?} in {modules:?}");
                    game.apply(&mut position, action);
                }
            }
        }
    }
}

/// Shows every position of some random games with all modules in which a seat decides in one of these phases.
fn in_phases(is_wanted: fn(Phase) -> bool, mut show: impl FnMut(&Skye, &engine::skye::Position, Seat)) {
    for seed in 0..20 {
        random_game_with(all(), 2 + seed as usize % 3, random_set_with(all(), seed), seed, |game, position| {
            if let (true, Some(seat)) = (is_wanted(position.phase), position.phase.seat()) {
                show(game, position, seat);
            }
        });
    }
}

#[test]
fn more_gold_is_never_worth_less_in_the_second_turn() {
    let mut useful = 0;
    in_phases(
        |phase| matches!(phase, Phase::Price(_)),
        |game, position, seat| {
            let second = SecondTurn::ahead(game, position, seat, &mut Appraisals::by(Judgements::calibrated()));
            assert!((0..30).all(|gold| second.worth(gold) <= second.worth(gold + 1)), "{second:?}");
            assert_eq!(second.worth(30), second.worth(300));
            useful += u32::from(second.worth(30) > second.worth(0));
        },
    );
    assert!(useful > 50, "{useful} second turns with something worth its price");
}

#[test]
fn ignored_druids_are_not_bought_and_ignored_borderlands_not_laid() {
    let ignoring = agent(&format!("{QUICK},ignore=druids+borderlands"));
    let mut seen = 0;
    in_phases(
        |phase| matches!(phase, Phase::BuyAgain(_) | Phase::Build(_)),
        |game, position, seat| {
            let action = ignoring.choose(game, &game.view(position, seat), &mut random(1)).action;
            let is_borderland =
                matches!(action, Action::Place(placement) if game.tiles().is_borderland(placement.tile));
            assert!(!is_borderland, "{action:?}");
            if let Phase::BuyAgain(_) = position.phase {
                assert_eq!(action, Action::Pass);
            }
            seen += 1;
        },
    );
    assert!(seen > 500, "{seen} decisions");
}

#[test]
fn the_second_turn_is_foreseen_as_the_first_to_buy_in_it_plays_it() {
    let (mut bought, mut passed) = (0, 0);
    in_phases(
        |phase| matches!(phase, Phase::BuyAgain(_)),
        |game, position, seat| {
            if seat != position.start {
                return;
            }
            let mut gains = Appraisals::by(Judgements::calibrated());
            let foreseen = ForeseenTurn::of(game, position, seat, &mut gains);
            let found = foreseen.purchase(position.player(seat).gold, &[]);
            let weighed = second_purchases(game, position, seat, &mut gains);
            let (_, most) = weighed.iter().max_by_key(|(_, worth)| *worth).expect("a pass at least");
            let (best, _) = weighed.iter().find(|(_, worth)| worth == most).expect("the best");
            match (best, found) {
                (Action::Pass, None) => passed += 1,
                (Action::BuyDruid { space }, Some((tile, price))) => {
                    bought += 1;
                    assert_eq!(position.dolmen.board[usize::from(*space)], Some(tile));
                    assert_eq!(position.dolmen.price(game.tiles(), usize::from(*space)), Some(price));
                    let other = foreseen.purchase(position.player(seat).gold, &[tile]);
                    assert!(other.is_none_or(|(other, _)| other != tile), "it is gone");
                }
                (Action::DrawFromBag, Some((tile, price))) => {
                    assert_eq!(price, position.player(seat).tablets.bag_cost());
                    assert!(position.bag.has(tile));
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(foreseen.purchase(0, &[]).filter(|(_, price)| *price > 0), None, "without gold");
        },
    );
    assert!(bought > 10 && passed > 10, "{bought} bought, {passed} passes");
}

#[test]
fn only_affordable_tiles_are_compared_in_the_second_turn() {
    in_phases(
        |phase| matches!(phase, Phase::BuyAgain(_)),
        |game, position, seat| {
            let mut gains = Appraisals::by(Judgements::calibrated());
            let compared = second_purchases(game, position, seat, &mut gains);
            assert_eq!(compared[0].0, Action::Pass);
            assert!(compared.iter().all(|&(action, _)| game.is_legal(position, action)), "{compared:?}");
        },
    );
}

#[test]
fn a_tablet_is_worth_more_than_none_while_rounds_are_to_come() {
    // With the judgement set by hand; a fitted one may differ.
    let judgements = Judgements::of_base_game();
    let mut ignoring = (*judgements).clone();
    ignoring.ignored.tablets = true;
    in_phases(
        |phase| matches!(phase, Phase::BuyAgain(_)),
        |game, position, seat| {
            let territory = &position.player(seat).territory;
            let gain = |judgements: &Judgements, tile| {
                let (outlook, mut most) = (Outlook::by(judgements, game, position, seat), None);
                Estate::new(outlook, territory).for_each_gain(tile, |_, gain| most = most.max(Some(gain)));
                most.unwrap_or(0)
            };
            for tile in position.dolmen.board.into_iter().flatten() {
                let has_tablet = game.tiles().druid(tile).is_some_and(|druid| druid.tablet.is_some());
                let (known, ignored) = (gain(&judgements, tile), gain(&ignoring, tile));
                let can_gain = has_tablet && territory.can_place(game.tiles(), tile);
                let to_come = Outlook::rounds_to_come(game, position);
                assert!(known >= ignored, "{known} with tablets, {ignored} without");
                assert!(!can_gain || to_come == 0 || known > ignored, "a tablet with {to_come} rounds to come");
            }
        },
    );
}

#[test]
fn the_data_file_of_the_base_game_leaves_out_what_only_modules_need() {
    let judgements = Judgements::calibrated();
    for scope in Scope::ALL {
        let text = judgements.scopes[scope as usize].to_json();
        assert_eq!(text.contains("expansions"), scope != Scope::Base, "{scope:?}");
    }
}

#[test]
fn every_set_of_modules_has_the_judgement_of_its_scope() {
    let judgements = Judgements::calibrated();
    for modules in Modules::all_sets() {
        let has = |module| modules.has(module);
        let expected = match (has(Module::Druids), has(Module::Borderlands), modules.is_empty()) {
            (_, _, true) => Scope::Base,
            (false, false, _) => Scope::Tunnels,
            (true, false, _) => Scope::Druids,
            (false, true, _) => Scope::Borderlands,
            (true, true, _) => Scope::DruidsAndBorderlands,
        };
        let game = Skye::printed_with(3, random_set_with(modules, 7), modules).expect("a valid set-up");
        assert_eq!(judgements.of(&game), judgements.scopes[expected as usize].of(3), "{modules:?}");
    }
}

#[test]
fn a_player_who_ignores_the_bag_never_draws_from_it() {
    let ignoring = agent("greedy:ignore=bag,samples=4");
    let [mut bought, mut passed] = [0; 2];
    in_phases(
        |phase| matches!(phase, Phase::BuyAgain(_)),
        |game, position, seat| match ignoring.choose(game, &game.view(position, seat), &mut random(1)).action {
            Action::BuyDruid { .. } => bought += 1,
            Action::Pass => passed += 1,
            action => panic!("{action:?}"),
        },
    );
    assert!(bought > 20 && passed > 20, "{bought} Druid tiles, {passed} passes");
}
