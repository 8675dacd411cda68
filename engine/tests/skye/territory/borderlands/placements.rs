//! Where borderland tiles may lie, and what may lie beside them.
//!
//! B5 is pasture all round. As it lies its straight sides are south and west, its curve takes north and east. Turned by 90 degrees they
//! are west and north, by 180 north and east, by 270 east and south.

use crate::drawing::draw;

/// Checks every way in which a tile can be laid: x, y, degrees.
#[track_caller]
fn check_ways(drawing: &str, name: &str, expected: &[(i8, i8, u16)]) {
    let drawn = draw(drawing);
    let (tiles, territory) = (&drawn.tiles, &drawn.territory);
    let tile = tiles.by_name(name).expect("a tile");
    let ways: Vec<_> = territory.placements_of(tiles, tile).collect();
    for (number, &way) in ways.iter().enumerate() {
        assert!(territory.allows(tiles, way));
        assert_eq!(territory.nth_placement(tiles, tile, number), way);
    }
    assert_eq!(
        (territory.count_placements(tiles, tile), territory.can_place(tiles, tile)),
        (ways.len(), !ways.is_empty())
    );
    let mut ways: Vec<_> = ways.iter().map(|laid| (laid.place.x, laid.place.y, laid.rotation.degrees())).collect();
    ways.sort_unstable();
    assert_eq!(ways, expected, "{name} beside {drawing}");
}

#[track_caller]
fn check_count(drawing: &str, name: &str, expected: usize) {
    let drawn = draw(drawing);
    let tile = drawn.tiles.by_name(name).expect("a tile");
    assert_eq!(drawn.territory.count_placements(&drawn.tiles, tile), expected, "{name} beside {drawing}");
}

#[test]
fn beside_the_castle_alone_by_hand() {
    // Twice the straight pasture edges, and once those of water and of mountain. A square tile of bare terrain would have 2, 1 and 1.
    for (name, expected) in [
        ("B1", 2), // water twice
        ("B2", 3), // water and pasture
        ("B3", 2), // mountain and water
        ("B4", 2), // mountain twice
        ("B5", 4), // pasture twice
        ("B6", 3), // pasture and mountain
    ] {
        check_count("castle", name, expected);
    }
}

#[test]
fn all_four_rotations_are_different_ways() {
    check_ways("castle", "B5", &[(0, -1, 90), (0, -1, 180), (0, 1, 0), (0, 1, 270)]);
}

#[test]
fn a_curved_side_may_not_touch_the_castle() {
    // Of B2's sides only the straight ones may touch: the west, pasture, turned to the north by 90 and to the south by 270, and the south,
    // water, turned to the west by 90.
    check_ways("castle", "B2", &[(0, -1, 90), (0, 1, 270), (1, 0, 90)]);
}

#[test]
fn places_beyond_a_curved_side_are_closed_to_normal_tiles() {
    // B5's curve takes the places (0, 2) and (1, 1); left are its west, and south of the castle.
    check_ways("B5\ncastle", "P", &[(-1, 1, 0), (0, -1, 0)]);
}

#[test]
fn a_place_beyond_a_curve_stays_closed_when_a_straight_side_faces_it_too() {
    // (1, 1) lies east of B5 and north of W. Neither water nor pasture may lie there.
    check_ways("B5 .\ncastle W", "W", &[(1, -1, 0), (2, 0, 0)]);
    check_ways("B5 .\ncastle W", "P", &[(-1, 1, 0), (0, -1, 0)]);
}

#[test]
fn ruling_a_curved_side_may_lie_beside_a_curved_one() {
    // B1 is water all round: at (1, 1) its west must be curved and its south straight, so it is turned by 270. East of W: the west
    // straight, as it lies or by 90. South of W: the north straight, by 90 or by 180.
    check_ways("B5 .\ncastle W", "B1", &[(1, -1, 90), (1, -1, 180), (1, 1, 270), (2, 0, 0), (2, 0, 90)]);
}

#[test]
fn ruling_the_terrains_of_two_curved_sides_do_not_matter() {
    // B3 is WMMW. By 270 its west comes to the south: water. Its curved west side is then mountain (the north, water, at the west; the
    // east, mountain, at the north), beside B5's pasture.
    let drawn = draw("B5 .\ncastle W");
    let tile = drawn.tiles.by_name("B3").expect("a tile");
    let ways = drawn.territory.placements_of(&drawn.tiles, tile);
    let there: Vec<_> =
        ways.filter(|way| (way.place.x, way.place.y) == (1, 1)).map(|way| way.rotation.degrees()).collect();
    assert_eq!(there, [270]);
}

