//! A recorded game as steps.

use std::collections::{BTreeMap, BTreeSet};

use maud::Markup;

use super::table::Table;
use crate::lab::play::arena::Observer;
use crate::lab::shown::Shown;
use crate::lab::shown::stage::{Change, Stage, Step};
use crate::lab::shown::weighing::Weighing;
use crate::lab::subject::{ActionOf, EventOf, PositionOf};
use crate::lab::wire::fault::GameFault;
use crate::lab::wire::{Decided, Header, Seen, Wire, watch_line};
use crate::report::terminal::summary::caveat;

/// A game, ready to be looked at.
pub struct Staged {
    /// Its number: in a run from 0, in a file from 1.
    pub number: u64,
    /// Why it is shown, if there were others.
    pub why: Option<String>,
    /// What reproduces it.
    pub seed: String,
    /// Agents by seat.
    pub players: Vec<String>,
    /// What rests on reconstructed components, if anything does.
    pub caveat: Option<String>,
    /// What stays the same.
    pub stage: Stage,
    /// What happens, one step for each event.
    pub steps: Vec<Step>,
    /// The pieces that occur, with their names.
    pub pieces: BTreeMap<usize, (String, Markup)>,
    /// What an agent would have weighed, by the step that shows what was decided.
    pub explained: BTreeMap<usize, Vec<Weighing>>,
}

/// How the pieces of a game look.
#[derive(Clone, Debug)]
pub struct PieceLook {
    /// Their colours as CSS, on light paper and what differs on dark.
    pub colours: [&'static str; 2],
    /// What several of them use.
    pub icons: Markup,
    /// What is seen on them, each with what it is.
    pub legend: Vec<(Markup, String)>,
}

impl PieceLook {
    /// Those of this game.
    pub fn of<S: Shown>() -> Self {
        Self { colours: S::COLOURS, icons: S::icons(), legend: S::legend() }
    }
}

/// Is shown the decisions of a game: the number of the event that follows, the position that it is taken in, and the decision.
pub type See<'a, S> = &'a mut dyn FnMut(usize, &PositionOf<S>, Decided<ActionOf<S>>);

impl Staged {
    /// The game of a record, checked on the way: its number, and why it is shown.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn of_line<S: Wire + Shown>(
        line: &str,
        library: &S::Library,
        about: (u64, Option<String>),
    ) -> Result<Self, GameFault> {
        Self::watched::<S>(line, library, about, &mut |_, _, _| {}).map(|(staged, _)| staged)
    }

    /// The same with its set-up, and every decision shown to `see`.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn watched<S: Wire + Shown>(
        line: &str,
        library: &S::Library,
        (number, why): (u64, Option<String>),
        see: See<'_, S>,
    ) -> Result<(Self, Header<S::Game>), GameFault> {
        let mut events: Vec<EventOf<S>> = Vec::new();
        let mut watch = |seen: Seen<'_, S>| match seen {
            Seen::Event(event) => events.push(event.clone()),
            Seen::Decision(position, decided) => see(events.len(), position, decided),
        };
        let (header, _) = watch_line::<S>(line, library, &mut watch)?;
        let mut steps = Vec::new();
        {
            let mut stager = S::stager(&header.game, &header.players, Box::new(|step| steps.push(step)));
            events.iter().for_each(|event| stager.event(event));
        }
        let (stage, pieces) = (S::stage(&header.game), pieces::<S>(&header.game, &steps));
        let (seed, players, explained) = (header.seed.clone(), header.players.clone(), BTreeMap::new());
        let caveat = caveat(&header.reconstructed);
        Ok((Self { number, why, seed, players, caveat, stage, steps, pieces, explained }, header))
    }

    /// What is on the table after a step.
    pub fn table(&self, step: usize) -> Table {
        let mut table = Table::new(self.players.len(), &self.stage);
        let changes = self.steps.iter().take(step + 1).flat_map(|step| &step.changes);
        changes.for_each(|change| table.change(change));
        table
    }
}

/// All pieces that a game's steps lay down.
fn pieces<S: Shown>(game: &S::Game, steps: &[Step]) -> BTreeMap<usize, (String, Markup)> {
    let piece = |change: &Change| match change {
        Change::Lay(laid) => Some(laid.piece),
        Change::Card(_, _, card) => Some(card.piece),
        Change::Count(..) | Change::Award(..) | Change::Clear | Change::Reveal => None,
    };
    let all: BTreeSet<usize> = steps.iter().flat_map(|step| &step.changes).filter_map(piece).collect();
    let picture = |piece| {
        let picture = S::picture(game, piece);
        (piece, (picture.name, picture.svg))
    };
    all.into_iter().map(picture).collect()
}
