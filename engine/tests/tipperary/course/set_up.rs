//! Set-ups: what is accepted, and the exact message for what is not.

use std::path::Path;
use std::sync::Arc;

use engine::tipperary::{ComponentSheet, Components, Rules, Tipperary, TrackSpace};
use engine::{Game, Seat};

#[track_caller]
fn refused(players: usize, change: impl FnOnce(&mut Rules), message: &str) {
    let mut rules = Rules::printed(players);
    change(&mut rules);
    let found = Tipperary::check(&Components::shipped(), &rules, players);
    assert_eq!(found.expect_err("it is refused").to_string(), message);
}

#[test]
fn one_player_is_refused() {
    refused(1, |_| {}, "players: found 1; accepted: 2 to 5");
}

#[test]
fn six_players_are_refused() {
    refused(6, |_| {}, "players: found 6; accepted: 2 to 5");
}

#[test]
fn no_round_is_refused() {
    refused(2, |rules| rules.rounds = 0, "rounds: found 0; accepted: 1 to 26");
}

#[test]
fn too_many_rounds_are_refused() {
    refused(2, |rules| rules.rounds = 27, "rounds: found 27; accepted: 1 to 26");
}

#[test]
fn more_rounds_than_tiles_are_refused() {
    let message = "the file of landscape tiles has 60 tiles; 4 players over 14 rounds need at least 62";
    refused(4, |rules| rules.rounds = 14, message);
}

#[test]
fn as_many_rounds_as_tiles_are_accepted() {
    for (players, rounds) in [(2, 26), (3, 17), (4, 13), (5, 11)] {
        let rules = Rules { rounds, ..Rules::printed(players) };
        assert_eq!(Tipperary::check(&Components::shipped(), &rules, players), Ok(()));
        let more = Rules { rounds: rounds + 1, ..rules };
        assert!(Tipperary::check(&Components::shipped(), &more, players).is_err());
    }
}

#[test]
fn large_supplies_are_refused() {
    refused(2, |rules| rules.wooden_sheep = 100, "wooden-sheep: found 100; accepted: 0 to 99");
    refused(2, |rules| rules.towers = 100, "towers: found 100; accepted: 0 to 99");
}

#[test]
fn large_points_are_refused() {
    refused(2, |rules| rules.marker_vp = 1000, "marker-vp: found 1000; accepted: 0 to 999");
    refused(2, |rules| rules.exploration_vp = 1000, "exploration-vp: found 1000; accepted: 0 to 999");
}

#[test]
fn a_track_without_spaces_is_refused() {
    let message = "whiskey-track: found no space; accepted: 1 to 64 spaces, the start included";
    refused(2, |rules| rules.whiskey_track.clear(), message);
}

#[test]
fn a_long_track_is_refused() {
    let message = "whiskey-track: found 65 spaces; accepted: 1 to 64 spaces, the start included";
    refused(2, |rules| rules.whiskey_track = vec![TrackSpace::default(); 65], message);
}

#[test]
fn a_sheep_at_the_start_of_the_track_is_refused() {
    let message = "whiskey-track: found `0*` at the start; accepted: a start without `*`";
    refused(2, |rules| rules.whiskey_track[0].sheep = true, message);
}

#[test]
fn a_large_value_of_the_track_is_refused() {
    refused(2, |rules| rules.whiskey_track[1].vp = 1000, "whiskey-track: found 1000; accepted: 0 to 999");
}

#[test]
fn spaces_of_the_track_are_numbers_with_or_without_a_star() {
    assert_eq!("13*".parse(), Ok(TrackSpace { vp: 13, sheep: true }));
    assert_eq!("0".parse(), Ok(TrackSpace { vp: 0, sheep: false }));
    assert_eq!(TrackSpace { vp: 21, sheep: true }.to_string(), "21*");
    for text in ["", "*", "-1", "+1", "1000", "1.5", "x", "6 *", "6**"] {
        let message =
            format!("whiskey-track: found `{text}`; accepted: a whole number from 0 to 999, with `*` for a sheep");
        assert_eq!(text.parse::<TrackSpace>().expect_err("it is refused").to_string(), message);
    }
}

#[test]
fn the_printed_rules_are_those_of_the_rulebook() {
    for (players, rounds) in [(2, 12), (3, 12), (4, 12), (5, 10)] {
        let rules = Rules::printed(players);
        assert_eq!((rules.rounds, rules.wooden_sheep, rules.towers), (rounds, 24, 12));
        assert_eq!((rules.marker_vp, rules.exploration_vp), (5, 5));
        let track: Vec<String> = rules.whiskey_track.iter().map(TrackSpace::to_string).collect();
        assert_eq!(track, ["0", "3", "6*", "10", "13*", "17", "21*"]);
        assert_eq!(rules.validate(), Ok(()));
    }
}

#[test]
fn both_sides_of_a_hometown_are_refused() {
    let components = Components::shipped();
    let ids = ["H2A", "H1B", "H2B"].map(|id| components.hometown_by_name(id).expect("it is there"));
    let error = Tipperary::new(components, Arc::new(Rules::printed(3)), &ids).expect_err("it is refused");
    let message = "hometowns `H2A` and `H2B` are sides of the same hometown; every player needs a different one";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_game_starts_with_hometowns_full_supplies_and_nothing_triggered() {
    let game = Tipperary::dealt(4, 3).expect("a valid set-up");
    let position = game.start(Seat::new(2));
    assert_eq!((position.round, position.start, position.marker), (1, Seat::new(2), None));
    assert_eq!((position.bag.len(), position.bonus.len()), (60, 12));
    assert_eq!((position.sheep, position.towers), (24, 12));
    for player in &position.players {
        assert_eq!((player.barrel, player.towers, player.display.spaces()), (0, 0, 9));
    }
}

#[test]
fn a_game_can_be_played_without_bonus_tiles() {
    let empty = "id,grid,provenance\n";
    let components =
        Components::parse(&[(ComponentSheet::Bonus, Path::new("none.csv"), empty)]).expect("it is accepted");
    let components = Arc::new(components);
    for seed in 0..10 {
        let hometowns = components.deal(5, seed);
        let rules = Arc::new(Rules::printed(5));
        let game = Tipperary::new(Arc::clone(&components), rules, &hometowns).expect("a valid set-up");
        crate::naive::referee(&game, crate::table::play(&game, seed, |_| {}).1);
    }
}
