//! A recorded game as steps.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Game, Seat};
use interface::event_cursor::GameFault;
use interface::narrate::Narrate;
use interface::observer::Observer;
use interface::record::{Header, OpenRecord, RecordHeading};
use interface::record_format::{RecordFormat, RecordedDecision};
use interface::replay::ReplayEvent;
use interface::session::Session;
use interface::stage::{Change, StageSetup, StageStep};
use interface::weighing::Weighing;
use maud::Markup;

use super::table::Table;
use crate::terminal::summary::caveat;

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
    pub stage: StageSetup,
    /// What happens, one step for each event.
    pub steps: Vec<StageStep>,
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
    pub fn of<G: Narrate>() -> Self {
        Self { colours: G::COLOURS, icons: G::icons(), legend: G::legend() }
    }
}

/// Is shown the decisions of a game: the number of the event that follows, the position that it is taken in, and the decision.
pub type See<'a, G> = &'a mut dyn FnMut(usize, &<G as Game>::Position, RecordedDecision<<G as Game>::Action>);

impl Staged {
    /// The game of a record, checked on the way: its number, and why it is shown.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn of_line<G: RecordFormat + Narrate>(
        line: &str,
        library: &G::Library,
        about: (u64, Option<String>),
    ) -> Result<Self, GameFault> {
        Self::watched::<G>(line, library, about, &mut |_, _, _| {}).map(|(staged, _)| staged)
    }

    /// The same with its set-up, and every decision shown to `see`.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn watched<G: RecordFormat + Narrate>(
        line: &str,
        library: &G::Library,
        (number, why): (u64, Option<String>),
        see: See<'_, G>,
    ) -> Result<(Self, Header<G>), GameFault> {
        let opened = OpenRecord::<G>::read(line, library)?;
        let Header { game, heading, .. } = &opened.header;
        let (mut steps, mut events) = (Vec::new(), 0);
        {
            let mut stager = game.stager(&heading.players, Box::new(|step| steps.push(step)));
            opened.check(&mut |seen| match seen {
                ReplayEvent::Decision(position, decided) => see(events, position, decided),
                ReplayEvent::Chance(..) => {}
                ReplayEvent::Event(position, event) => {
                    events += 1;
                    stager.event(position, event);
                }
            })?;
        }
        let header = opened.header;
        let (stage, pieces) = (header.game.stage(), pieces(&header.game, &steps));
        let (seed, players, explained) = (header.heading.seed.clone(), header.heading.players.clone(), BTreeMap::new());
        let caveat = caveat(&header.reconstructed);
        Ok((Self { number, why, seed, players, caveat, stage, steps, pieces, explained }, header))
    }

    /// A game as far as it has come, and as far as this seat may know of it, or anybody.
    pub fn of_session<G: RecordFormat + Narrate>(
        session: &Session<G>,
        heading: &RecordHeading,
        viewer: Option<Seat>,
    ) -> Self {
        let (game, players) = (session.game(), &heading.players);
        let mut steps = Vec::new();
        session.show(&mut game.stager(players, Box::new(|step| steps.push(step))));
        let is_revealed = |step: &StageStep| step.changes.contains(&Change::Reveal);
        let revealed = steps.iter().rposition(is_revealed).map_or(0, |last| last + 1);
        let may_know = |step: &StageStep| !step.is_secret || step.seat == viewer.map(Seat::index);
        let open = steps.split_off(revealed).into_iter().filter(may_know);
        steps.extend(open);
        let (stage, pieces) = (game.stage(), pieces(game, &steps));
        Self {
            number: 0,
            why: None,
            seed: heading.seed.clone(),
            players: players.clone(),
            caveat: None,
            stage,
            steps,
            pieces,
            explained: BTreeMap::new(),
        }
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
fn pieces<G: Narrate>(game: &G, steps: &[StageStep]) -> BTreeMap<usize, (String, Markup)> {
    let piece = |change: &Change| match change {
        Change::Lay(laid) => Some(laid.piece),
        Change::Card(_, _, card) => Some(card.piece),
        Change::Count(..) | Change::Award(..) | Change::Clear | Change::Reveal => None,
    };
    let all: BTreeSet<usize> = steps.iter().flat_map(|step| &step.changes).filter_map(piece).collect();
    let picture = |piece| {
        let picture = game.picture(piece);
        (piece, (picture.name, picture.svg))
    };
    all.into_iter().map(picture).collect()
}
