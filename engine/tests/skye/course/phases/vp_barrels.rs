//! VP barrels at the start of a round.

use std::sync::Arc;

use engine::skye::{Module, Modules, Skye, Tiles};

use super::*;

/// Begins a round in which seat 0 has T09 (a VP barrel, its road to the south) north of the castle.
fn begun(round: u8, vp: [u16; 3], vp_barrels_earn_gold: bool) -> Table {
    let modules: Modules = [Module::Tunnels].into_iter().collect();
    let rules = Rules { vp_barrels_earn_gold, ..Rules::with_modules(3, modules) };
    let game = Skye::new(Tiles::printed_with(modules), Arc::new(rules), QUIET, 3).expect("a valid set-up");
    let mut table = Table::of(game);
    table.give(0, "T09\ncastle");
    table.position.set_up(|public| {
        public.round = round;
        public.players.iter_mut().zip(vp).for_each(|(player, vp)| player.vp = vp);
    });
    table.meet_chance(1);
    table
}

fn catch_up(table: &Table) -> Vec<u16> {
    let told = |event: &Event| if let Event::Income { catch_up, .. } = *event { Some(catch_up) } else { None };
    table.events.iter().filter_map(told).collect()
}

#[test]
fn all_vp_barrels_score_before_any_gold() {
    let table = begun(1, [4, 0, 0], false);
    let expected = [
        Event::Round { round: 1, start: seat(0) },
        Event::VpBarrels { seat: seat(0), vp: 1, total: 5 },
        Event::VpBarrels { seat: seat(1), vp: 0, total: 0 },
        Event::VpBarrels { seat: seat(2), vp: 0, total: 0 },
        Event::Income { seat: seat(0), castle: 5, whisky: 0, catch_up: 0, gold: 5 },
    ];
    assert_eq!(table.events[..5], expected);
    assert_eq!(table.vp(), [5, 0, 0]);
}

#[test]
fn the_catch_up_counts_vp_after_the_barrels() {
    // Seats 0 and 1 have 7 each; the barrel puts seat 0 ahead, so seat 1 has one player ahead and seat 2 two. In round 3 each is 1 gold.
    assert_eq!(catch_up(&begun(3, [7, 7, 0], false)), [0, 1, 2]);
    // From 6 to 7: nobody is ahead of anybody any more but of seat 2.
    assert_eq!(catch_up(&begun(3, [6, 7, 0], false)), [0, 0, 2]);
}

#[test]
fn a_barrel_may_take_catch_up_gold_away() {
    // Before the barrel seat 1 would have been ahead of seat 0: 4 gold in round 6.
    assert_eq!(catch_up(&begun(6, [9, 10, 10], false)), [0, 0, 0]);
}

#[test]
fn the_other_reading_vp_barrels_earn_gold_besides() {
    let table = begun(1, [0, 0, 0], true);
    assert_eq!((table.vp(), table.gold()), (vec![1, 0, 0], vec![6, 5, 5]));
    let table = begun(1, [0, 0, 0], false);
    assert_eq!((table.vp(), table.gold()), (vec![1, 0, 0], vec![5, 5, 5]));
}

#[test]
fn they_score_every_round_again() {
    let mut table = begun(1, [0, 0, 0], false);
    for round in 2..=4 {
        (0..3).for_each(|_| table.offer([0, 1, 1]));
        (0..3).for_each(|_| table.pass());
        table.build_anyhow();
        table.events.clear();
        table.meet_chance(7);
        let scored = table.events.iter().filter(|event| matches!(event, Event::VpBarrels { .. })).count();
        assert_eq!(scored, 3, "round {round}");
        assert!(table.vp()[0] >= u16::from(round as u8));
    }
}

#[test]
fn without_the_module_nothing_is_told_of_them() {
    let mut table = Table::printed(2, QUIET);
    table.draw_by_chance(1);
    assert!(!table.events.iter().any(|event| matches!(event, Event::VpBarrels { .. })));
}
