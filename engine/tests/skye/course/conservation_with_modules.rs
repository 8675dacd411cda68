//! What stays the same in every game with modules: random games with every set of them, watched after every step.

use std::collections::BTreeMap;

use engine::random::random;
use engine::skye::{Event, Module, Modules, Phase};
use engine::{Game, Turn};

use crate::table::{Table, modules_at_random, seat};

/// Plays a game at random and calls `look` after every step.
fn watch(players: usize, modules: Modules, seed: u64, look: &mut impl FnMut(&Table)) {
    let mut rng = random(seed);
    let mut table = Table::of(modules_at_random(players, modules, &mut rng));
    table.position = table.game.start(seat(seed as usize % players));
    loop {
        look(&table);
        match table.turn() {
            Turn::Chance => table.meet_chance(seed),
            Turn::Seat(_) => {
                let action = table.game.random_action(&table.position, &mut rng);
                let Table { game, position, events } = &mut table;
                game.apply_telling(position, action, &mut |_, event| events.push(event));
            }
            Turn::Over => return,
        }
    }
}

fn watch_all(mut look: impl FnMut(&Table)) {
    for modules in Modules::all_sets() {
        for players in 2..=5 {
            (0..4).for_each(|seed| watch(players, modules, seed, &mut look));
        }
    }
}

/// How often each tile lies somewhere: in the bag, the stack, on the dolmen board, before a player, in a territory, or out of the game.
fn tile_counts(table: &Table) -> BTreeMap<usize, usize> {
    let (position, tiles) = (&table.position, table.game.tiles());
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let all = tiles.in_bag().chain(tiles.druids());
    for tile in all {
        let placed = usize::from(position.bag.has(tile)) + usize::from(position.dolmen.stack.has(tile));
        counts.insert(tile.index(), placed);
    }
    let removed = table.events.iter().filter_map(|event| match *event {
        Event::Dolmen { removed, .. } => removed,
        Event::Remove { tile, .. } => Some(tile),
        _ => None,
    });
    let mut elsewhere: Vec<usize> = removed.map(|tile| tile.index()).collect();
    elsewhere.extend(position.dolmen.board.into_iter().flatten().map(|tile| tile.index()));
    elsewhere.extend(position.found.iter().map(|tile| tile.index()));
    for player in &position.players {
        let on_sale = player.display.iter().map(|sale| sale.tile);
        let laid = player.territory.placements().skip(1).map(|laid| laid.tile);
        let own = on_sale.chain(player.drawn).chain(player.to_build);
        elsewhere.extend(own.chain(laid.filter(|&tile| !tiles.is_borderland(tile))).map(|tile| tile.index()));
    }
    for index in elsewhere {
        *counts.get_mut(&index).expect("a landscape, tunnel or Druid tile") += 1;
    }
    counts
}

#[test]
fn all_landscape_tunnel_and_druid_tiles_are_always_somewhere_exactly_once() {
    watch_all(|table| {
        let modules = table.game.rules().modules;
        let expected =
            73 + if modules.has(Module::Tunnels) { 12 } else { 0 } + if modules.has(Module::Druids) { 36 } else { 0 };
        let counts = tile_counts(table);
        assert_eq!(counts.len(), expected);
        assert!(counts.values().all(|&count| count == 1), "{counts:?}");
    });
}

#[test]
fn the_bag_never_holds_druid_tiles_and_the_stack_nothing_else() {
    watch_all(|table| {
        let tiles = table.game.tiles();
        assert!(tiles.druids().all(|tile| !table.position.bag.has(tile)));
        assert!(tiles.in_bag().all(|tile| !table.position.dolmen.stack.has(tile)));
    });
}

#[test]
fn every_player_always_has_six_borderland_tiles_left_or_laid() {
    watch_all(|table| {
        let tiles = table.game.tiles();
        let expected = if table.game.has(Module::Borderlands) { 6 } else { 0 };
        for player in &table.position.players {
            let mut laid: Vec<&str> = player
                .territory
                .placements()
                .filter(|laid| tiles.is_borderland(laid.tile))
                .map(|laid| tiles.name(laid.tile))
                .collect();
            assert_eq!(player.borderlands.len() + laid.len(), expected);
            laid.sort_unstable();
            laid.dedup();
            assert_eq!(player.borderlands.len() + laid.len(), expected, "each once");
            assert!(laid.len() <= usize::from(table.position.round), "one a round");
        }
    });
}

