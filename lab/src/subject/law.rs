//! Laws of a game's rows: two sides that must be equal.

use super::rows::SeatRow;

/// The description of a violated law, with both sides.
pub type Broken = String;

/// Sums amounts.
pub fn sum<T>(items: &[T], amount: impl Fn(&T) -> u16) -> u64 {
    items.iter().map(|item| u64::from(amount(item))).sum()
}

/// Checks that both sides of a law are equal.
///
/// # Errors
/// If they differ.
pub fn same<T: PartialEq + std::fmt::Debug>(law: &str, found: T, expected: T) -> Result<(), Broken> {
    if found == expected { Ok(()) } else { Err(format!("{law}: found {found:?} and {expected:?}")) }
}

/// Checks the laws of searches, which hold for all players.
///
/// # Errors
/// The first violated law.
pub fn check_searches(seat: &SeatRow) -> Result<(), Broken> {
    same("searches are among the decisions", seat.searched <= seat.decisions, true)?;
    same("faults are among the decisions", seat.faults <= seat.decisions, true)?;
    same("iterations are those of searches", seat.iterations > 0, seat.searched > 0)
}
