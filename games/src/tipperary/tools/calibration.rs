//! Calibration of the greedy player's judgement: self-play, a fit to its results, self-play with the fit, and so on.

use std::sync::Arc;

use agents::tipperary::appraisal::{Estate, FutureValue, Judgements, MilliVp, STAGES, Stage, VP};
use agents::tipperary::greedy::{Brain, LOOKS};
use engine::random::below;
use engine::tipperary::{Phase, Position, Tipperary};
use engine::{Game, MAX_SEATS, Seat, Turn};
use interface::seeds::GameSeed;
use rayon::ThreadPool;

use lab::base::error::Result;
use lab::base::interrupt::Interrupt;
use lab::base::progress::Progress;
use lab::base::{interrupt, ordered};
use lab::play::exec_options::ExecOptions;
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::study::Calibration;
use stats::least_squares::LeastSquares;

/// The number of games whose samples are summed before they are added to the others'.
const BATCH: u64 = 20;

/// One in this many decisions is any of those appraised: a fit to perfect play alone would not learn what mistakes cost.
const ERRS: u32 = 10;

/// Samples by rounds to come: between rounds, of each seat.
type Samples = Vec<LeastSquares>;

/// Fits the judgement to games with 2 to 5 players, pass after pass.
///
/// With no round to come nothing is fitted: what scores is known.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed.
pub fn calibrate(plan: &Calibration, exec: ExecOptions) -> Result<Judgements> {
    let interrupt = interrupt::install_handler()?;
    let pool = ordered::pool(exec.threads)?;
    let believed = Judgements::by_hand();
    let mut judgements = (*believed).clone();
    let games = |players: usize| plan.games * 2 / players as u64;
    let progress = Progress::of_games(plan.passes * (2..=MAX_SEATS).map(games).sum::<u64>(), exec.quiet);
    for pass in 0..plan.passes {
        let brain = Brain { judgements: Arc::new(judgements.clone()), looks: LOOKS };
        let mut samples = none();
        for players in 2..=MAX_SEATS {
            let selfplay =
                CalibrationGames { plan, players, brain: &brain, first: pass * games(players), games: games(players) };
            merge(&mut samples, &selfplay.samples(&pool, interrupt, &progress)?);
        }
        for ((fitted, samples), believed) in judgements.stages.iter_mut().zip(&samples).zip(&believed.stages).skip(1) {
            *fitted = fit(samples, believed, plan.deviation);
        }
    }
    Ok(judgements)
}

/// No samples.
fn none() -> Samples {
    let numbers = Stage::default().numbers_mut().count();
    (0..STAGES).map(|_| LeastSquares::new(numbers)).collect()
}

fn merge(samples: &mut [LeastSquares], more: &[LeastSquares]) {
    samples.iter_mut().zip(more).for_each(|(samples, more)| samples.merge(more));
}

/// Returns the numbers of a stage that fit its samples.
fn fit(samples: &LeastSquares, believed: &Stage, deviation: f64) -> Stage {
    let mut fitted = believed.clone();
    let before: Vec<f64> = fitted.numbers_mut().map(|number| f64::from(*number)).collect();
    let found = samples.solve(&before, deviation);
    fitted.numbers_mut().zip(found).for_each(|(number, found)| *number = found.round() as MilliVp);
    fitted
}

/// Games of one pass at tables of one size.
struct CalibrationGames<'a> {
    plan: &'a Calibration,
    players: usize,
    brain: &'a Brain,
    /// The number of the first game.
    first: u64,
    games: u64,
}

impl CalibrationGames<'_> {
    /// Plays all games. Samples are summed up in the order of the games, whichever thread played them.
    fn samples(&self, pool: &ThreadPool, interrupt: &Interrupt, progress: &Progress) -> Result<Samples> {
        let mut total = none();
        ordered::for_each(
            pool,
            interrupt,
            (0..self.games.div_ceil(BATCH)).map(Ok),
            || (),
            |(), batch| self.play(batch * BATCH..self.games.min((batch + 1) * BATCH)),
            |samples: Samples| {
                merge(&mut total, &samples);
                progress.add(BATCH);
                Ok(())
            },
        )?;
        Ok(total)
    }

    fn play(&self, numbers: std::ops::Range<u64>) -> Samples {
        let mut samples = none();
        for number in numbers {
            let number = self.first + number;
            let game = Tipperary::dealt(self.players, treatment_seed(self.plan.seed, number));
            let seed = game_seed(self.plan.seed, number, self.players);
            self.sample(&game.expect("2 to 5 players can play"), &seed, &mut samples);
        }
        samples
    }

    /// Plays a game and adds its samples: what was measured between two rounds, and the points in the end.
    fn sample(&self, game: &Tipperary, seed: &GameSeed, samples: &mut Samples) {
        let (mut position, mut between, mut decisions) = (game.start(seed.first), Vec::new(), 0);
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    if position.phase == Phase::Spin && position.round > 1 {
                        between.extend(self.measured(game, &position));
                    }
                    game.resolve_chance(&mut position, seed.draws);
                }
                Turn::Seat(seat) => {
                    let rng = &mut seed.thinking_of(seat, decisions);
                    let ranked = self.brain.ranked(game, &position);
                    let errs = below(rng, ERRS) == 0;
                    let choice = if errs { below(rng, ranked.len() as u32) as usize } else { 0 };
                    game.apply(&mut position, ranked[choice].0);
                    decisions += 1;
                }
            }
        }
        for (to_come, seat, regressors) in between {
            let target = VP * MilliVp::from(position.scores[seat.index()].vp());
            samples[to_come].add(&regressors, f64::from(target));
        }
    }

    /// Returns for each seat the rounds to come, the seat, and how often each number of the judgement counts for it.
    fn measured(&self, game: &Tipperary, position: &Position) -> impl Iterator<Item = (usize, Seat, Vec<f64>)> {
        let to_come = usize::from(game.rules().rounds) + 1 - usize::from(position.round);
        Seat::all(self.players).map(move |seat| {
            let outlook = FutureValue::new(&self.brain.judgements, game, position, seat, to_come);
            let regressors = Estate::new(outlook, position, seat).regressors();
            (to_come.min(STAGES - 1), seat, regressors.into_iter().map(f64::from).collect())
        })
    }
}
