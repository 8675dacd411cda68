//! Scrolls that count rows and columns: `rows`, `columns`, `lines`.

use ScrollKind::{Columns, Lines, Rows};
use engine::skye::ScrollKind;

use crate::drawing::check_scroll;

/// Rows: the lowest, of five. Columns: the two outer ones, of four.
const FRAME: &str = "
    P P . P P
    P . . . P
    P . castle . P
    P P P P P
";

#[test]
fn rows_of_three() {
    check_scroll(Rows, "M castle W", 0, 1);
    check_scroll(Columns, "M castle W", 0, 0);
}

#[test]
fn columns_of_three() {
    let column = "P
                  castle
                  P";
    check_scroll(Columns, column, 0, 1);
    check_scroll(Rows, column, 0, 0);
}

#[test]
fn rows_and_columns_of_two_are_too_short() {
    let square = "a = PPWP
                  P a
                  castle W";
    check_scroll(Rows, square, 0, 0);
    check_scroll(Columns, square, 0, 0);
}

#[test]
fn long_rows_count_once() {
    check_scroll(Rows, "M M M castle W W W", 0, 1);
}

#[test]
fn gaps_break_rows() {
    check_scroll(Rows, FRAME, 0, 1);
}

#[test]
fn gaps_break_columns() {
    check_scroll(Columns, FRAME, 0, 2);
}

#[test]
fn a_row_with_two_runs_counts_once() {
    check_scroll(
        Rows,
        "P P P . P P P
         P . . . . . P
         P . . castle . . P
         P P P P P P P",
        0,
        2,
    );
}

#[test]
fn a_column_with_two_runs_counts_once() {
    check_scroll(
        Columns,
        "P P P
         P . P
         P . P
         . . P
         P . P
         P . P
         P P P
         castle . .",
        0,
        2,
    );
}

#[test]
fn lines_are_rows_and_columns() {
    check_scroll(Lines, FRAME, 0, 3);
    check_scroll(Lines, "castle", 0, 0);
    check_scroll(Lines, "M castle W", 0, 1);
}

#[test]
fn borderland_tiles_are_in_rows_and_columns() {
    check_scroll(Rows, "B4/180 castle B2/90", 0, 1);
    check_scroll(
        Columns,
        "B5
         P
         castle",
        0,
        1,
    );
}
