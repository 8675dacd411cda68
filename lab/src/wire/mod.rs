//! Records of games, in files.

pub mod files;

pub mod recorder;

use interface::record::{RecordHeading, line};
use interface::seeds::GameSeed;

use super::schedule::contestant::Contestant;
use super::subject::treatment::Treatment;
use super::subject::{EventOf, Setup};

/// The part of a record that is the same for all games of a command or a line-up.
pub struct RecordWriter<'a, S: Setup> {
    /// The set-up of the game.
    pub subject: &'a S,
    /// The agents by seat.
    pub players: &'a [Contestant],
}

impl<S: Setup> RecordWriter<'_, S> {
    /// Formats the record of a finished game as one line without its line end.
    pub fn line(&self, game: &S::Game, seed: &GameSeed, treatment: &Treatment, events: &[EventOf<S>]) -> String {
        let of = |text: fn(&Contestant) -> String| self.players.iter().map(text).collect();
        let heading = RecordHeading {
            seed: seed.text(treatment),
            players: of(|player| player.name.clone()),
            specs: of(|player| player.spec.to_string()),
            keys: self.subject.record_keys(treatment),
        };
        line(game, &heading, events)
    }
}
