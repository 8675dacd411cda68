//! What an agent weighed, as a table or as JSON.

use agents::{AgentSpec, Explanation};
use engine::Game;
use interface::told::Told;
use interface::weighing::{Considered, considered, is_forced};
use serde::Serialize;

use super::decision_point::DecisionPoint;
use crate::base::error::Result;
use crate::base::out;
use crate::lab::shown::Shown;
use crate::lab::subject::ActionOf;
use crate::lab::wire::Wire;
use crate::report::terminal::summary::print_caveat;
use crate::report::terminal::table::PrintedTable;

/// What `--json` prints.
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
    recorded: String,
    weighed: Vec<Considered>,
}

/// An explanation, ready to be printed.
pub struct Explained<'a, S: Wire> {
    agent: &'a AgentSpec,
    point: &'a DecisionPoint<S>,
    explanation: &'a Explanation<ActionOf<S>>,
    /// Whether nothing else could be done.
    is_forced: bool,
    lines: Vec<Considered>,
}

impl<'a, S: Wire + Shown> Explained<'a, S> {
    /// With all actions that were weighed.
    pub fn new(
        agent: &'a AgentSpec,
        point: &'a DecisionPoint<S>,
        view: &<S::Game as Game>::View<'_>,
        explanation: &'a Explanation<ActionOf<S>>,
    ) -> Self {
        let lines = considered(&point.header.game, &point.position, point.decided.seat, view, explanation);
        Self { agent, point, explanation, is_forced: is_forced(&point.header.game, view), lines }
    }

    /// What `--json` prints.
    pub fn report(self, game: u64) -> PrintedExplanation<'a> {
        let Self { agent, point, explanation, lines, .. } = self;
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
            recorded: point.words(point.decided.action),
            weighed: lines,
        }
    }

    /// Prints it for people.
    pub fn print(&self) -> Result<()> {
        let Self { agent, point, explanation, is_forced, lines } = self;
        let (round, seat) = (S::Game::round(&point.position), point.decided.seat);
        let means = S::Game::means(&point.position, seat);
        print_caveat(&point.header.reconstructed)?;
        out::line(format_args!("round {round}, seat {seat} ({}), {means}", point.player()))?;
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
            out::line(table(lines))?;
        }
        out::line(format_args!("chosen    {}", point.words(explanation.decision.action)))?;
        out::line(format_args!("recorded  {}", point.words(point.decided.action)))
    }
}

/// All decisions of a game, with the index that `--event` takes.
pub fn decisions<S: Wire + Shown>(points: &[DecisionPoint<S>]) -> PrintedTable {
    let mut table = PrintedTable::new(&["event", "round", "seat", "player", "decided"], 0..3);
    for point in points {
        let decided = &point.decided;
        table.add_row([
            decided.event.to_string(),
            S::Game::round(&point.position).to_string(),
            decided.seat.to_string(),
            point.player().to_owned(),
            point.words(decided.action),
        ]);
    }
    table
}

fn table(lines: &[Considered]) -> PrintedTable {
    let header = ["action", "value", "standard error", "visits", "weight", "sold"];
    let mut table = PrintedTable::new(&header, 1..5);
    for line in lines {
        let sold = line.sale_chances.iter().map(|(tile, chance)| format!("{tile} {:.0} %", 100.0 * chance));
        table.add_row([
            line.action.clone(),
            line.value.map_or_else(String::new, |value| format!("{value:.3}")),
            line.value.map_or_else(String::new, |_| format!("{:.3}", line.standard_error)),
            line.visits.to_string(),
            format!("{:.2}", line.weight),
            sold.collect::<Vec<_>>().join(", "),
        ]);
    }
    table
}
