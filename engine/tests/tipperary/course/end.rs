//! Towers after the last round, scoring and ranks.

use engine::tipperary::{Action, Phase, Place, Score};
use engine::{Game, Seat};

use crate::table::Table;

/// The last placements of a game of one round, the first seat's display being drawn; both seats hold this many towers.
fn last_round(text: &str, towers: [u8; 2]) -> (Table, Vec<String>) {
    let mut table = Table::new(2, &[], |rules| rules.rounds = 1);
    table.draw(text);
    table.pass();
    for (player, towers) in table.position.players.iter_mut().zip(towers) {
        player.towers = towers;
    }
    let told = table.pass();
    (table, told)
}

const ALONE: &str = "# # o\n# # o\n# # o";

#[test]
fn without_towers_the_game_is_scored_at_once() {
    let (table, told) = last_round(ALONE, [0, 0]);
    assert_eq!(table.position.phase, Phase::Over);
    assert!(told[2].starts_with("flocks"));
    assert!(told[3].starts_with("0 score"), "{told:?}");
}

#[test]
fn towers_are_placed_one_by_one_in_turn_order() {
    let (mut table, _) = last_round(ALONE, [2, 1]);
    assert_eq!(table.position.phase, Phase::Tower(Seat::new(0)));
    assert_eq!(table.act(Action::Tower(Place::new(-1, 0))), ["0 tower_place (-1, 0)"]);
    assert_eq!(table.position.phase, Phase::Tower(Seat::new(0)));
    // Ruling: beside the tower just placed.
    assert_eq!(table.act(Action::Tower(Place::new(-2, 0))), ["0 tower_place (-2, 0)"]);
    assert_eq!(table.position.phase, Phase::Tower(Seat::new(1)));
    let told = table.act(Action::Tower(Place::new(-1, 0)));
    assert_eq!(told[0], "1 tower_place (-1, 0)");
    assert_eq!(table.position.phase, Phase::Over);
}

#[test]
fn seats_without_towers_are_left_out() {
    let (table, _) = last_round(ALONE, [0, 1]);
    assert_eq!(table.position.phase, Phase::Tower(Seat::new(1)));
}

#[test]
fn towers_may_be_forgone() {
    let (mut table, _) = last_round(ALONE, [3, 0]);
    table.act(Action::Tower(Place::new(-1, 0)));
    let told = table.act(Action::Stop);
    assert_eq!(told[0], "0 stop 2");
    assert_eq!(table.position.phase, Phase::Over);
}

#[test]
fn towers_stand_on_empty_places_beside_the_display_only() {
    let (table, _) = last_round("M # # o\n. # # o\n. # # o", [1, 0]);
    let is_legal = |x, y| table.game.is_legal(&table.position, Action::Tower(Place::new(x, y)));
    assert!(is_legal(-1, 1) && is_legal(-2, 2));
    assert!(!is_legal(-1, 2), "not on a meadow");
    assert!(!is_legal(0, 0) && !is_legal(-2, 0) && !is_legal(9, 9));
    let mut actions = Vec::new();
    table.game.legal_actions(&table.position, &mut actions);
    assert_eq!(actions.last(), Some(&Action::Stop));
}

#[test]
fn a_tower_fills_a_gap_of_the_rectangle() {
    let (mut table, _) = last_round("M # # o\n. # # o\nM # # o", [1, 0]);
    assert_eq!(table.game.score(&table.position, Seat::new(0)).area, 9);
    table.act(Action::Tower(Place::new(-1, 1)));
    assert_eq!(table.position.scores[0].area, 12);
}

#[test]
fn all_parts_of_a_score() {
    // Eight stone circles: three of the hometown, three passed north of it, and 2 VP more.
    let text = "M M M M M\nM # # o M\nM # # o M\n2 # # o M\n1 M C2 M M";
    let (table, _) = last_round(text, [0, 0]);
    let expected = Score { area: 25, flock: 3, marker: 5, exploration: 5, whiskey: 0, stones: 3 + 3 + 2 };
    assert_eq!(table.game.score(&table.position, Seat::new(0)), expected);
    assert_eq!(table.position.scores[0], expected);
    assert_eq!((expected.vp(), expected.parts()), (46, [25, 3, 5, 5, 0, 8]));
}

#[test]
fn switches_change_the_points() {
    let mut table = Table::new(2, &[], |rules| {
        (rules.rounds, rules.marker_vp, rules.exploration_vp) = (1, 7, 11);
        rules.whiskey_track[0].vp = 4;
    });
    table.draw("M M M M M\nM # # o M\nM # # o M\n2 # # o M\n1 M C2 M M");
    table.pass();
    table.pass();
    let score = table.position.scores[0];
    assert_eq!((score.marker, score.exploration, score.whiskey), (7, 11, 4));
}

#[test]
fn the_most_points_win() {
    let (table, told) = last_round("M M M M M\nM # # o M\nM # # o M\nM # # o M\nM M M M M", [0, 0]);
    assert_eq!(table.game.outcome(&table.position).ranks.as_slice(), [1, 2]);
    assert!(told.last().expect("results").ends_with("rank 2"));
}

#[test]
fn ties_share_the_victory() {
    let (mut table, _) = last_round(ALONE, [0, 0]);
    let same = table.position.scores[0];
    table.position.scores[1] = same;
    let outcome = table.game.outcome(&table.position);
    assert_eq!(outcome.ranks.as_slice(), [1, 1]);
    assert_eq!([0, 1].map(|seat| outcome.win_share(Seat::new(seat))), [0.5, 0.5]);
}

#[test]
fn the_marker_goes_by_the_last_sheep_phase() {
    let mut table = Table::new(2, &[], |rules| rules.rounds = 2);
    table.draw("2 # # o\n. # # o\n. # # o");
    table.pass();
    assert!(table.pass()[2].ends_with("holder 0"));
    table.begin_round();
    table.pass();
    let told = table.pass();
    assert!(told[2].ends_with("holder 0"));
    assert_eq!(table.position.scores.iter().map(|score| score.marker).collect::<Vec<_>>(), [5, 0]);
}
