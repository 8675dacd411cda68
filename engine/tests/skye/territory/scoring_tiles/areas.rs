//! Scoring tiles that look at completed areas: `completed-areas`, `large-areas`, `largest-lake`, `mountains`.

use ScoringTile::{CompletedAreas, LargeAreas, LargestLake, Mountains};
use engine::skye::ScoringTile;

use crate::drawing::{check, draw};

/// Two parts of tile t, its north and its south pasture, meet around the west: one area of six tiles.
///
/// Completed: that pasture (t, a, b, c, d, e); the mountain between castle and t; the mountain between t and c.
/// Open: the mountains around a, b, d and e, and the west of c; the castle's pasture and water.
const PASTURE_RING: &str = "
    t = PMPM
    a = MMPP
    b = MPPM
    c = PMPM,NS
    d = PPMM
    e = PMMP
    b a .
    c t castle
    d e .
";

/// The same with water: the east and the west of t are one lake of six tiles that closes around the north.
const WATER_RING: &str = "
    t = MWPW
    a = WWMM
    b = MWWM
    c = MWMW,EW
    d = MMWW
    e = WMMW
    b c d
    a t e
    . castle .
";

/// The castle with all of its areas closed: pasture n-castle-s, water castle-e, mountain castle-w.
const CLOSED_CASTLE: &str = "
    n = MMPM
    s = PMMM
    e = PPPW
    w = PMPP
    . n .
    w castle e
    . s .
";

#[test]
fn completed_areas_of_the_castle_alone_are_none() {
    check(CompletedAreas, "castle", 0);
}

#[test]
fn completed_areas_inside_a_tile_count_at_once() {
    // L57's lake touches no edge; everything else is open.
    check(
        CompletedAreas,
        "L57
         castle",
        1,
    );
}

#[test]
fn completed_areas_around_the_castle_are_three() {
    check(CompletedAreas, CLOSED_CASTLE, 3);
}

#[test]
fn completed_areas_need_every_edge_covered() {
    // The pasture still opens to the south; the water is closed by e and the mountain by w.
    check(
        CompletedAreas,
        "n = MMPM
         e = PPPW
         w = PMPP
         . n .
         w castle e",
        2,
    );
}

#[test]
fn completed_areas_that_meet_outside_a_tile_are_one() {
    check(CompletedAreas, PASTURE_RING, 3);
}

#[test]
fn completed_areas_may_enclose_an_empty_place() {
    // A ring of pasture around the empty place west of the castle, from the castle's north through a to g and back to its south:
    // completed. The mountains of castle, b, d and f that face the empty place are open, and so is everything outside.
    check(
        CompletedAreas,
        "a = MMPP
         b = MPMP,EW
         c = MPPM
         d = PMPM,NS
         e = PPMM
         f = MPMP,EW
         g = PMMP
         c b a
         d . castle
         e f g",
        1,
    );
}

#[test]
fn completed_areas_are_not_bounded_by_roads() {
    // The roads of n and s cut their pasture in two on the print, but not in the rules: it is one area with the castle's, and closed.
    check(
        CompletedAreas,
        "n = MMPM,,,S
         s = PMMM,,,N
         n
         castle
         s",
        1,
    );
}

#[test]
fn large_areas_of_three_tiles_count() {
    // Pasture n-castle-s.
    check(
        LargeAreas,
        "n = MMPM
         s = PMMM
         n
         castle
         s",
        3,
    );
}

#[test]
fn large_areas_of_two_tiles_do_not_count() {
    // Water castle-e and mountain castle-w, two tiles each.
    check(
        LargeAreas,
        "e = PPPW
         w = PMPP
         w castle e",
        0,
    );
}

#[test]
fn large_areas_that_are_open_do_not_count() {
    // Pasture n-castle-s-P is open around P.
    check(
        LargeAreas,
        "n = MMPM
         s = PMPM,NS
         n
         castle
         s
         P",
        0,
    );
}

#[test]
fn large_areas_are_counted_one_by_one() {
    // Pasture n-castle-s and mountain castle-w-v have three tiles, water castle-e has two.
    check(
        LargeAreas,
        "n = MMPM
         s = PMMM
         e = PPPW
         w = PMPM,EW
         v = PMPP
         . . n .
         v w castle e
         . . s .",
        6,
    );
}

#[test]
fn large_areas_that_meet_outside_a_tile_are_one() {
    check(LargeAreas, PASTURE_RING, 3);
}

#[test]
fn largest_lake_that_is_open_does_not_count() {
    check(LargestLake, "castle W W W", 0);
}

#[test]
fn largest_lake_with_the_castle() {
    // castle-e: 2 tiles.
    check(
        LargestLake,
        "e = PPPW
         castle e",
        4,
    );
}

#[test]
fn largest_lake_is_only_sought_among_completed_ones() {
    // Open: castle-W-W, 3 tiles. Completed: a-b, 2 tiles, and L57's, 1 tile.
    check(
        LargestLake,
        "a = MMWP
         b = WMPM
         a
         b
         L57
         castle W W",
        4,
    );
}

#[test]
fn largest_lake_inside_a_tile() {
    check(
        LargestLake,
        "L57
         castle",
        2,
    );
}

#[test]
fn largest_lake_counts_a_tile_with_two_parts_once() {
    // t, a, b, c, d, e.
    check(LargestLake, WATER_RING, 12);
}

#[test]
fn largest_lake_is_one_of_two_equal_ones() {
    // castle-e and a-b, two tiles each: only one counts.
    check(
        LargestLake,
        "e = PPPW
         a = PWPP
         b = MMPW
         a b
         castle e",
        4,
    );
}

#[test]
fn mountains_of_the_castle_alone_are_open() {
    check(Mountains, "castle", 0);
}

#[test]
fn mountains_closed_at_the_castle() {
    // Mountain castle-w; the closed water castle-e is no mountain.
    check(
        Mountains,
        "e = PPPW
         w = PMPP
         w castle e",
        2,
    );
}

#[test]
fn mountains_inside_tiles_count() {
    // The inner mountains of L45 (pasture to the north, east and south) and of L07 (pasture to the west, so turned to face south).
    check(
        Mountains,
        "L45
         castle
         L07/90",
        4,
    );
}

#[test]
fn mountains_that_meet_outside_a_tile_do_not_count_twice() {
    // castle-t and t-c; the others are open.
    check(Mountains, PASTURE_RING, 4);
}

#[test]
fn mountains_need_every_edge_covered() {
    // w has mountain to the north too, open.
    check(
        Mountains,
        "w = MMPP
         w castle",
        0,
    );
}

#[test]
fn an_area_knows_its_size_and_its_open_edges() {
    let drawn = draw(
        "castle W
         P .",
    );
    let survey = drawn.survey();
    let mut areas: Vec<_> =
        survey.areas().iter().map(|area| (area.terrain().letter(), area.size(), area.open_edges())).collect();
    areas.sort_unstable();
    // Mountain: castle's west. Pasture: castle's north, and three of P. Water: three of W.
    assert_eq!(areas, [('M', 1, 1), ('P', 2, 4), ('W', 2, 3)]);
}
