//! What always holds in random games.

use std::collections::BTreeSet;

use engine::random::random;
use engine::tipperary::{Cover, Phase, Position, TileId, Tipperary};
use engine::{Game, Seat};

use crate::drawing::look;
use crate::naive::placements;
use crate::table::play;

#[track_caller]
fn every_position(players: usize, games: u64, mut check: impl FnMut(&Tipperary, &Position)) {
    for seed in 0..games {
        let game = Tipperary::dealt(players, seed).expect("a valid set-up");
        play(&game, seed, |position| check(&game, position));
    }
}

#[track_caller]
fn check_tiles(players: usize) {
    every_position(players, 20, |game, position| {
        let mut seen: BTreeSet<TileId> = BTreeSet::new();
        let in_areas = position.areas.iter().flatten().copied();
        let laid = position.players.iter().flat_map(|player| player.display.tiles()).map(|laid| laid.tile);
        let all = game.components().landscape().all();
        let in_bag = all.filter(|&tile| position.bag.has(tile));
        for tile in in_areas.chain(laid).chain(in_bag) {
            assert!(seen.insert(tile), "tile {tile:?} is in one place");
        }
        assert_eq!(seen.len(), 60);
    });
}

#[test]
fn landscape_tiles_are_conserved_with_two_players() {
    check_tiles(2);
}

#[test]
fn landscape_tiles_are_conserved_with_three_players() {
    check_tiles(3);
}

#[test]
fn landscape_tiles_are_conserved_with_four_players() {
    check_tiles(4);
}

#[test]
fn landscape_tiles_are_conserved_with_five_players() {
    check_tiles(5);
}

fn count(position: &Position, is_counted: impl Fn(Cover) -> bool) -> usize {
    let covers = position.players.iter().flat_map(|player| player.display.covered());
    covers.filter(|&(_, cover)| is_counted(cover)).count()
}

#[test]
fn wooden_sheep_are_conserved() {
    for players in 2..=5 {
        every_position(players, 20, |_, position| {
            let placed = count(position, |cover| cover == Cover::WoodenSheep);
            assert_eq!(placed + usize::from(position.sheep), 24);
        });
    }
}

#[test]
fn towers_are_conserved_until_somebody_forgoes_them() {
    for players in 2..=5 {
        every_position(players, 20, |_, position| {
            let placed = count(position, |cover| cover == Cover::Tower);
            let held: usize = position.players.iter().map(|player| usize::from(player.towers)).sum();
            assert_eq!(placed + held + usize::from(position.towers), 12);
        });
    }
}

#[test]
fn bonus_tiles_are_conserved() {
    for players in 2..=5 {
        every_position(players, 20, |_, position| {
            let placed = position.players.iter().flat_map(|player| player.display.bonus_tiles()).map(|(tile, _)| *tile);
            let drawn = match position.phase {
                Phase::Bonus(_, tile) => Some(tile),
                _ => None,
            };
            let all: BTreeSet<_> = placed.chain(drawn).chain(position.bonus.iter()).collect();
            assert_eq!(all.len(), 12);
            let places: usize = position.players.iter().map(|player| player.display.bonus_tiles().len()).sum();
            assert_eq!(places + usize::from(drawn.is_some()) + position.bonus.len(), 12);
        });
    }
}

#[test]
fn spaces_and_flocks_are_those_that_are_seen() {
    for players in 2..=5 {
        every_position(players, 8, |_, position| {
            for player in &position.players {
                let picture = look(&player.display);
                assert_eq!(usize::from(player.display.spaces()), picture.len());
                assert_eq!(player.display.largest_flock(), crate::naive::largest_flock(&picture));
                let free = picture.values().filter(|entry| matches!(entry.as_str(), "M" | "m")).count();
                assert_eq!(player.display.free_meadows().count(), free);
                assert_eq!(player.display.has_free_meadow(), free > 0);
            }
        });
    }
}

#[test]
fn legal_placements_in_games_are_those_of_a_second_count() {
    for seed in 0..3 {
        let game = Tipperary::dealt(4, seed).expect("a valid set-up");
        let mut actions = Vec::new();
        play(&game, seed, |position| {
            let Phase::Place(seat) = position.phase else { return };
            game.legal_actions(position, &mut actions);
            let picture = look(&position.player(seat).display);
            let area = position.areas[game.area(position, seat)];
            let found = area.iter().map(|&tile| placements(game.components(), &picture, tile).len());
            assert_eq!(actions.len(), found.sum::<usize>());
        });
    }
}

#[test]
fn random_placements_are_uniform() {
    let game = Tipperary::dealt(2, 4).expect("a valid set-up");
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 4);
    let mut actions = Vec::new();
    game.legal_actions(&position, &mut actions);
    let (mut counts, mut rng) = (vec![0u32; actions.len()], random(1));
    for _ in 0..400 * actions.len() {
        let action = game.random_action(&position, &mut rng);
        counts[actions.binary_search(&action).expect("it is legal")] += 1;
    }
    // Five standard deviations of a count of mean 400.
    assert!(counts.iter().all(|count| count.abs_diff(400) < 100), "{counts:?}");
}

#[test]
fn nothing_is_hidden_from_any_seat() {
    every_position(3, 5, |game, position| {
        for seat in Seat::all(3) {
            let view = game.view(position, seat);
            assert_eq!(*view.public(), **position);
            assert!(!game.is_secret(position));
            assert_eq!(game.determinize_uniformly(&view, &mut random(9)), *position);
        }
    });
}
