//! What stays the same in every game: random games at all numbers of players, watched after every step.

use std::collections::BTreeMap;

use engine::random::random;
use engine::skye::{Event, Position, Skye, Tiles};
use engine::{Game, Turn};

use crate::table::{Table, random_scoring, seat};

const GAMES: u64 = 40;

/// Plays a game at random and calls `look` after every step.
fn watch(players: usize, seed: u64, mut look: impl FnMut(&Table)) -> Table {
    let mut rng = random(seed);
    let mut table = Table::of(Skye::printed(players, random_scoring(&mut rng)).expect("a valid set-up"));
    table.position = table.game.start(seat(seed as usize % players));
    loop {
        look(&table);
        match table.turn() {
            Turn::Chance => table.draw_by_chance(seed),
            Turn::Seat(_) => {
                let action = table.game.random_action(&table.position, &mut rng);
                let Table { game, position, events } = &mut table;
                game.apply_telling(position, action, &mut |_, event| events.push(event));
            }
            Turn::Over => return table,
        }
    }
}

fn watch_all(mut look: impl FnMut(&Table)) {
    for players in 2..=5 {
        (0..GAMES).for_each(|seed| {
            watch(players, seed, &mut look);
        });
    }
}

fn sum(events: &[Event], amount: impl Fn(&Event) -> u16) -> u64 {
    events.iter().map(|event| u64::from(amount(event))).sum()
}

/// How often each tile lies somewhere: in the bag, before a player, or in a territory.
fn tile_counts(position: &Position, tiles: &Tiles) -> BTreeMap<usize, usize> {
    let mut counts: BTreeMap<usize, usize> =
        tiles.landscape().map(|tile| (tile.index(), usize::from(position.bag.has(tile)))).collect();
    for player in &position.players {
        let on_sale = player.display.iter().map(|sale| sale.tile);
        let laid = player.territory.placements().skip(1).map(|laid| laid.tile);
        for tile in on_sale.chain(laid).chain(player.drawn).chain(player.to_build) {
            *counts.get_mut(&tile.index()).expect("a landscape tile") += 1;
        }
    }
    counts
}

#[test]
fn all_73_tiles_are_always_somewhere_exactly_once() {
    watch_all(|table| {
        let counts = tile_counts(&table.position, table.game.tiles());
        assert_eq!(counts.len(), 73);
        assert!(counts.values().all(|&count| count == 1), "{counts:?}");
    });
}

#[test]
fn gold_comes_from_income_and_goes_to_holdings_stakes_and_losses() {
    watch_all(|table| {
        let earned = sum(&table.events, |event| match *event {
            Event::Income { castle, whisky, catch_up, .. } => castle + whisky + catch_up,
            _ => 0,
        });
        let lost = sum(&table.events, |event| if let Event::Keep { lost, .. } = *event { lost } else { 0 });
        let exchanged = sum(&table.events, |event| if let Event::GoldVp { vp, .. } = *event { 5 * vp } else { 0 });
        let held: u64 = table.gold().into_iter().map(u64::from).sum();
        let staked: u64 =
            table.position.players.iter().flat_map(|player| player.display).map(|sale| u64::from(sale.price)).sum();
        assert_eq!(earned, held + staked + lost + exchanged);
    });
}

#[test]
fn gold_told_is_gold_held() {
    watch_all(|table| {
        if let Some(&Event::Draw { .. }) = table.events.last() {
            let incomes = table.events.iter().rev().filter_map(|event| match *event {
                Event::Income { seat, gold, .. } => Some((seat.index(), gold)),
                _ => None,
            });
            for (index, gold) in incomes.take(table.position.seats()) {
                assert_eq!(table.position.players[index].gold, gold);
            }
        }
    });
}

#[test]
fn vp_are_the_sum_of_what_was_told() {
    watch_all(|table| {
        let mut vp = vec![0; table.position.seats()];
        for event in &table.events {
            match *event {
                Event::Score { seat, vp: more, total, .. } => {
                    vp[seat.index()] += more;
                    assert_eq!(total, vp[seat.index()], "the running total");
                }
                Event::Scroll { seat, scroll } => vp[seat.index()] += scroll.vp,
                Event::GoldVp { seat, vp: more, gold } => {
                    assert_eq!(more, gold / 5);
                    vp[seat.index()] += more;
                }
                Event::Result { seat, vp: told, gold, .. } => {
                    assert_eq!(told, vp[seat.index()]);
                    assert_eq!(gold, table.position.players[seat.index()].gold);
                    assert!(gold < 5);
                }
                _ => {}
            }
        }
        assert_eq!(table.vp(), vp);
    });
}

#[test]
fn every_round_hands_out_two_tiles_for_each_player() {
    for players in 2..=5 {
        for seed in 0..GAMES {
            let table = watch(players, seed, |_| {});
            for round in table.events.split(|event| matches!(event, Event::Round { .. })).skip(1) {
                let count = |wanted: fn(&Event) -> bool| round.iter().filter(|event| wanted(event)).count();
                assert_eq!(count(|event| matches!(event, Event::Price { .. })), players);
                let bought = count(|event| matches!(event, Event::Buy { .. }));
                assert_eq!(bought + count(|event| matches!(event, Event::Pass { .. })), players);
                assert_eq!(bought + count(|event| matches!(event, Event::Keep { .. })), 2 * players);
                let laid = count(|event| matches!(event, Event::Place { .. }));
                assert_eq!(laid + count(|event| matches!(event, Event::Return { .. })), 2 * players);
            }
        }
    }
}

#[test]
fn decisions_are_bounded() {
    // Each round every player makes one offer and one purchase or pass, and two tiles per player are laid at most: 4 decisions.
    for players in 2..=5 {
        for seed in 0..GAMES {
            let mut steps = 0;
            let table = watch(players, seed, |_| steps += 1);
            let rounds = table.game.rules().round_count();
            // The first look is before any step; every round begins with one draw.
            assert!(steps <= 1 + rounds * (1 + 4 * players), "{steps}");
        }
    }
}

#[test]
fn no_player_has_more_than_three_tiles_to_lay() {
    watch_all(|table| {
        for player in &table.position.players {
            assert!(player.to_build.len() <= 3 && player.display.len() <= 2);
            assert!(player.territory.len() <= 1 + 3 * usize::from(table.position.round));
        }
    });
}

#[test]
fn the_result_is_the_ranking_told() {
    for players in 2..=5 {
        for seed in 0..GAMES {
            let table = watch(players, seed, |_| {});
            let outcome = table.game.outcome(&table.position);
            assert_eq!(outcome.points[..], table.vp().into_iter().map(i32::from).collect::<Vec<_>>());
            for event in &table.events {
                if let Event::Result { seat, rank, vp, gold } = *event {
                    let better =
                        table.position.players.iter().filter(|other| (other.vp, other.gold) > (vp, gold)).count();
                    assert_eq!((usize::from(rank), rank), (1 + better, outcome.ranks[seat.index()]));
                }
            }
        }
    }
}
