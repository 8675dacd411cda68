//! How often intervals of a share of wins miss it: blocks of games that are won with a known probability, over and over.

use engine::random::{Random, RngExt, mix, random};
use stats::share::share_interval;
use stats::{Clusters, Interval, Welford, beta};

/// How the games of a block depend on each other. Each is won with the same probability.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Dependence {
    /// Not at all.
    Independent,
    /// Not at all, and of every five wins one is shared by two.
    Ties,
    /// In every other block one number decides all games, each game asking for it in another range: as many are won as may be expected.
    Balanced,
    /// One result per block, which each game takes over with probability √0.1: correlation 0.1.
    Together,
    /// All have the same result.
    Alike,
}

impl Dependence {
    /// Number of wins in a block of this many games.
    fn wins(self, games: u64, share: f64, rng: &mut Random) -> f64 {
        match self {
            Self::Independent => independent(games, share, rng),
            Self::Ties => {
                let of = |number: f64| if number < 0.8 * share { 1.0 } else { 0.5 * is(number < 1.2 * share) };
                (0..games).map(|_| of(uniform(rng))).sum()
            }
            Self::Balanced if uniform(rng) < 0.5 => {
                let start = uniform(rng);
                (0..games).map(|game| is((start + game as f64 / games as f64).fract() < share)).sum()
            }
            Self::Balanced => independent(games, share, rng),
            Self::Together => {
                let of_block = uniform(rng) < share;
                let takes_over = 0.1_f64.sqrt();
                let won = |rng: &mut Random| if uniform(rng) < takes_over { of_block } else { uniform(rng) < share };
                (0..games).map(|_| is(won(rng))).sum()
            }
            Self::Alike => games as f64 * is(uniform(rng) < share),
        }
    }
}

fn independent(games: u64, share: f64, rng: &mut Random) -> f64 {
    (0..games).map(|_| is(uniform(rng) < share)).sum()
}

fn uniform(rng: &mut Random) -> f64 {
    rng.random_range(0.0..1.0)
}

fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

/// One experiment of many.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Cell {
    pub players: u64,
    pub blocks: u64,
    pub share: f64,
    pub dependence: Dependence,
}

impl Cell {
    /// Whether there are enough wins for misses not to be much rarer than 5 %.
    pub fn has_many_wins(&self) -> bool {
        self.blocks as f64 * self.share > 10.0 - 1e-9
    }
}

/// How the intervals of a cell did.
#[derive(Copy, Clone, Default, Debug)]
pub struct Found {
    /// The fraction of intervals that lie below the truth.
    pub below: f64,
    /// And above it.
    pub above: f64,
    pub half_width: f64,
    /// The same of Clopper and Pearson's interval on as many games.
    pub exact_half_width: f64,
}

impl Found {
    pub fn misses(&self) -> f64 {
        self.below + self.above
    }
}

/// A method of finding an interval.
pub type Method = fn(f64, f64, Clusters) -> Interval;

/// Every method that was tried, the one in use first.
pub const METHODS: [(&str, Method); 6] = [
    ("ours", ours),
    ("korn-graubard", korn_graubard),
    ("jeffreys", jeffreys),
    ("student", student),
    ("wilson", wilson),
    ("wilson-plus-one", wilson_plus_one),
];

fn ours(mean: f64, variance: f64, clusters: Clusters) -> Interval {
    share_interval(mean, variance, clusters).unwrap()
}

/// Clopper and Pearson's on the number of effective games, never more than there were.
fn korn_graubard(mean: f64, variance: f64, clusters: Clusters) -> Interval {
    let games = clusters.games as f64;
    between(mean, (effective(mean, variance, clusters, 0.0) * shrink(clusters)).min(games), 0.0)
}

/// Jeffreys's on the number of effective games.
fn jeffreys(mean: f64, variance: f64, clusters: Clusters) -> Interval {
    between(mean, effective(mean, variance, clusters, 4.0) * shrink(clusters), 0.5)
}

/// A plain t interval.
fn student(mean: f64, variance: f64, clusters: Clusters) -> Interval {
    let half = beta::t_quantile(0.95, clusters.count as f64 - 1.0) * (variance / clusters.count as f64).sqrt();
    Interval { low: mean - half, high: mean + half }
}

/// Wilson's with one block's worth of the largest variance, p (1 - p).
fn wilson(mean: f64, variance: f64, clusters: Clusters) -> Interval {
    let count = clusters.count as f64;
    let largest = (mean * (1.0 - mean)).max(1e-12);
    score(mean, count * (count + 1.0) * largest / (count * variance + largest), clusters)
}

/// The one before: Wilson's with 1 in place of the largest variance.
fn wilson_plus_one(mean: f64, variance: f64, clusters: Clusters) -> Interval {
    let count = clusters.count as f64;
    score(mean, count * (count * mean * (1.0 - mean) + 1.0) / (count * variance + 1.0), clusters)
}

fn score(mean: f64, trials: f64, clusters: Clusters) -> Interval {
    let squared = beta::t_quantile(0.95, clusters.count as f64 - 1.0).powi(2) / trials;
    let centre = (mean + squared / 2.0) / (1.0 + squared);
    let half = (squared * mean * (1.0 - mean) + squared * squared / 4.0).sqrt() / (1.0 + squared);
    Interval { low: centre - half, high: centre + half }
}

fn effective(mean: f64, variance: f64, clusters: Clusters, caution: f64) -> f64 {
    let (games, count) = (clusters.games as f64, clusters.count as f64);
    let design_effect = (games * games * variance / count + caution) / (games * mean * (1.0 - mean) + caution);
    if design_effect > 0.0 { games / design_effect } else { games }
}

fn shrink(clusters: Clusters) -> f64 {
    (1.959_964 / beta::t_quantile(0.95, clusters.count as f64 - 1.0)).powi(2)
}

fn between(mean: f64, trials: f64, shift: f64) -> Interval {
    let (won, lost) = (mean * trials, (1.0 - mean) * trials);
    Interval {
        low: beta::quantile(0.025, won + shift, lost + 1.0 - shift),
        high: beta::quantile(0.975, won + 1.0 - shift, lost + shift),
    }
}

/// Simulates a cell's experiment this many times.
pub fn simulate(cell: &Cell, experiments: u64, method: Method) -> Found {
    let Cell { players, blocks, share, dependence } = *cell;
    let clusters = Clusters { count: blocks, blocks, games: blocks * players };
    let mut rng = random(mix([players, blocks, share.to_bits(), dependence as u64]));
    let mut found = Found::default();
    for _ in 0..experiments {
        let mut stream = Welford::default();
        (0..blocks).for_each(|_| stream.push(dependence.wins(players, share, &mut rng) / players as f64));
        let mean = stream.mean().unwrap();
        let Interval { low, high } = method(mean, stream.variance().unwrap(), clusters);
        found.below += is(high < share);
        found.above += is(low > share);
        found.half_width += (high - low) / 2.0;
        let exact = between(mean, clusters.games as f64, 0.0);
        found.exact_half_width += (exact.high - exact.low) / 2.0;
    }
    let mean = |sum: f64| sum / experiments as f64;
    Found {
        below: mean(found.below),
        above: mean(found.above),
        half_width: mean(found.half_width),
        exact_half_width: mean(found.exact_half_width),
    }
}
