//! Numeric rules in configs, schemas and random rules.

use std::ops::RangeInclusive;

use engine::random::{Random, below};
use interface::rule::NumberRule;
use serde_json::Value;

use super::section::Section;
use crate::base::error::Result;
use crate::config::json_schema::{meaning, whole};

/// Reads a rule if the section contains it.
///
/// # Errors
/// If it is not a number in its range.
pub fn read<R>(number: &NumberRule<R>, section: Section<'_>, rules: &mut R) -> Result<()> {
    if let Some(field) = section.get(number.key) {
        let (least, most) = (*number.range.start(), *number.range.end());
        (number.set)(rules, field.whole(least.into()..=most.into())? as u16);
    }
    Ok(())
}

/// Returns the key of a rule, with its meaning and accepted range as a JSON Schema.
pub fn schema<R>(number: &NumberRule<R>) -> (&'static str, Value) {
    let range = u64::from(*number.range.start())..=u64::from(*number.range.end());
    (number.key, meaning(number.meaning, whole(range)))
}

/// Draws a number to try, as a line of a config.
pub fn random<R>(number: &NumberRule<R>, rng: &mut Random) -> String {
    format!("{} = {}\n", number.key, pick(rng, &number.tried))
}

/// Draws a random number from a range.
pub fn pick(rng: &mut Random, range: &RangeInclusive<u16>) -> u16 {
    range.start() + below(rng, u32::from(range.end() - range.start()) + 1) as u16
}
