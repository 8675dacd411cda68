//! Trials: variants of one experiment played on the same draws, by cluster, and measured by gauges.
//!
//! Tuning and sensitivity studies are based on them. The means of all gauges in each cluster are kept, and recorded in
//! the study's folder if it has one. Estimates are computed from these means alone, in the order of clusters, so they
//! do not depend on the number of threads, sessions and processes.

use std::path::Path;

use super::folder::{ClusterKey, KnownClusters, StudyFolder, journal_line};
use crate::base::error::{Error, Result};
use crate::base::interrupt;
use crate::base::ordered::Workers;
use crate::base::progress::Progress;
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::play::roster::{self, AnyRoster};
use crate::play::row_collector::RowCollector;
use crate::schedule::blocks;
use crate::subject::gauges::Gauges;
use crate::subject::gauges::{Means, ValueSum};
use stats::cluster_estimate::ClusterEstimate;

/// A study of variants of one experiment, ready to be played.
pub trait TrialStudy {
    /// Returns the experiment of the config.
    fn base(&self) -> &Experiment;

    /// Returns the measures of all variants.
    fn gauges(&self) -> &Gauges;

    /// Describes the study, to distinguish it from others.
    fn description(&self) -> String;

    /// Returns the variant of this number in journals; `None` if the study has no such variant.
    fn trial(&self, number: usize) -> Option<Experiment>;

    /// Returns variants, of which nothing is played yet.
    fn trials(&self, numbers: Vec<usize>) -> Trials<'_> {
        let experiments = numbers.iter().filter_map(|number| self.trial(*number)).collect();
        Trials::new(self.gauges(), experiments, numbers)
    }

    /// Claims the folder for the study.
    ///
    /// # Errors
    /// As for [`StudyFolder::open`].
    fn folder(&self, folder: &Path, resume: bool) -> Result<Option<StudyFolder>> {
        StudyFolder::open(folder, &self.description(), resume)
    }

    /// Plays some clusters in a worker, and returns them as journal lines.
    ///
    /// # Errors
    /// If there is no such variant, an agent fails to decide, or on Ctrl-C.
    fn lines(&self, keys: &[ClusterKey]) -> Result<Vec<u8>> {
        let interrupt = interrupt::install_handler()?;
        let mut collector = RowCollector::default();
        let mut lines = Vec::new();
        for of_trial in keys.chunk_by(|one, other| one.0 == other.0) {
            let trial = self.trial(of_trial[0].0);
            let experiment = trial.ok_or_else(|| Error::of_machine("a study without such a trial"))?;
            let roster = roster::of_experiment(&experiment);
            roster.handshake()?;
            for &key in of_trial {
                if interrupt.is_requested() {
                    return Err(Error::Interrupted);
                }
                let means = means_of(&experiment, &*roster, self.gauges(), &mut collector, key.1)?;
                lines.extend(journal_line(key, &means));
            }
        }
        Ok(lines)
    }
}

/// Variants of an experiment, with the means of their clusters.
pub struct Trials<'a> {
    gauges: &'a Gauges,
    experiments: Vec<Experiment>,
    rosters: Vec<Option<Box<dyn AnyRoster>>>,
    clusters: Vec<Vec<Means>>,
    /// The number of each trial in journals.
    numbers: Vec<usize>,
}

impl<'a> Trials<'a> {
    /// Creates trials of experiments with the same players and line-ups. `numbers` are used in journals.
    pub fn new(gauges: &'a Gauges, experiments: Vec<Experiment>, numbers: Vec<usize>) -> Self {
        let rosters = experiments.iter().map(|_| None).collect();
        Self { gauges, rosters, clusters: vec![Vec::new(); experiments.len()], experiments, numbers }
    }

    /// Returns the experiment of a trial.
    pub fn experiment(&self, trial: usize) -> &Experiment {
        &self.experiments[trial]
    }

    /// Replaces the agents of a trial.
    pub fn replace_roster(&mut self, trial: usize, roster: Box<dyn AnyRoster>) {
        self.rosters[trial] = Some(roster);
    }

