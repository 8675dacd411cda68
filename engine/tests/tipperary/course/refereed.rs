//! Random games, followed by a second implementation.

use std::sync::Arc;

use engine::tipperary::{Components, Rules, Tipperary, TrackSpace};

use crate::naive::referee;
use crate::table::play;

#[track_caller]
fn check(players: usize, games: u64) {
    for seed in 0..games {
        let game = Tipperary::dealt(players, seed).expect("a valid set-up");
        referee(&game, play(&game, seed, |_| {}).1);
    }
}

#[test]
fn two_players() {
    check(2, 150);
}

#[test]
fn three_players() {
    check(3, 100);
}

#[test]
fn four_players() {
    check(4, 80);
}

#[test]
fn five_players() {
    check(5, 80);
}

#[track_caller]
fn check_rules(players: usize, games: u64, change: impl Fn(&mut Rules)) {
    for seed in 0..games {
        let components = Components::shipped();
        let mut rules = Rules::printed(players);
        change(&mut rules);
        let hometowns = components.deal(players, seed);
        let game = Tipperary::new(components, Arc::new(rules), &hometowns).expect("a valid set-up");
        referee(&game, play(&game, seed, |_| {}).1);
    }
}

#[test]
fn one_round() {
    check_rules(5, 50, |rules| rules.rounds = 1);
}

#[test]
fn as_many_rounds_as_there_are_tiles_for() {
    check_rules(2, 10, |rules| rules.rounds = 26);
}

#[test]
fn empty_supplies() {
    check_rules(3, 50, |rules| (rules.wooden_sheep, rules.towers) = (0, 0));
}

#[test]
fn short_supplies() {
    check_rules(4, 50, |rules| (rules.wooden_sheep, rules.towers) = (2, 1));
}

#[test]
fn another_whiskey_track() {
    let track: Vec<TrackSpace> =
        ["0", "3*", "6*", "8*", "10*"].iter().map(|space| space.parse().expect("a space")).collect();
    check_rules(4, 50, |rules| rules.whiskey_track.clone_from(&track));
}

#[test]
fn no_whiskey_and_other_points() {
    check_rules(3, 50, |rules| {
        rules.whiskey_track.truncate(1);
        (rules.marker_vp, rules.exploration_vp) = (9, 0);
    });
}
