//! Decisions and games in small numbered steps, alone or in batches.

use std::any::Any;
use std::process;

use agents::Agent;
use engine::{Game, Seat};
use interface::protocol::Protocol;
use lab::base::error::{Error, Result};
use lab::base::ordered;
use learning::action_mask::ActionMask;
use learning::afterstates::Afterstates;
use learning::batch::{Batch, BatchState, ThreadPool};
use learning::encoding::{ChoiceResult, Encoding, options_of, shown};
use learning::environment::Environment;

use super::game_source::{DealtGame, Lab, TableSetup};
use super::seated::{LibraryAgent, asked};
use super::session_game::SessionGame;
use super::traits::{AnyState, BatchSteps, DecisionSteps, GameSteps, LiveGame};

/// A decision as a sequence of small choices.
pub struct StepwiseDecision<G: Encoding> {
    game: G,
    position: G::Position,
    seat: Seat,
    chosen: G::PartialAction,
    options: ActionMask,
    action: Option<G::Action>,
}

impl<G: Encoding> StepwiseDecision<G> {
    /// The decision of the seat to move, up to the first choice that is not forced.
    ///
    /// # Errors
    /// If no legal action fits the encoding.
    pub fn begin(game: G, position: G::Position, seat: Seat) -> Result<Self> {
        let (chosen, options) = (G::PartialAction::default(), ActionMask::default());
        let mut decision = Self { game, position, seat, chosen, options, action: None };
        decision.go_on()?;
        Ok(decision)
    }

    /// Chooses what is forced.
    fn go_on(&mut self) -> Result<()> {
        while self.action.is_none() {
            self.options = options_of(&self.game, &self.position, &self.chosen);
            match self.options.only() {
                Some(only) => self.take(only),
                None if self.options.is_empty() => {
                    return Err(Error::input("view", "none of its seat's actions can be encoded", ""));
                }
                None => return Ok(()),
            }
        }
        self.options = ActionMask::default();
        Ok(())
    }

    fn take(&mut self, number: usize) {
        match self.game.choose(&self.position, self.chosen, number) {
            ChoiceResult::Choose(next) => self.chosen = next,
            ChoiceResult::Act(action) => self.action = Some(action),
        }
    }
}

impl<G: Encoding + Protocol> DecisionSteps for StepwiseDecision<G> {
    fn observe(&self, out: &mut [f32]) {
        let view = self.game.view(&self.position, self.seat);
        self.game.observe(&view, Some(&self.chosen), &mut Default::default(), out);
    }

    fn planes(&self, out: &mut [u8]) {
        self.game.planes(&self.game.view(&self.position, self.seat), out);
    }

    fn afterstates(&self) -> (Afterstates, usize) {
        let mut list = Afterstates::default();
        if self.action.is_none() {
            self.game.afterstates(&self.game.view(&self.position, self.seat), &self.chosen, &mut list);
        }
        (list, G::BOARD)
    }

    fn options(&self) -> &ActionMask {
        &self.options
    }

    fn choose(&mut self, number: i64) -> Result<()> {
        let accepted = || match self.action {
            Some(_) => "nothing, it is decided".to_owned(),
            None => shown(&self.options),
        };
        let refused = || Error::input("choice", format_args!("found {number}"), accepted());
        self.take(self.options.find(number).ok_or_else(refused)?);
        self.go_on()
    }

    fn action(&self) -> Option<String> {
        Some(self.game.write_action(&self.position, self.action?).to_string())
    }
}

/// A game in small steps.
pub struct StepwiseGame<S: Lab> {
    environment: Environment<S::Game>,
    /// The game where the steps began.
    root: SessionGame<S>,
}

impl<S: Lab> StepwiseGame<S> {
    /// Before the first choice.
    pub fn begin(dealt: &DealtGame<S>) -> Self {
        Self::of_session(SessionGame::begin(dealt))
    }

    /// At any position.
    pub fn of_session(root: SessionGame<S>) -> Self {
        let (game, position) = (root.session().game().clone(), root.session().position().clone());
        Self { environment: Environment::from_position(game, root.seed_ahead(), position, &[]), root }
    }

    fn session(&self) -> Result<SessionGame<S>> {
        let mut played = self.root.clone();
        self.environment.actions().iter().try_for_each(|action| played.act(*action))?;
        Ok(played)
    }
}

impl<S: Lab> GameSteps for StepwiseGame<S> {
    fn mover(&self) -> Option<usize> {
        self.environment.mover().map(Seat::index)
    }

    fn options(&self) -> &ActionMask {
        self.environment.options()
    }

    fn outside(&self) -> usize {
        self.environment.outside_now()
    }

    fn is_secret(&self) -> bool {
        self.environment.mover().is_some() && self.environment.game().is_secret(self.environment.position())
    }

    fn draws(&self) -> usize {
        self.environment.draws
    }

    fn choose(&mut self, number: i64) -> Result<()> {
        let number = self.environment.check(number).map_err(|refused| Error::input("action", &refused, ""))?;
        self.environment.choose(number, &[]);
        Ok(())
    }

    fn observe(&mut self, seat: usize, out: &mut [f32]) {
        self.environment.observe_as(Seat::new(seat), out);
    }

    fn rewards(&self) -> Option<Vec<f64>> {
        let ending = self.environment.ending()?;
        let seats = self.environment.game().seats();
        Some(Seat::all(seats).map(|seat| ending.win_share(seat) - 1.0 / seats as f64).collect())
    }

    fn points(&self) -> Option<Vec<i32>> {
        Some(self.environment.ending()?.points.to_vec())
    }

