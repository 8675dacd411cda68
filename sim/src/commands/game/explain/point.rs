//! The decisions of a recorded game.

use std::rc::Rc;

use engine::random::{Random, random};
use engine::{Game, Turn};
use interface::event_cursor::GameFault;
use interface::narrate::Narrate;
use interface::record::{Header, OpenRecord};
use interface::record_format::RecordedDecision;
use interface::replay::ReplayEvent;
use interface::weighing::thinking;

use lab::base::error::Result;
use lab::subject::{ActionOf, LibraryOf, PositionOf, Setup};
use lab::wire::files::{RecordFault, Records};

/// The decisions of a recorded game, which need not be finished.
pub struct Points<S: Setup> {
    /// The game's set-up.
    pub header: Rc<Header<S::Game>>,
    /// The decisions of the record, in their order.
    pub decided: Vec<DecisionPoint<S>>,
    /// The position at the end of the record.
    last: PositionOf<S>,
    /// The number of decisions that led there.
    number: u64,
    /// The number of events.
    events: usize,
    /// The fault at the end of a record that ends too early.
    pub missing: Option<GameFault>,
}

impl<S: Setup<Game: Narrate>> Points<S> {
    /// Reads those of game `game` (from 1) of a file.
    ///
    /// # Errors
    /// If the file cannot be read or has fewer games, or the game breaks the rules.
    pub fn read(records: Records, game: u64, library: &LibraryOf<S>) -> Result<Self> {
        let file = records.path().to_path_buf();
        let (place, line) = records.find(game).map_err(RecordFault::into_error)?;
        let of_game = |what| RecordFault::of(file.clone(), Some(place), what).into_error();
        let mut found = Vec::new();
        let opened = OpenRecord::<S::Game>::read(&line, library).map_err(of_game)?;
        let reached = opened.replay(&mut |seen| {
            if let ReplayEvent::Decision(position, decided) = seen {
                found.push((position.clone(), decided));
            }
        });
        let reached = reached.map_err(of_game)?;
        found.extend(reached.apart);
        let (events, header) = (opened.events.len(), Rc::new(opened.header));
        let decided = found.into_iter().map(|(position, decided)| {
            let RecordedDecision { event, seat, action, number } = decided;
            let decided = RecordedDecision { event, seat, action: Some(action), number };
            DecisionPoint { header: Rc::clone(&header), position, decided }
        });
        let decided = decided.collect();
        let (last, number, missing) = (reached.position, reached.decisions, reached.missing);
        Ok(Self { header, decided, last, number, events, missing })
    }

    /// Returns the decision that is event `event` (from 0): that of this seat, or the first.
    ///
    /// # Errors
    /// If the event is not a decision of the seat.
    pub fn find(self, event: u64, wanted: Option<u64>) -> Result<DecisionPoint<S>, String> {
        let mut found = self.decided.into_iter().filter(|point| point.decided.event as u64 == event).peekable();
        let Some(first) = found.peek().map(|point| point.decided.seat) else {
            let accepted = "the index of a decision; without --event and --agent, all are listed";
            return Err(format!("--event: found {event}; accepted: {accepted}"));
        };
        let seat = wanted.unwrap_or(first.index() as u64);
        let of_seat = found.find(|point| point.decided.seat.index() as u64 == seat);
        of_seat.ok_or_else(|| format!("--seat: found {seat}; accepted: a seat that decides there, such as {first}"))
    }

    /// Returns the decision after the last event: that of this seat, if it is a secret one.
    ///
    /// # Errors
    /// If the game is over, chance decides, or it is another seat's turn.
    pub fn next(self, wanted: Option<u64>) -> Result<DecisionPoint<S>, String> {
        let Self { header, decided, last: mut position, number, events, missing } = self;
        let game = &header.game;
        let Turn::Seat(first) = game.turn(&position) else {
            return Err(match missing {
                Some(fault) => format!("--agent: no decision is due where the record ends: {fault}"),
                None => "--agent: the game is over; accepted: with --event, the index of a decision".to_owned(),
            });
        };
        let seat = wanted.unwrap_or(first.index() as u64);
        let mut number = number;
        while let Turn::Seat(mover) = game.turn(&position) {
            if mover.index() as u64 == seat {
                let known = decided.iter().find(|point| point.decided.seat == mover && point.decided.number == number);
                return match known {
                    Some(point) => Err(format!(
                        "--seat: seat {seat} has already decided; accepted: --event {}",
                        point.decided.event
                    )),
                    None => {
                        let decided = RecordedDecision { event: events, seat: mover, action: None, number };
                        Ok(DecisionPoint { header: Rc::clone(&header), position, decided })
                    }
                };
            }
            if !game.is_secret(&position) {
                break;
            }
            // Secret decisions of others are unknown and hidden from this seat: any will do.
            let any = game.random_action(&position, &mut random(number));
            game.apply(&mut position, any);
            number += 1;
        }
        Err(format!("--seat: found {seat}; accepted: a seat that is due to decide, such as {first}"))
    }
}

/// A decision, and the position in which it is taken.
pub struct DecisionPoint<S: Setup> {
    /// The game's set-up.
    pub header: Rc<Header<S::Game>>,
    /// The position before the decision.
    ///
    /// It includes secret choices made before it in turn order, invented if they are not known.
    pub position: PositionOf<S>,
    /// The decision; its action is `None` at the end of an unfinished record.
    pub decided: RecordedDecision<Option<ActionOf<S>>>,
}

impl<S: Setup<Game: Narrate>> DecisionPoint<S> {
    /// Returns the name of the player that decided.
    pub fn player(&self) -> &str {
        &self.header.heading.players[self.decided.seat.index()]
    }

    /// Returns the recorded action in words; `None` at the end of an unfinished record.
    pub fn recorded(&self) -> Option<String> {
        self.decided.action.map(|action| self.words(action))
    }

    /// Returns an action of the player that decided, in words.
    pub fn words(&self, action: ActionOf<S>) -> String {
        self.header.game.action(&self.position, self.decided.seat, action)
    }

    /// Returns the player's random source for this decision.
    ///
    /// It is arbitrary if the record's seed has another program's format.
    pub fn thinking(&self) -> Random {
        thinking(&self.header, &self.decided)
    }
}
