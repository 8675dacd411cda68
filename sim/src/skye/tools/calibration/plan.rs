//! How a calibration is done.

use agents::skye::appraisal::{Judgement, Judgements, Scope};
use engine::MAX_SEATS;
use engine::skye::Modules;

use crate::lab::study::Calibration;
use crate::skye::setting::Setting;

/// What is calibrated, and how.
#[derive(Copy, Clone, Debug)]
pub struct Plan {
    /// How, for any game.
    pub order: Calibration,
    /// The modules in play.
    pub modules: Modules,
}

impl Plan {
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
        let only = self.order.players;
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
        self.order.games * 2 / players as u64
    }

    /// Games of each trial at tables of this size: every seat equally often.
    pub fn trials_of(&self, players: usize) -> u64 {
        let players = players as u64;
        (self.order.trials * 2 / players).next_multiple_of(players)
    }
}
