//! An explanation, for people and as JSON.

use agents::{Agent, AgentSpec, Explanation};
use engine::Game;
use interface::narrate::Narrate;
use interface::weighing::{ActionEvaluation, considered, is_forced};
use interface::why::{Why, WhyText};
use serde::Serialize;

use super::point::DecisionPoint;
use lab::base::error::Result;
use lab::base::out;
use lab::base::plain_text::escaped;
use lab::forms::numbers::counted;
use lab::subject::{ActionOf, Setup};
use report::terminal::summary::print_caveat;
use report::terminal::table::PrintedTable;

/// The most actions in the text output, the best ones.
const MOST_SHOWN: usize = 12;

/// An explanation for `--json`.
#[derive(Serialize)]
pub struct PrintedExplanation<'a> {
    agent: String,
    game: u64,
    event: u64,
    round: u64,
    seat: usize,
    player: &'a str,
    /// Parts of the game whose components are only reconstructed.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    reconstructed: &'a [&'static str],
    measure: &'static str,
    iterations: u64,
    chosen: String,
    /// `None` at the end of an unfinished record.
    recorded: Option<String>,
    weighed: Vec<ActionEvaluation>,
    /// `None` if there is no decision, or the agent's evaluation has no parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

/// An explanation, ready to be printed.
pub struct ExplanationReport<'a, S: Setup> {
    agent: &'a AgentSpec,
    point: &'a DecisionPoint<S>,
    explanation: &'a Explanation<ActionOf<S>>,
    /// True if there is no other legal action.
    is_forced: bool,
    lines: Vec<ActionEvaluation>,
    why: Option<Why>,
}

impl<'a, S: Setup<Game: Narrate>> ExplanationReport<'a, S> {
    /// Collects all actions that were weighed, and the agent's reasons to prefer one.
    ///
    /// It is compared with the recorded action, or with the next best one.
    pub fn new(
        agent: &'a AgentSpec,
        built: &dyn Agent<S::Game>,
        point: &'a DecisionPoint<S>,
        view: &<S::Game as Game>::View<'_>,
        explanation: &'a Explanation<ActionOf<S>>,
    ) -> Self {
        let lines = considered(&point.header.game, &point.position, point.decided.seat, view, explanation);
        let is_forced = is_forced(&point.header.game, view);
        let why = Why::of_choice(built, &point.header, &point.position, &point.decided, explanation);
        Self { agent, point, explanation, is_forced, lines, why }
    }

    /// Returns the explanation for `--json`.
    pub fn report(self, game: u64) -> PrintedExplanation<'a> {
        let Self { agent, point, explanation, lines, why, .. } = self;
        PrintedExplanation {
            agent: agent.to_string(),
            game,
            event: point.decided.event as u64,
            round: S::Game::round(&point.position),
            seat: point.decided.seat.index(),
            player: point.player(),
            reconstructed: &point.header.reconstructed,
            measure: explanation.measure,
            iterations: explanation.decision.iterations,
            chosen: point.words(explanation.decision.action),
            recorded: point.recorded(),
            weighed: lines,
            why,
        }
    }

    /// Prints it for people.
    pub fn print(&self) -> Result<()> {
        let Self { agent, point, explanation, is_forced, lines, why } = self;
        let (round, seat) = (S::Game::round(&point.position), point.decided.seat);
        let (means, recorded) = (S::Game::means(&point.position, seat), point.recorded());
        let is_recorded = |line: &ActionEvaluation| recorded.as_ref() == Some(&line.action);
        print_caveat(&point.header.reconstructed)?;
        out::line(format_args!("round {round}, seat {seat} ({}), {means}", escaped(point.player())))?;
        if *is_forced {
            out::line("nothing to decide: this was the only legal action")?;
        } else if lines.is_empty() || lines.len() == 1 && lines[0].value.is_none() {
            out::line(format_args!("{agent} does not compare actions"))?;
        } else {
            let (iterations, measure) = (explanation.decision.iterations, explanation.measure);
            let searched =
                if iterations > 0 { format!(", {}", counted(iterations, "iteration")) } else { String::new() };
            out::line(format_args!("{agent}{searched}; value: {measure}"))?;
            let (best, rest) = lines.split_at(lines.len().min(MOST_SHOWN));
            let shown: Vec<_> = best.iter().chain(rest.iter().filter(|line| is_recorded(line))).collect();
            out::line(table(&shown))?;
            if lines.len() > shown.len() {
                out::line(format_args!("{} more actions, with --json", lines.len() - shown.len()))?;
            }
        }
        out::line(format_args!("chosen    {}", point.words(explanation.decision.action)))?;
        let is_left_out = recorded.is_some() && lines.len() > 1 && !lines.iter().any(is_recorded);
        let words = recorded.as_deref().unwrap_or("nothing: the record ends here");
        out::line(format_args!("recorded  {words}{}", if is_left_out { " (not compared)" } else { "" }))?;
        why.as_ref().map_or(Ok(()), print_why)
    }
}

/// Prints reasons: a table, and the largest changes in words.
pub fn print_why(why: &Why) -> Result<()> {
    let WhyText { title, rows, sentences } = why.text();
    let [header, rows @ ..] = &rows[..] else { return Ok(()) };
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut table = PrintedTable::new(&header, 1..header.len());
    rows.iter().for_each(|row| table.add_row(row.iter().cloned()));
    out::line(title)?;
    out::line(table)?;
    sentences.iter().try_for_each(|sentence| out::line(escaped(sentence)))
}

/// Tabulates actions, without the columns that only players who search, or draw what they do, have.
fn table(lines: &[&ActionEvaluation]) -> PrintedTable {
    let is_searched = lines.iter().any(|line| line.visits > 0);
    let of_search: &[&str] = if is_searched { &["standard error", "visits"] } else { &[] };
    let has_weights = is_searched || lines.iter().any(|line| 0.0 < line.weight && line.weight < 1.0);
    let weights: &[&str] = if has_weights { &["weight"] } else { &[] };
    let has_other = lines.iter().any(|line| line.decides.is_some());
    let other: &[&str] = if has_other { &["decides"] } else { &[] };
    let header = [&["action", "value"], other, of_search, weights, &["sold"]].concat();
    let mut table = PrintedTable::new(&header, 1..header.len() - 1);
    for line in lines {
        let sold = line.sale_chances.iter().map(|(tile, chance)| format!("{tile} {:.0} %", 100.0 * chance));
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.3}"));
        let mut row = vec![line.action.clone(), number(line.value)];
        row.extend(has_other.then(|| number(line.decides.or(line.value))));
        if is_searched {
            row.extend([number(line.standard_error), line.visits.to_string()]);
        }
        row.extend(has_weights.then(|| format!("{:.2}", line.weight)));
        row.push(sold.collect::<Vec<_>>().join(", "));
        table.add_row(row);
    }
    table
}
