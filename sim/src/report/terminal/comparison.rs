//! Two runs of the same blocks side by side, for people.

use comfy_table::Table;

use super::summary;
use crate::base::error::Result;
use crate::base::out;
use crate::lab::forms::labels::ALL;
use crate::lab::forms::numbers::{plain, with_half_width};
use crate::lab::schedule::Schedule;
use crate::lab::tables::comparison::ComparisonRow;
use crate::stats::Estimate;

/// Prints the table with its notes; these parts of either game have only reconstructed components.
///
/// # Errors
/// If it cannot be written.
pub fn print(schedule: &Schedule, reconstructed: &[&str], rows: &[ComparisonRow]) -> Result<()> {
    out::line(table(schedule, rows))?;
    summary::print_caveat(reconstructed)?;
    out::line(
        "second less first, paired by seed, with 95 % intervals over seeds; pairing: variance against that of runs with chance of their own",
    )
}

/// A p value; one that would round to 0 is given as less than the smallest that is shown.
fn p_text(p: Option<f64>) -> String {
    if p.is_some_and(|p| p < 0.00005) { "< 0.0001".to_owned() } else { plain(p, 4) }
}

fn table(schedule: &Schedule, rows: &[ComparisonRow]) -> Table {
    let mut table = summary::table(&["measure", "agent", "first", "second", "difference", "p", "pairing"], 2);
    for row in rows {
        let agent = row.agent.map_or(ALL, |agent| &schedule.agents[agent].name);
        let number = |estimate: &Estimate| with_half_width(estimate, 1.0, 3, "");
        table.add_row([
            row.measure.to_owned(),
            agent.to_owned(),
            number(&row.first),
            number(&row.second),
            number(&row.difference),
            p_text(row.p),
            plain(row.design_effect, 2),
        ]);
    }
    table
}
