//! Scrolls that count areas: `completed-pastures`, `completed-mountains`, `completed-waters`, `completed-areas`, `harbours`.

use ScrollKind::{CompletedAreas, CompletedMountains, CompletedPastures, CompletedWaters, Harbours};
use engine::skye::ScrollKind;

use crate::drawing::{check_scroll, draw};

/// All areas of the castle are closed; n shows one more lake inside, e one more pasture and one more mountain.
const CLOSED: &str = "
    n = MMPM,,W
    s = PMMM
    e = PMPW,,P
    a = MMMM
    w = PMPP
    . n .
    w castle e
    . s .
";

#[test]
fn completed_areas_of_the_castle_alone() {
    for kind in [CompletedPastures, CompletedMountains, CompletedWaters, CompletedAreas] {
        check_scroll(kind, "castle", 0, 0);
    }
}

#[test]
fn completed_pastures() {
    // The castle's, and the one inside e.
    check_scroll(CompletedPastures, CLOSED, 0, 2);
}

#[test]
fn completed_mountains() {
    // The castle's; those of n, s and e are open.
    check_scroll(CompletedMountains, CLOSED, 0, 1);
}

#[test]
fn completed_waters() {
    // The castle's, and the one inside n.
    check_scroll(CompletedWaters, CLOSED, 0, 2);
}

#[test]
fn completed_areas_of_all_terrains() {
    check_scroll(CompletedAreas, CLOSED, 0, 5);
}

#[test]
fn completed_pastures_count_inner_areas() {
    check_scroll(
        CompletedPastures,
        "n = PPPP,,P
         n
         n
         castle",
        0,
        2,
    );
}

#[test]
fn completed_mountains_count_inner_areas() {
    check_scroll(
        CompletedMountains,
        "n = PPPP,,M
         n
         castle
         n",
        0,
        2,
    );
}

#[test]
fn completed_waters_count_inner_areas() {
    check_scroll(
        CompletedWaters,
        "n = PPPP,,W
         n
         castle
         n",
        0,
        2,
    );
}

#[test]
fn an_area_counts_once_however_large() {
    // The lake of castle, W and e is one.
    check_scroll(
        CompletedWaters,
        "m = PWPW,EW
         e = PPPW
         castle m e",
        0,
        1,
    );
}

#[test]
fn the_area_of_the_scroll_itself_counts() {
    // d's scroll lies in the lake that it closes: one lake, doubled.
    let drawn = draw(
        "d = PPPW,,,,scroll:completed-waters@W; cost 0
         castle d",
    );
    let scrolls: Vec<_> = drawn.survey().scrolls(0).map(|scroll| (scroll.single, scroll.doubled, scroll.vp)).collect();
    assert_eq!(scrolls, [(1, true, 2)]);
}

#[test]
fn completed_mountains_need_every_edge_covered() {
    check_scroll(CompletedMountains, "M castle", 0, 0);
    check_scroll(
        CompletedMountains,
        "w = PMPP
         w castle",
        0,
        1,
    );
}

#[test]
fn completed_pastures_around_a_curve() {
    // A corner of pasture: B5's curve takes north and east. Its south meets d, its west a, which are closed elsewhere. The castle's
    // pasture is closed by d and s.
    check_scroll(
        CompletedPastures,
        "a = WPWW
         d = PWPM
         s = PMMM
         a B5
         . d
         . castle
         . s",
        0,
        2,
    );
}

#[test]
fn harbours_need_ship_and_lighthouse_in_one_area() {
    let apart = "e = WWMW,,,,ship@W
                 n = PWPP,,,,lighthouse@E
                 n .
                 castle e";
    check_scroll(Harbours, apart, 0, 0);
    let together = "e = WWMW,,,,ship@W lighthouse@W
                    castle e";
    check_scroll(Harbours, together, 0, 1);
}

#[test]
fn harbours_need_not_be_completed() {
    check_scroll(
        Harbours,
        "e = WWWW,,,,ship@W
         f = WWWW,,,,lighthouse@W
         castle e f",
        0,
        1,
    );
}

#[test]
fn harbours_count_every_area_once() {
    check_scroll(
        Harbours,
        "e = WWWW,,,,ship*3@W lighthouse*2@W
         castle e e",
        0,
        1,
    );
}

#[test]
fn harbours_of_several_lakes() {
    // The open lake in the east, and the two closed ones inside.
    check_scroll(
        Harbours,
        "e = WWWW,,W,,ship@W lighthouse@W ship@inner lighthouse@inner
         n = PPPP,,W,,ship@inner lighthouse@inner
         n .
         castle e",
        0,
        3,
    );
}

#[test]
fn harbours_with_the_lighthouse_of_a_borderland_tile() {
    // B2's water is on its east and south; turned by 90 the south looks to the west. Its east is curved, so the lake is closed.
    check_scroll(
        Harbours,
        "m = PWPW,EW,,,ship@E
         castle m B2/90",
        0,
        1,
    );
}
