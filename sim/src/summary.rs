//! What a person reads after an experiment: agents, scoring tiles, pricing.

use anstyle::{AnsiColor, Style};
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};

use crate::block::Cost;
use crate::error::Result;
use crate::experiment::{ALL_AGENTS, Experiment};
use crate::findings::findings;
use crate::manifest::result_tables;
use crate::out;
use crate::part::Part;
use crate::stats::Estimate;
use crate::stats::sequential::{Decision, SequentialTest};
use crate::stop::{self, StopRule};
use crate::tables::ResultTable;
use crate::tables::agents::AgentRow;
use crate::tables::pricing::PricingRow;
use crate::tables::results::Totals;
use crate::tables::scoring::ScoringRow;
use crate::tournament::Outcome;

/// Prints the whole summary to standard output.
///
/// # Errors
/// If it cannot be written.
pub fn print(experiment: &Experiment, part: &Part, totals: &Totals, costs: &[Cost]) -> Result<()> {
    let blocks = part.block_count(experiment.blocks);
    let games = blocks * experiment.games_per_block();
    let (name, players, seed) = (&experiment.name, experiment.players, experiment.seed);
    heading(&format!("{name}: {games} games of {players} players in {blocks} blocks, seed {seed}"))?;
    ending(experiment, totals).map_or(Ok(()), out::line)?;
    print_agents(experiment, totals, costs)?;
    heading("VP from scoring tiles in a game, mean by agent")?;
    out::line(format_args!("{}\n", scoring_table(experiment, &totals.scoring.rows())))?;
    if result_tables(experiment).any(|table| table == ResultTable::Pricing) {
        heading("Pricing, all rounds")?;
        out::line(format_args!("{}\n", pricing_table(experiment, &totals.pricing.rows())))?;
    }
    heading("Findings (false discovery rate 5 % within each list; intervals are not adjusted)")?;
    findings(experiment, totals).into_iter().try_for_each(out::line)?;
    out::line("")
}

/// How an experiment ended that could end early.
fn ending(experiment: &Experiment, totals: &Totals) -> Option<String> {
    let stop = experiment.stop.as_ref()?;
    let (agent, lineups) = (&experiment.agents[stop.agent].name, experiment.lineups());
    let (seeds, most) = (experiment.blocks / lineups, stop.most_blocks / lineups);
    let asked = match stop.rule {
        StopRule::HalfWidth(measure, target) => {
            format!("interval of {} {agent} ± {target} ({} seeds at least)", measure.name(), stop::MIN_CLUSTERS)
        }
        StopRule::Sequential(SequentialTest { s0, s1, alpha, beta }) => {
            format!("win share of {agent} {s1:.3} against {s0:.3}, errors {alpha} and {beta}")
        }
    };
    let found = match totals.progress.decision() {
        Some(Decision::Alternative) => "the alternative is taken",
        Some(Decision::Null) => "the null hypothesis is taken",
        None if totals.progress.is_over() => "reached",
        None => "not reached",
    };
    Some(format!("Ended after {seeds} of at most {most} seeds. Asked for: {asked}: {found}."))
}

/// Prints how long the games took.
///
/// # Errors
/// If it cannot be written.
pub fn print_speed(outcome: &Outcome) -> Result<()> {
    let (threads, seconds) = (outcome.threads, outcome.elapsed.as_secs_f64());
    let rate = outcome.games as f64 / seconds;
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    out::line(format_args!("{seconds:.1} s on {threads}, {rate:.1} games/s"))
}

/// Prints the table of agents with the note on its intervals.
///
/// # Errors
/// If it cannot be written.
pub fn print_agents(experiment: &Experiment, totals: &Totals, costs: &[Cost]) -> Result<()> {
    out::line(agents_table(experiment, &totals.agents.rows(), costs))?;
    out::line(
        "± half the 95 % interval over blocks, or its ends where it is lopsided; none where blocks are too few or all agree\n",
    )
}

/// Prints a line that stands out.
///
/// # Errors
/// If it cannot be written.
pub fn heading(text: &str) -> Result<()> {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
    out::line(format_args!("{style}{text}{style:#}"))
}

