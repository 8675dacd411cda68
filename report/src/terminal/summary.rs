//! The summary of an experiment: agents, sections of the game, findings.

use anstyle::{AnsiColor, Style};

use super::findings::findings;
use super::panel::sentences;
use super::table::PrintedTable;
use lab::base::error::Result;
use lab::base::out;
use lab::config::effective::from_defaults;
use lab::experiment::Experiment;
use lab::forms::numbers::{FALSE_FINDINGS, counted, list, percent, plain, with_half_width};
use lab::forms::passage::{Passage, false_alarms, promise};
use lab::play::cost::Cost;
use lab::play::tournament::Tournament;
use lab::schedule::Schedule;
use lab::schedule::circle::Circle;
use lab::schedule::shards::Part;
use lab::schedule::stop::{self, StopRule};
use lab::subject::RunSums;
use lab::subject::accumulator::Accumulators;
use lab::tables::agents::{AgentRow, Strengths};
use lab::tables::panel::Panel;
use lab::tables::sequential::{Sequences, SequentialRow};
use lab::tables::stopping::Stopping;
use lab::tables::totals::Totals;
use stats::sequential::{SequentialTest, TestDecision};

/// Prints the whole summary to standard output, of a run that was complete `looks` times before.
///
/// # Errors
/// If it cannot be written.
pub fn print(experiment: &Experiment, part: &Part, totals: &Totals, costs: &[Cost], looks: u64) -> Result<()> {
    let (blocks, tables) = (experiment.block_count_in(part), &totals.tables);
    let games = blocks * experiment.games_per_block();
    let (name, players, seed) = (&experiment.name, experiment.players, experiment.seed);
    let (games, blocks) = (counted(games, "game"), counted(blocks, "block"));
    heading(&format!("{name}: {games} of {players} players in {blocks}, seed {seed}"))?;
    let set_up = from_defaults(&*experiment.subject);
    if !set_up.is_empty() {
        out::line(format_args!("Set up with {}.", list(&set_up)))?;
    }
    ending(experiment, tables.get()).map_or(Ok(()), out::line)?;
    unadjusted(experiment, &tables.get::<Sequences>().rows(), looks).map_or(Ok(()), out::line)?;
    print_caveat(&experiment.subject.reconstructed())?;
    one_circle(experiment).map_or(Ok(()), out::line)?;
    print_agents(experiment, tables, costs)?;
    experiment.subject.passages(&RunSums::new(experiment, tables)).iter().try_for_each(print_passage)?;
    let findings = findings(experiment, tables);
    let tested = findings.iter().filter(|finding| finding.is_tested).count();
    heading(&format!("Findings ({}; intervals are not adjusted for multiple comparisons)", promise(tested)))?;
    findings.into_iter().try_for_each(|finding| out::line(finding.sentence))?;
    false_alarms(tested).map_or(Ok(()), out::line)?;
    out::line("")
}

/// Prints the number of games, their players and their set-up, as a heading.
///
/// # Errors
/// If it cannot be written.
pub fn print_games(experiment: &Experiment, agents: &str) -> Result<()> {
    let (games, players, seed) = (counted(experiment.games(), "game"), experiment.players, experiment.seed);
    heading(&format!("{games} of {players} players, {agents}, seed {seed}"))?;
    let set_up = from_defaults(&*experiment.subject);
    if !set_up.is_empty() {
        out::line(format_args!("Set up with {}.", list(&set_up)))?;
    }
    print_caveat(&experiment.reconstructed())
}

/// Prints a table with its title.
///
/// # Errors
/// If it cannot be written.
pub fn print_passage(passage: &Passage) -> Result<()> {
    heading(passage.title)?;
    let header: Vec<&str> = passage.header.iter().map(String::as_str).collect();
    let mut table = PrintedTable::new(&header, passage.texts..header.len());
    table.add_rows(passage.rows.iter().cloned());
    out::line(format_args!("{table}\n"))
}

/// The sentence on how an experiment with a stop rule ended.
fn ending(schedule: &Schedule, stopping: &Stopping) -> Option<String> {
    let stop = schedule.stop.as_ref()?;
    let (agent, lineups) = (&schedule.agents[stop.agent].name, schedule.lineups());
    let (seeds, most) = (schedule.clusters(), stop.most_blocks / lineups);
    let asked = match stop.rule {
        StopRule::HalfWidth(measure, target) => {
            format!("interval of {} of {agent} ± {target} (at least {} seeds)", measure.title(), stop::MIN_CLUSTERS)
        }
        StopRule::Sequential(SequentialTest { s0, s1, alpha, beta }) => {
            format!("win share of {agent} {s1:.3} against {s0:.3}, error rates {alpha} and {beta}")
        }
    };
    let found = match stopping.decision() {
        Some(TestDecision::Alternative) => "the alternative is accepted",
        Some(TestDecision::Null) => "the null hypothesis is accepted",
        None if stopping.is_over() => "reached",
        None => "not reached",
    };
    Some(format!("Stopped after {seeds} of at most {most} seeds. Rule: {asked}: {found}."))
}

/// The warning that unequal agents always keep their neighbours.
fn one_circle(schedule: &Schedule) -> Option<&'static str> {
    let is_listed = schedule.chosen_circle() == Some(Circle::Listed) && !schedule.is_of_equal_agents();
    is_listed.then_some(
        "WARNING: every agent keeps its neighbours (circle = \"listed\"), so results depend on the order of the agents in the config.",
    )
}

