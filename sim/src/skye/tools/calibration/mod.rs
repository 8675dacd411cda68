//! Calibration of the greedy player's judgement: self-play, a fit to its results, self-play with the fit, and so on; and last, what
//! gold is worth and other numbers found by play.

mod plan;
mod samples;
mod trials;

use std::sync::Arc;

use agents::skye::Greedy;
use agents::skye::appraisal::{Judgement, Judgements, MilliVp};
use agents::skye::greedy::{Brain, Pricing};
use rayon::ThreadPool;

use self::samples::Samples;
use self::trials::{Trials, values};
use crate::base::error::{Error, Result};
use crate::base::interrupt::Interrupt;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::play::manner::Manner;
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::study::Calibrated;
use crate::lab::subject::Design;

pub use plan::Plan;

/// How many games' samples are summed up before they are added to the others'.
const BATCH: u64 = 20;

/// Fits the judgement of one number of players after another, pass after pass, then tries other values of what is found by play.
/// The judgements of the scope, and what came of every value tried.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed.
pub fn calibrate(plan: &Plan, manner: Manner) -> Result<Calibrated> {
    let interrupt = interrupt::heed()?;
    let pool = &ordered::pool(manner.threads)?;
    let scope = plan.scope() as usize;
    let start = Judgements::uncalibrated(plan.scope());
    let believed = start.scopes[scope].clone();
    let progress = &Progress::of_games(all_games(plan), manner.quiet);
    let mut judgements = Arc::new(start);
    for pass in 0..plan.order.passes {
        let mut fitted = (*judgements).clone();
        for players in plan.table_sizes() {
            let selfplay = SelfPlay { plan, pass, players, judgements: &judgements };
            let samples = selfplay.samples(pool, interrupt, progress)?;
            let judgement = fit(&samples, believed.of(players), plan.order.deviation);
            fitted = plan.with(&fitted, players, judgement);
        }
        judgements = Arc::new(fitted);
    }
    let (mut found, mut tried) = ((*judgements).clone(), Vec::new());
    for players in plan.table_sizes() {
        let trials = Trials { plan, players, pool, interrupt, progress };
        found = plan.with(&found, players, trials.best(&judgements, &mut tried)?);
    }
    let mut table = csv::Writer::from_writer(Vec::new());
    tried.iter().try_for_each(|value| table.serialize(value)).map_err(Error::other)?;
    let tried = table.into_inner().map_err(Error::other)?;
    Ok(Calibrated { file: found.scopes[scope].to_toml(), tried })
}

/// How many games a whole calibration plays.
fn all_games(plan: &Plan) -> u64 {
    let games = |players| plan.order.passes * plan.games_of(players) + values(plan.modules) * plan.trials_of(players);
    plan.table_sizes().map(games).sum()
}

/// Games of one pass at tables of one size.
struct SelfPlay<'a> {
    plan: &'a Plan,
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
        let (games, setting) = (self.plan.games_of(self.players), self.plan.setting(self.players));
        for number in batch * BATCH..games.min((batch + 1) * BATCH) {
            let number = self.pass * games + number;
            let seed = game_seed(self.plan.order.seed, number, self.players);
            let game = setting.game(setting.treatment(number, treatment_seed(self.plan.order.seed, number)));
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
