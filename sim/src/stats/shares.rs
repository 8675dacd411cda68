//! A stream of shares with the games behind them.

use super::share::{Clusters, Worth};
use super::{Estimate, Welford};

/// A stream of shares, one for each cluster, with the games behind them.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Shares {
    stream: Welford,
    blocks: u64,
    games: u64,
}

impl Shares {
    /// Takes the share in the next cluster, of so many blocks and games.
    pub fn push(&mut self, share: f64, blocks: u64, games: u64) {
        self.stream.push(share);
        self.blocks += blocks;
        self.games += games;
    }

    /// The clusters so far.
    pub fn clusters(&self) -> Clusters {
        Clusters { count: self.stream.count(), blocks: self.blocks, games: self.games }
    }

    /// The shares alone.
    pub fn stream(&self) -> &Welford {
        &self.stream
    }

    /// The mean with its interval: [`share_interval`](super::share::share_interval).
    pub fn estimate(&self) -> Estimate {
        self.stream.share_estimate(self.clusters())
    }

    /// The mean, and what the clusters are worth, while there are so few that their spread is hardly known: the design effect is taken to be
    /// larger by two parts in their number. Nothing with fewer than
    /// [`MIN_BLOCKS`](super::MIN_BLOCKS) clusters.
    pub fn early_worth(&self) -> Option<(f64, f64)> {
        let (mean, variance) = (self.stream.mean()?, self.stream.variance()?);
        let worth = Worth::of(mean, variance, self.clusters());
        Some((mean, worth.games / (1.0 + 2.0 / self.stream.count() as f64)))
    }
}
