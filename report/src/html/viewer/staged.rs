//! Recorded games as steps for the viewer.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Game, Seat};
use interface::event_cursor::GameFault;
use interface::narrate::Narrate;
use interface::observer::Observer;
use interface::record::{Header, OpenRecord, RecordHeading};
use interface::record_format::{RecordFormat, RecordedDecision};
use interface::replay::ReplayEvent;
use interface::session::Session;
use interface::stage::{self, Change, Sign, StageSetup, StageStep};
use interface::weighing::Weighing;
use maud::Markup;

use super::table::TableState;
use crate::terminal::summary::caveat;

/// A game as steps for the viewer.
pub struct StagedGame {
    /// The number of the game, from 0 in a run, from 1 in a file.
    pub number: u64,
    /// The reason why it was chosen, if it was chosen among others.
    pub why: Option<String>,
    /// The seed of the game.
    pub seed: String,
    /// The agents by seat.
    pub players: Vec<String>,
    /// The caveat about reconstructed components, if any.
    pub caveat: Option<String>,
    /// The constant parts of the table.
    pub stage: StageSetup,
    /// The steps, one for each event.
    pub steps: Vec<StageStep>,
    /// The pieces that occur, with name and picture.
    pub pieces: BTreeMap<usize, (String, Markup)>,
    /// The explanations of decisions, by the step that shows the decision.
    pub explained: BTreeMap<usize, Vec<Weighing>>,
}

/// The style of a game's pieces.
#[derive(Clone, Debug)]
pub struct PieceStyle {
    /// The colours as CSS: on light pages, and the differences on dark ones.
    pub colours: [&'static str; 2],
    /// The symbols that several pieces use.
    pub icons: Markup,
    /// The legend: symbols with their meanings.
    pub legend: Vec<Sign>,
}

impl PieceStyle {
    /// The style of this game.
    pub fn of<G: Narrate>() -> Self {
        Self { colours: G::COLOURS, icons: G::icons(), legend: G::legend() }
    }
}

/// A callback for each decision, with the number of the next event, the position and the decision.
pub type DecisionCallback<'a, G> =
    &'a mut dyn FnMut(usize, &<G as Game>::Position, RecordedDecision<<G as Game>::Action>);

impl StagedGame {
    /// Reads and checks a record. `about` is the number of the game and the reason to show it.
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

    /// Reads and checks a record, and calls `see` on every decision.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn watched<G: RecordFormat + Narrate>(
        line: &str,
        library: &G::Library,
        (number, why): (u64, Option<String>),
        see: DecisionCallback<'_, G>,
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

    /// The steps of an unfinished game as the viewing seat knows them; without one, all public knowledge.
    pub fn of_session<G: RecordFormat + Narrate>(
        session: &Session<G>,
        heading: &RecordHeading,
        viewer: Option<Seat>,
    ) -> Self {
        let (game, players) = (session.game(), &heading.players);
        let steps = stage::steps(session, players, viewer);
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

    /// The state of the table after a step.
    pub fn table(&self, step: usize) -> TableState {
        let mut table = TableState::new(self.players.len(), &self.stage);
        let changes = self.steps.iter().take(step + 1).flat_map(|step| &step.changes);
        changes.for_each(|change| table.change(change));
        table
    }
}

/// The pieces in a game's steps.
fn pieces<G: Narrate>(game: &G, steps: &[StageStep]) -> BTreeMap<usize, (String, Markup)> {
    let pieces = steps.iter().flat_map(|step| &step.changes).filter_map(|change| match change {
        Change::Lay(laid) => Some(laid.piece),
        Change::Card(_, _, card) => Some(card.piece),
        Change::Count(..) | Change::Award(..) | Change::Clear | Change::Reveal => None,
    });
    let pieces: BTreeSet<usize> = pieces.collect();
    let pictures = pieces.into_iter().map(|piece| (piece, game.picture(piece)));
    pictures.map(|(piece, picture)| (piece, (picture.name, picture.svg))).collect()
}
