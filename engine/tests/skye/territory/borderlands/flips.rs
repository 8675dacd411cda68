//! When borderland tiles are turned over, and what that changes.

use engine::skye::{Feature, Place, Placement, Rotation, Rules, Territory};

use crate::drawing::{Drawing, draw};
use crate::territory::connected_places;

/// How many tiles of this name lie on their front, and how many on their back.
fn sides(drawn: &Drawing, name: &str) -> (usize, usize) {
    let named = drawn.territory.placements().filter(|laid| drawn.tiles.name(laid.tile) == name);
    let (fronts, backs): (Vec<_>, Vec<_>) = named.partition(|laid| drawn.tiles.borderland(laid.tile).is_some());
    (fronts.len(), backs.len())
}

#[track_caller]
fn check_sides(drawing: &str, name: &str, fronts: usize, backs: usize) {
    assert_eq!(sides(&draw(drawing), name), (fronts, backs), "{name} in {drawing}");
}

fn count(drawing: &str, feature: Feature) -> u16 {
    draw(drawing).survey().count(feature)
}

#[test]
fn one_straight_side_is_not_enough() {
    check_sides("B5\ncastle", "B5", 1, 0);
}

#[test]
fn a_tile_laid_with_both_straight_sides_touching_is_turned_over_at_once() {
    // Both neighbours need a neighbour of their own first, so they lie there before B2 does.
    check_sides("P B2\ncastle W", "B2", 0, 1);
}

#[test]
fn a_tile_laid_later_turns_it_over() {
    // P cannot lie before B5: nothing else touches it.
    check_sides("P B5\n. castle", "B5", 0, 1);
}

#[test]
fn another_borderland_tile_turns_it_over() {
    // B5 by 180 has its straight sides north and east: it lies west of the other one, and only its own north is empty.
    check_sides("B5/180 B5\n. castle", "B5", 1, 1);
}

#[test]
fn a_tile_may_turn_over_several() {
    // P at (0, 2) touches the east of B5 by 270 and the west of B5 as it lies; their souths lie on P.
    check_sides("B5/270 P B5\nP P P\n. castle .", "B5", 0, 2);
}

#[test]
fn tiles_beside_the_curve_do_not_turn_it_over() {
    // B1 by 270 lies at the curved east of B5; B5's west is empty.
    check_sides("B5 B1/270\ncastle W", "B5", 1, 0);
}

#[test]
fn ruling_a_borderland_tile_counts_as_a_tile_for_the_flip() {
    // The straight south of B1 by 270 touches W; its straight east is empty until B1 by 90 lies there.
    check_sides("B5 B1/270\ncastle W", "B1", 1, 0);
    check_sides("B5 B1/270 B1\ncastle W W", "B1", 0, 2);
}

#[test]
fn a_tile_is_turned_over_once_only() {
    let drawn = draw("P B5\n. castle");
    let (tiles, territory) = (&drawn.tiles, &drawn.territory);
    for index in 0..territory.len() {
        assert_eq!(territory.due_to_flip(tiles, index).collect::<Vec<_>>(), [0; 0]);
    }
}

#[test]
fn it_keeps_place_rotation_edges_and_areas() {
    let mut drawn = draw("m = PMPP\nB6\ncastle");
    let m = drawn.tiles.by_name("m").expect("a tile");
    let placement = Placement { tile: m, place: Place { x: -1, y: 1 }, rotation: Rotation::NONE };
    drawn.territory.lay(&drawn.tiles, placement);
    let before = drawn.territory;
    drawn.territory.flip(&drawn.tiles, 1);
    let after = drawn.territory;
    let (front, back) = (before.placement(1), after.placement(1));
    assert_eq!((front.place, front.rotation), (back.place, back.rotation));
    assert_eq!(drawn.tiles.name(front.tile), drawn.tiles.name(back.tile));
    assert_ne!(front.tile, back.tile);
    assert_ne!(before.key(), after.key());
    let extent = |territory: &Territory| {
        let areas = territory.areas().iter();
        areas.map(|area| (area.terrain(), area.tiles(), area.open_edges())).collect::<Vec<_>>()
    };
    assert_eq!(extent(&before), extent(&after));
    assert_eq!(before.frontier().collect::<Vec<_>>(), after.frontier().collect::<Vec<_>>());
}

#[test]
fn features_of_the_back_replace_those_of_the_front() {
    // B6 shows one cattle, and two on its back; B5 a farm, and a sheep and a cattle besides.
    assert_eq!(count("B5\ncastle", Feature::Farm), 1);
    assert_eq!(count("P B5\n. castle", Feature::Farm), 1);
    assert_eq!([Feature::Sheep, Feature::Cattle].map(|feature| count("B5\ncastle", feature)), [0, 0]);
    assert_eq!([Feature::Sheep, Feature::Cattle].map(|feature| count("P B5\n. castle", feature)), [1, 1]);
    assert_eq!(count("B6\ncastle", Feature::Cattle), 1);
    assert_eq!(count("m = PMPP\nm B6\n. castle", Feature::Cattle), 2);
}

#[test]
fn the_pub_and_the_distillery_appear_on_the_back() {
    // B4 and B3 show no barrels until they are turned over.
    assert_eq!(count("B4/180 castle", Feature::Whisky), 0);
    assert_eq!(count("M .\nB4/180 castle", Feature::Whisky), 1);
    assert_eq!(count("B3/270 castle", Feature::Whisky), 0);
    assert_eq!(count("B3/270 castle\nW .", Feature::Whisky), 1);
}

#[test]
fn the_broch_stays_on_both_sides() {
    assert_eq!(count("B3/270 castle", Feature::Broch), 1);
    assert_eq!(count("B3/270 castle\nW .", Feature::Broch), 1);
}

#[test]
fn a_road_of_the_back_connects() {
    // B6 has a road on its south, and on its back one from south to west. w lies west of it with a road to its east.
    let drawing = "w = PMPP,,,E
                   w B6
                   . castle";
    assert_eq!(connected_places(&draw(drawing).territory), [(-1, 1), (0, 0), (0, 1)].into());
}

#[test]
fn without_the_flip_the_road_does_not_connect() {
    // The same with a tile whose back has the front's roads.
    let drawing = "b = MPPM,,,S; curved NE back S,cattle@S
                   w = PMPP,,,E
                   w b
                   . castle";
    assert_eq!(connected_places(&draw(drawing).territory), [(0, 0), (0, 1)].into());
}

#[test]
fn a_road_of_the_front_that_the_back_has_not_is_gone() {
    let drawing = "b = MPPM,,,SW; curved NE back S,cattle@S
                   w = PMPP,,,E
                   w b
                   . castle";
    assert_eq!(connected_places(&draw(drawing).territory), [(0, 0), (0, 1)].into());
}

#[test]
fn barrels_of_the_back_earn_gold_if_connected() {
    // B4 has roads on both straight sides; by 180 it lies west of the castle, whose road meets it.
    let gold = |drawing: &str| draw(drawing).survey().barrel_income(&Rules::printed(2));
    assert_eq!(gold("B4/180 castle"), 0);
    assert_eq!(gold("M .\nB4/180 castle"), 1);
    // B3's road is on its mountain side, which meets the castle's road.
    assert_eq!(gold("B3/270 castle\nW ."), 1);
}
