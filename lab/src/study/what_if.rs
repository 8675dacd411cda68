//! The value of one decision: the difference if it is replaced, with everything else unchanged.
//!
//! Future draws stay the same, too.

use agents::{Agent, AgentSpec};
use engine::random::mix;
use engine::{Ending, Game, Seat};
use interface::seeds::GameSeed;

use crate::base::error::{Error, Result};
use crate::base::ordered::Workers;
use crate::base::progress::Progress;
use crate::base::time::clock;
use crate::play::arena::play_from;
use crate::play::exec_options::ExecOptions;
use crate::schedule::seeds::{Purpose, seed};
use crate::subject::{ActionOf, PositionOf, Setup};
use stats::{Estimate, Welford};

/// A decision, and an alternative action.
pub struct WhatIf<'a, S: Setup> {
    /// The game.
    pub game: &'a S::Game,
    /// The position before the decision.
    pub position: &'a PositionOf<S>,
    /// The seat that decides.
    pub seat: Seat,
    /// The number of the decision in its game.
    pub number: u64,
    /// The action chosen.
    pub action: ActionOf<S>,
    /// The alternative action.
    pub instead: ActionOf<S>,
    /// The agent that continues the game in all seats.
    pub agent: &'a AgentSpec,
    /// The number of futures. Each is played with both actions, on the same draws and random numbers.
    pub futures: u64,
    /// The master seed.
    pub seed: u64,
}

/// The seat's results with the alternative action minus those with the chosen one, over futures.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WhatIfDifference {
    /// The final points.
    pub vp: Estimate,
    /// The win share, from 0 to 1.
    pub win: Estimate,
}

impl<S: Setup> WhatIf<'_, S> {
    /// Plays all futures.
    ///
    /// # Errors
    /// If an agent fails to decide, threads cannot be created, or on Ctrl-C.
    pub fn play(&self, exec: ExecOptions) -> Result<WhatIfDifference> {
        let workers = Workers::new(exec.threads)?;
        let progress = Progress::of_games(2 * self.futures, exec.quiet);
        let (mut vp, mut win) = (Welford::default(), Welford::default());
        workers.each_with(
            0..self.futures,
            || self.agent.build_with(S::KINDS, clock),
            |agent, future| {
                Ok([self.ending(&**agent, future, self.action)?, self.ending(&**agent, future, self.instead)?])
            },
            |[was, instead]| {
                let seat = self.seat.index();
                vp.push(f64::from(instead.points[seat] - was.points[seat]));
                win.push(instead.win_share(self.seat) - was.win_share(self.seat));
                progress.add(2);
                Ok(())
            },
        )?;
        Ok(WhatIfDifference { vp: vp.estimate(), win: win.estimate().map(|share| share.clamp(-1.0, 1.0)) })
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
