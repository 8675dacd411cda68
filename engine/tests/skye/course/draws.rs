//! Chance: what is drawn is a function of seed, round and event, whoever plays.

use std::collections::BTreeSet;

use engine::random::{Random, RngExt, below, chance, mix, random};
use engine::skye::{Event, Position, Skye, TileId};
use engine::{Game, Turn};

use crate::table::{QUIET, Table, seat};

fn game(players: usize) -> Skye {
    Skye::printed(players, QUIET).expect("a valid set-up")
}

fn start_of_round(game: &Skye, round: u8) -> Position {
    let mut position = game.start(seat(0));
    position.set_up(|public| public.round = round);
    position
}

/// The order of all 73 tiles for a seed and a round: six are drawn, taken out, the next six are drawn, and so on.
fn order(seed: u64, round: u8) -> Vec<TileId> {
    let game = game(2);
    let mut position = start_of_round(&game, round);
    let mut order = Vec::new();
    while position.bag.len() >= 6 {
        let six: Vec<TileId> = game.draws(&position, seed).into_iter().flatten().collect();
        position.set_up(|public| six.iter().for_each(|&tile| public.bag.take(tile)));
        order.extend(six);
    }
    order
}

/// The draws of all rounds of a game played at random, each with the bag drawn from.
fn played(players: usize, seed: u64, dice_seed: u64) -> Vec<(u8, Position, Vec<TileId>)> {
    let mut table = Table::of(game(players));
    let mut rng = random(dice_seed);
    let mut rounds = Vec::new();
    loop {
        match table.turn() {
            Turn::Over => return rounds,
            Turn::Chance => {
                let before = table.position.clone();
                table.events.clear();
                table.draw_by_chance(seed);
                let drawn = table.events.iter().filter_map(|event| match *event {
                    Event::Draw { tiles, .. } => Some(tiles),
                    _ => None,
                });
                rounds.push((before.round, before, drawn.flatten().collect()));
            }
            Turn::Seat(_) => {
                let action = table.game.random_action(&table.position, &mut rng);
                table.game.apply(&mut table.position, action);
            }
        }
    }
}

/// Checks that counts around 100 each, `kinds` of them, are not too uneven: a chi-square beyond its mean by more than six deviations.
#[track_caller]
fn check_uniform(counts: &[i64], kinds: usize) {
    let drawn: Vec<i64> = counts.iter().copied().filter(|&count| count > 0).collect();
    assert_eq!(drawn.len(), kinds, "every tile that is in the bag is drawn at times");
    let expected = drawn.iter().sum::<i64>() as f64 / kinds as f64;
    let chi_square: f64 = drawn.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let df = kinds as f64 - 1.0;
    assert!((chi_square - df).abs() < 6.0 * (2.0 * df).sqrt(), "{chi_square}");
}

#[test]
fn the_first_draws_depend_on_the_seed_alone() {
    let draws = |players: usize, start: usize, seed: u64| {
        let game = game(players);
        game.draws(&game.start(seat(start)), seed)
    };
    assert_eq!(draws(3, 0, 1), draws(3, 2, 1), "not on who starts");
    assert_ne!(draws(3, 0, 1), draws(3, 0, 2));
    assert_eq!(draws(5, 0, 1)[..2], draws(2, 0, 1)[..], "nor on how many play");
}

#[test]
fn every_round_has_its_own_order() {
    let orders: BTreeSet<Vec<TileId>> = (1..=6).map(|round| order(1, round)).collect();
    assert_eq!(orders.len(), 6);
    let distinct: BTreeSet<TileId> = order(1, 4).into_iter().collect();
    // Twelve times six of the 73 tiles.
    assert_eq!((order(1, 4).len(), distinct.len()), (72, 72));
}

#[test]
fn draws_are_the_first_tiles_of_the_order_that_are_in_the_bag() {
    // Whatever was played before, the bag and the order of (seed, round) say what is drawn.
    for players in 2..=5 {
        for dice_seed in 0..5 {
            for (round, before, drawn) in played(players, 40, dice_seed) {
                let in_bag = order(40, round).into_iter().filter(|&tile| before.bag.has(tile));
                assert_eq!(drawn, in_bag.take(3 * players).collect::<Vec<_>>(), "round {round}");
            }
        }
    }
}

#[test]
fn games_with_one_seed_draw_nearly_the_same_whoever_plays() {
    let one = played(4, 40, 1);
    let other = played(4, 40, 2);
    assert_eq!(one[0].2, other[0].2, "round 1 is the same");
    for round in 1..6 {
        let shared = one[round].2.iter().filter(|tile| other[round].2.contains(tile)).count();
        // At most 8 of 73 tiles a round leave the bag: of 12 tiles in the order at least some are in both bags.
        assert!(shared > 0, "round {}", round + 1);
    }
}

