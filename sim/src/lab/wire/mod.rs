//! Records of games, in files.

pub mod files;

pub mod recorder;

use interface::record::{RecordHeading, line};
use interface::record_format::RecordFormat;
use interface::seeds::GameSeed;

use super::schedule::contestant::Contestant;
use super::subject::{EventOf, Setup, Subject};
use crate::base::error::Result;

/// The component files that records of a subject's games may name.
pub type LibraryOf<S> = <<S as Setup>::Game as RecordFormat>::Library;

/// A subject whose games are recorded.
pub trait Wire: Subject {
    /// The shipped files, and those of these names or paths.
    ///
    /// # Errors
    /// If one cannot be found or read, or is not valid.
    fn library(given: &[String]) -> Result<LibraryOf<Self>>;
}

/// What stays the same over all games of a command or a line-up, as far as records show it.
pub struct Written<'a, S: Subject> {
    /// The game as it is set up.
    pub subject: &'a S,
    /// The agents by seat.
    pub players: &'a [Contestant],
}

impl<S: Wire> Written<'_, S> {
    /// The record of a finished game: one line without its end.
    pub fn line(&self, game: &S::Game, seed: &GameSeed, treatment: S::Treatment, events: &[EventOf<S>]) -> String {
        let of = |text: fn(&Contestant) -> String| self.players.iter().map(text).collect();
        let heading = RecordHeading {
            seed: seed.text(&treatment),
            players: of(|player| player.name.clone()),
            specs: of(|player| player.spec.to_string()),
            keys: self.subject.record_keys(treatment),
        };
        line(game, &heading, events)
    }
}
