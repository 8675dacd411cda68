//! Measuring the value of one decision: it is replaced by another action, and everything else stays the same, including future draws.

use agents::{Agent, AgentSpec};
use engine::random::mix;
use engine::{Ending, Game, Seat};
use interface::seeds::GameSeed;

use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::time::clock;
use crate::base::{interrupt, ordered};
use crate::play::arena::play_from;
use crate::play::exec_options::ExecOptions;
use crate::schedule::seeds::{Purpose, seed};
use crate::subject::{ActionOf, PositionOf, Setup};
use stats::{Estimate, Welford};

/// A decision, and the action to compare it with.
pub struct WhatIf<'a, S: Setup> {
    /// The game.
    pub game: &'a S::Game,
    /// The position before the decision.
    pub position: &'a PositionOf<S>,
    /// The seat that decides.
    pub seat: Seat,
    /// The number of the decision in its game.
    pub number: u64,
    /// The action that was chosen.
    pub action: ActionOf<S>,
    /// The action to compare it with.
    pub instead: ActionOf<S>,
    /// The agent that plays on in all seats.
    pub agent: &'a AgentSpec,
    /// The number of futures. Each is played with either action, with the same draws and the same random numbers of agents.
    pub futures: u64,
    /// Master seed.
    pub seed: u64,
}

/// The results of the seat with the other action less those with the chosen one, over futures.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WhatIfDifference {
    /// Final points.
    pub vp: Estimate,
    /// Share of the win, from 0 to 1.
    pub win: Estimate,
}

impl<S: Setup> WhatIf<'_, S> {
    /// Plays all futures.
    ///
    /// # Errors
    /// If an agent does not decide, threads cannot be made, or Ctrl-C is pressed.
    pub fn play(&self, exec: ExecOptions) -> Result<WhatIfDifference> {
        let pool = ordered::pool(exec.threads)?;
        let progress = Progress::of_games(2 * self.futures, exec.quiet);
        let (mut vp, mut win) = (Welford::default(), Welford::default());
        ordered::for_each(
            &pool,
            interrupt::install_handler()?,
            (0..self.futures).map(Ok),
            || self.agent.build_with(S::KINDS, clock),
            |agent: &mut Box<dyn Agent<S::Game>>, future: u64| {
                Ok([self.ending(&**agent, future, self.action)?, self.ending(&**agent, future, self.instead)?])
            },
            |played: Result<[Ending; 2]>| {
                let [was, instead] = played?;
                let seat = self.seat.index();
                vp.push(f64::from(instead.points[seat] - was.points[seat]));
                win.push(instead.win_share(self.seat) - was.win_share(self.seat));
                progress.add(2);
                Ok(())
            },
        )?;
        Ok(WhatIfDifference { vp: vp.estimate(), win: win.estimate() })
    }

    /// Plays a future after an action, and returns the ending.
    fn ending(&self, agent: &dyn Agent<S::Game>, future: u64, action: ActionOf<S>) -> Result<Ending> {
        let mut position = self.position.clone();
        self.game.apply(&mut position, action);
        let of = |purpose| seed(mix([self.seed, future]), future, purpose);
        let seed = GameSeed { draws: of(Purpose::Draws), thinking: of(Purpose::Thinking), first: self.seat };
        let seated = vec![agent; self.game.seats()];
        play_from(self.game, position, &seed, &seated, self.number + 1, &mut ()).map_err(Error::undecided)
    }
}