fn agents_table(experiment: &Experiment, rows: &[AgentRow], costs: &[Cost]) -> Table {
    let mut table = table(&["agent", "spec", "wins", "VP", "margin", "iterations", "µs/decision"], 2);
    for row in rows {
        let agent = &experiment.agents[row.agent];
        let cost = costs[row.agent].mean_us();
        table.add_row([
            agent.name.clone(),
            agent.spec.to_string(),
            percent(&row.win_share),
            with_half_width(&row.vp, 1.0, 1, ""),
            with_half_width(&row.margin, 1.0, 1, ""),
            plain(row.iterations, 0),
            plain(cost, 1),
        ]);
    }
    table
}

/// Scoring tiles down, agents across if there are several, the tile with most VP first.
fn scoring_table(experiment: &Experiment, rows: &[ScoringRow]) -> Table {
    let agents = Some(experiment.agents.len()).filter(|count| *count > 1).unwrap_or(0);
    let names = experiment.agents[..agents].iter().map(|agent| agent.name.as_str());
    let header: Vec<&str> =
        ["scoring tile", "clusters"].into_iter().chain(names).chain([ALL_AGENTS, "winners' share"]).collect();
    let mut table = table(&header, 1);
    let mut together: Vec<&ScoringRow> = rows.iter().filter(|row| row.agent.is_none()).collect();
    together.sort_by(|a, b| b.vp.value.unwrap_or(0.0).total_cmp(&a.vp.value.unwrap_or(0.0)));
    for all in together {
        let cell = |agent| {
            let row = rows.iter().find(|row| row.agent == Some(agent) && row.scoring == all.scoring);
            row.map_or(String::new(), |row| with_half_width(&row.vp, 1.0, 1, ""))
        };
        let mut cells = vec![all.scoring.to_string(), all.clusters.to_string()];
        cells.extend((0..agents).map(cell));
        cells.push(with_half_width(&all.vp, 1.0, 1, ""));
        cells.push(all.winners_share.value.map_or(String::new(), |share| format!("{:.0} %", 100.0 * share)));
        table.add_row(cells);
    }
    table
}

fn pricing_table(experiment: &Experiment, rows: &[PricingRow]) -> Table {
    let mut table = table(&["agent", "price", "sold", "revenue/round", "burnt/round"], 1);
    for row in rows.iter().filter(|row| row.round.is_none()) {
        table.add_row([
            experiment.agents[row.agent].name.clone(),
            with_half_width(&row.price, 1.0, 2, ""),
            percent(&row.sold),
            with_half_width(&row.revenue, 1.0, 2, ""),
            with_half_width(&row.burnt, 1.0, 2, ""),
        ]);
    }
    table
}

/// An empty table; the first `texts` columns are texts, the others numbers.
pub fn table(header: &[&str], texts: usize) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_header(header);
    for column in table.column_iter_mut().skip(texts) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn percent(estimate: &Estimate) -> String {
    with_half_width(estimate, 100.0, 1, " %")
}

/// `12.3 ± 0.4`; `100.0 (97.0 to 100.0)` where the interval reaches further to one side; without an interval where there is none.
pub fn with_half_width(estimate: &Estimate, scale: f64, decimals: usize, unit: &str) -> String {
    let Some(value) = estimate.value else { return String::new() };
    let value = scale * value;
    match estimate.interval {
        Some(interval) => {
            let (low, high) = (scale * interval.low, scale * interval.high);
            let half = (high - low) / 2.0;
            if (low + high - 2.0 * value).abs() < 0.1 * half {
                format!("{value:.decimals$} ± {half:.decimals$}{unit}")
            } else {
                format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$}){unit}")
            }
        }
        None => format!("{value:.decimals$}{unit}"),
    }
}

/// A number with so many decimals; nothing where there is none.
pub fn plain(number: Option<f64>, decimals: usize) -> String {
    number.map_or(String::new(), |number| format!("{number:.decimals$}"))
}
