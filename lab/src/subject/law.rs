//! Laws of a game's rows: two sides that have to be the same.

use super::rows::SeatRow;

/// A law that does not hold: in words, with both sides.
pub type Broken = String;

/// The sum of amounts.
pub fn sum<T>(items: &[T], amount: impl Fn(&T) -> u16) -> u64 {
    items.iter().map(|item| u64::from(amount(item))).sum()
}

/// Makes sure that both sides of a law are the same.
///
/// # Errors
/// If they are not.
pub fn same<T: PartialEq + std::fmt::Debug>(law: &str, found: T, expected: T) -> Result<(), Broken> {
    if found == expected { Ok(()) } else { Err(format!("{law}: found {found:?} and {expected:?}")) }
}

/// Checks what any player's searches have to be.
///
/// # Errors
/// The first law that is broken.
pub fn check_searches(seat: &SeatRow) -> Result<(), Broken> {
    same("searches are among the decisions", seat.searched <= seat.decisions, true)?;
    same("faults are among the decisions", seat.faults <= seat.decisions, true)?;
    same("iterations are those of searches", seat.iterations > 0, seat.searched > 0)
}
