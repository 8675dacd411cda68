//! Estimates of an experiment's cost and precision from a few clusters that are played and timed.

use std::iter::successors;
use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::forms::numbers::{list, of_place};
use crate::play::player::BlockPlayer;
use crate::play::roster;
use crate::run::raw::{RawBlock, RowReader};
use crate::schedule::stop::AgentMeasure;
use crate::subject::RunSums;
use crate::subject::prospect::{Prospect, detectable};
use crate::subject::raw_row::RawColumn;
use crate::tables::agents::Strengths;
use crate::tables::comparison;
use crate::tables::measures::{ClusterMeans, Measure};
use crate::tables::pairs::Pairs;
use crate::tables::seat_advantage::TurnOrderTotals;
use crate::tables::totals::Totals;
use stats::{Estimate, is_rounding, t_quantile};

/// The maximum number of clusters played to estimate the duration.
const MOST_CLUSTERS: u64 = 400;

/// The factor by which play may exceed the requested time to reach [`MIN_CLUSTERS`].
const LONGER: u32 = 5;

/// The minimum number of clusters for estimating a spread.
pub const MIN_CLUSTERS: u64 = 8;

/// The memory of a run on one thread without a game's sums over treatments, in bytes, as `.ci/memory` measures it.
const PROGRAM: u64 = 27_000_000;

/// Returns the most memory in bytes that a run needs on one thread, without that of other programs.
pub fn memory(experiment: &Experiment) -> u64 {
    PROGRAM + experiment.subject.sum_bytes(experiment)
}

/// A wanted precision of a mean.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Precision {
    /// The half-width of its 95 % interval.
    HalfWidth(f64),
    /// The smallest difference found with probability [`POWER`](crate::subject::prospect::POWER) at 5 %.
    Detectable(f64),
}

impl Precision {
    /// Returns whether a standard error over this many clusters suffices.
    fn is_reached(self, error: f64, clusters: u64) -> bool {
        let df = (clusters - 1) as f64;
        match self {
            Self::HalfWidth(wanted) => t_quantile(df) * error <= wanted,
            Self::Detectable(wanted) => detectable(error, df) <= wanted,
        }
    }

    /// Returns the fewest clusters that reach it, if `error` is the standard error over `seen` of them.
    pub fn clusters(self, error: f64, seen: u64) -> u64 {
        let suffice = |clusters: u64| self.is_reached(error * (seen as f64 / clusters as f64).sqrt(), clusters);
        // Between the last power of two that is too few and the first that suffices.
        let (mut few, mut enough) = (1, 2);
        while !suffice(enough) && enough < 1 << 62 {
            (few, enough) = (enough, 2 * enough);
        }
        while enough - few > 1 {
            let middle = few + (enough - few) / 2;
            if suffice(middle) { enough = middle } else { few = middle }
        }
        enough
    }
}

/// A few clusters of an experiment, with their cost.
pub struct Probe {
    /// The number of blocks played in each run.
    pub blocks: u64,
    /// The number of these clusters.
    pub clusters: u64,
    /// The processor time of these clusters; the elapsed time if external programs play.
    pub elapsed: Duration,
    /// The size of their raw tables in bytes.
    bytes: u64,
    /// The number of their cells with the number of a block, a cluster or a game.
    numbers: u64,
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
        let each = || time / kinds.len() as u32;
        kinds.iter().map(|kind| Self::play(&experiment.played_by(&kind.spec), each(), 1)).collect()
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
            numbers: 0,
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
                    let block = player.play([probe.blocks])?;
                    // While a program computes, its thread waits.
                    probe.elapsed += if has_programs { begun.elapsed() } else { processor.elapsed() };
                    for (table, lines) in experiment.info().raw_tables.iter().zip(&block.lines) {
                        let of_run = [RawColumn::<()>::BLOCK, RawColumn::CLUSTER, RawColumn::GAME]
                            .map(|column| column.heading.name);
                        let columns = (table.dictionary)(Some(experiment));
                        let numbers = columns.iter().filter(|column| of_run.contains(&&*column.name));
                        let rows = lines.iter().filter(|byte| **byte == b'\n').count();
                        probe.bytes += lines.len() as u64;
                        probe.numbers += (rows * numbers.count()) as u64;
                    }
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

