//! One game in small steps.

use agents::Agent;
use engine::random::mix;
use engine::{Ending, Seat, Turn};
use interface::seeds::GameSeed;

use crate::action_mask::ActionMask;
use crate::afterstates::Afterstates;
use crate::encoding::{ChoiceResult, Encoding, shown};

/// A choice that is not possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedChoice {
    /// The choice.
    pub found: i64,
    /// The possible choices.
    pub accepted: String,
}

impl std::fmt::Display for RefusedChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "found {}; accepted: {}", self.found, self.accepted)
    }
}

/// The decisions and choices that did not fit the encoding.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct EncodingGaps {
    /// Choices with possible options that had no number.
    pub choices: u64,
    /// Decisions without any number, for which the first legal action was taken.
    pub decisions: u64,
}

/// A question: the index of the agent asked, and the seed of the question.
pub type Asked = (usize, u64);

/// A game in progress.
///
/// Chance is resolved and forced choices are made at once, so that either a seat has several choices or the game is
/// over.
pub struct Environment<G: Encoding> {
    game: G,
    seed: GameSeed,
    position: G::Position,
    /// The decisions so far.
    actions: Vec<G::Action>,
    /// The seat that has several choices.
    mover: Option<Seat>,
    chosen: G::PartialAction,
    /// The choices of the decision so far that were not forced.
    partial: Vec<usize>,
    /// The decision of an agent that was asked here, and its question.
    planned: Option<(Asked, G::Action)>,
    options: ActionMask,
    /// The number of possible choices without a number.
    outside_now: usize,
    /// The same so far.
    pub outside: EncodingGaps,
    /// The number of chance events so far.
    pub draws: usize,
    cache: G::ObservationCache,
}

/// The agents that decide for some seats; the others are asked.
pub type Seated<'a, G> = &'a [Option<Box<dyn Agent<G>>>];

impl<G: Encoding> Environment<G> {
    /// Begins a game, up to the first choice of a seat without an agent.
    ///
    /// An agent decides as in any other game with this seed.
    pub fn begin(game: G, seed: GameSeed, agents: Seated<'_, G>) -> Self {
        let position = game.start(seed.first);
        Self::from_position(game, seed, position, agents)
    }

    /// Begins at any position; chance after it comes from the seed.
    pub fn from_position(game: G, seed: GameSeed, position: G::Position, agents: Seated<'_, G>) -> Self {
        let mut environment = Self {
            game,
            seed,
            position,
            actions: Vec::new(),
            mover: None,
            chosen: G::PartialAction::default(),
            partial: Vec::new(),
            planned: None,
            options: ActionMask::default(),
            outside_now: 0,
            outside: EncodingGaps::default(),
            draws: 0,
            cache: G::ObservationCache::default(),
        };
        environment.go_on(agents);
        environment
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the seed of its chance.
    pub fn seed(&self) -> &GameSeed {
        &self.seed
    }

    /// The position, without the partial decision.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The choices of the decision so far, without those that were forced.
    pub fn partial(&self) -> &[usize] {
        &self.partial
    }

    /// All decisions since the beginning, including those of agents and forced ones.
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// Returns the seat that chooses; `None` when the game is over.
    pub fn mover(&self) -> Option<Seat> {
        self.mover
    }

    /// Returns the possible choices.
    pub fn options(&self) -> &ActionMask {
        &self.options
    }

    /// Returns the number of further options without a number.
    pub fn outside_now(&self) -> usize {
        self.outside_now
    }

    /// Returns the ending, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.mover.is_none().then(|| self.game.outcome(&self.position))
    }

    /// Checks that this can be chosen.
    ///
    /// # Errors
    /// If it cannot.
    pub fn check(&self, number: i64) -> Result<usize, RefusedChoice> {
        self.options.find(number).ok_or_else(|| {
            let accepted =
                if self.mover.is_none() { "nothing, the game is over".to_owned() } else { shown(&self.options) };
            RefusedChoice { found: number, accepted }
        })
    }

    /// Chooses, and goes on to the next choice of a seat without an agent.
    ///
    /// # Panics
    /// If it cannot be chosen.
    pub fn choose(&mut self, number: usize, agents: Seated<'_, G>) {
        assert!(self.options.has(number), "choice {number}");
        self.partial.push(number);
        self.take(number);
        self.go_on(agents);
    }

