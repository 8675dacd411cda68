//! Numeric rules, by their keys.

use std::ops::RangeInclusive;

use serde_json::Value;

/// A numeric rule, among rules of type `R`.
pub struct NumberRule<R> {
    /// Its key.
    pub key: &'static str,
    /// Its meaning in a few words.
    pub meaning: &'static str,
    /// The accepted numbers.
    pub range: RangeInclusive<u16>,
    /// The numbers that random rules use.
    pub tried: RangeInclusive<u16>,
    /// Its number in these rules.
    pub get: fn(&R) -> u16,
    /// Sets it.
    pub set: fn(&mut R, u16),
}

impl<R> NumberRule<R> {
    /// Its key and its number in these rules.
    pub fn entry(&self, rules: &R) -> (String, Value) {
        (self.key.to_owned(), (self.get)(rules).into())
    }
}
