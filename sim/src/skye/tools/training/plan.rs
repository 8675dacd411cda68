//! How an evaluation is trained.

use std::ops::Range;

use agents::AgentSpec;
use agents::net::Training;
use agents::skye::KINDS;

use crate::base::error::{Error, Result};
use crate::lab::study::TrainingOrder;

/// How an evaluation is trained.
#[derive(Clone, Debug)]
pub struct TrainingPlan {
    /// Players at the table.
    pub players: usize,
    /// Games that are played.
    pub games: u64,
    /// Who plays them.
    pub agent: AgentSpec,
    /// The percentage of decisions that another agent takes, so that positions after mistakes are seen, too.
    pub slips: u32,
    /// The other agent.
    pub slips_like: AgentSpec,
    /// Master seed.
    pub seed: u64,
    /// How the net is trained.
    pub training: Training,
}

/// Who slips.
const SLIPS_LIKE: &str = "rule-of-thumb";

/// Games of a piece.
const PIECE: u64 = 50;

impl TrainingPlan {
    /// The plan for what was asked for.
    ///
    /// # Errors
    /// If the agent is none whose games can be repeated.
    pub fn of(order: &TrainingOrder) -> Result<Self> {
        let TrainingOrder { players, games, slips, hidden, epochs, seed, .. } = *order;
        let training = Training { hidden: vec![hidden], epochs, decay: 1.0, seed, ..Training::default() };
        let (agent, slips_like) = (agent(&order.agent)?, agent(SLIPS_LIKE)?);
        Ok(Self { players, games, agent, slips, slips_like, seed, training })
    }

    /// How many pieces the games come in.
    pub fn pieces(&self) -> u64 {
        self.games.div_ceil(PIECE)
    }

    /// The numbers of a piece's games.
    pub fn piece(&self, piece: u64) -> Range<u64> {
        piece * PIECE..self.games.min((piece + 1) * PIECE)
    }

    /// What decides how games are played, except for how many.
    pub fn of_play(&self) -> String {
        let Self { players, agent, slips, slips_like, seed, .. } = self;
        format!("self-play of {agent}\nplayers {players}\nslips {slips} % like {slips_like}\nseed {seed}\n")
    }

    /// What an evaluation was trained on, in words.
    pub fn in_words(&self) -> String {
        let Self { players, games, agent, slips, slips_like, seed, .. } = self;
        format!(
            "{games} games of {players} {agent}, {slips} % of the decisions by {slips_like}, base game, seed {seed}"
        )
    }
}

/// An agent whose games can be repeated.
fn agent(text: &str) -> Result<AgentSpec> {
    let spec = AgentSpec::read(text, &KINDS).map_err(Error::input)?;
    if spec.is_timed() {
        Err(Error::input(format!("{text}: plays by the clock, which cannot be repeated")))
    } else {
        Ok(spec)
    }
}
