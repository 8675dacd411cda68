//! Scoring tiles that look at roads: `road-tiles`, `road-cattle`; and the income of whisky.

use ScoringTile::{RoadCattle, RoadTiles};
use engine::skye::{Place, Rules, SIDES, ScoringTile, Side};

use crate::drawing::{check, draw};

#[track_caller]
fn check_income(drawing: &str, expected_gold: u16) {
    assert_eq!(draw(drawing).survey().barrel_income(&Rules::printed(2)), expected_gold, "income of {drawing}");
}

#[test]
fn ruling_castle_counts_itself_in_road_tiles() {
    check(RoadTiles, "castle", 1);
}

#[test]
fn road_tiles_around_the_castle() {
    // n, s and w meet the castle's roads; e has a road to the castle, but the castle has none to it.
    check(
        RoadTiles,
        "n = PPPP,,,S
         s = PPPP,,,N
         w = PMPP,,,E
         e = PPPW,,,W
         . n .
         w castle e
         . s .",
        4,
    );
}

#[test]
fn road_tiles_whose_roads_do_not_meet_do_not_count() {
    // n leads past the castle; P has no road at all.
    check(
        RoadTiles,
        "n = PPPP,,,NE
         n
         castle
         P",
        1,
    );
}

#[test]
fn road_tiles_behind_a_tile_without_through_road_do_not_count() {
    // a ends its road, so b and its neighbour are connected to each other but not to the castle.
    check(
        RoadTiles,
        "a = PPPP,,,S
         b = PPPP,,,NESW
         b b
         a .
         castle .",
        2,
    );
}

#[test]
fn road_tiles_follow_one_of_two_separate_roads() {
    // x has one road from south to west and another from north to east. The castle reaches the first, so x and w count; the tiles
    // north and east of x lie on the other one.
    check(
        RoadTiles,
        "x = PPPP,,,NE|SW
         w = PPPP,,,E
         b = PPPP,,,NESW
         . b .
         w x b
         . castle .",
        3,
    );
}

#[test]
fn road_tiles_reached_by_both_separate_roads_count_once() {
    // The road from x goes west and around the north back into x's other road, and on to its east: castle, x, and w, u, v, e.
    check(
        RoadTiles,
        "x = PPPP,,,NE|SW
         w = PPPP,,,NE
         u = PPPP,,,ES
         v = PPPP,,,SW
         e = PPPP,,,W
         u v .
         w x e
         . castle .",
        6,
    );
}

#[test]
fn road_tiles_of_printed_tiles() {
    // L33 has separate roads NW and ES. By the south one it is connected, and with it L19 to its east, which has a west exit.
    // L30 to its west, which has an east exit, meets only its other road.
    check(
        RoadTiles,
        "L30/180 L33    L19
         .       castle .",
        3,
    );
}

#[test]
fn road_cattle_on_a_connected_tile() {
    check(
        RoadCattle,
        "n = PPPP,,,NS,cattle*2@N
         n
         castle",
        4,
    );
}

#[test]
fn road_cattle_on_roads_that_do_not_meet() {
    check(
        RoadCattle,
        "n = PPPP,,,NEW,cattle@N
         n
         castle",
        0,
    );
}

#[test]
fn road_cattle_via_one_of_two_separate_roads() {
    // x is connected by its road to the south: 1 cattle. The tiles on its other road are not.
    check(
        RoadCattle,
        "x = PPPP,,,NE|SW,cattle@N
         b = PPPP,,,NESW,cattle@N
         b .
         x b
         castle .",
        2,
    );
}

#[test]
fn road_cattle_need_not_stand_at_the_road() {
    // One in the pasture of the road, one in a pasture behind the mountain, one in a pasture inside the tile.
    check(
        RoadCattle,
        "n = PMPM,,P,S,cattle@N cattle@S cattle@inner
         n
         castle",
        6,
    );
}

#[test]
fn road_cattle_are_no_sheep_and_need_a_road() {
    // n: one sheep, connected. s: one cattle without a road. w: two cattle, connected.
    check(
        RoadCattle,
        "n = PPPP,,,S,sheep@N
         s = PPPP,,,,cattle@N
         w = PMPP,,,E,cattle*2@N
         . n
         w castle
         . s",
        4,
    );
}

#[test]
fn road_cattle_by_a_detour() {
    // From the castle's west around the north: w, u, v, all by roads; v has no exit to the castle itself, and needs none.
    check(
        RoadCattle,
        "w = PMPP,,,NE
         u = PPPP,,,ES
         v = PPPP,,,W,cattle@N
         u v
         w castle",
        2,
    );
}

#[test]
fn whisky_earns_on_connected_tiles_only() {
    // n is connected; e is not, for the castle has no road to the east.
    check_income(
        "n = PPPP,,,S,whisky@N
         e = PPPW,,,W,whisky@N
         n .
         castle e",
        1,
    );
    check_income("castle", 0);
}

#[test]
fn whisky_earns_once_for_a_tile_with_several_barrels() {
    // Three barrels in one pasture and two in another, one tile.
    check_income(
        "n = PMPM,,,S,whisky*3@N whisky*2@S
         n
         castle",
        1,
    );
}

#[test]
fn whisky_earns_by_one_of_two_separate_roads() {
    // x by its road to the south and west; b only touches its other road.
    check_income(
        "x = PPPP,,,NE|SW,whisky@N
         b = PPPP,,,NESW,whisky@N
         b
         x
         castle",
        1,
    );
}

#[test]
fn whisky_earns_behind_other_tiles() {
    // castle - a - b - b; the last one has its barrels in the mountain.
    check_income(
        "a = PPPP,,,NS
         b = PPPP,,,NS,whisky@N
         c = MMPM,,,S,whisky@N
         c
         b
         a
         castle",
        2,
    );
}

#[test]
fn connected_roads_leave_on_their_own_sides() {
    // The castle's exits, and of x, which is laid first, the road from south to west only.
    let drawn = draw(
        "x = PPPP,,,NE|SW
         x
         castle",
    );
    let roads = drawn.territory.roads();
    let exits =
        |index| SIDES.into_iter().filter(|&side| roads.leaves(index, side)).map(Side::letter).collect::<String>();
    assert_eq!([exits(0), exits(1)], ["NSW", "SW"]);
    assert!(roads.has(1) && !roads.is_empty());
    // West of x and around its north the road comes back to it, by its other road.
    let drawn = draw(
        "x = PPPP,,,NE|SW
         w = PPPP,,,NE
         u = PPPP,,,ES
         v = PPPP,,,SW
         u v
         w x
         . castle",
    );
    let x = drawn.territory.at(Place { x: 0, y: 1 }).expect("x lies north of the castle");
    let roads = drawn.territory.roads();
    assert!(SIDES.into_iter().all(|side| roads.leaves(x, side)));
}