#[test]
fn draws_hang_on_no_decision_but_through_the_bag() {
    let game = game(3);
    let mut position = start_of_round(&game, 2);
    let before = game.draws(&position, 8);
    // Other gold, VP and starting player.
    position.set_up(|public| {
        public.start = seat(1);
        public.players[0].gold = 90;
        public.players[2].vp = 17;
    });
    assert_eq!(game.draws(&position, 8), before);
    // Without a tile that is not drawn: the same. Without the first drawn one: the others move up.
    let mut without = position.clone();
    without.set_up(|public| public.bag.take(*order(8, 2).last().expect("72 tiles")));
    assert_eq!(game.draws(&without, 8), before);
    let mut without = position;
    without.set_up(|public| public.bag.take(before[0][0]));
    let moved: Vec<TileId> = game.draws(&without, 8).into_iter().flatten().collect();
    let old: Vec<TileId> = before.into_iter().flatten().collect();
    assert_eq!(moved[..8], old[1..]);
}

#[test]
fn every_tile_is_as_likely_to_be_drawn_first() {
    // 7,300 seeds, 73 tiles.
    let game = game(5);
    let position = start_of_round(&game, 1);
    let mut first = [0; 74];
    let mut last = [0; 74];
    for seed in 0..7300 {
        let draws = game.draws(&position, seed);
        first[draws[0][0].index()] += 1;
        last[draws[4][2].index()] += 1;
    }
    check_uniform(&first, 73);
    check_uniform(&last, 73);
}

#[test]
fn every_tile_left_in_the_bag_is_as_likely_to_be_drawn() {
    // Only 20 tiles are left, as the last ones of the file, and six are drawn.
    let game = game(2);
    let mut position = start_of_round(&game, 6);
    position.set_up(|public| game.tiles().landscape().take(53).for_each(|tile| public.bag.take(tile)));
    let mut any = [0; 74];
    for seed in 0..2000 {
        let drawn: BTreeSet<TileId> = game.draws(&position, seed).into_iter().flatten().collect();
        assert_eq!(drawn.len(), 6, "no tile is drawn twice");
        drawn.iter().for_each(|tile| any[tile.index()] += 1);
    }
    assert!(any[..=53].iter().all(|&count| count == 0));
    check_uniform(&any, 20);
}

#[test]
fn a_bag_with_just_enough_tiles_is_emptied() {
    let game = game(2);
    let mut position = start_of_round(&game, 1);
    let left: Vec<TileId> = game.tiles().landscape().skip(67).collect();
    position.set_up(|public| game.tiles().landscape().take(67).for_each(|tile| public.bag.take(tile)));
    let mut drawn: Vec<TileId> = game.draws(&position, 3).into_iter().flatten().collect();
    drawn.sort_unstable();
    assert_eq!(drawn, left);
}

#[test]
fn mixed_seeds_tell_their_words_apart() {
    let mut seeds = BTreeSet::new();
    for a in 0..100 {
        seeds.extend((0..100).map(|b| mix([a, b])));
    }
    assert_eq!(seeds.len(), 10_000);
    assert_ne!(mix([1, 2]), mix([2, 1]));
    assert_ne!(mix([1]), mix([1, 0]));
    assert_ne!(mix([0]), mix([0, 0]));
}

#[test]
fn numbers_below_a_bound_are_uniform() {
    let mut rng = random(3);
    let mut counts = [0; 7];
    (0..700).for_each(|_| counts[below(&mut rng, 7) as usize] += 1);
    check_uniform(&counts, 7);
    assert_eq!(below(&mut rng, 1), 0);
}

#[test]
fn every_chance_event_of_a_round_has_its_own_randomness() {
    let first = |mut source: Random| source.random::<u64>();
    for (seed, round) in [(0, 1), (7, 2), (u64::MAX, 9)] {
        // The first event's is what seed and round alone decide.
        assert_eq!(first(chance(seed, round, 0)), first(random(mix([seed, round.into()]))));
    }
    let events =
        (0..20u64).flat_map(|seed| (1..=9).flat_map(move |round| (0..20).map(move |index| (seed, round, index))));
    let seen: BTreeSet<u64> = events.clone().map(|(seed, round, index)| first(chance(seed, round, index))).collect();
    assert_eq!(seen.len(), events.count());
}
