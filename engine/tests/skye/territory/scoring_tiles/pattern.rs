//! Scoring tiles that look at where tiles lie: `squares`, `columns`.

use ScoringTile::{Columns, Squares};
use engine::skye::ScoringTile;

use crate::drawing::check;

#[test]
fn squares_of_three_tiles_are_none() {
    check(
        Squares,
        "P .
         castle W",
        0,
    );
}

#[test]
fn squares_of_four_tiles_with_the_castle() {
    check(
        Squares,
        "a = PPWP
         P a
         castle W",
        2,
    );
}

#[test]
fn squares_overlap() {
    // The castle in the middle of 3x3 tiles: four squares, one at each of its corners.
    check(
        Squares,
        "a = PPMP
         b = PPWP
         c = MPPP
         d = WPPP
         a P b
         M castle W
         c P d",
        8,
    );
}

#[test]
fn squares_of_a_double_row() {
    // Columns 1-2, 2-3 and 3-4 of two rows: three squares.
    check(
        Squares,
        "a = PPWP
         P a a a
         castle W W W",
        6,
    );
}

#[test]
fn squares_need_all_four_tiles() {
    // Eight tiles around an empty place: no square.
    check(
        Squares,
        "P P P
         castle . P
         P P P",
        0,
    );
    // 3x3 without its north-east tile: three squares.
    check(
        Squares,
        "e = PPPW
         P P .
         P P P
         castle e P",
        6,
    );
}

#[test]
fn squares_may_touch_at_one_tile() {
    // a is the corner of two: castle-W-P-a, and a with the three tiles to its north and east.
    check(
        Squares,
        "a = PPWP
         . P P
         P a P
         castle W .",
        4,
    );
}

#[test]
fn columns_with_the_castle() {
    check(
        Columns,
        "P
         castle
         P",
        3,
    );
}

#[test]
fn columns_of_two_are_too_short() {
    // Columns 0 and 1 hold two tiles each.
    check(
        Columns,
        "a = PPWP
         P a
         castle W",
        0,
    );
}

#[test]
fn columns_with_a_gap_are_no_run() {
    // Column 0 holds two tiles north of the gap and two south of it: nothing. Column 1 holds four in a row.
    check(
        Columns,
        "e = PPPW
         P P
         P P
         . P
         castle e
         P .",
        3,
    );
}

#[test]
fn columns_are_not_rows() {
    check(Columns, "M M castle W W", 0);
}

#[test]
fn columns_do_not_score_more_for_a_longer_run() {
    check(
        Columns,
        "P
         P
         P
         P
         P
         castle",
        3,
    );
}

#[test]
fn columns_beside_each_other_score_each() {
    // Columns -1 (a, M, c), 0 (P, P, castle) and 2 (P, P, e); column 1 holds two tiles.
    check(
        Columns,
        "a = PPMP
         b = PPWP
         c = MPPP
         e = PPPW
         . P . P
         a P b P
         M castle W e
         c . . .",
        9,
    );
}

#[test]
fn ruling_columns_score_once_at_most() {
    // Column 0 holds a run of three on either side of its gap and scores once; column 1 holds three in a row.
    check(
        Columns,
        "P .
         P .
         P P
         . P
         P P
         P .
         castle .",
        6,
    );
}
