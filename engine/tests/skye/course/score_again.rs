//! Score-again tablets in the final scoring, and scroll-of-choice in a round's scoring.

use engine::skye::{Event, Module, Phase, ScoringTile, ScrollKind, Slot, Tablet};

use crate::table::{QUIET, Table};

/// The first of them scores in the only round: cattle at roads, of which there are none.
const SILENT: [ScoringTile; 4] = [QUIET[2], QUIET[1], QUIET[0], QUIET[3]];

/// The end of a game of one round, in which seat 0 has this territory, this gold at the end, and this many tablets.
fn ended(picture: &str, gold: u16, tablets: usize) -> Table {
    let mut table = Table::last_round(2, SILENT, &[Module::Druids, Module::Bonus]);
    table.dolmen(["D01", "D02", "D03", "D04", "D05"]);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"]]);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..3).for_each(|_| table.pass());
    table.give(0, picture);
    (0..tablets).for_each(|_| table.give_tablet(0, Tablet::ScoreAgain));
    table.position.set_up(|public| public.players.iter_mut().for_each(|player| player.to_build.clear()));
    table.set_gold(&[gold, 0]);
    table.events.clear();
    table.pass();
    assert_eq!(table.position.phase, Phase::Over);
    table
}

/// What was scored again: tile, kind, VP.
fn again(table: &Table) -> Vec<(&str, ScrollKind, u16)> {
    let told = |event: &Event| match *event {
        Event::ScoreAgain { seat, tile, kind, vp } => {
            assert_eq!(seat.index(), 0);
            Some((table.game.tiles().name(tile), kind, vp))
        }
        _ => None,
    };
    table.events.iter().filter_map(told).collect()
}

#[test]
fn without_a_tablet_nothing_scores_again() {
    let table = ended("D25/180\ncastle", 0, 0);
    assert_eq!((again(&table), table.vp()), (vec![], vec![3, 0]));
}

#[test]
fn a_scroll_scores_once_more() {
    let table = ended("D25/180\ncastle", 0, 1);
    assert_eq!((again(&table), table.vp()), (vec![("D25", ScrollKind::Flat3, 3)], vec![6, 0]));
}

#[test]
fn both_tablets_may_take_the_same_scroll() {
    let table = ended("D25/180\ncastle", 0, 2);
    assert_eq!((again(&table), table.vp()), (vec![("D25", ScrollKind::Flat3, 3); 2], vec![9, 0]));
}

#[test]
fn it_is_never_doubled() {
    // D26's scroll is in its east water; turned half round it lies east of the castle, its lake closed: 2 * 3, and 3 again.
    let table = ended("castle D26/180", 0, 1);
    assert_eq!((again(&table), table.vp()), (vec![("D26", ScrollKind::Flat3, 3)], vec![9, 0]));
}

#[test]
fn ruling_without_a_scroll_there_is_nothing() {
    let table = ended("castle", 0, 2);
    assert_eq!((again(&table), table.vp()), (vec![], vec![0, 0]));
}

#[test]
fn gold_is_scored_and_exchanged_all_the_same() {
    // D23 (PWPW) counts gold: 23 gold are 4 VP, once more 4, and the exchange 4.
    let table = ended("D23\ncastle", 23, 1);
    assert_eq!((again(&table), table.vp()), (vec![("D23", ScrollKind::Gold, 4)], vec![12, 0]));
    assert_eq!(table.gold(), [3, 0]);
}

#[test]
fn the_highest_undoubled_scroll_is_taken() {
    // D26 (3, doubled 6) and D27 (4): once more 4.
    let table = ended("D27\ncastle D26/180", 0, 1);
    assert_eq!(again(&table), [("D27", ScrollKind::Flat4, 4)]);
    assert_eq!(table.vp(), [6 + 4 + 4, 0]);
}

#[test]
fn of_equal_scrolls_the_smallest_id_is_named() {
    let table = ended("D25/180 .\ncastle D26/180", 0, 1);
    assert_eq!(again(&table), [("D25", ScrollKind::Flat3, 3)]);
}

#[test]
fn scrolls_come_first_then_again_then_gold() {
    let table = ended("D25/180\ncastle", 6, 1);
    let own = table.events.iter().filter(|event| match event {
        Event::Scroll { seat, .. } | Event::ScoreAgain { seat, .. } | Event::GoldVp { seat, .. } => seat.index() == 0,
        _ => false,
    });
    let own: Vec<&Event> = own.collect();
    assert!(matches!(own[..], [Event::Scroll { .. }, Event::ScoreAgain { .. }, Event::GoldVp { gold: 6, vp: 1, .. }]));
}

#[test]
fn ruling_a_tablet_taken_in_the_last_round_counts() {
    let mut table = Table::last_round(2, SILENT, &[Module::Druids]);
    table.dolmen(["D02", "D03", "D04", "D05", "D01"]);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"]]);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    table.give(0, "D25/180\ncastle");
    table.position.set_up(|public| public.players.iter_mut().for_each(|player| player.to_build.clear()));
    table.set_gold(&[2, 0]);
    table.buy_druid(4, Some("D10"));
    table.pass();
    // D01 is WWMW: its mountain turned to the east by 270.
    table.place("D01", (-1, 0), 270);
    assert_eq!(table.position.phase, Phase::Over);
    assert_eq!(again(&table), [("D25", ScrollKind::Flat3, 3)]);
    assert_eq!(table.vp(), [6, 0]);
}

/// The scores of `scroll-of-choice` in slot A of a first round, by seat: the tile named and VP.
fn chosen(picture: &str, gold: u16) -> Vec<(Option<String>, u16)> {
    let scoring = [ScoringTile::ScrollOfChoice, QUIET[1], QUIET[2], QUIET[3]];
    let mut table = Table::with_modules(2, scoring, &[Module::Druids, Module::Bonus]);
    table.give(0, picture);
    table.give_tablet(0, Tablet::ScoreAgain);
    table.set_gold(&[gold, 0]);
    table.position.set_up(|public| public.round = 1);
    let mut scores = Vec::new();
    let tiles = table.game.tiles();
    table.game.score_round(&mut table.position, &mut |_, event| {
        if let Event::Score { slot, vp, scroll, .. } = event {
            assert_eq!(slot, Slot::A);
            scores.push((scroll.map(|tile| tiles.name(tile).to_owned()), vp));
        }
    });
    scores
}

#[test]
fn scroll_of_choice_names_the_tile_and_ruling_no_tablet_acts_on_it() {
    assert_eq!(chosen("D25/180\ncastle", 0), [(Some("D25".to_owned()), 3), (None, 0)]);
}

#[test]
fn scroll_of_choice_doubles_in_a_completed_area() {
    assert_eq!(chosen("D27\ncastle D26/180", 0), [(Some("D26".to_owned()), 6), (None, 0)]);
}

#[test]
fn scroll_of_choice_looks_at_the_gold_held_now() {
    assert_eq!(chosen("D23\ncastle", 24), [(Some("D23".to_owned()), 4), (None, 0)]);
    assert_eq!(chosen("D23\ncastle", 4), [(Some("D23".to_owned()), 0), (None, 0)]);
}

#[test]
fn other_scoring_tiles_name_no_tile() {
    let mut table = Table::with_modules(2, QUIET, &[Module::Druids]);
    table.give(0, "D25/180\ncastle");
    table.game.score_round(&mut table.position, &mut |_, event| {
        assert!(matches!(event, Event::Score { scroll: None, .. }), "{event:?}");
    });
}
