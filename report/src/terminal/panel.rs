//! The summary of a panel: effects by kind of player.

use super::summary;
use lab::base::error::Result;
use lab::base::out;
use lab::forms::numbers::FALSE_FINDINGS;
use lab::tables::panel::Panel;

/// Prints each effect over all kinds of players, and the kinds for which it holds.
///
/// # Errors
/// If it cannot be written.
pub fn print(panel: &Panel) -> Result<()> {
    let (kinds, rate) = (&panel.kinds, 100.0 * FALSE_FINDINGS);
    let count = kinds.len();
    summary::heading(&format!(
        "Effects across {count} kinds of players (false discovery rate {rate:.0} % over all sentences)"
    ))?;
    let named = kinds.iter().map(|(name, spec)| if name == spec { name.clone() } else { format!("{name} = {spec}") });
    out::line(format_args!("Kinds: {}.", named.collect::<Vec<_>>().join("; ")))?;
    panel.sentences().into_iter().try_for_each(out::line)?;
    out::line("")
}
