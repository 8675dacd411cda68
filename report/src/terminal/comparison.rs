//! The comparison of two runs of the same blocks.

use super::summary;
use super::table::PrintedTable;
use lab::base::error::Result;
use lab::base::out;
use lab::config::effective::between;
use lab::experiment::Experiment;
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, list, plain, with_half_width, with_sign};
use lab::schedule::Schedule;
use lab::tables::comparison::ComparisonRow;
use stats::Estimate;

/// The maximum number of differences of each kind named in a sentence.
const NAMED: usize = 5;

/// Prints the effect of an experiment's `[compare]`.
///
/// # Errors
/// If it cannot be written.
pub fn print_own(experiment: &Experiment, rows: &[ComparisonRow]) -> Result<()> {
    let changes = experiment.compare.as_deref().map(|second| between(experiment, second)).unwrap_or_default();
    print(experiment, &changes, &experiment.reconstructed(), rows)
}

/// Prints the effect of these changes: a sentence, the table and its notes.
///
/// `reconstructed` are the parts of either game with reconstructed components.
///
/// # Errors
/// If it cannot be written.
pub fn print(schedule: &Schedule, changes: &[String], reconstructed: &[&str], rows: &[ComparisonRow]) -> Result<()> {
    summary::heading(&sentence(schedule, changes, rows))?;
    summary::print_caveat(reconstructed)?;
    out::line(table(schedule, rows))?;
    out::line(
        "second minus first, paired by seed, with 95 % intervals over seeds; places are those of the first round's turn order; q: p value adjusted \
         for the number of rows; pairing: variance relative to runs on independent seeds\n",
    )
}

/// The sentence about a change and its effects, at a false discovery rate of 5 % over all measures.
///
/// Differences of win shares come first, then the others, each sorted by clarity.
pub(crate) fn sentence(schedule: &Schedule, changes: &[String], rows: &[ComparisonRow]) -> String {
    let tested = rows.iter().filter(|row| row.is_said && row.q.is_some()).count();
    let mut shown: Vec<&ComparisonRow> = rows.iter().filter(|row| row.is_said && stands_out(row)).collect();
    shown.sort_by(|one, two| clarity(two).total_cmp(&clarity(one)));
    let (wins, others): (Vec<&ComparisonRow>, Vec<_>) = shown.iter().partition(|row| row.is_who_wins());
    let named: Vec<&ComparisonRow> = wins.into_iter().take(NAMED).chain(others.into_iter().take(NAMED)).collect();
    let more = shown.len() - named.len();
    let named = list(named.iter().map(|row| format!("{} {}", row.about(schedule), found(row))));
    let told = match (tested, shown.len()) {
        (0, _) => "no measure can be tested, because seeds are too few or nothing varies".to_owned(),
        (_, 0) => format!("no significant difference in {tested} measures"),
        (_, _) if more > 0 => format!("{named}, and {more} more of {tested} measures"),
        (_, all) if all == tested => named,
        (_, _) => format!("{named}; no other difference is significant"),
    };
    format!("{}: {told}.", changes.join(" and "))
}

/// Returns whether a difference is significant after adjustment for the number of rows.
pub(crate) fn stands_out(row: &ComparisonRow) -> bool {
    row.q.is_some_and(|q| q < FALSE_FINDINGS)
}

/// A difference in units of its interval's half-width; infinite without an interval.
fn clarity(row: &ComparisonRow) -> f64 {
    let half = row.difference.interval.map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
    row.difference.value.map_or(0.0, |value| value.abs() / half)
}

/// A difference with its sign, its size and its q value.
fn found(row: &ComparisonRow) -> String {
    let q = row.q.map_or(String::new(), |q| format!(" (q {})", least(q)));
    format!("{}{q}", difference(row))
}

/// A difference with its sign and size, in percentage points for shares.
pub(crate) fn difference(row: &ComparisonRow) -> String {
    number(row, with_sign, &row.difference, " points")
}

fn is_share(row: &ComparisonRow) -> bool {
    ["wins", "fraction"].contains(&row.measure.unit)
}

/// Formats a number of a row: a share as a percentage, a number without a unit with more decimals.
fn number(
    row: &ComparisonRow,
    shown: fn(&Estimate, f64, usize, &str) -> String,
    estimate: &Estimate,
    after_shares: &str,
) -> String {
    match row.measure.unit {
        _ if is_share(row) => shown(estimate, 100.0, 1, after_shares),
        "" => shown(estimate, 1.0, 3, ""),
        _ => shown(estimate, 1.0, 2, ""),
    }
}

/// Formats a p or q value. A value that would round to 0 is shown as less than the smallest displayed.
fn least(value: f64) -> String {
    if value < 0.0005 { "< 0.001".to_owned() } else { plain(Some(value), 3) }
}

fn table(schedule: &Schedule, rows: &[ComparisonRow]) -> PrintedTable {
    let header = ["measure", "agent", "first", "second", "difference", "q", "pairing"];
    let mut table = PrintedTable::new(&header, 2..header.len());
    for row in rows.iter().filter(|row| row.is_said) {
        let agent = row.agent.map_or(ALL, |agent| &schedule.agents[agent].name);
        let [first, second] = [&row.first, &row.second].map(|estimate| number(row, with_half_width, estimate, " %"));
        table.add_row([
            row.part.map_or(row.measure.title.to_owned(), |_| row.about(schedule)),
            agent.to_owned(),
            first,
            second,
            difference(row),
            row.q.map_or(String::new(), least),
            plain(row.design_effect, 2),
        ]);
    }
    table
}
