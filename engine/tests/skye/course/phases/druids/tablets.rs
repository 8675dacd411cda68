//! When stone tablets are taken, and from when they work.

use engine::skye::{Tablet, TileId};

use super::*;

/// Seat 0 buys D04, an own-tile tablet (MWWP), and lays it.
fn with_d04_laid() -> Table {
    let mut table = second_turn(&[2, 0]);
    table.buy_druid(3, Some("D10"));
    table.pass();
    table.events.clear();
    // D04's mountain is north: by 90 it is east, and the tile lies west of the castle.
    table.place("D04", (-1, 0), 90);
    table
}

#[test]
fn a_tablet_is_taken_when_its_tile_is_laid() {
    let table = with_d04_laid();
    let tile = table.tile("D04");
    let placement = table.placement("D04", (-1, 0), 90);
    let expected =
        [Event::Place { seat: seat(0), placement }, Event::Tablet { seat: seat(0), tile, tablet: Tablet::OwnTile }];
    assert_eq!(table.events, expected);
    assert_eq!(table.position.players[0].tablets.of(Tablet::OwnTile), 1);
}

#[test]
fn a_tablet_is_not_taken_before() {
    let mut table = second_turn(&[2, 0]);
    table.buy_druid(3, Some("D10"));
    assert!(Tablet::ALL.iter().all(|&tablet| table.position.players[0].tablets.of(tablet) == 0));
}

#[test]
fn a_tablet_works_in_the_next_round() {
    let mut table = with_d04_laid();
    table.build_anyhow();
    table.meet_chance(5);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    // Seat 1 begins; it has no tablet.
    assert!(!table.legal_actions().iter().any(|action| matches!(action, Action::TakeOwn { .. })));
    table.pass();
    let own: Vec<TileId> = table.position.players[0].display.iter().map(|sale| sale.tile).collect();
    let taken = |action: &Action| if let Action::TakeOwn { tile } = *action { Some(tile) } else { None };
    let mut offered: Vec<TileId> = table.legal_actions().iter().filter_map(taken).collect();
    let mut own = own;
    own.sort_unstable();
    offered.sort_unstable();
    assert_eq!(offered, own);
}

#[test]
fn a_druid_tile_without_a_tablet_brings_none() {
    let mut table = second_turn(&[9, 0]);
    table.position.set_up(|public| public.dolmen.stack.put(public.dolmen.board[4].expect("a tile")));
    let d12 = table.tile("D12");
    table.position.set_up(|public| {
        public.dolmen.stack.take(d12);
        public.dolmen.board[4] = Some(d12);
    });
    table.buy_druid(4, Some("D10"));
    table.pass();
    table.events.clear();
    // D12 is PPWW: its water turned to the west by 0, east of the castle.
    table.place("D12", (1, 0), 0);
    assert_eq!(table.events.len(), 1);
}

#[test]
fn ruling_a_druid_tile_that_cannot_be_laid_leaves_the_game_and_brings_no_tablet() {
    // L33 (MPPP) west and L29 (PWPP) east leave only pasture open; D01 is WWMW.
    let mut table = second_turn(&[9, 0]);
    table.give(0, "L33/90 castle L29/180");
    table.position.set_up(|public| public.players[0].to_build.clear());
    table.buy_druid(0, Some("D10"));
    let (bag, stack) = (table.position.bag, table.position.dolmen.stack);
    table.pass();
    let tile = table.tile("D01");
    assert_eq!(table.events.last(), Some(&Event::Remove { seat: seat(0), tile }));
    assert_eq!(table.position.phase, Phase::Build(seat(1)));
    assert_eq!((table.position.bag, table.position.dolmen.stack), (bag, stack), "it is nowhere");
    assert_eq!((table.gold()[0], table.position.players[0].tablets.of(Tablet::ScoreAgain)), (3, 0));
    assert_eq!(table.to_build(0), [""; 0]);
}

#[test]
fn tablets_of_a_kind_add_up() {
    let mut table = second_turn(&[0, 0]);
    for (tablet, count) in [(Tablet::Discount1, 2), (Tablet::Discount2, 2), (Tablet::BagDraw, 1)] {
        (0..count).for_each(|_| table.give_tablet(0, tablet));
    }
    let tablets = table.position.players[0].tablets;
    assert_eq!((tablets.discount(), tablets.bag_cost(), tablets.bag_tiles()), (6, 3, 3));
    assert_eq!(table.position.players[1].tablets.discount(), 0);
}
