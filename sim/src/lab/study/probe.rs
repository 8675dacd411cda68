//! Plays a few clusters of an experiment, to see what it would cost and what it could find.

use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::base::error::Result;
use crate::lab::experiment::Experiment;
use crate::lab::play::player::Player;
use crate::lab::run::raw::{RawBlock, RowReader};
use crate::lab::subject::Subject;
use crate::lab::tables::measures::{ClusterMeans, Measure};
use crate::stats::Welford;

/// The most clusters played to see how long it takes.
const MOST_CLUSTERS: u64 = 200;

/// What a few clusters were like.
pub struct Probe {
    /// Blocks played.
    pub blocks: u64,
    /// The processor time that they took.
    pub elapsed: Duration,
    /// Bytes of their raw tables.
    pub bytes: u64,
    /// Every measure of the experiment over these clusters.
    pub measures: Vec<(Measure, Welford)>,
}

impl Probe {
    /// Plays clusters for this much processor time, at least one.
    ///
    /// # Errors
    /// If a row does not read back as it was written.
    pub fn of<S: Subject>(experiment: &Experiment<S>, time: Duration) -> Result<Self> {
        let agents = experiment.build_agents();
        let mut player = Player::new(experiment, &agents);
        let rows = RowReader::new(experiment, Path::new(""));
        let measures = Measure::all::<S>(experiment);
        let mut streams = vec![Welford::default(); measures.len()];
        let mut probe = Self { blocks: 0, elapsed: Duration::ZERO, bytes: 0, measures: Vec::new() };
        for _ in 0..experiment.clusters().min(MOST_CLUSTERS) {
            let mut means = ClusterMeans::new(&measures);
            for _ in 0..experiment.lineups() {
                let begun = ThreadTime::now();
                let block = player.play(probe.blocks);
                probe.elapsed += begun.elapsed();
                probe.bytes += block.lines.iter().map(|lines| lines.len() as u64).sum::<u64>();
                let raw = RawBlock::played(probe.blocks, block.lines);
                rows.games(&raw)?.iter().for_each(|game| means.add::<S>(game));
                probe.blocks += 1;
            }
            let cluster = streams.iter_mut().zip(means.means());
            cluster.for_each(|(stream, mean)| mean.into_iter().for_each(|mean| stream.push(mean)));
            if probe.elapsed > time {
                break;
            }
        }
        probe.measures = measures.into_iter().zip(streams).collect();
        Ok(probe)
    }
}
