//! Samples of self-play, to which the judgements of players are fitted.

use std::ops::Range;

use lab::base::error::Result;
use lab::base::interrupt::Interrupt;
use lab::base::ordered;
use lab::base::progress::Progress;
use rayon::ThreadPool;
use stats::least_squares::LeastSquares;

/// The number of games whose samples are summed before they are added to the others'.
const BATCH: u64 = 20;

/// Samples by rounds to come: between rounds, of each seat.
pub type Samples = Vec<LeastSquares>;

/// Returns no samples of this many numbers, for this many rounds to come.
pub fn no_samples(rounds: usize, numbers: usize) -> Samples {
    (0..rounds).map(|_| LeastSquares::new(numbers)).collect()
}

/// Adds samples to others.
pub fn merge(samples: &mut Samples, more: &Samples) {
    samples.iter_mut().zip(more).for_each(|(samples, more)| samples.merge(more));
}

/// Adds the samples of games, each of which `add` plays by its number, in the order of the games, whichever thread played them.
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

/// Fits numbers to samples, where they are expected to be as they are, with this standard deviation in thousandths.
pub fn fit(samples: &LeastSquares, mut numbers: Vec<&mut i32>, deviation: f64) {
    let before: Vec<f64> = numbers.iter().map(|number| f64::from(**number)).collect();
    let found = samples.solve(&before, deviation);
    numbers.iter_mut().zip(found).for_each(|(number, found)| **number = found.round() as i32);
}
