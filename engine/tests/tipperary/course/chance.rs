//! What chance decides.

use engine::tipperary::{Components, Event, Phase, Tipperary};
use engine::{Game, Seat};

use crate::table::play;

fn first_events(game: &Tipperary, seed: u64) -> Vec<Event> {
    let mut position = game.start(Seat::new(0));
    let mut events = Vec::new();
    game.resolve_chance_telling(&mut position, seed, &mut |_, event| events.push(event));
    events
}

#[test]
fn a_seed_decides_fills_and_spin() {
    let game = Tipperary::dealt(4, 1).expect("a valid set-up");
    assert_eq!(first_events(&game, 1), first_events(&game, 1));
    assert_ne!(first_events(&game, 1), first_events(&game, 2));
}

#[test]
fn the_wheel_stops_everywhere_equally_often() {
    let game = Tipperary::dealt(2, 1).expect("a valid set-up");
    let position = game.start(Seat::new(0));
    let mut counts = [0u32; 5];
    (0..5000).for_each(|seed| counts[usize::from(game.round_chance(&position, seed).shift)] += 1);
    // Five standard deviations of a count of mean 1000.
    assert!(counts.iter().all(|count| count.abs_diff(1000) < 150), "{counts:?}");
}

#[test]
fn every_tile_is_drawn_first_equally_often() {
    let game = Tipperary::dealt(2, 1).expect("a valid set-up");
    let position = game.start(Seat::new(0));
    let mut counts = [0u32; 60];
    (0..24_000).for_each(|seed| counts[game.round_chance(&position, seed).fills[0][0].index()] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(400) < 100), "{counts:?}");
}

#[test]
fn every_bonus_tile_is_drawn_equally_often() {
    let game = Tipperary::dealt(2, 1).expect("a valid set-up");
    let position = game.start(Seat::new(0));
    let mut counts = [0u32; 12];
    (0..12_000).for_each(|seed| counts[game.next_bonus(&position, seed).index()] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(1000) < 160), "{counts:?}");
}

#[test]
fn games_of_one_seed_meet_nearly_the_same_tiles() {
    // In the first round the same; in the second the first ones left of one order.
    let game = Tipperary::dealt(3, 1).expect("a valid set-up");
    let (mut first, mut second) = (game.start(Seat::new(0)), game.start(Seat::new(1)));
    game.resolve_chance(&mut first, 7);
    game.resolve_chance(&mut second, 7);
    assert_eq!(first.areas, second.areas);
    assert_eq!(first.shift, second.shift);
    let mut other = first.clone();
    let taken = other.areas[0].pop().expect("two tiles");
    other.areas[0].push(taken);
    assert_eq!(game.next_bonus(&first, 7), game.next_bonus(&second, 7));
}

#[test]
fn a_bonus_tile_does_not_depend_on_how_many_were_drawn() {
    let game = Tipperary::dealt(3, 1).expect("a valid set-up");
    let position = game.start(Seat::new(0));
    let order: Vec<_> = std::iter::successors(Some(position), |position| {
        let mut next = position.clone();
        next.phase = Phase::DrawBonus(Seat::new(0));
        next.bonus_due = 1;
        let drawn = game.next_bonus(&next, 3);
        game.draw_bonus(&mut next, drawn, &mut |_, _| {});
        (!next.bonus.is_empty()).then_some(next)
    })
    .map(|position| game.next_bonus(&position, 3))
    .collect();
    // The whole order of a round: each tile once.
    let different: std::collections::BTreeSet<_> = order.iter().collect();
    assert_eq!((order.len(), different.len()), (12, 12));
    // Without the first tile, the second is drawn first.
    let mut without = game.start(Seat::new(0));
    without.bonus = order[1..].iter().copied().collect();
    assert_eq!(game.next_bonus(&without, 3), order[1]);
}

#[test]
fn hometowns_are_dealt_by_the_seed() {
    let components = Components::shipped();
    for players in 2..=5 {
        for seed in 0..50 {
            let dealt = components.deal(players, seed);
            assert_eq!(dealt, components.deal(players, seed));
            let mut wheels: Vec<usize> = dealt.iter().map(|&id| components.hometown(id).wheel).collect();
            wheels.sort_unstable();
            wheels.dedup();
            assert_eq!(wheels.len(), players, "different hometowns");
        }
    }
}

#[test]
fn every_side_of_a_hometown_is_dealt_equally_often() {
    let components = Components::shipped();
    let mut counts = [0u32; 10];
    (0..10_000).for_each(|seed| counts[components.deal(2, seed)[1].index()] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(1000) < 160), "{counts:?}");
}

#[test]
fn different_players_face_different_areas() {
    let game = Tipperary::dealt(5, 1).expect("a valid set-up");
    play(&game, 1, |position| {
        let mut areas: Vec<usize> = Seat::all(5).map(|seat| game.area(position, seat)).collect();
        areas.sort_unstable();
        assert_eq!(areas, [0, 1, 2, 3, 4]);
    });
}
