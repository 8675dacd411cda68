//! Checks of result tables in experiments of identical agents.

use lab::subject::null_check::NullCheck;
use stats::Estimate;

/// The name of a check, and the estimate that it checks in a row.
pub type EstimateColumn<R> = (&'static str, fn(&R) -> Estimate);

/// Checks the intervals of some columns in the row of a table at index `place`, if it exists.
pub fn intervals<R, const COUNT: usize>(
    place: usize,
    row: Option<&R>,
    columns: [EstimateColumn<R>; COUNT],
) -> [NullCheck; COUNT] {
    columns.map(|(method, of)| NullCheck::covers(method, place, row.map_or(Estimate::default(), of)))
}
