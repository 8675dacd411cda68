//! Tunnels: which roads they connect to the castle, and VP barrels.

use engine::skye::{Feature, Rules};

use crate::drawing::draw;
use crate::naive::At;
use crate::territory::connected_places;

/// Checks which tiles are connected to the castle, the castle apart.
#[track_caller]
fn check_connected(drawing: &str, expected: &[At]) {
    let mut connected = connected_places(&draw(drawing).territory);
    assert!(connected.remove(&(0, 0)), "the castle");
    assert_eq!(connected.into_iter().collect::<Vec<_>>(), expected, "{drawing}");
}

#[test]
fn an_entrance_alone_leads_nowhere() {
    // t's road meets the castle's north; its mountain north has no other entrance.
    check_connected(
        "t = MPPP,,,S; tunnels S@N
         t
         castle",
        &[(0, 1)],
    );
}

#[test]
fn entrances_into_one_range_are_connected() {
    // u lies beyond the mountain of t, with no road between them.
    check_connected(
        "t = MPPP,,,S; tunnels S@N
         u = PPMP,,,N; tunnels N@S
         u
         t
         castle",
        &[(0, 1), (0, 2)],
    );
}

#[test]
fn ruling_the_tiles_of_the_range_between_are_not_connected() {
    // m is bare mountain between the two.
    check_connected(
        "t = MPPP,,,S; tunnels S@N
         m = MMMM
         u = PPMP,,,N; tunnels N@S
         u
         m
         t
         castle",
        &[(0, 1), (0, 3)],
    );
}

#[test]
fn a_road_behind_the_second_entrance_is_connected_too() {
    check_connected(
        "t = MPPP,,,S; tunnels S@N
         u = PPMP,,,N; tunnels N@S
         v = PPPP,,,S
         v
         u
         t
         castle",
        &[(0, 1), (0, 2), (0, 3)],
    );
}

#[test]
fn entrances_into_different_ranges_are_not_connected() {
    // Two mountains of one tile, not joined: t leads into the east one, u has the other side.
    check_connected(
        "t = PMPM,NS,,S; tunnels S@E
         u = PMPP,,,N; tunnels N@E
         u t
         . castle",
        &[(0, 1)],
    );
}

#[test]
fn a_road_over_a_mountain_edge_is_no_entrance() {
    // The castle's western road runs onto w's mountain; w has an entrance from its north road, which nothing else reaches.
    check_connected(
        "w = PMPP,,,N; tunnels N@E
         w castle",
        &[],
    );
}

#[test]
fn a_road_over_the_mountain_continues_as_a_road() {
    // w's road runs over the common mountain edge and to the north: connected by road, without any entrance.
    check_connected(
        "w = PMPP,,,NE; tunnels N@E
         w castle",
        &[(-1, 0)],
    );
}

#[test]
fn roads_over_the_same_mountain_are_not_connected_to_entrances() {
    // t's entrance from the east leads into the range of w and t, and so does the castle's road, but over the edge.
    check_connected(
        "w = MMPP
         t = PPMP,,,E; tunnels E@S
         t .
         w castle",
        &[],
    );
}

#[test]
fn one_road_may_have_two_entrances() {
    // t's road leads into both mountains; a and b have an entrance into one each.
    check_connected(
        "t = PMPM,NS,,S; tunnels S@E S@W
         a = PMPP,,,N; tunnels N@E
         b = PPPM,,,N; tunnels N@W
         a t b
         . castle .",
        &[(-1, 1), (0, 1), (1, 1)],
    );
}

#[test]
fn separate_roads_of_one_tile_are_connected_by_their_entrances() {
    // t's southern and northern roads meet underground; n continues the northern one.
    check_connected(
        "t = PMPM,EW,,N|S; tunnels N@E S@E
         n = PPPP,,,S
         n
         t
         castle",
        &[(0, 1), (0, 2)],
    );
}

#[test]
fn separate_roads_into_different_mountains_of_one_tile_are_not_connected() {
    check_connected(
        "t = PMPM,,,N|S; tunnels N@E S@W
         n = PPPP,,,S
         n
         t
         castle",
        &[(0, 1)],
    );
}

#[test]
fn mountains_of_one_tile_that_meet_outside_it_are_one_range() {
    // As before, but the two mountains of t meet around the north.
    check_connected(
        "t = PMPM,,,N|S; tunnels N@E S@W
         n = MPPP,,,S
         a = MPMM
         b = MMMP
         c = MMMM
         a n b
         c t c
         . castle .",
        &[(0, 1)],
    );
    check_connected(
        "t = PMPM,,,N|S; tunnels N@E S@W
         n = MMPM,,,S
         m = MMMM
         m n m
         m t m
         . castle .",
        &[(0, 1), (0, 2)],
    );
}

