//! Samples from self-play, to which the players' judgements are fitted.

use agents::value::{Learnable, MILLI};
use engine::Seat;
use engine::random::Random;
use lab::base::error::Result;
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::play::numbered_games::game_seed;
use lab::study::Calibration;
use lab::study::training::play_rounds;
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

/// A seat between two rounds: the part of its final worth that is known, in thousandths of a VP, and the coefficients
/// of the numbers that estimate the rest.
pub struct Sample {
    /// The known part.
    pub known: f64,
    /// The coefficient of each number.
    pub regressors: Vec<f64>,
}

/// The games of one pass with one number of players.
pub struct SamplePass<'a> {
    /// The options of the calibration.
    pub order: &'a Calibration,
    /// The number of the pass, from 0.
    pub number: u64,
    /// The number of players.
    pub players: usize,
    /// The threads.
    pub workers: &'a Workers,
    /// The progress, by games.
    pub progress: &'a Progress,
}

impl SamplePass<'_> {
    /// Plays the games and sums their samples in order; `none` is the sum of none.
    ///
    /// The result does not depend on the threads that play the games.
    ///
    /// # Errors
    /// On Ctrl-C.
    pub fn samples<G: Learnable>(
        &self,
        none: &Samples,
        game: impl Fn(u64) -> G + Sync,
        decide: impl Fn(&G, &G::Position, Seat, &mut Random) -> G::Action + Sync,
        sample: impl Fn(&G, &G::Position, Seat) -> Sample + Sync,
    ) -> Result<Samples> {
        let games = self.order.games_of(self.players);
        let (begin, end) = (self.number * games, (self.number + 1) * games);
        let mut total = none.clone();
        self.workers.each(
            (begin..end).step_by(BATCH as usize),
            |first| {
                let mut samples = none.clone();
                for number in first..end.min(first + BATCH) {
                    let (game, mut taken) = (game(number), Vec::new());
                    let ending = play_rounds(
                        &game,
                        &game_seed(self.order.seed, number, self.players),
                        |position, seat, rng| decide(&game, position, seat, rng),
                        |position, to_come| {
                            let all =
                                Seat::all(self.players).map(|seat| (to_come, seat, sample(&game, position, seat)));
                            taken.extend(all);
                        },
                    );
                    for (to_come, seat, Sample { known, regressors }) in taken {
                        let worth = f64::from(MILLI) * f64::from(ending.points[seat.index()]);
                        samples[to_come.min(none.len() - 1)].add(&regressors, worth - known);
                    }
                }
                Ok(samples)
            },
            |samples| {
                merge(&mut total, &samples);
                self.progress.add(BATCH);
                Ok(())
            },
        )?;
        Ok(total)
    }
}

/// Fits numbers to samples, with a normal prior around their current values.
///
/// `deviation` is the prior's standard deviation in thousandths.
pub fn fit(samples: &LeastSquares, mut numbers: Vec<&mut i32>, deviation: f64) {
    let before: Vec<f64> = numbers.iter().map(|number| f64::from(**number)).collect();
    let found = samples.solve(&before, deviation);
    numbers.iter_mut().zip(found).for_each(|(number, found)| **number = found.round() as i32);
}