    /// Asks an agent in place of the choosing seat, and returns the next choice towards its decision.
    ///
    /// It is asked once for each decision and question. With the seed 0 it decides as in any other game with this seed;
    /// every other seed gives it other random numbers. `None` if its decision has no number, or the choices so far lead
    /// elsewhere.
    pub fn ask(&mut self, agent: &dyn Agent<G>, asked: Asked) -> Option<usize> {
        let seat = self.mover?;
        let action = match self.planned {
            Some((known, action)) if known == asked => action,
            _ => {
                let thinking = if asked.1 == 0 { self.seed.thinking } else { mix([self.seed.thinking, asked.1]) };
                let seed = GameSeed { thinking, ..self.seed };
                let mut random = seed.thinking_of(seat, self.actions.len() as u64);
                let action = agent.choose(&self.game, &self.game.view(&self.position, seat), &mut random).action;
                self.planned = Some((asked, action));
                action
            }
        };
        let mut chosen = G::PartialAction::default();
        loop {
            let number = self.game.number(&self.position, &chosen, action)?;
            if chosen == self.chosen {
                return self.options.has(number).then_some(number);
            }
            match self.game.choose(&self.position, chosen, number) {
                ChoiceResult::Choose(next) => chosen = next,
                ChoiceResult::Act(_) => return None,
            }
        }
    }

    fn take(&mut self, number: usize) {
        match self.game.choose(&self.position, self.chosen, number) {
            ChoiceResult::Choose(next) => self.chosen = next,
            ChoiceResult::Act(action) => self.act(action),
        }
    }

    fn act(&mut self, action: G::Action) {
        self.game.apply(&mut self.position, action);
        self.actions.push(action);
        self.chosen = G::PartialAction::default();
        self.partial.clear();
        self.planned = None;
    }

    fn go_on(&mut self, agents: Seated<'_, G>) {
        loop {
            match self.game.turn(&self.position) {
                Turn::Over => {
                    (self.mover, self.options) = (None, ActionMask::default());
                    return;
                }
                Turn::Chance => {
                    self.draws += 1;
                    self.game.resolve_chance(&mut self.position, self.seed.draws);
                }
                Turn::Seat(seat) => match agents.get(seat.index()) {
                    Some(Some(agent)) => {
                        let mut random = self.seed.thinking_of(seat, self.actions.len() as u64);
                        let action = {
                            let view = self.game.view(&self.position, seat);
                            agent.choose(&self.game, &view, &mut random).action
                        };
                        self.act(action);
                    }
                    _ if self.is_choosing() => {
                        self.mover = Some(seat);
                        return;
                    }
                    _ => {}
                },
            }
        }
    }

    /// Finds the choices; chooses what is forced. Whether there are several.
    fn is_choosing(&mut self) -> bool {
        self.options = ActionMask::default();
        self.outside_now = self.game.options(&self.position, &self.chosen, &mut self.options);
        self.outside.choices += u64::from(self.outside_now > 0);
        if let Some(only) = self.options.only() {
            self.take(only);
            return false;
        }
        if self.options.is_empty() {
            self.outside.decisions += 1;
            let mut actions = Vec::new();
            self.game.legal_actions(&self.position, &mut actions);
            self.act(actions[0]);
            return false;
        }
        true
    }

    /// Fills an observation of the seat that chooses, all zeros before.
    pub fn observe(&mut self, out: &mut [f32]) {
        if let Some(mover) = self.mover {
            self.observe_as(mover, out);
        }
    }

    /// Fills an observation of any seat, all zeros before.
    ///
    /// Only the choosing seat sees its partial decision.
    pub fn observe_as(&mut self, seat: Seat, out: &mut [f32]) {
        let chosen = (self.mover == Some(seat)).then_some(&self.chosen);
        self.game.observe(&self.game.view(&self.position, seat), chosen, &mut self.cache, out);
    }

    /// Lists the afterstates of the choosing seat.
    pub fn afterstates(&self, list: &mut Afterstates) {
        if let Some(mover) = self.mover {
            self.game.afterstates(&self.game.view(&self.position, mover), &self.chosen, list);
        }
    }

    /// Fills the planes of the board of the seat that chooses, all zeros before.
    pub fn planes(&self, out: &mut [u8]) {
        if let Some(mover) = self.mover {
            self.game.planes(&self.game.view(&self.position, mover), out);
        }
    }
}

/// Caches are not cloned.
impl<G: Encoding> Clone for Environment<G> {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            seed: self.seed,
            position: self.position.clone(),
            actions: self.actions.clone(),
            mover: self.mover,
            chosen: self.chosen,
            partial: self.partial.clone(),
            planned: None,
            options: self.options,
            outside_now: self.outside_now,
            outside: self.outside,
            draws: self.draws,
            cache: G::ObservationCache::default(),
        }
    }
}
