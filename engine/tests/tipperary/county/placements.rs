//! Where tiles may be laid.

use std::collections::BTreeSet;

use engine::random::random;
use engine::tipperary::{Components, Display, Place, Placement, TileId, Way};

use crate::drawing::{build, components, look, picture};
use crate::naive::placements as naive_placements;

const ALONE: &str = "# # o\n# # o\n# # o";

/// Both ways to list placements of a tile, and their number.
#[track_caller]
fn check(text: &str, grid: &str, count: usize) {
    let components = components(&[("new", grid)]);
    let display = build(&components, &picture(text));
    check_display(&components, &display, count);
}

#[track_caller]
fn check_display(components: &Components, display: &Display, count: usize) {
    let tile = components.landscape().by_name("new").expect("it is there");
    let found: Vec<Placement> = display.placements(components, tile).collect();
    let naive: BTreeSet<Placement> = naive_placements(components, &look(display), tile).into_iter().collect();
    assert_eq!(found, naive.into_iter().collect::<Vec<_>>(), "ascending, and each once");
    assert_eq!(found.len(), count);
    assert_eq!(display.count_placements(components, tile), count);
    for placement in found {
        assert!(display.allows(components, placement), "{placement}");
    }
}

#[test]
fn one_space_beside_the_hometown() {
    // Twelve places share an edge with a block of three by three.
    check(ALONE, "M", 12);
}

#[test]
fn two_spaces_beside_the_hometown() {
    // It lies in two ways. Along each of two sides there are four places for it, since one space may stand over; with its end to one of the
    // others, three.
    check(ALONE, "M M", 2 * (4 + 4 + 3 + 3));
}

#[test]
fn a_domino_of_two_kinds_lies_in_four_ways() {
    check(ALONE, "M R", 2 * 2 * (4 + 4 + 3 + 3));
}

#[test]
fn three_in_a_line() {
    // Upright: five places along each of two sides, and three on top of each of the others.
    check(ALONE, "M M M", 2 * (5 + 5 + 3 + 3));
}

#[test]
fn a_square_lies_in_one_way() {
    // Four places along each side.
    check(ALONE, "M M / M M", 16);
}

#[test]
fn six_in_a_line() {
    check(ALONE, "M M M M M M", 2 * (8 + 8 + 3 + 3));
}

#[test]
fn gaps_may_be_filled() {
    let text = "M M M # # o\nM . M # # o\nM M M # # o";
    let components = components(&[("new", "R")]);
    let display = build(&components, &picture(text));
    assert!(display.is_beside(Place::new(-2, 1)));
    check(text, "R", 3 + 6 + 6 + 3 + 1);
}

#[test]
fn gaps_that_are_too_small_stay() {
    let text = "M M M # # o\nM . M # # o\nM M M # # o";
    // No two spaces fit the gap. Around six by three: along the long sides and with an end to the short ones, and the other way round.
    check(text, "R R", 2 * (7 + 3) + 2 * (4 + 6));
}

#[test]
fn a_tile_may_surround_a_corner() {
    // In each of four ways its box has 30 corners with which it touches or covers the hometown, and 15 with which it covers it.
    check(ALONE, "M M / M .", 4 * (30 - 15));
}

#[test]
fn the_shipped_tiles_lie_in_eight_ways_or_four() {
    let components = Components::shipped();
    let landscape = components.landscape();
    let of = |count: usize| landscape.all().filter(|&tile| landscape.tile(tile).ways.len() == count).count();
    assert_eq!((of(8), of(4)), (52, 8));
    let four: Vec<&str> = landscape
        .all()
        .filter(|&tile| landscape.tile(tile).ways.len() == 4)
        .map(|tile| landscape.tile(tile).name.as_str())
        .collect();
    assert_eq!(four, ["T01", "T02", "T03", "T07", "T08", "T25", "T26", "T58"]);
}

#[test]
fn only_the_first_of_equal_ways_is_legal() {
    let components = components(&[("new", "M R")]);
    let display = build(&components, &picture(ALONE));
    let tile = components.landscape().by_name("new").expect("it is there");
    let allows = |flip, degrees| {
        let way = Way::new(flip, degrees).expect("a way");
        display.allows(&components, Placement { tile, way, corner: Place::new(3, 0) })
    };
    assert!([0, 90, 180, 270].into_iter().all(|degrees| allows(false, degrees)));
    assert!(![0, 90, 180, 270].into_iter().any(|degrees| allows(true, degrees)));
}

