//! Curved sides and areas.

use ScoringTile::{CompletedAreas, LargeAreas, LargestLake, Mountains, Squares};
use engine::skye::{ScoringTile, Terrain};

use crate::drawing::{check, draw};
use crate::territory::connected_places;

/// Size, open edges of every area of a terrain, ascending.
#[track_caller]
fn check_areas(drawing: &str, terrain: Terrain, expected: &[(u16, u16)]) {
    let drawn = draw(drawing);
    let of_terrain = drawn.territory.areas().with_terrain(terrain);
    let mut areas: Vec<_> = of_terrain.map(|area| (area.size(), area.open_edges())).collect();
    areas.sort_unstable();
    assert_eq!(areas, expected, "{terrain:?} of {drawing}");
}

#[test]
fn a_curved_side_ends_an_area() {
    // The castle's water, B1 east of it: only B1's south is open.
    check_areas("castle B1", Terrain::Water, &[(2, 1)]);
    check(LargestLake, "castle B1", 0);
}

#[test]
fn an_area_that_ends_at_curves_is_completed() {
    // s closes the south: castle, B1, s.
    check(
        LargestLake,
        "s = WPPP
         castle B1
         . s",
        6,
    );
}

#[test]
fn an_area_with_curved_edges_alone_is_completed_at_once() {
    // b's pasture lies within its curve; its water is open to the south.
    check(
        CompletedAreas,
        "b = PPWW; curved NE back ,farm@N
         castle b",
        1,
    );
    check_areas("b = PPWW; curved NE back ,farm@N\ncastle b", Terrain::Pasture, &[(1, 0), (1, 2)]);
}

#[test]
fn the_island_is_completed_on_both_sides() {
    check(CompletedAreas, "castle B1", 1);
    // Turned over, by s; the lake closes as well.
    check(
        CompletedAreas,
        "s = WPPP
         castle B1
         . s",
        2,
    );
    // W turns it over and leaves the lake open.
    check(CompletedAreas, "castle B1\n. W", 1);
}

#[test]
fn ruling_curved_sides_side_by_side_share_no_area() {
    // Both B5 are pasture, with P south of each: the two souths join them, the curves do not.
    let row = "n = PMPM
               B5 B5/270
               n n
               castle .";
    // Each with the north of its n: closed. The castle's with the south of the western n, and the south of the eastern n.
    check_areas(row, Terrain::Pasture, &[(1, 1), (2, 1), (2, 1), (2, 1)]);
}

#[test]
fn ruling_curved_sides_side_by_side_join_no_roads() {
    let drawing = "B5 B5/270
                   P P
                   castle .";
    assert_eq!(connected_places(&draw(drawing).territory), [(0, 0)].into());
}

#[test]
fn a_straight_side_towards_a_place_that_a_curve_closes_is_open() {
    // The west of e faces (1, 1), which B5's curve closes: its lake stays open.
    check_areas("e = WPPW\nB5 .\ncastle e", Terrain::Water, &[(2, 1)]);
    check(LargestLake, "e = WPPW\nB5 .\ncastle e", 0);
}

#[test]
fn a_range_ends_at_a_curve() {
    check(Mountains, "B4/180 castle", 0);
    check(
        Mountains,
        "n = PPMP
         n .
         B4/180 castle",
        2,
    );
}

#[test]
fn borderland_tiles_count_for_the_size_of_areas() {
    check(
        LargeAreas,
        "n = PPMP
         n .
         B4/180 castle",
        3,
    );
}

#[test]
fn borderland_tiles_are_in_squares() {
    check(
        Squares,
        "P B2
         castle W",
        2,
    );
}

#[test]
fn a_square_with_two_curves_inside() {
    // All four places hold tiles, though the upper two share no edge.
    check(
        Squares,
        "B5 B5/270
         P P
         castle .",
        2,
    );
}

#[test]
fn farms_of_borderland_tiles_have_neighbours() {
    // B5's farm reaches the sheep diagonally below, and its own sheep and cattle once it is turned over.
    check(
        ScoringTile::FarmAnimals,
        "e = WPPW,,,,sheep@E
         B5 .
         castle e",
        1,
    );
    check(
        ScoringTile::FarmAnimals,
        "e = WPPW,,,,sheep@E
         P B5 .
         . castle e",
        3,
    );
}

#[test]
fn connected_borderland_tiles_count() {
    // The castle, and B4 with its road to the east.
    check(ScoringTile::RoadTiles, "B4/180 castle", 2);
    // B6's road meets the castle's: its two cattle count when it is turned over.
    check(ScoringTile::RoadCattle, "B6\ncastle", 2);
    check(ScoringTile::RoadCattle, "m = PMPP\nm B6\n. castle", 4);
}
