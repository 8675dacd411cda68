//! Scoring tiles of the Druids that look at single areas: `largest-herd`, `largest-range`, `lake-houses`.

use ScoringTile::{LakeHouses, LargestHerd, LargestRange};
use engine::skye::ScoringTile;

use crate::drawing::check;

#[test]
fn largest_herd_without_cattle() {
    check(LargestHerd, "castle", 0);
    check(
        LargestHerd,
        "n = PPPP,,,,sheep*4@N
         n
         castle",
        0,
    );
}

#[test]
fn largest_herd_needs_no_completed_area() {
    // Three in the open pasture through the castle: 2 * 3.
    check(
        LargestHerd,
        "n = PPPP,,,,cattle*2@N
         s = PPPP,,,,cattle@N
         n
         castle
         s",
        6,
    );
}

#[test]
fn largest_herd_is_one_area_alone() {
    // Two cattle north of the mountain, three south of it: 2 * 3, not 2 * 5.
    check(
        LargestHerd,
        "n = PMPM,EW,,,cattle*2@N cattle*3@S
         n
         castle",
        6,
    );
}

#[test]
fn largest_herd_in_an_inner_area() {
    check(
        LargestHerd,
        "e = PPPW,,P,,cattle*2@inner cattle@N
         castle e",
        4,
    );
}

#[test]
fn largest_herd_may_be_completed() {
    // Two in the closed pasture of a and b, one in the open pasture of the castle.
    check(
        LargestHerd,
        "a = WPWW,,,,cattle*2@E
         b = MMMP
         n = PPPP,,,,cattle@N
         n . .
         castle a b",
        4,
    );
}

#[test]
fn largest_herd_grows_when_a_borderland_tile_is_turned_over() {
    // B5 shows no cattle until tiles touch its straight sides, south and west.
    check(
        LargestHerd,
        "B5
         castle",
        0,
    );
    check(
        LargestHerd,
        "P B5
         . castle",
        2,
    );
}

#[test]
fn largest_herd_does_not_count_brochs() {
    check(
        LargestHerd,
        "w = MMMM,,,,broch*3@N
         w castle",
        0,
    );
}

#[test]
fn largest_range_needs_a_completed_area() {
    check(LargestRange, "M castle", 0);
    // Castle and w: two tiles.
    check(
        LargestRange,
        "w = PMPP
         w castle",
        4,
    );
}

#[test]
fn largest_range_is_the_largest_of_several() {
    // West: castle, m and w, three tiles. n has a mountain inside: one tile.
    check(
        LargestRange,
        "n = PPPP,,M
         m = PMPM,EW
         w = PMPP
         . . n
         w m castle",
        6,
    );
}

#[test]
fn largest_range_counts_an_inner_mountain() {
    check(
        LargestRange,
        "n = PPPP,,M
         n
         castle",
        2,
    );
}

#[test]
fn largest_range_ends_at_a_curved_edge() {
    // B4 is mountain all round; turned by 90 degrees its curve takes east and south, by 180 south and west, so the castle lies east of it
    // and its north is straight. n closes the north: castle, B4 and n.
    check(
        LargestRange,
        "n = PPMP
         n .
         B4/180 castle",
        6,
    );
    // Without n the north stays open.
    check(LargestRange, "B4/180 castle", 0);
}

#[test]
fn largest_range_is_not_a_lake() {
    check(
        LargestRange,
        "e = PPPW
         castle e",
        0,
    );
}

#[test]
fn lake_houses_need_a_completed_lake() {
    check(
        LakeHouses,
        "n = PWPP,,,,farm@N
         n
         castle",
        0,
    );
    check(
        LakeHouses,
        "n = PWPP,,,,farm@N
         e = WPPW
         n W
         castle e",
        0,
    );
}

#[test]
fn lake_houses_at_a_completed_lake() {
    // Castle and e are a lake of two tiles; the farm stands on e.
    check(
        LakeHouses,
        "e = PPPW,,,,farm@N
         castle e",
        3,
    );
}

#[test]
fn ruling_lake_houses_at_an_inner_lake() {
    check(
        LakeHouses,
        "n = PPPP,,W,,farm@N
         n
         castle",
        3,
    );
}

#[test]
fn ruling_every_farm_counts_once_between_two_lakes() {
    // n's east and west lakes both end at their neighbours; so does the one inside. One farm.
    check(
        LakeHouses,
        "n = PWPW,,W,,farm@N
         a = PPPW
         b = PWPP
         b n a
         . castle .",
        3,
    );
}

#[test]
fn ruling_the_farm_need_not_touch_the_water() {
    // The farm stands in the south pasture of e, divided from its lake by a mountain.
    check(
        LakeHouses,
        "e = MMPW,,,,farm@S
         castle e",
        3,
    );
}

#[test]
fn lake_houses_count_every_farm_of_the_tile() {
    check(
        LakeHouses,
        "e = PMPW,,,,farm*2@N farm@S
         castle e",
        9,
    );
}

#[test]
fn lake_houses_next_to_the_lake_tile_do_not_count() {
    // The farm lies on the tile north of e, which has no water.
    check(
        LakeHouses,
        "e = PPPW
         f = PPPP,,,,farm@N
         . f
         castle e",
        0,
    );
}

#[test]
fn lake_houses_on_the_island() {
    // The lake around the island of B1 is open to the south, then closed by s; the farm is there once B1 is turned over.
    check(LakeHouses, "castle B1", 0);
    check(
        LakeHouses,
        "s = WPPP
         castle B1
         . s",
        3,
    );
}