    /// Plays these trials up to a number of clusters, with the same draws for all.
    ///
    /// Clusters in the folder's journal are not replayed.
    ///
    /// # Errors
    /// If an agent fails to decide, the journal cannot be written, threads cannot be created, or on Ctrl-C.
    pub fn play(
        &mut self,
        wanted: &[usize],
        upto: u64,
        folder: Option<&mut StudyFolder>,
        exec: ExecOptions,
    ) -> Result<()> {
        let mut memory = KnownClusters::default();
        let (known, workers) = folder.map_or((&mut memory, None), StudyFolder::parts);
        let numbers = &self.numbers;
        let lacking: Vec<(usize, ClusterKey)> = wanted
            .iter()
            .flat_map(|&trial| (self.clusters(trial)..upto).map(move |cluster| (trial, (numbers[trial], cluster))))
            .collect();
        let missing: Vec<(usize, ClusterKey)> = lacking.iter().filter(|(_, key)| !known.has(*key)).copied().collect();
        match workers {
            Some(workers) => {
                let missing: Vec<ClusterKey> = missing.iter().map(|(_, key)| *key).collect();
                known.play_on(workers, &missing)?;
            }
            None => self.play_here(wanted, &missing, known, exec)?,
        }
        for (trial, key) in lacking {
            self.clusters[trial].push(known.take(key).expect("all were played"));
        }
        Ok(())
    }

    /// Plays the missing clusters on the threads of this process.
    fn play_here(
        &mut self,
        wanted: &[usize],
        missing: &[(usize, ClusterKey)],
        known: &mut KnownClusters,
        exec: ExecOptions,
    ) -> Result<()> {
        let Self { gauges, experiments, rosters, .. } = self;
        for &(trial, _) in missing {
            rosters[trial].get_or_insert_with(|| roster::of_experiment(&experiments[trial]));
        }
        for &trial in wanted {
            rosters[trial].as_ref().map(|roster| roster.handshake()).transpose()?;
        }
        let games = |trial: usize| experiments[trial].lineups() * experiments[trial].games_per_block();
        let progress = Progress::of_games(missing.iter().map(|(trial, _)| games(*trial)).sum(), exec.quiet);
        Workers::new(exec.threads)?.each_with(
            missing,
            RowCollector::default,
            |collector, &(trial, key)| {
                let roster = rosters[trial].as_ref().expect("those that are missing have one");
                Ok((trial, key, means_of(&experiments[trial], &**roster, gauges, collector, key.1)?))
            },
            |(trial, key, means)| {
                known.note(key, means)?;
                progress.add(games(trial));
                Ok(())
            },
        )
    }

    /// Returns the number of clusters of a trial so far.
    pub fn clusters(&self, trial: usize) -> u64 {
        self.clusters[trial].len() as u64
    }

    /// Returns the number of games played of a trial.
    pub fn games(&self, trial: usize) -> u64 {
        let experiment = &self.experiments[trial];
        self.clusters(trial) * experiment.lineups() * experiment.games_per_block()
    }

    /// Estimates all parts of a trial's gauges from its first `clusters` clusters.
    ///
    /// `None` if no cluster has a value.
    pub fn estimates(&self, trial: usize, clusters: u64) -> Vec<Option<ClusterEstimate>> {
        self.gauges.estimates(&self.clusters[trial][..clusters as usize])
    }
}

/// Plays one cluster and returns its means.
fn means_of(
    experiment: &Experiment,
    roster: &dyn AnyRoster,
    gauges: &Gauges,
    collector: &mut RowCollector,
    cluster: u64,
) -> Result<Means> {
    let mut tallies = gauges.tallies();
    let lineups = experiment.lineups();
    for fixture in (cluster * lineups..(cluster + 1) * lineups).flat_map(|number| blocks::block(experiment, number)) {
        gauges.add(collector.play(experiment, &fixture, roster, &mut ())?.0, &mut tallies);
    }
    Ok(tallies.iter().map(ValueSum::mean).collect())
}
