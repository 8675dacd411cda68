//! Errors in the settings of rules.

/// A setting out of its range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{setting}: found {found}; accepted: {accepted}")]
pub struct RulesError {
    /// The setting's key, as in a config's `[rules]`.
    pub setting: &'static str,
    /// The value found.
    pub found: String,
    /// The accepted values.
    pub accepted: String,
}

impl RulesError {
    /// Checks that a number is in its range.
    pub(crate) fn check(setting: &'static str, value: u16, range: &std::ops::RangeInclusive<u16>) -> Result<(), Self> {
        if range.contains(&value) {
            return Ok(());
        }
        let accepted = format!("{} to {}", range.start(), range.end());
        Err(Self { setting, found: value.to_string(), accepted })
    }
}
