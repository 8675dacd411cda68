//! Estimates of an experiment's cost and precision from a few clusters that are played and timed.

use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::base::error::Result;
use crate::experiment::Experiment;
use crate::forms::numbers::of_place;
use crate::play::player::BlockPlayer;
use crate::play::roster;
use crate::run::raw::{RawBlock, RowReader};
use crate::subject::RunSums;
use crate::subject::prospect::Prospect;
use crate::tables::agents::Strengths;
use crate::tables::comparison;
use crate::tables::measures::{ClusterMeans, Measure};
use crate::tables::pairs::Pairs;
use crate::tables::seat_advantage::TurnOrderTotals;
use crate::tables::totals::Totals;
use stats::{Estimate, is_rounding};

/// The maximum number of clusters played to estimate the duration.
const MOST_CLUSTERS: u64 = 400;

/// The factor by which play may exceed the requested time to reach [`MIN_CLUSTERS`].
const LONGER: u32 = 5;

/// The minimum number of clusters for estimating a spread.
pub const MIN_CLUSTERS: u64 = 8;

/// A few clusters of an experiment, with their cost.
pub struct Probe {
    /// The number of blocks played in each run.
    pub blocks: u64,
    /// The number of these clusters.
    pub clusters: u64,
    /// The processor time of these clusters; the elapsed time if external programs play.
    pub elapsed: Duration,
    /// The size of their raw tables in bytes.
    pub bytes: u64,
    /// All result tables of the first run.
    pub totals: Totals,
    /// The comparison with the second run, if any.
    pub comparison: Option<comparison::Comparison>,
}

impl Probe {
    /// Plays clusters for this processor time, or up to five times that to reach [`MIN_CLUSTERS`].
    ///
    /// Plays both runs of a comparison.
    ///
    /// # Errors
    /// If an agent fails to decide, or a row is not read back as written.
    pub fn of(experiment: &Experiment, time: Duration) -> Result<Self> {
        Self::play(experiment, time, MIN_CLUSTERS)
    }

    /// Plays clusters with each kind of player of the panel, at least one each.
    ///
    /// `time` is the total processor time.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub fn of_panel(experiment: &Experiment, time: Duration) -> Result<Vec<Self>> {
        let kinds = &experiment.panel;
        let play = |player| Self::play(&experiment.played_by(player), time / kinds.len() as u32, 1);
        kinds.iter().map(play).collect()
    }

    /// Plays clusters for this processor time, or longer to reach `least` clusters.
    fn play(experiment: &Experiment, time: Duration, least: u64) -> Result<Self> {
        let runs: Vec<&Experiment> = [experiment].into_iter().chain(experiment.compare.as_deref()).collect();
        let rosters: Vec<_> = runs.iter().map(|run| roster::of_experiment(run)).collect();
        let mut players: Vec<BlockPlayer<'_>> =
            runs.iter().zip(&rosters).map(|(run, roster)| BlockPlayer::new(run, &**roster)).collect();
        let readers: Vec<_> = runs.iter().map(|run| RowReader::new(run, Path::new(""))).collect();
        let has_programs = runs.iter().any(|run| run.has_programs());
        let measures = Measure::all(experiment.info(), experiment);
        let mut probe = Self {
            blocks: 0,
            clusters: 0,
            elapsed: Duration::ZERO,
            bytes: 0,
            totals: Totals::new(&experiment.schedule, &*experiment.subject),
            comparison: experiment.compare.as_ref().map(|_| comparison::Comparison::new(measures.clone())),
        };
        while probe.clusters < experiment.clusters().min(MOST_CLUSTERS)
            && (probe.elapsed <= time
                || probe.clusters < least && probe.elapsed <= LONGER * time
                || probe.clusters == 0)
        {
            let mut means = vec![ClusterMeans::new(&measures); runs.len()];
            for _ in 0..experiment.lineups() {
                for (run, player) in players.iter_mut().enumerate() {
                    let (begun, processor) = (Instant::now(), ThreadTime::now());
                    let block = player.play(probe.blocks)?;
                    // While a program computes, its thread waits.
                    probe.elapsed += if has_programs { begun.elapsed() } else { processor.elapsed() };
                    probe.bytes += block.lines.iter().map(|lines| lines.len() as u64).sum::<u64>();
                    if run == 0 {
                        probe.totals.add(&block.sums);
                    }
                    if probe.comparison.is_some() {
                        let raw = RawBlock::played(probe.blocks, block.lines);
                        readers[run].games(&raw)?.iter().for_each(|game| means[run].add(game));
                    }
                }
                probe.blocks += 1;
            }
            if let (Some(comparison), [one, two]) = (&mut probe.comparison, &means[..]) {
                comparison.add(&one.means(), &two.means());
            }
            probe.clusters += 1;
        }
        Ok(probe)
    }

    /// Estimates the precision of a run with this number of clusters.
    pub fn prospects(&self, experiment: &Experiment, clusters: u64) -> Vec<Prospect> {
        let tables = &self.totals.tables;
        let mut prospects = Vec::new();
        let add = |prospects: &mut Vec<Prospect>, what: String, unit, of: &Estimate| {
            prospects.extend(Prospect::scaled(what, unit, of, self.clusters, clusters));
        };
        if let Some(comparison) = &self.comparison {
            for row in comparison.rows() {
                if row.is_said {
                    let what = format!("change of {}", row.about(experiment));
                    add(&mut prospects, what, row.measure.unit, &row.difference);
                }
            }
            return prospects;
        }
        if experiment.agents.len() > 1 {
            // The interval of few wins is wider than the root of their number suggests.
            for row in tables.get::<Strengths>().rows() {
                let error = row.win_share_error.filter(|error| !is_rounding(*error, 1.0));
                let error = error.map(|error| error * (self.clusters as f64 / clusters as f64).sqrt());
                let what = format!("win share of {}", experiment.agents[row.agent].name);
                prospects.extend(error.map(|error| Prospect::new(what, "wins", error, (clusters - 1) as f64)));
            }
            for row in tables.get::<Pairs>().rows(experiment).iter().filter(|row| row.lineup.is_none()) {
                let [one, two] = [row.agent, row.other].map(|agent| &experiment.agents[agent].name);
                add(&mut prospects, format!("VP of {one} minus VP of {two}"), "VP", &row.vp_difference);
            }
        } else {
            for row in tables.get::<TurnOrderTotals>().rows().iter().filter(|row| row.agent.is_none()) {
                add(&mut prospects, of_place("wins", row.position), "wins", &row.win_share);
            }
            tables
                .get::<Strengths>()
                .rows()
                .iter()
                .for_each(|row| add(&mut prospects, "mean VP".to_owned(), "VP", &row.vp));
        }
        prospects.extend(experiment.subject.prospects(&RunSums::new(experiment, tables), clusters));
        prospects
    }
}
