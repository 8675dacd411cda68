//! Decisions and games in small numbered steps, alone or side by side.

use agents::Agent;
use engine::{Game, Seat};
use interface::protocol::Protocol;
use lab::base::error::{Error, Result};
use lab::base::ordered;
use learning::action_mask::ActionMask;
use learning::batch::Batch;
use learning::encoding::{ChoiceResult, Encoding, options_of, shown};
use learning::environment::Environment;

use super::game_source::{DealtGame, GameSource, Lab, TableSetup};
use super::session_game::SessionGame;
use super::traits::{BatchSteps, DecisionSteps, GameSteps, LiveGame};

/// A decision in small steps.
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
    /// If nothing that it may do fits into the encoding.
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
                    return Err(Error::input("view", "nothing that its seat may do fits into the encoding", ""));
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
    dealt: DealtGame<S>,
}

impl<S: Lab> StepwiseGame<S> {
    /// Before the first choice.
    pub fn begin(dealt: DealtGame<S>) -> Self {
        Self { environment: Environment::begin(dealt.game.clone(), dealt.seed, &[]), dealt }
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
        let mut played = SessionGame::begin(&self.dealt);
        self.environment.actions().iter().try_for_each(|action| played.act(*action))?;
        Ok(Box::new(played))
    }
}

/// Many games in small steps.
pub struct StepwiseBatch<S: Lab> {
    batch: Batch<S::Game>,
    source: GameSource<S>,
    master: u64,
}

impl<S: Lab> StepwiseBatch<S> {
    /// Begins so many games of a master seed at a table, some of whose seats agents may have, stepped by so many threads.
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
        let (source, players) = (setup.source.clone(), setup.players);
        let dealt = move |number| {
            let DealtGame { game, seed, .. } = source.numbered(master, number, players);
            (game, seed)
        };
        let pool = (threads > 1).then(|| ordered::pool(Some(threads))).transpose()?;
        let batch = Batch::begin(Box::new(dealt), agents, players, environments, pool);
        Ok(Self { batch, source: setup.source.clone(), master })
    }
}

impl<S: Lab> BatchSteps for StepwiseBatch<S> {
    fn shape(&self) -> (usize, usize, usize, usize, [usize; 3]) {
        (self.batch.len(), self.batch.players(), S::Game::ACTIONS, S::Game::OBSERVATION, S::Game::PLANES)
    }

    fn observe(&mut self, vectors: Option<&mut [f32]>, masks: &mut [i8], movers: &mut [i8]) {
        self.batch.observe(vectors, masks, movers);
    }

    fn planes(&self, out: &mut [u8]) {
        self.batch.planes(out);
    }

    fn step(
        &mut self,
        choices: &[i32],
        rewards: &mut [f32],
        done: &mut [bool],
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<bool> {
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
        let text = |number: &u64| self.source.numbered(self.master, *number, self.batch.players()).text;
        self.batch.numbers().iter().map(text).collect()
    }
}
