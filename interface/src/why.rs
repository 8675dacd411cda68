//! Reasons for the value of an action: the parts of the agent's evaluation.

use agents::{Agent, Breakdown, Explanation, ValuePart};
use serde::Serialize;

use crate::narrate::Narrate;
use crate::record::Header;
use crate::record_format::RecordedDecision;
use crate::weighing::{is_forced, ranked, thinking};

/// The smallest change in VP that is described.
const LEAST: f64 = 0.05;

/// The role of the action that the agent chooses.
const CHOSEN: &str = "chosen";

/// The most changes that are described, the largest ones.
const MOST: usize = 4;

/// The parts of an evaluation of some actions.
#[derive(Serialize)]
pub struct Why {
    /// The player whose points they are, as a phrase.
    about: &'static str,
    actions: Vec<ActionParts>,
}

/// The parts of an evaluation of one action.
#[derive(Serialize)]
struct ActionParts {
    /// The role of the action here, such as `chosen`.
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

/// Reasons for people.
#[derive(Clone, Debug, Serialize)]
pub struct WhyText {
    /// The title.
    pub title: String,
    /// A table: its header, a row for each part that is not 0 before or after an action, and sums.
    ///
    /// All columns but the first are numbers.
    pub rows: Vec<Vec<String>>,
    /// Descriptions of the largest changes.
    pub sentences: Vec<String>,
}

impl Why {
    /// Asks an agent why it prefers an action to the one made, or else to the next best one.
    ///
    /// `None` if there is no decision, or its evaluation has no parts.
    pub fn of_choice<G: Narrate>(
        agent: &dyn Agent<G>,
        header: &Header<G>,
        position: &G::Position,
        decided: &RecordedDecision<impl Copy + Into<Option<G::Action>>>,
        explanation: &Explanation<G::Action>,
    ) -> Option<Self> {
        if is_forced(&header.game, &header.game.view(position, decided.seat)) {
            return None;
        }
        let chosen = explanation.decision.action;
        let recorded = decided.action.into().filter(|action| *action != chosen).map(|action| ("recorded", action));
        // An action of the same value, such as the same tile rotated, would explain nothing.
        let weighed = ranked(explanation);
        let best = weighed.iter().find(|weighed| weighed.action == chosen).and_then(|weighed| weighed.deciding());
        let next = weighed.iter().find(|weighed| weighed.action != chosen && weighed.deciding() != best);
        let other = recorded.or(next.map(|next| ("next best", next.action)));
        Self::of(agent, header, position, decided, [(CHOSEN, chosen)].into_iter().chain(other))
    }

    /// Asks an agent about actions at a decision, each with its role.
    ///
    /// `None` if its evaluation of the first has no parts.
    pub fn of<G: Narrate, A>(
        agent: &dyn Agent<G>,
        header: &Header<G>,
        position: &G::Position,
        decided: &RecordedDecision<A>,
        actions: impl IntoIterator<Item = (&'static str, G::Action)>,
    ) -> Option<Self> {
        let (game, seat) = (&header.game, decided.seat);
        let view = game.view(position, seat);
        let mut why: Option<Self> = None;
        for (role, action) in actions {
            let found = agent.breakdown(game, &view, action, &mut thinking(header, decided));
            let Some(Breakdown { about, parts }) = found else { break };
            let parts = parts.into_iter().map(PrintedPart::from).collect();
            let why = why.get_or_insert_with(|| Self { about, actions: Vec::new() });
            why.actions.push(ActionParts { role, action: game.action(position, seat, action), parts });
        }
        why
    }

    /// Returns it for people.
    pub fn text(&self) -> WhyText {
        WhyText { title: format!("why, in VP {}:", self.about), rows: self.rows(), sentences: self.sentences() }
    }

    fn sentences(&self) -> Vec<String> {
        let Some((first, others)) = self.actions.split_first() else { return Vec::new() };
        let changes = first.parts.iter().map(|part| (part.part.as_str(), part.after - part.before));
        let mut sentences = vec![format!("{}: {}", first.role, in_words(changes.collect()))];
        for other in others {
            let change = |part: &PrintedPart| part.after - first.after(&part.part);
            let changes = other.parts.iter().map(|part| (part.part.as_str(), change(part)));
            let (action, changes) = (&other.action, in_words(changes.collect()));
            sentences.push(format!("{} ({action}) against {}: {changes}", other.role, first.role));
            if first.role == CHOSEN && other.sum() > first.sum() + LEAST {
                sentences.push(format!("By these parts alone, {} is better; something else decided.", other.role));
            }
        }
        sentences.push(
            "before: the position before the action, which differs from the position after a pass. Sums and values have different \
             zeros: compare only differences."
                .to_owned(),
        );
        sentences
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let number = |vp: f64| format!("{:.2}", plain(vp));
        let mut names: Vec<&str> = Vec::new();
        for part in self.actions.iter().flat_map(|of| &of.parts) {
            let is_there = [part.before, part.after].iter().any(|vp| vp.abs() >= 0.005);
            if is_there && !names.contains(&part.part.as_str()) {
                names.push(&part.part);
            }
        }
        let before = |name: &str| self.actions.iter().find_map(|of| Some(of.find(name)?.before)).unwrap_or(0.0);
        let header = ["part", "before"].into_iter().chain(self.actions.iter().map(|of| of.role));
        let mut rows = vec![header.map(str::to_owned).collect::<Vec<_>>()];
        for &name in &names {
            let after = self.actions.iter().map(|of| number(of.after(name)));
            rows.push([name.to_owned(), number(before(name))].into_iter().chain(after).collect());
        }
        let sums = self.actions.iter().map(|of| number(of.sum()));
        let all_before = number(names.iter().map(|name| before(name)).sum());
        rows.push(["sum".to_owned(), all_before].into_iter().chain(sums).collect());
        rows
    }
}

impl ActionParts {
    fn find(&self, name: &str) -> Option<&PrintedPart> {
        self.parts.iter().find(|part| part.part == name)
    }

    fn after(&self, name: &str) -> f64 {
        self.find(name).map_or(0.0, |part| part.after)
    }

    fn sum(&self) -> f64 {
        self.parts.iter().map(|part| part.after).sum()
    }
}

/// Returns 0 in place of an amount that would be printed as -0.00.
fn plain(vp: f64) -> f64 {
    if vp.abs() < 0.005 { 0.0 } else { vp }
}

/// Describes the largest changes, and their sum.
fn in_words(mut changes: Vec<(&str, f64)>) -> String {
    let sum = plain(changes.iter().map(|(_, change)| change).sum());
    changes.retain(|(_, change)| change.abs() >= LEAST);
    changes.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
    let words = |of: &[(&str, f64)]| {
        let each = of.iter().map(|(name, change)| format!("{change:+.1} {name}"));
        each.collect::<Vec<_>>().join(", ")
    };
    match changes.len() {
        0 => format!("no part changes by 0.1 VP; {sum:+.2} VP in all"),
        1..=MOST => format!("{}; {sum:+.2} VP in all", words(&changes)),
        _ => format!("{}, and smaller changes; {sum:+.2} VP in all", words(&changes[..MOST])),
    }
}