/// The note on intervals after stopping or several looks, with confidence sequences; `None` after a single look.
fn unadjusted(schedule: &Schedule, rows: &[SequentialRow], looks: u64) -> Option<String> {
    let stop = schedule.stop.as_ref().map(|stop| stop.agent);
    let why = match (stop, looks) {
        (Some(_), _) => "stopping".to_owned(),
        (None, 0) => return None,
        (None, looks) => format!("{} looks at this run", looks + 1),
    };
    let agents = (0..schedule.agents.len()).filter(|agent| stop.is_none_or(|stop| stop == *agent));
    let last =
        agents.filter_map(|agent| rows.iter().rfind(|row| row.agent == agent && row.win_share.interval.is_some()));
    let shares = list(last.map(|row| format!("{} {}", schedule.agents[row.agent].name, percent(&row.win_share))));
    let valid =
        if shares.is_empty() { String::new() } else { format!(" Valid whenever one looks: win share of {shares}.") };
    Some(format!("The intervals below are not adjusted for {why}.{valid}"))
}

/// Prints the duration and speed of the games.
///
/// # Errors
/// If it cannot be written.
pub fn print_speed(outcome: &Tournament) -> Result<()> {
    let (threads, seconds) = (outcome.threads, outcome.elapsed.as_secs_f64());
    let rate = outcome.games as f64 / seconds;
    let threads = counted(threads as u64, "thread");
    out::line(format_args!("{seconds:.1} s on {threads}, {rate:.1} games/s"))
}

/// Prints the table of agents with the note on its intervals.
///
/// # Errors
/// If it cannot be written.
pub fn print_agents(schedule: &Schedule, tables: &Accumulators, costs: &[Cost]) -> Result<()> {
    let rows = tables.get::<Strengths>().rows();
    out::line(agents_table(schedule, &rows, costs))?;
    rows.iter().filter_map(|row| answers(schedule, row, &costs[row.agent])).try_for_each(out::line)?;
    out::line(
        "±: half-width of the 95 % confidence interval over seeds; (low to high) where it is asymmetric; none with too few seeds or no variation\n",
    )
}

/// Prints the [`caveat`] about reconstructed components of these parts of the game, if there are any.
///
/// # Errors
/// If it cannot be written.
pub fn print_caveat(reconstructed: &[&str]) -> Result<()> {
    caveat(reconstructed).map_or(Ok(()), out::line)
}

/// The sentence that these parts of the game rest on reconstructed components.
pub fn caveat(reconstructed: &[&str]) -> Option<String> {
    let parts = list(reconstructed.iter().copied());
    (!reconstructed.is_empty())
        .then(|| format!("RECONSTRUCTED: the tiles of {parts} are not the printed ones, whose faces are not known."))
}

/// Prints a heading.
///
/// # Errors
/// If it cannot be written.
pub fn heading(text: &str) -> Result<()> {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
    out::line(format_args!("{style}{text}{style:#}"))
}

/// The sentence about the response times and failures of an external program.
fn answers(schedule: &Schedule, row: &AgentRow, cost: &Cost) -> Option<String> {
    let agent = &schedule.agents[row.agent];
    agent.spec.program()?;
    let failed = if row.faults == 0 { String::new() } else { format!(", {} failed", counted(row.faults, "answer")) };
    let Some(mean) = cost.answers.mean_ms() else { return Some(format!("{}: no answers{failed}", agent.name)) };
    let (count, longest) = (counted(cost.answers.answers, "answer"), cost.answers.longest.as_secs_f64() * 1e3);
    let processor = plain(cost.mean_us().map(|time| time / 1e3), 2);
    Some(format!(
        "{}: {count} in {mean:.2} ms on average, {longest:.1} ms at most, {processor} ms of processor time{failed}",
        agent.name
    ))
}

fn agents_table(schedule: &Schedule, rows: &[AgentRow], costs: &[Cost]) -> PrintedTable {
    // An agent that plays itself wins its share of games by necessity.
    let wins = if schedule.agents.len() > 1 { &["wins"][..] } else { &[] };
    let header = [&["agent", "spec"], wins, &["VP", "margin", "iterations", "µs/decision"]].concat();
    let mut table = PrintedTable::new(&header, 2..header.len());
    for row in rows {
        let agent = &schedule.agents[row.agent];
        let cost = costs[row.agent].mean_us();
        let mut cells = vec![agent.name.clone(), agent.spec.to_string()];
        cells.extend(wins.iter().map(|_| percent(&row.win_share)));
        cells.extend([&row.vp, &row.margin].map(|points| with_half_width(points, 1.0, 1, "")));
        cells.extend([plain(row.iterations_mean, 0), plain(cost, 1)]);
        table.add_row(cells);
    }
    table
}

/// Prints each effect over all kinds of players, and the kinds for which it holds.
///
/// # Errors
/// If it cannot be written.
pub fn print_panel(panel: &Panel) -> Result<()> {
    let (kinds, rate) = (&panel.kinds, 100.0 * FALSE_FINDINGS);
    let count = kinds.len();
    heading(&format!("Effects across {count} kinds of players (false discovery rate {rate:.0} % over all sentences)"))?;
    let named = kinds.iter().map(|(name, spec)| if name == spec { name.clone() } else { format!("{name} = {spec}") });
    out::line(format_args!("Kinds: {}.", named.collect::<Vec<_>>().join("; ")))?;
    sentences(panel).into_iter().try_for_each(out::line)?;
    out::line("")
}
