//! Scoring tiles that look at what lies in areas, completed or not: `mountain-brochs`, `harbours`.

use ScoringTile::{Harbours, MountainBrochs};
use engine::skye::ScoringTile;

use crate::drawing::check;

#[test]
fn mountain_brochs_need_no_completed_mountain() {
    // castle-M-w: open, one broch.
    check(
        MountainBrochs,
        "w = MMMM,,,,broch@N
         w M castle",
        1,
    );
}

#[test]
fn mountain_brochs_two_in_one_area() {
    check(
        MountainBrochs,
        "w = MMMM,,,,broch@N
         w w castle",
        3,
    );
}

#[test]
fn mountain_brochs_three_in_one_area() {
    check(
        MountainBrochs,
        "w = MMMM,,,,broch@N
         v = MMMM,,,,broch*2@N
         v w castle",
        6,
    );
}

#[test]
fn mountain_brochs_four_are_worth_no_more_than_three() {
    check(
        MountainBrochs,
        "v = MMMM,,,,broch*2@N
         v v castle",
        6,
    );
}

#[test]
fn mountain_brochs_in_two_areas_of_one_tile() {
    // One broch each in the east and the west mountain of n: 1 + 1, not 3.
    check(
        MountainBrochs,
        "n = PMPM,,,,broch@E broch@W
         n
         castle",
        2,
    );
}

#[test]
fn mountain_brochs_in_areas_that_meet_outside_their_tile() {
    // The mountains of n meet around the north, beyond q: two brochs in one area.
    check(
        MountainBrochs,
        "n = PMPM,,,,broch@E broch@W
         q = MMPM
         M q M
         M n M
         . castle .",
        3,
    );
}

#[test]
fn mountain_brochs_of_several_areas_add_up() {
    // West of the castle 3 brochs: 6. Inside L11, north, one: 1. Inside L07, south, one: 1.
    check(
        MountainBrochs,
        "w = MMMM,,,,broch*3@N
         . L11
         w castle
         . L07/90",
        8,
    );
}

#[test]
fn harbours_need_no_completed_water() {
    check(
        Harbours,
        "e = WWWW,,,,ship@N lighthouse@N
         castle e",
        3,
    );
}

#[test]
fn harbours_count_an_area_once() {
    // Two ships and two lighthouses on castle's water.
    check(
        Harbours,
        "e = WWWW,,,,ship@N lighthouse@N
         castle e e",
        3,
    );
}

#[test]
fn harbours_with_ship_and_lighthouse_on_different_tiles() {
    check(
        Harbours,
        "e = WWWW,,,,ship@N
         f = WWWW,,,,lighthouse@N
         castle e W f",
        3,
    );
}

#[test]
fn harbours_need_both() {
    // Castle's water has two ships; the water of L41, north, a lighthouse; the one inside L64, south, a ship.
    check(
        Harbours,
        "e = WWWW,,,,ship*2@N
         L41 .
         castle e
         L64 .",
        0,
    );
}

#[test]
fn harbours_in_several_areas() {
    // Castle's water with e; north of the castle the water inside n; L61's water.
    check(
        Harbours,
        "e = PPPW,,,,ship@W lighthouse@W
         n = PPPP,,W,,ship@inner lighthouse@inner
         . n .
         L61 castle e",
        9,
    );
}

#[test]
fn ruling_a_lighthouse_stands_at_the_one_water_of_its_data() {
    // n has water east and west that never meets; the lighthouse stands at the east one, the ship lies in the west one.
    check(
        Harbours,
        "n = PWPW,,,,lighthouse@E ship@W
         n
         castle",
        0,
    );
    // Water inside a tile is another area than the one around it.
    check(
        Harbours,
        "e = WWWW,,W,,lighthouse@inner ship@N
         castle e",
        0,
    );
}
