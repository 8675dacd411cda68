//! The rows of one game after another.

use super::roster::{AnyRoster, Deal, GameResult, Watch};
use crate::base::error::Result;
use crate::experiment::Experiment;
use crate::programs::Account;
use crate::schedule::blocks::Fixture;
use crate::subject::rows::Rows;

/// Plays games and keeps the rows of the last, in buffers that later games use again.
#[derive(Default)]
pub struct Telemetry {
    rows: Option<Rows>,
}

impl Telemetry {
    /// Plays a game of the experiment, and returns its rows and what each seat that is a program did.
    ///
    /// # Errors
    /// If an agent does not decide.
    pub fn play(
        &mut self,
        experiment: &Experiment,
        fixture: &Fixture,
        roster: &dyn AnyRoster,
        watch: &mut dyn Watch,
    ) -> Result<(&Rows, Vec<Account>)> {
        let treatment = experiment.treatment(fixture);
        let (players, subject) = (experiment.players, &*experiment.subject);
        let rows = self.rows.get_or_insert_with(|| subject.rows(*fixture, players, treatment.clone()));
        rows.begin(*fixture, treatment.clone());
        subject.begin(rows);
        let seats = &fixture.agents[..players];
        let deal = Deal { treatment: &treatment, seed: &fixture.seed, number: fixture.game, seats };
        let GameResult { ending, accounts } = roster.play(deal, Some(rows), watch)?;
        rows.conclude(&ending);
        rows.seats.iter_mut().zip(&accounts).for_each(|(row, account)| row.faults = account.faults);
        Ok((rows, accounts[..players].to_vec()))
    }
}
