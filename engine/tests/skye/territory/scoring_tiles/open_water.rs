//! `open-water`: half a point for every water edge that faces an empty place.

use engine::skye::ScoringTile::OpenWater;

use crate::drawing::check;

#[test]
fn one_edge_is_worth_nothing() {
    // The castle's east: 1/2, rounded down.
    check(OpenWater, "castle", 0);
}

#[test]
fn the_sum_is_rounded_down() {
    // The north, east and south of W: 3/2.
    check(OpenWater, "castle W", 1);
}

#[test]
fn ruling_edges_are_counted_and_not_areas() {
    // Five edges of one lake: 5/2. Its number of areas, or of tiles, would give less.
    check(
        OpenWater,
        ". W
         castle W",
        2,
    );
}

#[test]
fn edges_of_several_areas_add_up_before_they_are_halved() {
    // n has its east and its west, two lakes; with the castle's east three: 3/2, not 1/2 three times.
    check(
        OpenWater,
        "n = PWPW
         n
         castle",
        1,
    );
}

#[test]
fn ruling_inner_water_has_no_edge() {
    // Only the castle's east is open.
    check(
        OpenWater,
        "n = PPPP,,W
         n
         castle",
        0,
    );
}

#[test]
fn closed_edges_do_not_count() {
    // The castle's east is met; the two tiles north and south have their east and west: 4/2.
    check(
        OpenWater,
        "n = PWPW
         e = PPPW
         n .
         castle e
         n .",
        2,
    );
}

#[test]
fn ruling_curved_edges_do_not_count() {
    // B1 has water all round. As it lies its curve takes north and east; its west meets the castle. Only the south is open: 1/2.
    check(OpenWater, "castle B1", 0);
    // With W to its south: the east, south and west of W are open, 3/2.
    check(
        OpenWater,
        "castle B1
         . W",
        1,
    );
}

#[test]
fn ruling_an_edge_towards_a_place_that_a_curve_closes_counts() {
    // The places north and east of B1 are closed for ever, yet empty. n faces the one north of B1 with its east. With the south of B1: 2/2.
    check(
        OpenWater,
        "n = PWPP
         n .
         castle B1",
        1,
    );
}
