//! Checks of result tables in experiments of identical agents.

use lab::subject::null_check::NullCheck;
use stats::Estimate;

/// A check by its name, with the estimate of a row that it checks.
pub type EstimateColumn<R> = (&'static str, fn(&R) -> Estimate);

/// Checks the intervals of some columns in one row of a table, if there is one; `place` is that of the row.
pub fn intervals<R, const COUNT: usize>(
    place: usize,
    row: Option<&R>,
    columns: [EstimateColumn<R>; COUNT],
) -> [NullCheck; COUNT] {
    columns.map(|(method, of)| NullCheck::covers(method, place, row.map_or(Estimate::default(), of)))
}
