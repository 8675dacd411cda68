//! Scoring tiles of the modules that look at shape: `diagonal` (Druids) and `rows` (Bonus); and `most-lighthouses`.

use ScoringTile::{Diagonal, MostLighthouses, Rows};
use engine::skye::ScoringTile;

use crate::drawing::{check, check_table};

#[test]
fn ruling_the_castle_alone_is_a_diagonal() {
    check(Diagonal, "castle", 2);
}

#[test]
fn a_straight_line_is_no_diagonal() {
    check(
        Diagonal,
        "P
         P
         castle
         P",
        2,
    );
}

#[test]
fn a_diagonal_may_go_up_or_down() {
    check(
        Diagonal,
        "a = PPWP
         P a
         castle W",
        4,
    );
    check(
        Diagonal,
        "b = PPMP
         b P
         M castle",
        4,
    );
}

#[test]
fn a_diagonal_may_have_gaps() {
    // (0, 0) and (2, 2) with (1, 1) empty: two tiles; (0, 1) and (1, 2) are two as well, so nothing is longer.
    check(
        Diagonal,
        "P P P
         P . .
         castle . .",
        4,
    );
    // (0, 0), (2, 2), (3, 3) on one diagonal with a gap.
    check(
        Diagonal,
        "P P P P
         P . P .
         P . . .
         castle . . .",
        6,
    );
}

#[test]
fn only_the_fullest_diagonal_scores() {
    // A square of nine: the diagonals through the middle hold three.
    check(
        Diagonal,
        "e = PPPW
         P P P
         P P P
         castle e P",
        6,
    );
}

#[test]
fn a_diagonal_without_the_castle() {
    // (0, 1), (1, 2), (2, 3): three; the castle's own hold one and one.
    check(
        Diagonal,
        ". P P
         P P .
         P . .
         castle . .",
        6,
    );
}

#[test]
fn borderland_tiles_are_on_diagonals() {
    check(
        Diagonal,
        "P B5
         castle .",
        4,
    );
}

#[test]
fn rows_with_the_castle() {
    check(Rows, "M castle W", 3);
}

#[test]
fn rows_of_two_are_too_short() {
    check(Rows, "castle W", 0);
}

#[test]
fn rows_with_a_gap_are_no_run() {
    check(
        Rows,
        "P P . P P
         P . . . P
         P . castle . P
         P P P P P",
        3,
    );
}

#[test]
fn ruling_a_row_scores_once_however_long() {
    check(Rows, "M M M castle W W W", 3);
}

#[test]
fn ruling_a_row_with_two_runs_scores_once() {
    check(
        Rows,
        "P P P . P P P
         P . . . . . P
         P . . castle . . P
         P P P P P P P",
        6,
    );
}

#[test]
fn rows_are_not_columns() {
    check(
        Rows,
        "P
         castle
         P",
        0,
    );
}

#[test]
fn borderland_tiles_are_in_rows() {
    check(Rows, "B4/180 castle B2/90", 3);
}

#[test]
fn rows_run_on_where_two_curved_sides_face_each_other() {
    // B5 curves to the north and east; turned by 270 its curve takes west and north. The row below them counts as well.
    check(
        Rows,
        "P B5 B5/270
         P P P
         castle . .",
        6,
    );
}

#[test]
fn most_lighthouses_counts_lighthouses_and_not_tiles() {
    check_table(
        MostLighthouses,
        &[
            "e = WWWW,,,,lighthouse*3@N
             castle e",
            "e = WWWW,,,,lighthouse@N
             castle e e",
        ],
        &[5, 2],
    );
}

#[test]
fn most_lighthouses_needs_one() {
    check_table(MostLighthouses, &["castle", "castle"], &[0, 0]);
    check_table(MostLighthouses, &["castle B2/90", "castle", "castle"], &[5, 0, 0]);
}

#[test]
fn most_lighthouses_tied_first_leaves_no_second() {
    check_table(MostLighthouses, &["castle B2/90", "castle B2/90", "castle"], &[5, 5, 0]);
    let two = "e = WWWW,,,,lighthouse*2@N
               castle e";
    check_table(MostLighthouses, &[two, two, "castle B2/90"], &[5, 5, 0]);
}

#[test]
fn most_lighthouses_tied_second() {
    let two = "e = WWWW,,,,lighthouse*2@N
               castle e";
    check_table(MostLighthouses, &["castle B2/90", two, "castle B2/90", "castle"], &[2, 5, 2, 0]);
}