#[test]
fn a_tile_laid_later_joins_two_ranges() {
    let ranges = |middle: &str| {
        format!(
            "t = MPPP,,,S; tunnels S@N
             u = PPMP,,,N; tunnels N@S
             x = MPMP,NS
             y = MPMP
             u
             {middle}
             t
             castle"
        )
    };
    check_connected(&ranges("x"), &[(0, 1), (0, 3)]);
    check_connected(&ranges("y"), &[(0, 1)]);
}

#[test]
fn ranges_may_lead_to_further_ranges() {
    // From t through the first range to u, whose road leads to v, whose entrance leads through the second range to w.
    check_connected(
        "t = MPPP,,,S; tunnels S@N
         u = PPMP,,,N; tunnels N@S
         v = MPPP,,,S; tunnels S@N
         w = PPMP,,,N; tunnels N@S
         w
         v
         u
         t
         castle",
        &[(0, 1), (0, 2), (0, 3), (0, 4)],
    );
}

#[test]
fn completion_does_not_matter() {
    for mountain in ["MMMM", "MPMP,NS"] {
        check_connected(
            &format!(
                "t = MPPP,,,S; tunnels S@N
                 m = {mountain}
                 u = PPMP,,,N; tunnels N@S
                 u
                 m
                 t
                 castle"
            ),
            &[(0, 1), (0, 3)],
        );
    }
}

#[test]
fn a_mountain_borderland_tile_joins_ranges() {
    // B4 is mountain all round, its curve takes north and east; a lies west of it, t south of it.
    check_connected(
        "t = MPPP,,,S; tunnels S@N
         a = PMPP,,,N; tunnels N@E
         a B4
         . t
         . castle",
        &[(-1, 2), (0, 1)],
    );
}

#[test]
fn entrances_into_an_inner_mountain_stay_on_the_tile() {
    check_connected(
        "t = PPPP,,M,N|S; tunnels N@inner S@inner
         n = PPPP,,M,N; tunnels N@inner
         s = PPPP,,,S
         s
         t
         n
         castle",
        &[],
    );
    check_connected(
        "t = PPPP,,M,N|S; tunnels N@inner S@inner
         s = PPPP,,,S
         s
         t
         castle",
        &[(0, 1), (0, 2)],
    );
}

/// VP of VP barrels; gold of all barrels as printed, and with VP barrels earning gold, too.
#[track_caller]
fn check_barrels(drawing: &str, vp: u16, gold: u16, gold_of_both: u16) {
    let drawn = draw(drawing);
    let survey = drawn.survey();
    let rules = |vp_barrels_earn_gold| Rules { vp_barrels_earn_gold, ..Rules::printed(2) };
    let found = (survey.vp_barrels(), survey.barrel_income(&rules(false)), survey.barrel_income(&rules(true)));
    assert_eq!(found, (vp, gold, gold_of_both), "{drawing}");
}

#[test]
fn ruling_vp_barrels_give_vp_instead_of_gold() {
    check_barrels(
        "t = MPPP,,,S; tunnels S@N vp 1@S
         t
         castle",
        1,
        0,
        1,
    );
}

#[test]
fn ruling_vp_barrels_count_once_on_a_tile_whatever_their_number() {
    check_barrels(
        "t = MPPP,,,S; tunnels S@N vp 5@S
         t
         castle",
        1,
        0,
        1,
    );
}

#[test]
fn ruling_a_tile_with_both_kinds_of_barrels_gives_one_each() {
    check_barrels(
        "t = MPPP,,,S,whisky*2@N; tunnels S@N vp 2@S
         t
         castle",
        1,
        1,
        1,
    );
}

#[test]
fn vp_barrels_need_a_connected_tile() {
    check_barrels(
        "t = MPPP,,,N; tunnels N@N vp 1@S
         t
         castle",
        0,
        0,
        0,
    );
}

#[test]
fn vp_barrels_may_be_connected_by_tunnels() {
    check_barrels(
        "t = MPPP,,,S; tunnels S@N
         u = PPMP,,,N; tunnels N@S vp 1@N
         u
         t
         castle",
        1,
        0,
        1,
    );
}

#[test]
fn gold_barrels_may_be_connected_by_tunnels() {
    check_barrels(
        "t = MPPP,,,S; tunnels S@N
         u = PPMP,,,N,whisky@N; tunnels N@S
         u
         t
         castle",
        0,
        1,
        1,
    );
}

#[test]
fn ruling_the_barrels_of_the_range_itself_earn_nothing() {
    check_barrels(
        "t = MPPP,,,S; tunnels S@N
         m = MMMM,,,,whisky@N
         u = PPMP,,,N; tunnels N@S
         u
         m
         t
         castle",
        0,
        0,
        0,
    );
}

#[test]
fn the_barrel_beside_the_lighthouse_earns_nothing() {
    // B2 has no road on either side; P north of it turns it over.
    let drawing = "m = PWPW,EW,,EW
                   . . P
                   castle m B2/90";
    check_barrels(drawing, 0, 0, 0);
    assert_eq!(draw(drawing).survey().count(Feature::Whisky), 1);
}
