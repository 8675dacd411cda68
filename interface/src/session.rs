//! A game one step at a time, for people, programs and pages.
//!
//! It is set up or read from a record, finished or not. It can go forward and back, be shown and be written.

use agents::{Agent, DecisionError};
use engine::random::Random;
use engine::{Ending, Game, Seat, Turn};

use crate::event_cursor::GameFault;
use crate::observer::Observer;
use crate::record::{OpenRecord, RecordHeading, line};
use crate::record_format::RecordFormat;
use crate::replay::{ReplayEnd, ReplayEvent};
use crate::seeds::GameSeed;

/// A step of a game: the outcome of a chance event, or a decision of a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Step<C, A> {
    /// Chance decided.
    Chance(C),
    /// A player decided.
    Action(Seat, A),
}

/// The steps of a game.
pub type StepOf<G> = Step<<G as Game>::Chance, <G as Game>::Action>;

/// A step that the rules do not allow.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// It is nobody's turn.
    #[error("it is no player's turn")]
    NobodysTurn,
    /// The action is not legal.
    #[error("the action is not legal")]
    Illegal,
}

/// A game in progress, with all steps that led to it.
///
/// ```
/// use engine::Seat;
/// use engine::tipperary::Tipperary;
/// use interface::session::{Session, Step};
///
/// let mut session = Session::new(Tipperary::dealt(2, 7)?, Seat::new(0));
/// session.draw(1);
/// let action = session.legal_actions()[0];
/// session.act(action).expect("it is legal");
/// assert!(matches!(session.steps(), [Step::Chance(_), Step::Action(_, taken)] if *taken == action));
/// # Ok::<(), engine::tipperary::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    game: G,
    first: Seat,
    steps: Vec<StepOf<G>>,
    /// The number of steps that led to the position.
    at: usize,
    position: G::Position,
}

impl<G: RecordFormat> Session<G> {
    /// Starts before any event, with `first` as the first starting player.
    pub fn new(game: G, first: Seat) -> Self {
        let position = game.start(first);
        Self { game, first, steps: Vec::new(), at: 0, position }
    }

    /// The game of a record up to its end, and everything else that the record contains.
    ///
    /// # Errors
    /// The first event that does not follow from the rules and the events before it.
    pub fn of(opened: &OpenRecord<G>) -> Result<(Self, ReplayEnd<G>), GameFault> {
        let mut steps = Vec::new();
        let reached = opened.replay(&mut |seen| match seen {
            ReplayEvent::Chance(_, chance) => steps.push(Step::Chance(chance.clone())),
            ReplayEvent::Decision(_, decided) => steps.push(Step::Action(decided.seat, decided.action)),
            ReplayEvent::Event(..) => {}
        })?;
        let (game, position) = (opened.header.game.clone(), reached.position.clone());
        Ok((Self { game, first: reached.first, at: steps.len(), steps, position }, reached))
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The first starting player.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Returns a seat's view of it.
    pub fn view(&self, seat: Seat) -> G::View<'_> {
        self.game.view(&self.position, seat)
    }

    /// Returns who moves next.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    /// The end result, if the game is over.
    pub fn ending(&self) -> Option<Ending> {
        (self.turn() == Turn::Over).then(|| self.game.outcome(&self.position))
    }

