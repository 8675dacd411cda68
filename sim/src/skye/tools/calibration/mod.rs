//! Calibration of the greedy player's judgement: self-play, a fit to its results, self-play with the fit, and so on; and last, what
//! gold is worth, found by play.

mod gold;
mod least_squares;
mod plan;
mod samples;

use std::sync::Arc;

use agents::skye::Greedy;
use agents::skye::appraisal::{Judgement, Judgements, MilliVp};
use agents::skye::greedy::{Brain, Pricing};
use engine::MAX_SEATS;
use rayon::ThreadPool;

use self::gold::{PERCENTS, Trials};
use self::samples::Samples;
use crate::base::error::Result;
use crate::base::interrupt::Interrupt;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::subject::Subject;
use crate::skye::setting::Setting;

pub use least_squares::LeastSquares;
pub use plan::CalibrationPlan;

/// How many games' samples are summed up before they are added to the others'.
const BATCH: u64 = 20;

/// Fits the judgement of one number of players after another, pass after pass.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed.
pub fn calibrate(plan: &CalibrationPlan, threads: Option<usize>, quiet: bool) -> Result<Judgements> {
    let interrupt = interrupt::heed()?;
    let pool = ordered::pool(threads)?;
    let believed = Judgements::uncalibrated();
    let progress = Progress::of_games(all_games(plan), quiet);
    let mut judgements = believed.clone();
    for pass in 0..plan.passes {
        let playing = Arc::new(judgements.clone());
        for (index, judgement) in judgements.players.iter_mut().enumerate() {
            let selfplay = SelfPlay { plan, pass, players: index + 2, judgements: &playing };
            let samples = selfplay.samples(&pool, interrupt, &progress)?;
            *judgement = fit(&samples, &believed.players[index], plan.deviation);
        }
    }
    let fitted = Arc::new(judgements.clone());
    for (index, judgement) in judgements.players.iter_mut().enumerate() {
        let trials = Trials { plan, players: index + 2, fitted: &fitted };
        *judgement = trials.best(&pool, interrupt, &progress)?;
    }
    Ok(judgements)
}

/// How many games a whole calibration plays.
fn all_games(plan: &CalibrationPlan) -> u64 {
    let games = |players| plan.passes * plan.games_of(players) + PERCENTS.len() as u64 * plan.trials_of(players);
    (2..=MAX_SEATS).map(games).sum()
}

/// Games of one pass at tables of one size.
struct SelfPlay<'a> {
    plan: &'a CalibrationPlan,
    pass: u64,
    players: usize,
    judgements: &'a Arc<Judgements>,
}

impl SelfPlay<'_> {
    /// Plays all games. Samples are summed up in the order of the games, whichever thread played them.
    fn samples(&self, pool: &ThreadPool, interrupt: &Interrupt, progress: &Progress) -> Result<Samples> {
        let mut total = samples::none(MAX_ROUNDS_TO_COME);
        let batches = self.plan.games_of(self.players).div_ceil(BATCH);
        ordered::for_each(
            pool,
            interrupt,
            (0..batches).map(Ok),
            || (),
            |(), batch| self.play(batch),
            |samples: Samples| {
                total.iter_mut().zip(&samples).for_each(|(total, more)| total.merge(more));
                progress.add(BATCH);
                Ok(())
            },
        )?;
        Ok(total)
    }

    fn play(&self, batch: u64) -> Samples {
        let agent =
            Greedy(Brain { pricing: Pricing::Sampled { samples: 8 }, ..Brain::best_by(Arc::clone(self.judgements)) });
        let mut samples = samples::none(MAX_ROUNDS_TO_COME);
        let (games, setting) = (self.plan.games_of(self.players), Setting::printed(self.players));
        for number in batch * BATCH..games.min((batch + 1) * BATCH) {
            let number = self.pass * games + number;
            let seed = game_seed(self.plan.seed, number, self.players);
            let game = setting.game(setting.treatment(number, treatment_seed(self.plan.seed, number)));
            samples::play(&game, &seed, &agent, &mut samples);
        }
        samples
    }
}

/// Numbers of rounds to come at a sample: up to 5, and none is not sampled.
const MAX_ROUNDS_TO_COME: usize = 6;

/// The judgement that fits the samples.
fn fit(samples: &Samples, believed: &Judgement, deviation: f64) -> Judgement {
    let mut fitted = believed.clone();
    for (stage, samples) in fitted.stages.iter_mut().zip(samples).filter(|(_, samples)| samples.count() > 0.0) {
        let before: Vec<f64> = stage.numbers_mut().map(|number| f64::from(*number)).collect();
        let found = samples.solve(&before, deviation);
        stage.numbers_mut().zip(found).for_each(|(number, found)| *number = found.round() as MilliVp);
    }
    fitted
}
