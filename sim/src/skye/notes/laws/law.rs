//! A law: two sides that have to be the same.

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
