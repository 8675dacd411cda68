//! Chance with Druids: the stack and the bag in the second buy turn. What chance will do is nowhere in a position, and the seed decides.

use std::collections::BTreeSet;

use engine::random::{Random, random};
use engine::skye::{Action, Event, Module, Modules, Phase, Position, Skye, TileId};
use engine::{Game, Seat, Turn};

use crate::table::{QUIET, Table, modules_at_random, seat};

fn druids() -> Modules {
    [Module::Druids].into_iter().collect()
}

/// The Druid tiles in the order in which a game with this seed uncovers them, everything decided by these dice.
fn uncovered(players: usize, seed: u64, dice_seed: u64) -> Vec<TileId> {
    let mut rng = random(dice_seed);
    let mut table = Table::of(Skye::printed_with(players, QUIET, druids()).expect("a valid set-up"));
    loop {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => table.meet_chance(seed),
            Turn::Seat(_) => {
                let action = table.game.random_action(&table.position, &mut rng);
                let Table { game, position, events } = &mut table;
                game.apply_telling(position, action, &mut |_, event| events.push(event));
            }
        }
    }
    let drawn = |event: &Event| if let Event::Dolmen { drawn, .. } = event { drawn.to_vec() } else { Vec::new() };
    table.events.iter().flat_map(drawn).collect()
}

#[test]
fn the_same_seed_uncovers_the_same_tiles_whoever_buys_what() {
    for seed in 0..20 {
        let (mut longest, mut lengths) = (Vec::new(), BTreeSet::new());
        let games: Vec<Vec<TileId>> =
            (0..6).map(|rng| uncovered(2 + rng as usize % 4, seed, 100 * seed + rng)).collect();
        for game in &games {
            lengths.insert(game.len());
            if game.len() > longest.len() {
                longest.clone_from(game);
            }
        }
        assert!(lengths.len() > 1, "the games differ in what was bought");
        assert!(games.iter().all(|game| longest.starts_with(game)), "seed {seed}");
    }
}

#[test]
fn another_seed_uncovers_other_tiles() {
    let orders: BTreeSet<Vec<TileId>> = (0..50).map(|seed| uncovered(2, seed, 1)[..5].to_vec()).collect();
    assert_eq!(orders.len(), 50);
}

#[test]
fn every_druid_tile_comes_first_about_as_often() {
    // 3600 seeds, 36 tiles: 100 each. A chi-square beyond its mean of 35 by more than six deviations is not believed.
    let game = Skye::printed_with(2, QUIET, druids()).expect("a valid set-up");
    let mut counts = [0i64; 256];
    for seed in 0..3600 {
        let mut position = game.start(seat(0));
        game.resolve_chance(&mut position, seed);
        counts[position.dolmen.board[0].expect("a tile").index()] += 1;
    }
    let counts: Vec<i64> = counts.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(counts.len(), 36);
    let chi_square = counts.iter().map(|count| (count - 100).pow(2)).sum::<i64>() as f64 / 100.0;
    assert!((chi_square - 35.0).abs() < 6.0 * 70f64.sqrt(), "{chi_square}");
}

#[test]
fn druids_do_not_change_what_is_drawn() {
    for seed in 0..10 {
        let first = |modules: Modules| {
            let game = Skye::printed_with(4, QUIET, modules).expect("a valid set-up");
            game.draws(&game.start(seat(0)), seed)
        };
        assert_eq!(first(druids()), first(Modules::NONE));
    }
}

/// Calls `look` with every position of a random game with these modules.
fn play(players: usize, modules: Modules, seed: u64, mut look: impl FnMut(&Skye, &Position, &mut Random)) {
    let mut rng = random(seed);
    let game = modules_at_random(players, modules, &mut rng);
    let mut position = game.start(seat(seed as usize % players));
    loop {
        look(&game, &position, &mut rng);
        match game.turn(&position) {
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(_) => {
                let action = game.random_action(&position, &mut rng);
                game.apply(&mut position, action);
            }
            Turn::Over => return,
        }
    }
}

#[test]
fn positions_that_differ_only_in_what_chance_will_do_are_the_same() {
    // The same decisions under two seeds up to a chance event: whatever the second seed would do, nothing of it is in the position.
    let game = Skye::printed_with(3, QUIET, druids()).expect("a valid set-up");
    let until_second_turn = |seed: u64| {
        let mut table = Table::of(game.clone());
        table.dolmen(["D01", "D02", "D03", "D04", "D05"]);
        table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"], ["L07", "L08", "L09"]]);
        (0..3).for_each(|_| table.offer([0, 1, 1]));
        (0..3).for_each(|_| table.pass());
        table.act(Action::BuyDruid { space: 3 });
        let before = table.position.clone();
        table.meet_chance(seed);
        (before, table.position)
    };
    let outcomes: Vec<(Position, Position)> = (0..12).map(until_second_turn).collect();
    for (before, _) in &outcomes {
        for viewer in Seat::all(3) {
            assert_eq!(game.view(before, viewer), game.view(&outcomes[0].0, viewer));
        }
    }
    assert!(outcomes.iter().any(|(_, after)| *after != outcomes[0].1), "yet the seeds differ in what comes");
}

#[test]
fn a_guess_from_a_view_keeps_board_stack_bag_and_what_was_drawn() {
    for modules in Modules::all_sets() {
        for players in 2..=5 {
            play(players, modules, 3, |game, position, rng| {
                for viewer in Seat::all(players) {
                    let view = game.view(position, viewer);
                    let guess = game.determinize_uniformly(&view, rng);
                    assert_eq!(guess.public(), position.public());
                    assert_eq!(game.view(&guess, viewer), view);
                }
            });
        }
    }
}

#[test]
fn ruling_what_the_bag_action_draws_is_public() {
    let mut seen = 0;
    for seed in 0..40 {
        play(3, druids(), seed, |game, position, _| {
            if let Phase::KeepDrawn(_) = position.phase {
                seen += 1;
                for viewer in Seat::all(3) {
                    assert_eq!(game.public(&game.view(position, viewer)).found, position.found);
                }
            }
        });
    }
    assert!(seen > 10, "{seen} bag actions");
}

#[test]
fn the_bag_action_draws_by_seed_round_and_place_in_turn_order() {
    let found = |seed: u64, others_buy: bool| {
        let mut table = Table::with_modules(2, QUIET, &[Module::Druids]);
        table.meet_chance(seed);
        (0..2).for_each(|_| table.offer([0, 1, 1]));
        (0..2).for_each(|_| table.pass());
        table.set_gold(&[50, 50]);
        if others_buy {
            table.act(Action::BuyDruid { space: 2 });
            table.meet_chance(seed);
        } else {
            table.pass();
        }
        table.act(Action::DrawFromBag);
        table.meet_chance(seed);
        table.position.found
    };
    for seed in 0..10 {
        assert_eq!(found(seed, true), found(seed, false), "what the seat before did makes no difference");
    }
    assert!((1..10).any(|seed| found(seed, false) != found(0, false)));
}