#[test]
fn gold_comes_from_income_and_goes_to_holdings_stakes_and_the_supply() {
    watch_all(|table| {
        // While tiles are drawn from the bag the payment is made and not yet told.
        if matches!(table.position.phase, Phase::DrawFromBag(_) | Phase::KeepDrawn(_)) {
            return;
        }
        let (mut earned, mut spent) = (0u64, 0u64);
        for event in &table.events {
            match *event {
                Event::Income { castle, whisky, catch_up, .. } => earned += u64::from(castle + whisky + catch_up),
                Event::Keep { lost, .. } | Event::BuyOwn { lost, .. } => spent += u64::from(lost),
                Event::BuyDruid { cost, surcharge, .. } => spent += u64::from(cost + surcharge),
                Event::Bag { paid, .. } => spent += u64::from(paid),
                Event::GoldVp { vp, .. } => spent += 5 * u64::from(vp),
                Event::Buy { price, paid, received, .. } => {
                    assert!(paid <= price);
                    assert_eq!(paid, received, "as printed the seller bears the discount");
                }
                _ => {}
            }
        }
        let held: u64 = table.gold().into_iter().map(u64::from).sum();
        let staked = table.position.players.iter().flat_map(|player| player.display);
        let staked: u64 = staked.map(|sale| u64::from(sale.price)).sum();
        assert_eq!(earned, held + staked + spent);
    });
}

#[test]
fn the_bag_suffices_to_the_end() {
    watch_all(|table| {
        if table.position.phase == Phase::Draw {
            assert!(table.position.bag.len() >= 3 * table.position.seats());
        }
    });
}

#[test]
fn no_more_than_34_druid_tiles_are_ever_uncovered() {
    watch_all(|table| {
        if table.game.has(Module::Druids) {
            assert!(table.position.dolmen.stack.len() >= 2);
        }
    });
}

#[test]
fn territories_hold_no_more_tiles_than_can_be_got() {
    watch_all(|table| {
        let rules = table.game.rules();
        let round = usize::from(table.position.round);
        let a_round = rules.tiles_per_round() + usize::from(rules.modules.has(Module::Borderlands));
        for player in &table.position.players {
            assert!(player.territory.len() <= 1 + a_round * round);
            assert!(player.to_build.len() <= rules.tiles_per_round());
        }
    });
}

#[test]
fn events_come_in_the_order_of_the_phases() {
    // What may follow what within a round, as ranks that never fall, but for the second turn, where purchase and board alternate.
    let rank = |event: &Event| match event {
        Event::Round { .. } => 0,
        Event::VpBarrels { .. } => 1,
        Event::Income { .. } => 2,
        Event::Draw { .. } => 3,
        Event::Price { .. } => 4,
        Event::BuyOwn { .. } | Event::Buy { .. } => 5,
        Event::Keep { .. } => 6,
        Event::BuyDruid { .. } | Event::Bag { .. } => 7,
        Event::Place { .. }
        | Event::Tablet { .. }
        | Event::Flip { .. }
        | Event::Return { .. }
        | Event::Remove { .. } => 8,
        Event::Score { .. } => 9,
        Event::Scroll { .. } | Event::ScoreAgain { .. } | Event::GoldVp { .. } => 10,
        Event::Result { .. } => 11,
        Event::Pass { .. } | Event::Dolmen { .. } => 12,
    };
    watch_all(|table| {
        if table.position.phase != Phase::Over {
            return;
        }
        for round in table.events.split(|event| matches!(event, Event::Round { .. })).skip(1) {
            let ranks: Vec<i32> = round.iter().map(rank).filter(|&rank| rank != 12).collect();
            assert!(ranks.is_sorted(), "{round:?}");
        }
        for pair in table.events.windows(2) {
            if matches!(pair[0], Event::BuyDruid { .. }) {
                assert!(matches!(pair[1], Event::Dolmen { removed: None, .. }));
            }
            if matches!(pair[1], Event::Tablet { .. }) {
                assert!(matches!(pair[0], Event::Place { .. }));
            }
            if matches!(pair[1], Event::Flip { .. }) {
                assert!(matches!(pair[0], Event::Place { .. } | Event::Tablet { .. } | Event::Flip { .. }));
            }
        }
    });
}
