//! How a calibration is done.

use agents::skye::appraisal::{Judgement, Judgements, Scope};
use engine::MAX_SEATS;
use engine::skye::Modules;

use crate::skye::setting::Setting;

/// How a calibration is done.
#[derive(Copy, Clone, Debug)]
pub struct CalibrationPlan {
    /// How often everything is played and fitted.
    pub passes: u64,
    /// Games of each pass with two players; with more, as many as give the same number of samples.
    pub games: u64,
    /// The modules in play.
    pub modules: Modules,
    /// Players at the table, if it is not to be done for every number of them.
    pub players: Option<usize>,
    /// Games of each trial of a different value with two players; with more, fewer in the same proportion.
    pub trials: u64,
    /// Master seed.
    pub seed: u64,
    /// How far, in thousandths, each number is believed to be from its starting value: one standard deviation.
    pub deviation: f64,
}

impl CalibrationPlan {
    /// The scope whose judgement is calibrated.
    pub fn scope(&self) -> Scope {
        Scope::of(self.modules)
    }

    /// The game at tables of this size.
    pub fn setting(&self, players: usize) -> Setting {
        Setting::printed_with(players, self.modules)
    }

    /// The table sizes that it is done for.
    pub fn table_sizes(&self) -> impl Iterator<Item = usize> {
        let only = self.players;
        (2..=MAX_SEATS).filter(move |&players| only.is_none_or(|only| only == players))
    }

    /// These judgements with another one for tables of this size.
    pub fn with(&self, judgements: &Judgements, players: usize, judgement: Judgement) -> Judgements {
        let mut changed = judgements.clone();
        changed.scopes[self.scope() as usize].players[players - 2] = judgement;
        changed
    }

    /// Games of each pass at tables of this size.
    pub fn games_of(&self, players: usize) -> u64 {
        self.games * 2 / players as u64
    }

    /// Games of each trial at tables of this size: every seat equally often.
    pub fn trials_of(&self, players: usize) -> u64 {
        let players = players as u64;
        (self.trials * 2 / players).next_multiple_of(players)
    }
}