#[test]
fn the_straight_side_beside_a_curve_must_still_fit() {
    // B5 at (1, 1) by 270 would have pasture to the south, where W is. B4 has mountain.
    check_ways("B5 .\ncastle W", "B4", &[(-1, 0, 180), (-1, 0, 270)]);
    let drawn = draw("B5 .\ncastle W");
    let tile = drawn.tiles.by_name("B5").expect("a tile");
    assert!(drawn.territory.placements_of(&drawn.tiles, tile).all(|way| (way.place.x, way.place.y) != (1, 1)));
}

#[test]
fn ruling_at_least_one_straight_side_must_touch_a_straight_one() {
    // North of B5, at (0, 2), there is nothing but its curve.
    let drawn = draw("B5\ncastle");
    for name in ["B1", "B2", "B3", "B4", "B5", "B6"] {
        let tile = drawn.tiles.by_name(name).expect("a tile");
        let mut ways = drawn.territory.placements_of(&drawn.tiles, tile);
        assert!(ways.all(|way| (way.place.x, way.place.y) != (0, 2)), "{name}");
    }
}

#[test]
fn between_two_curves_that_face_each_other_nothing_fits() {
    // The place (1, 2) has curved sides west and east: no tile is curved on two opposite sides.
    let drawn = draw("B5 . B5/270\nP P P\ncastle . .");
    for name in ["P", "B1", "B2", "B3", "B4", "B5", "B6"] {
        let tile = drawn.tiles.by_name(name).expect("a tile");
        let mut ways = drawn.territory.placements_of(&drawn.tiles, tile);
        assert!(ways.all(|way| (way.place.x, way.place.y) != (1, 2)), "{name}");
    }
}

#[test]
fn beneath_a_curve_between_straight_sides() {
    let drawn = draw("P B5/90 .\nP . .\nP P P\ncastle . .");
    let tile = drawn.tiles.by_name("B5").expect("a tile");
    let ways = drawn.territory.placements_of(&drawn.tiles, tile);
    // B5 by 90 is curved east and south, so south of it, at (1, 2), a curve must look north: by 0 (north, east) its west and south are
    // straight; by 270 (west, north) its west would be curved against P at (0, 2).
    let there: Vec<_> =
        ways.filter(|way| (way.place.x, way.place.y) == (1, 2)).map(|way| way.rotation.degrees()).collect();
    assert_eq!(there, [0]);
}

#[test]
fn a_curve_may_not_be_laid_against_a_tile_that_lies_already() {
    // (1, 1) has P to the west and W to the south: B5 would need a straight south of water.
    check_ways("P .\ncastle W", "B5", &[(-1, 1, 180), (-1, 1, 270), (0, -1, 90), (0, -1, 180), (0, 2, 0), (0, 2, 270)]);
}

#[test]
fn two_straight_neighbours_leave_one_rotation() {
    // Between P (west) and W (south) only B2 by 0 fits: pasture west, water south.
    let drawn = draw("P .\ncastle W");
    let at_corner = |name: &str| {
        let tile = drawn.tiles.by_name(name).expect("a tile");
        let ways = drawn.territory.placements_of(&drawn.tiles, tile);
        let there = ways.filter(|way| (way.place.x, way.place.y) == (1, 1));
        there.map(|way| way.rotation.degrees()).collect::<Vec<_>>()
    };
    assert_eq!(at_corner("B2"), [0]);
    for name in ["B1", "B3", "B4", "B5", "B6"] {
        assert_eq!(at_corner(name), [0; 0], "{name}");
    }
}

#[test]
fn a_place_with_three_straight_neighbours_is_closed_to_borderland_tiles() {
    // (1, 1) has P to the west, north and east.
    let drawn = draw("P P P\nP . P\ncastle . .");
    for name in ["B1", "B2", "B3", "B4", "B5", "B6"] {
        let tile = drawn.tiles.by_name(name).expect("a tile");
        let mut ways = drawn.territory.placements_of(&drawn.tiles, tile);
        assert!(ways.all(|way| (way.place.x, way.place.y) != (1, 1)), "{name}");
    }
}