    /// All legal actions of the seat to move, ascending; empty if there is no such seat.
    pub fn legal_actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.position, &mut actions);
        actions
    }

    /// A uniformly random legal action; `None` if nobody is to move.
    pub fn random_action(&self, random: &mut Random) -> Option<G::Action> {
        matches!(self.turn(), Turn::Seat(_)).then(|| self.game.random_action(&self.position, random))
    }

    /// All known steps, those after the position included.
    pub fn steps(&self) -> &[StepOf<G>] {
        &self.steps
    }

    /// Returns the number of steps that led to the position.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Makes a decision for the seat to move. Steps that were undone are forgotten.
    ///
    /// # Errors
    /// If nobody is to move, or the action is not legal. The position then stays as it is.
    pub fn act(&mut self, action: G::Action) -> Result<(), StepError> {
        let Turn::Seat(seat) = self.turn() else { return Err(StepError::NobodysTurn) };
        if !self.game.is_legal(&self.position, action) {
            return Err(StepError::Illegal);
        }
        self.go_on(Step::Action(seat, action));
        Ok(())
    }

    /// Resolves chance events with this seed, until somebody is to move or the game is over.
    pub fn draw(&mut self, seed: u64) {
        while self.turn() == Turn::Chance {
            self.go_on(Step::Chance(self.game.draw(&self.position, seed)));
        }
    }

    fn go_on(&mut self, step: StepOf<G>) {
        take(&self.game, &mut self.position, &step, &mut |_, _| {});
        self.steps.truncate(self.at);
        self.steps.push(step);
        self.at += 1;
    }

    /// Goes back or forward to the position after this many of the known steps, at most all.
    pub fn go_to(&mut self, at: usize) {
        self.at = at.min(self.steps.len());
        self.position = self.replayed(&mut |_, _| {});
    }

    /// Reports everything that has happened up to the position, each event with the position after it.
    pub fn show(&self, observer: &mut (impl Observer<G> + ?Sized)) {
        self.replayed(&mut |position, event| observer.event(position, &event));
    }

    /// Lists the events up to the position that this seat may know; all events if it is `None`.
    pub fn events(&self, seat: Option<Seat>) -> Vec<G::Event> {
        self.numbered_events(seat).into_iter().map(|(_, event)| event).collect()
    }

    /// The same, each with its index among all events, from 0.
    pub fn numbered_events(&self, seat: Option<Seat>) -> Vec<(usize, G::Event)> {
        let mut events: Vec<(G::Event, Option<Seat>)> = Vec::new();
        let mut position = self.game.start(self.first);
        for step in &self.steps[..self.at] {
            take(&self.game, &mut position, step, &mut |_, event| {
                let owner = self.game.only_for(&event);
                events.push((event, owner));
            });
            if !self.game.is_secret(&position) {
                // The secret decisions are revealed.
                events.iter_mut().for_each(|(_, owner)| *owner = None);
            }
        }
        let numbered = events.into_iter().enumerate();
        numbered
            .filter(|(_, (_, owner))| seat.is_none() || owner.is_none() || *owner == seat)
            .map(|(number, (event, _))| (number, event))
            .collect()
    }

    /// The same game up to the position, with other secret decisions of these seats.
    ///
    /// It replaces unrevealed decisions; all others stay.
    #[must_use]
    pub fn with_secrets(&self, decided: &[(Seat, G::Action)]) -> Self {
        let mut steps = self.steps[..self.at].to_vec();
        let (mut position, mut secret) = (self.game.start(self.first), Vec::new());
        for (number, step) in steps.iter().enumerate() {
            let is_secret = self.game.is_secret(&position);
            take(&self.game, &mut position, step, &mut |_, _| {});
            match self.game.is_secret(&position) {
                true if is_secret => secret.push(number),
                true => {}
                false => secret.clear(),
            }
        }
        for number in secret {
            if let Step::Action(seat, action) = &mut steps[number]
                && let Some((_, other)) = decided.iter().find(|(of, _)| of == seat)
            {
                *action = *other;
            }
        }
        let mut session = Self { steps, ..self.clone() };
        session.position = session.replayed(&mut |_, _| {});
        session
    }

    /// Reports every decision up to the position, with the position before it.
    pub fn show_decisions(&self, mut show: impl FnMut(&G::Position, Seat, G::Action)) {
        let mut position = self.game.start(self.first);
        for step in &self.steps[..self.at] {
            if let Step::Action(seat, action) = step {
                show(&position, *seat, *action);
            }
            take(&self.game, &mut position, step, &mut |_, _| {});
        }
    }

    /// Counts the decisions up to the position.
    pub fn decisions(&self) -> u64 {
        self.steps[..self.at].iter().filter(|step| matches!(step, Step::Action(..))).count() as u64
    }

    /// The record of the game up to the position: one line without its end.
    pub fn record(&self, heading: &RecordHeading) -> String {
        line(&self.game, heading, &self.events(None))
    }

    /// Replays the game from its start to the position.
    fn replayed(&self, tell: &mut dyn FnMut(&G::Position, G::Event)) -> G::Position {
        let mut position = self.game.start(self.first);
        self.steps[..self.at].iter().for_each(|step| take(&self.game, &mut position, step, tell));
        position
    }
}

/// Takes one step.
fn take<G: Game>(
    game: &G,
    position: &mut G::Position,
    step: &StepOf<G>,
    mut tell: &mut dyn FnMut(&G::Position, G::Event),
) {
    match step {
        Step::Chance(chance) => game.settle_telling(position, chance, &mut tell),
        Step::Action(_, action) => game.apply_telling(position, *action, &mut tell),
    }
}

/// Asks an agent to decide for the seat to move, with the random source of this decision.
///
/// # Errors
/// If it does not decide.
pub fn decide<G: RecordFormat>(
    session: &Session<G>,
    seed: &GameSeed,
    seat: Seat,
    agent: &dyn Agent<G>,
) -> Result<G::Action, DecisionError> {
    let mut random = seed.thinking_of(seat, session.decisions());
    agent.try_choose(session.game(), &session.view(seat), &mut random).map(|decision| decision.action)
}
