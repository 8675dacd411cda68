//! How an evaluation is trained.

use std::ops::Range;

use agents::AgentSpec;
use agents::net::Training;

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

/// Games of a piece.
const PIECE: u64 = 50;

impl TrainingPlan {
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
