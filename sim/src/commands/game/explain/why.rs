//! Why an action is worth what it is: what the agent's evaluation sees of it, in parts.

use agents::{Agent, ValuePart};
use engine::Game;
use interface::narrate::Narrate;
use serde::Serialize;

use super::point::DecisionPoint;
use lab::base::error::Result;
use lab::base::out;
use lab::base::plain_text::escaped;
use lab::subject::{ActionOf, Setup};
use report::terminal::table::PrintedTable;

/// Changes below this many VP are not put into words.
const LEAST: f64 = 0.05;

/// The most changes that are put into words, the largest ones.
const MOST: usize = 4;

/// What an evaluation sees of some actions.
#[derive(Serialize)]
pub struct Why {
    /// Whose points they are, in words.
    about: &'static str,
    actions: Vec<ActionParts>,
}

/// What an evaluation sees of one action.
#[derive(Serialize)]
struct ActionParts {
    /// What the action is here, such as `chosen`.
    role: &'static str,
    /// The action in words.
    action: String,
    parts: Vec<PrintedPart>,
}

#[derive(Serialize)]
struct PrintedPart {
    part: String,
    before: f64,
    after: f64,
}

impl From<ValuePart> for PrintedPart {
    fn from(ValuePart { name, before, after }: ValuePart) -> Self {
        Self { part: name, before, after }
    }
}

impl Why {
    /// Asks an agent about actions, each with what it is here; `None` if its evaluation does not count the first in parts.
    pub fn of<S: Setup<Game: Narrate>>(
        agent: &dyn Agent<S::Game>,
        point: &DecisionPoint<S>,
        actions: impl IntoIterator<Item = (&'static str, ActionOf<S>)>,
    ) -> Option<Self> {
        let game = &point.header.game;
        let view = game.view(&point.position, point.decided.seat);
        let mut why: Option<Self> = None;
        for (role, action) in actions {
            let Some(found) = agent.breakdown(game, &view, action, &mut point.thinking()) else { break };
            let parts = found.parts.into_iter().map(PrintedPart::from).collect();
            let why = why.get_or_insert_with(|| Self { about: found.about, actions: Vec::new() });
            why.actions.push(ActionParts { role, action: point.words(action), parts });
        }
        why
    }

    /// Prints it for people: a table, and the largest changes in words.
    pub fn print(&self) -> Result<()> {
        out::line(format_args!("why, in VP {}:", self.about))?;
        out::line(self.table())?;
        let Some((first, others)) = self.actions.split_first() else { return Ok(()) };
        let changes = first.parts.iter().map(|part| (part.part.as_str(), part.after - part.before));
        out::line(format_args!("{}: {}", first.role, in_words(changes.collect())))?;
        for other in others {
            let change = |part: &PrintedPart| part.after - first.after(&part.part);
            let changes = other.parts.iter().map(|part| (part.part.as_str(), change(part)));
            let [less, more] = [&first.role, &other.role];
            out::line(format_args!(
                "{more} ({}) against {less}: {}",
                escaped(&other.action),
                in_words(changes.collect())
            ))?;
        }
        Ok(())
    }

    /// Tabulates the parts that are there before or after an action, and their sums.
    fn table(&self) -> PrintedTable {
        let header: Vec<&str> = ["part", "before"].into_iter().chain(self.actions.iter().map(|of| of.role)).collect();
        let mut table = PrintedTable::new(&header, 1..header.len());
        let number = |vp: f64| format!("{:.2}", plain(vp));
        let mut names: Vec<&str> = Vec::new();
        for part in self.actions.iter().flat_map(|of| &of.parts) {
            let is_there = [part.before, part.after].iter().any(|vp| vp.abs() >= 0.005);
            if is_there && !names.contains(&part.part.as_str()) {
                names.push(&part.part);
            }
        }
        let before = |name: &str| self.actions.iter().find_map(|of| Some(of.find(name)?.before)).unwrap_or(0.0);
        for &name in &names {
            let after = self.actions.iter().map(|of| number(of.after(name)));
            table.add_row([name.to_owned(), number(before(name))].into_iter().chain(after));
        }
        let sums = self.actions.iter().map(|of| number(of.parts.iter().map(|part| part.after).sum()));
        let all_before = number(names.iter().map(|name| before(name)).sum());
        table.add_row(["sum".to_owned(), all_before].into_iter().chain(sums));
        table
    }
}

impl ActionParts {
    fn find(&self, name: &str) -> Option<&PrintedPart> {
        self.parts.iter().find(|part| part.part == name)
    }

    fn after(&self, name: &str) -> f64 {
        self.find(name).map_or(0.0, |part| part.after)
    }
}

/// Returns 0 in place of an amount that would be printed as -0.00.
fn plain(vp: f64) -> f64 {
    if vp.abs() < 0.005 { 0.0 } else { vp }
}

/// Words the largest changes, and their sum.
fn in_words(mut changes: Vec<(&str, f64)>) -> String {
    let sum = plain(changes.iter().map(|(_, change)| change).sum());
    changes.retain(|(_, change)| change.abs() >= LEAST);
    changes.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
    let words = |of: &[(&str, f64)]| {
        let each = of.iter().map(|(name, change)| format!("{change:+.1} {}", escaped(name)));
        each.collect::<Vec<_>>().join(", ")
    };
    match changes.len() {
        0 => format!("no part changes by 0.1 VP; {sum:+.2} VP in all"),
        1..=MOST => format!("{}; {sum:+.2} VP in all", words(&changes)),
        _ => format!("{}, and smaller changes; {sum:+.2} VP in all", words(&changes[..MOST])),
    }
}
