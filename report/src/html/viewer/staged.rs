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
use interface::stage::{self, Card, Change, Picture, PlacedPiece, Sign, StageSetup, StageStep};
use interface::weighing::Weighing;
use maud::{Markup, PreEscaped};
use serde::Serialize;

use crate::figure::draw::closed;
use crate::terminal::summary::caveat;

/// A game as steps for the viewer, whose data its JSON is.
#[derive(Serialize)]
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
    #[serde(skip)]
    pub caveat: Option<String>,
    /// The constant parts of the table.
    #[serde(flatten)]
    pub stage: StageSetup,
    /// The steps, one for each event.
    pub steps: Vec<StageStep>,
    /// The pieces that occur.
    #[serde(skip)]
    pub pieces: BTreeMap<usize, Picture>,
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
fn pieces<G: Narrate>(game: &G, steps: &[StageStep]) -> BTreeMap<usize, Picture> {
    let pieces: BTreeSet<usize> = steps.iter().flat_map(StageStep::pieces).collect();
    let pictures = pieces.into_iter().map(|piece| {
        let Picture { name, svg } = game.picture(piece);
        (piece, Picture { name, svg: PreEscaped(closed(&svg.0)) })
    });
    pictures.collect()
}

/// All boards, counters and cards after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableState {
    /// The pieces of each board by column and row.
    pub boards: Vec<BTreeMap<(i32, i32), PlacedPiece>>,
    /// The counts by seat and counter; `None` until set.
    pub counts: Vec<Vec<Option<i64>>>,
    /// The points by seat and award.
    pub awards: Vec<Vec<i64>>,
    /// The cards in front of each seat, by place.
    pub cards: Vec<BTreeMap<usize, Card>>,
}

impl TableState {
    /// The state before the first step.
    pub fn new(seats: usize, stage: &StageSetup) -> Self {
        Self {
            boards: vec![BTreeMap::new(); seats],
            counts: vec![vec![None; stage.counters.len()]; seats],
            awards: vec![vec![0; stage.awards.len()]; seats],
            cards: vec![BTreeMap::new(); seats],
        }
    }

    /// Applies a change.
    pub fn change(&mut self, change: &Change) {
        match change {
            Change::Lay(laid) => drop(self.boards[laid.seat].insert((laid.x, laid.y), *laid)),
            Change::Count(seat, counter, amount) => self.counts[*seat][*counter] = Some(*amount),
            Change::Award(seat, award, points) => self.awards[*seat][*award] += points,
            Change::Card(seat, place, card) => drop(self.cards[*seat].insert(*place, card.clone())),
            Change::Clear => self.cards.iter_mut().for_each(BTreeMap::clear),
            Change::Reveal => {
                self.cards.iter_mut().flat_map(BTreeMap::values_mut).for_each(|card| card.is_secret = false);
            }
        }
    }
}
