//! Rules that are numbers, by their keys: one list for configs, effective configs, records and random rules.

use std::ops::RangeInclusive;

use engine::random::{Random, below};
use serde_json::{Value, json};

use super::section::Section;
use crate::base::error::Result;

/// A rule that is a number, among rules of type `R`.
pub struct Number<R> {
    /// Its key.
    pub key: &'static str,
    /// The numbers that are accepted.
    pub range: RangeInclusive<u16>,
    /// The numbers that random rules have.
    pub tried: RangeInclusive<u16>,
    /// Its number in these rules.
    pub get: fn(&R) -> u16,
    /// Sets it.
    pub set: fn(&mut R, u16),
}

impl<R> Number<R> {
    /// Reads it, if the section has it.
    ///
    /// # Errors
    /// If it is no number in its range.
    pub fn read(&self, section: Section<'_>, rules: &mut R) -> Result<()> {
        if let Some(field) = section.get(self.key) {
            let (least, most) = (*self.range.start(), *self.range.end());
            (self.set)(rules, field.whole(least.into()..=most.into())? as u16);
        }
        Ok(())
    }

    /// Its key with the numbers that are accepted, as a JSON Schema.
    pub fn schema(&self) -> (&'static str, Value) {
        (self.key, json!({"type": "integer", "minimum": self.range.start(), "maximum": self.range.end()}))
    }

    /// Its key and its number in these rules.
    pub fn entry(&self, rules: &R) -> (String, Value) {
        (self.key.to_owned(), (self.get)(rules).into())
    }

    /// A number to try, as a line of a config.
    pub fn random(&self, dice: &mut Random) -> String {
        format!("{} = {}\n", self.key, pick(dice, &self.tried))
    }
}

/// A number out of a range, at random.
pub fn pick(dice: &mut Random, range: &RangeInclusive<u16>) -> u16 {
    range.start() + below(dice, u32::from(range.end() - range.start()) + 1) as u16
}
