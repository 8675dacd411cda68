//! An explanation, for people and as JSON.

use agents::{Agent, AgentSpec, Explanation};
use engine::Game;
use interface::narrate::Narrate;
use interface::weighing::{ActionEvaluation, considered, is_forced, ranked};
use serde::Serialize;

use super::point::DecisionPoint;
use super::why::Why;
use lab::base::error::Result;
use lab::base::out;
use lab::base::plain_text::escaped;
use lab::subject::{ActionOf, Setup};
use report::terminal::summary::print_caveat;
use report::terminal::table::PrintedTable;

/// The most actions that people are shown, the best ones.
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
    /// `None` if nothing is decided, or the agent does not count in parts.
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
    /// Collects all actions that were weighed, and why the agent chooses one over the recorded or the next best one.
    pub fn new(
        (agent, built): (&'a AgentSpec, &dyn Agent<S::Game>),
        point: &'a DecisionPoint<S>,
        view: &<S::Game as Game>::View<'_>,
        explanation: &'a Explanation<ActionOf<S>>,
    ) -> Self {
        let lines = considered(&point.header.game, &point.position, point.decided.seat, view, explanation);
        let is_forced = is_forced(&point.header.game, view);
        let chosen = explanation.decision.action;
        let recorded = point.decided.action.filter(|action| *action != chosen).map(|action| ("recorded", action));
        let next = ranked(explanation).into_iter().map(|weighed| weighed.action).find(|action| *action != chosen);
        let other = recorded.or(next.map(|action| ("next best", action)));
        let why = if is_forced { None } else { Why::of(built, point, [("chosen", chosen)].into_iter().chain(other)) };
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
        let means = S::Game::means(&point.position, seat);
        print_caveat(&point.header.reconstructed)?;
        out::line(format_args!("round {round}, seat {seat} ({}), {means}", escaped(point.player())))?;
        if *is_forced {
            out::line("nothing to decide: this was all that could be done")?;
        } else if lines.is_empty() {
            out::line(format_args!("{agent} compares no actions"))?;
        } else {
            let (iterations, measure) = (explanation.decision.iterations, explanation.measure);
            if lines.iter().all(|line| line.value.is_none()) {
                out::line(format_args!("{agent}: nothing was simulated, so no action has a value"))?;
            } else {
                out::line(format_args!("{agent}, {iterations} iterations; value: {measure}"))?;
            }
            out::line(table(&lines[..lines.len().min(MOST_SHOWN)]))?;
            if lines.len() > MOST_SHOWN {
                out::line(format_args!("{} more actions, with --json", lines.len() - MOST_SHOWN))?;
            }
        }
        out::line(format_args!("chosen    {}", point.words(explanation.decision.action)))?;
        out::line(format_args!(
            "recorded  {}",
            point.recorded().as_deref().unwrap_or("nothing: here the record ends")
        ))?;
        why.as_ref().map_or(Ok(()), Why::print)
    }
}

fn table(lines: &[ActionEvaluation]) -> PrintedTable {
    let header = ["action", "value", "standard error", "visits", "weight", "sold"];
    let mut table = PrintedTable::new(&header, 1..5);
    for line in lines {
        let sold = line.sale_chances.iter().map(|(tile, chance)| format!("{tile} {:.0} %", 100.0 * chance));
        table.add_row([
            line.action.clone(),
            line.value.map_or_else(String::new, |value| format!("{value:.3}")),
            line.standard_error.map_or_else(String::new, |error| format!("{error:.3}")),
            line.visits.to_string(),
            format!("{:.2}", line.weight),
            sold.collect::<Vec<_>>().join(", "),
        ]);
    }
    table
}