    fn played(&self) -> Result<Box<dyn LiveGame>> {
        Ok(Box::new(self.session()?))
    }

    fn partial(&self) -> Vec<usize> {
        self.environment.partial().to_vec()
    }

    fn copy(&self, seed: Option<u64>) -> Result<Box<dyn GameSteps>> {
        let Some(seed) = seed else {
            return Ok(Box::new(Self { environment: self.environment.clone(), root: self.root.clone() }));
        };
        let mut root = self.session()?;
        root.reseed(seed, self.environment.seed().thinking);
        let mut copy = Self::of_session(root);
        self.environment.partial().iter().for_each(|choice| copy.environment.choose(*choice, &[]));
        Ok(Box::new(copy))
    }
}

/// Many games in small steps.
pub struct StepwiseBatch<S: Lab> {
    batch: Batch<S::Game>,
    /// Whether agents decide for the other seats.
    has_opponents: bool,
    setup: TableSetup<S>,
    master: u64,
    threads: usize,
    /// The process that owns the threads; after a fork the child has none.
    process: u32,
    /// The agents that were asked, by their specs.
    asked: Vec<(String, LibraryAgent<S>)>,
}

impl<S: Lab> StepwiseBatch<S> {
    /// Begins this many games of a master seed at a table, on this many threads.
    ///
    /// Agents may have some of the seats.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn begin(
        setup: &TableSetup<S>,
        master: u64,
        agents: Vec<Option<Box<dyn Agent<S::Game>>>>,
        environments: usize,
        threads: usize,
    ) -> Result<Self> {
        let dealer = setup.clone();
        let dealt = move |number| {
            let DealtGame { game, seed, .. } = dealer.numbered(master, number);
            (game, seed)
        };
        let has_opponents = agents.iter().any(Option::is_some);
        let batch = Batch::begin(Box::new(dealt), agents, setup.players, environments, pool(threads)?);
        let setup = setup.clone();
        Ok(Self { batch, has_opponents, setup, master, threads, process: process::id(), asked: Vec::new() })
    }

    /// Starts threads if this process has none after a fork.
    fn start_threads(&mut self) -> Result<()> {
        if self.process != process::id() {
            self.batch.replace_pool(pool(self.threads)?);
            self.process = process::id();
        }
        Ok(())
    }

    /// The index of an agent among those that were asked.
    fn asked(&mut self, spec: &str) -> Result<usize> {
        if let Some(known) = self.asked.iter().position(|(other, _)| other == spec) {
            return Ok(known);
        }
        let (agent, _) = asked::<S>(spec, self.batch.environments()[0].game())?;
        self.asked.push((spec.to_owned(), agent));
        Ok(self.asked.len() - 1)
    }
}

/// Threads for a batch, if more than one is wanted.
fn pool(threads: usize) -> Result<Option<ThreadPool>> {
    (threads > 1).then(|| ordered::pool(Some(threads))).transpose()
}

impl<S: Lab> BatchSteps for StepwiseBatch<S> {
    fn shape(&self) -> (usize, usize, usize, usize, [usize; 3]) {
        (self.batch.len(), self.batch.players(), S::Game::ACTIONS, S::Game::OBSERVATION, S::Game::PLANES)
    }

    fn observe(&mut self, vectors: Option<&mut [f32]>, masks: &mut [i8], movers: &mut [i8]) -> Result<()> {
        self.start_threads()?;
        self.batch.observe(vectors, masks, movers);
        Ok(())
    }

    fn planes(&self, out: &mut [u8]) {
        self.batch.planes(out);
    }

    fn afterstates(&self, wanted: &dyn Fn(usize) -> bool) -> (Afterstates, usize) {
        (self.batch.afterstates(wanted), S::Game::BOARD)
    }

    fn ask(&mut self, spec: &str, seed: u64, out: &mut [i32], is_over: &mut dyn FnMut() -> bool) -> Result<()> {
        self.start_threads()?;
        let number = self.asked(spec)?;
        self.batch.ask(&*self.asked[number].1, (number, seed), out, is_over);
        Ok(())
    }

    fn state(&self) -> AnyState {
        Box::new((self.has_opponents, self.batch.state()))
    }

    fn restore(&mut self, state: &(dyn Any + Send + Sync)) -> Result<()> {
        let (envs, players, name) = (self.batch.len(), self.batch.players(), S::INFO.name);
        let opponents = if self.has_opponents { "with" } else { "without" };
        let accepted =
            || format!("the state of a batch of {envs} games of {name} with {players} players, {opponents} opponents");
        let state = state
            .downcast_ref::<(bool, BatchState<S::Game>)>()
            .filter(|(has_opponents, state)| *has_opponents == self.has_opponents && state.shape() == (envs, players));
        let (_, state) = state.ok_or_else(|| Error::input("state", "found that of another batch", accepted()))?;
        self.batch.restore(state);
        Ok(())
    }

    fn step(
        &mut self,
        choices: &[i32],
        rewards: &mut [f32],
        done: &mut [bool],
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<bool> {
        self.start_threads()?;
        let stepped = self.batch.step(choices, rewards, done, is_over);
        stepped.map_err(|fault| Error::input(format_args!("actions.{}", fault.environment), &fault.refused, ""))
    }

    fn points(&self) -> &[i32] {
        self.batch.points()
    }

    fn counts(&self) -> [u64; 4] {
        let outside = self.batch.outside;
        [self.batch.steps, self.batch.games, outside.choices, outside.decisions]
    }

    fn seeds(&self) -> Vec<String> {
        let text = |number: &u64| self.setup.numbered(self.master, *number).text;
        self.batch.numbers().iter().map(text).collect()
    }
}