    /// Estimates the size of the raw tables of all blocks, in bytes.
    ///
    /// The numbers of blocks, clusters and games have more digits in a longer run, all in about the same ratio.
    pub fn table_bytes(&self, experiment: &Experiment) -> f64 {
        let longer = mean_digits(experiment.blocks) - mean_digits(self.blocks);
        (self.bytes as f64 + longer * self.numbers as f64) * experiment.blocks as f64 / self.blocks as f64
    }

    /// Returns the standard error over the clusters played of a mean: `AGENT.MEASURE`, or `AGENT.vp-AGENT.vp`.
    ///
    /// `None` if the clusters do not vary or are too few.
    ///
    /// # Errors
    /// If there is no such mean; lists those accepted.
    pub fn standard_error(&self, experiment: &Experiment, of: &str) -> Result<Option<f64>> {
        let tables = &self.totals.tables;
        let name =
            |agent: usize, measure: AgentMeasure| format!("{}.{}", experiment.agents[agent].name, measure.name());
        let is_known = self.clusters >= MIN_CLUSTERS;
        let error = |of: &Estimate| if is_known { of.standard_error((self.clusters - 1) as f64) } else { None };
        let (mut known, mut differences) = (Vec::new(), Vec::new());
        for row in tables.get::<Strengths>().rows() {
            known.extend(AgentMeasure::ALL.map(|measure| {
                let error = match measure {
                    AgentMeasure::WinShare => row.win_share_error.filter(|error| !is_rounding(*error, 1.0)),
                    AgentMeasure::Vp => error(&row.vp),
                    AgentMeasure::Margin => error(&row.margin),
                };
                (name(row.agent, measure), error)
            }));
        }
        for row in tables.get::<Pairs>().rows(experiment).iter().filter(|row| row.lineup.is_none()) {
            let [one, other] = [row.agent, row.other].map(|agent| name(agent, AgentMeasure::Vp));
            let error = error(&row.vp_difference);
            differences.extend([(format!("{one}-{other}"), error), (format!("{other}-{one}"), error)]);
        }
        let found = known.iter().chain(&differences).find(|(name, _)| name == of).map(|(_, error)| *error);
        found.ok_or_else(|| {
            let differences = differences.first().map(|(name, _)| format!(", or a difference such as {name}"));
            let accepted = list(known.iter().map(|(name, _)| name)) + &differences.unwrap_or_default();
            Error::input("--of", format_args!("found `{of}`"), &accepted)
        })
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

/// The mean number of digits of the numbers from 0 to below this one.
fn mean_digits(count: u64) -> f64 {
    let powers = successors(Some(10_u64), |power| power.checked_mul(10)).take_while(|power| *power < count);
    1.0 + powers.map(|power| (count - power) as f64).sum::<f64>() / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_clusters_reach_a_precision() {
        for wanted in [Precision::HalfWidth(0.5), Precision::Detectable(0.5)] {
            for error in [0.01, 0.2, 1.0, 7.0] {
                let clusters = wanted.clusters(error, 25);
                let reaches = |clusters: u64| wanted.is_reached(error * (25.0 / clusters as f64).sqrt(), clusters);
                assert!(
                    reaches(clusters) && (clusters == 2 || !reaches(clusters - 1)),
                    "{wanted:?} {error} {clusters}"
                );
            }
        }
        // 1.96² · 5² / 0.5² for a standard deviation of 5, and a little more for an estimated one.
        assert_eq!(Precision::HalfWidth(0.5).clusters(1.0, 25), 387);
    }

    #[test]
    fn digits_are_counted() {
        for count in [1, 10, 11, 100, 12_345] {
            let digits: usize = (0..count).map(|number: u64| number.to_string().len()).sum();
            assert!((mean_digits(count) - digits as f64 / count as f64).abs() < 1e-9, "{count}");
        }
    }
}
