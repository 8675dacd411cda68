//! What holds whoever plays, for people.

use super::summary;
use crate::base::error::Result;
use crate::base::out;
use crate::lab::tables::panel::{Panel, PanelRow};

/// Prints what each effect is with all kinds of players, and for whom it holds.
///
/// # Errors
/// If it cannot be written.
pub fn print(panel: &Panel) -> Result<()> {
    let agents = panel.effects.iter().map(|row| row.agents).max().unwrap_or(0);
    summary::heading(&format!("Whoever plays ({agents} kinds of players; means over them, with 95 % intervals)"))?;
    panel.effects.iter().map(PanelRow::sentence).try_for_each(out::line)?;
    out::line("")
}
