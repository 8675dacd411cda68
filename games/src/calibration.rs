//! Samples from self-play, to which the players' judgements are fitted.

use std::ops::Range;

use lab::base::error::Result;
use lab::base::interrupt::Interrupt;
use lab::base::ordered;
use lab::base::progress::Progress;
use rayon::ThreadPool;
use stats::least_squares::LeastSquares;

/// The number of games whose samples are summed before they are merged into the total.
const BATCH: u64 = 20;

/// Samples of each seat taken between rounds, by the number of rounds to come.
pub type Samples = Vec<LeastSquares>;

/// Returns empty samples of this many numbers, for up to this many rounds to come.
pub fn no_samples(rounds: usize, numbers: usize) -> Samples {
    (0..rounds).map(|_| LeastSquares::new(numbers)).collect()
}

/// Merges samples into others.
pub fn merge(samples: &mut Samples, more: &Samples) {
    samples.iter_mut().zip(more).for_each(|(samples, more)| samples.merge(more));
}

/// Sums the samples of games in order; `add` plays the game of a number and adds its samples.
///
/// The result does not depend on the threads that play the games.
///
/// # Errors
/// On Ctrl-C.
pub fn sample_games(
    games: Range<u64>,
    none: &Samples,
    (pool, interrupt, progress): (&ThreadPool, &Interrupt, &Progress),
    add: impl Fn(u64, &mut Samples) + Sync,
) -> Result<Samples> {
    let mut total = none.clone();
    let batches = (games.end - games.start).div_ceil(BATCH);
    ordered::for_each(
        pool,
        interrupt,
        (0..batches).map(Ok),
        || (),
        |(), batch| {
            let mut samples = none.clone();
            let first = games.start + batch * BATCH;
            (first..games.end.min(first + BATCH)).for_each(|number| add(number, &mut samples));
            samples
        },
        |samples: Samples| {
            merge(&mut total, &samples);
            progress.add(BATCH);
            Ok(())
        },
    )?;
    Ok(total)
}

/// Fits numbers to samples, with a normal prior around their current values.
///
/// `deviation` is the prior's standard deviation in thousandths.
pub fn fit(samples: &LeastSquares, mut numbers: Vec<&mut i32>, deviation: f64) {
    let before: Vec<f64> = numbers.iter().map(|number| f64::from(**number)).collect();
    let found = samples.solve(&before, deviation);
    numbers.iter_mut().zip(found).for_each(|(number, found)| **number = found.round() as i32);
}