#[test]
fn turning_is_clockwise_and_flipping_comes_first() {
    let components = components(&[("new", "1 2 / 3 .")]);
    let tile = components.landscape().by_name("new").expect("it is there");
    let lying = |flip, degrees| {
        let way = Way::new(flip, degrees).expect("a way");
        components.landscape().tile(tile).lying(way).expect("all differ").to_string()
    };
    let turned = [0, 90, 180, 270].map(|degrees| lying(false, degrees));
    assert_eq!(turned, ["1 2 / 3 .", "3 1 / . 2", ". 3 / 2 1", "2 . / 1 3"]);
    let flipped = [0, 90, 180, 270].map(|degrees| lying(true, degrees));
    assert_eq!(flipped, ["2 1 / . 3", ". 2 / 3 1", "3 . / 1 2", "1 3 / 2 ."]);
}

#[test]
fn overlaps_and_places_apart_are_refused() {
    let components = components(&[("new", "M R")]);
    let display = build(&components, &picture(ALONE));
    let tile = components.landscape().by_name("new").expect("it is there");
    let allows = |x, y| display.allows(&components, Placement { tile, way: Way::AS_PRINTED, corner: Place::new(x, y) });
    assert!(!allows(2, 0), "on the hometown");
    assert!(!allows(-1, 0), "half on it");
    assert!(allows(-2, 0), "beside it");
    assert!(!allows(-3, 0), "a place away");
    assert!(!allows(3, 3), "diagonal");
    assert!(!allows(1000, -1000) && !allows(i16::MIN, i16::MAX), "far away");
}

/// Lays random tiles on random places, and compares all placements of all tiles.
#[track_caller]
fn check_random(seed: u64, tiles: usize) {
    let components = Components::shipped();
    let all: Vec<TileId> = components.landscape().all().collect();
    let mut display = Display::of(&components, components.all_hometowns().nth(seed as usize % 10).expect("ten"));
    let mut rng = random(seed);
    for number in 0..tiles {
        let placement = display.random_placement(&components, &all, &mut rng);
        assert!(display.allows(&components, placement));
        display.lay(&components, placement);
        let tile = all[(number * 7 + seed as usize) % all.len()];
        let found: Vec<Placement> = display.placements(&components, tile).collect();
        let naive: BTreeSet<Placement> = naive_placements(&components, &look(&display), tile).into_iter().collect();
        assert_eq!(found, naive.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn two_counts_agree_on_random_displays() {
    (0..20).for_each(|seed| check_random(seed, 12));
}

#[test]
fn two_counts_agree_on_the_largest_displays() {
    (0..2).for_each(|seed| check_random(seed, 26));
}

#[test]
fn a_long_row_of_tiles_needs_no_border() {
    // Far to the east, then far to the north-west: the plane grows with the display.
    let components = components(&[("new", "M M M M M M"), ("up", "M / M / M / M / M / M")]);
    let mut display = build(&components, &picture(ALONE));
    let tile = |name| components.landscape().by_name(name).expect("it is there");
    let mut lay = |name, x, y| {
        let placement = Placement { tile: tile(name), way: Way::AS_PRINTED, corner: Place::new(x, y) };
        display.lay(&components, placement);
    };
    (0..20).for_each(|index| lay("new", 3 + 6 * index, 0));
    (0..15).for_each(|index| lay("up", 0, 3 + 6 * index));
    (0..10).for_each(|index| lay("new", -6 - 6 * index, 92));
    assert_eq!(display.bounds(), (Place::new(-60, 0), Place::new(122, 92)));
    assert_eq!(display.spaces(), 9 + 45 * 6);
    assert_eq!(display.largest_rectangle().area(), 123);
    let found: BTreeSet<Placement> = display.placements(&components, tile("new")).collect();
    let naive: BTreeSet<Placement> = naive_placements(&components, &look(&display), tile("new")).into_iter().collect();
    assert_eq!(found, naive);
}

#[test]
fn bonus_places_are_beside_the_display_or_free_meadows() {
    let components = components(&[]);
    let display = build(&components, &picture("M # # o\nm # # o\ns # # o"));
    let places: Vec<Place> = display.bonus_places().collect();
    // Beside four by three, and the one meadow that is neither a bonus tile nor a sheep's.
    assert_eq!(places.len(), 14 + 1);
    assert!(places.contains(&Place::new(-1, 2)));
    assert!(display.takes_bonus(Place::new(-2, 1)) && !display.takes_bonus(Place::new(-1, 1)));
    assert!(!display.takes_bonus(Place::new(-1, 0)) && !display.takes_bonus(Place::new(0, 0)));
    assert!(!display.takes_bonus(Place::new(5, 5)));
}

#[test]
fn towers_stand_beside_the_display_only() {
    let components = components(&[]);
    let mut display = build(&components, &picture("M # # o\n. # # o\n. # # o"));
    assert_eq!(display.count_tower_places(), display.tower_places().count());
    assert_eq!(display.count_tower_places(), 13);
    display.place_tower(Place::new(3, 0));
    // Ruling: beside a tower just placed is allowed.
    assert!(display.is_beside(Place::new(4, 0)));
    display.place_tower(Place::new(4, 0));
    assert_eq!(display.spaces(), 12);
}
