//! From a game's events to rows: an observer that counts while the game is played.

use engine::{Game, Seat};
use interface::observer::Observer;

use super::cast::{Cast, Deal, Played};
use crate::base::error::Result;
use crate::experiment::Experiment;
use crate::schedule::blocks::Fixture;
use crate::subject::rows::Rows;
use crate::subject::{EventOf, PositionOf, RowsOf, Subject};

/// Watches one game after another and keeps the rows of the last.
pub struct Telemetry<S: Subject> {
    rows: Option<RowsOf<S>>,
}

/// Watches one game.
pub struct Watch<'a, S: Subject> {
    rows: &'a mut RowsOf<S>,
}

impl<S: Subject> Telemetry<S> {
    /// With buffers that later games use again.
    pub fn new() -> Self {
        Self { rows: None }
    }

    /// The rows of a game that these agents of the experiment play.
    ///
    /// # Errors
    /// If one of them does not decide.
    pub fn rows_of(&mut self, experiment: &Experiment<S>, fixture: &Fixture, cast: &Cast<S>) -> Result<&RowsOf<S>> {
        self.watched(experiment, fixture, |deal, watch| cast.play(deal, &fixture.agents[..experiment.players], watch))
    }

    /// Plays a game with `play`, which gets the game and its observer, and returns its rows.
    ///
    /// # Errors
    /// That of `play`.
    pub fn watched(
        &mut self,
        experiment: &Experiment<S>,
        fixture: &Fixture,
        play: impl FnOnce(&Deal<'_, S>, &mut Watch<'_, S>) -> Result<Played>,
    ) -> Result<&RowsOf<S>> {
        let (game, treatment) = experiment.set_up(fixture);
        let rows = self.rows.get_or_insert_with(|| Rows::new(*fixture, game.seats(), treatment, S::Notes::default()));
        rows.begin(*fixture, treatment);
        experiment.subject.begin(rows);
        let deal = Deal { game: &game, treatment, seed: &fixture.seed, number: fixture.game };
        let Played { ending, accounts } = play(&deal, &mut Watch { rows })?;
        rows.conclude(&ending);
        rows.seats.iter_mut().zip(&accounts).for_each(|(row, account)| row.faults = account.faults);
        Ok(rows)
    }
}

impl<S: Subject> Default for Telemetry<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Subject> Observer<S::Game> for Watch<'_, S> {
    fn event(&mut self, _position: &PositionOf<S>, event: &EventOf<S>) {
        S::note(self.rows, event);
    }

    fn decided(&mut self, seat: Seat, iterations: u64) {
        let row = &mut self.rows.seats[seat.index()];
        row.decisions += 1;
        row.searched += u64::from(iterations > 0);
        row.iterations += iterations;
    }

    fn over(&mut self, position: &PositionOf<S>) {
        S::note_end(self.rows, position);
    }
}
