//! The rows of games, in reusable buffers.

use super::roster::{AnyRoster, Deal, GameResult, Watch};
use crate::base::error::Result;
use crate::experiment::Experiment;
use crate::programs::Account;
use crate::schedule::blocks::Fixture;
use crate::subject::rows::Rows;

/// Plays games and holds the rows of the last one, in buffers reused by later games.
#[derive(Default)]
pub struct RowCollector {
    rows: Option<Rows>,
}

impl RowCollector {
    /// Plays a game of the experiment; returns its rows and the accounts of external programs.
    ///
    /// # Errors
    /// If an agent fails to decide.
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
