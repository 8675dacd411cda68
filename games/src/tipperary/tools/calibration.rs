//! Calibration of the greedy player's judgement: alternates self-play and fits to its results.

use std::sync::Arc;

use agents::tipperary::appraisal::{Estate, FutureValue, Judgements, MilliVp, STAGES, Stage, VP};
use agents::tipperary::greedy::{Brain, LOOKS};
use engine::random::below;
use engine::tipperary::{Phase, Position, Tipperary};
use engine::{Game, MAX_SEATS, Seat, Turn};
use interface::seeds::GameSeed;

use crate::calibration::{Samples, fit, merge, no_samples, sample_games};
use lab::base::error::Result;
use lab::base::progress::Progress;
use lab::base::{interrupt, ordered};
use lab::play::exec_options::ExecOptions;
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::study::Calibration;

/// One in this many decisions is random: a fit to perfect play would not learn the cost of mistakes.
const ERRS: u32 = 10;

/// Fits the judgement to games with 2 to 5 players, pass by pass.
///
/// With no rounds to come nothing is fitted, because the score is known.
///
/// # Errors
/// If threads cannot be created, or on Ctrl-C.
pub fn calibrate(plan: &Calibration, exec: ExecOptions) -> Result<Judgements> {
    let interrupt = interrupt::install_handler()?;
    let pool = ordered::pool(exec.threads)?;
    let believed = Judgements::by_hand();
    let mut judgements = (*believed).clone();
    let games = |players: usize| plan.games * 2 / players as u64;
    let progress = Progress::of_games(plan.passes * (2..=MAX_SEATS).map(games).sum::<u64>(), exec.quiet);
    for pass in 0..plan.passes {
        let brain = Brain { judgements: Arc::new(judgements.clone()), looks: LOOKS };
        let none = no_samples(STAGES, Stage::default().numbers_mut().count());
        let mut samples = none.clone();
        for players in 2..=MAX_SEATS {
            let numbers = pass * games(players)..(pass + 1) * games(players);
            let more = sample_games(numbers, &none, (&pool, interrupt, &progress), |number, samples| {
                let game = Tipperary::dealt(players, treatment_seed(plan.seed, number));
                let seed = game_seed(plan.seed, number, players);
                sample_game(&game.expect("2 to 5 players can play"), &seed, &brain, samples);
            });
            merge(&mut samples, &more?);
        }
        for ((fitted, samples), believed) in judgements.stages.iter_mut().zip(&samples).zip(&believed.stages).skip(1) {
            *fitted = believed.clone();
            fit(samples, fitted.numbers_mut().collect(), plan.deviation);
        }
    }
    Ok(judgements)
}

/// Plays a game and adds its samples: the measurements between rounds, and the final points.
fn sample_game(game: &Tipperary, seed: &GameSeed, brain: &Brain, samples: &mut Samples) {
    let (mut position, mut between, mut decisions) = (game.start(seed.first), Vec::new(), 0);
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                if position.phase == Phase::Spin && position.round > 1 {
                    between.extend(measured(game, &position, brain));
                }
                game.resolve_chance(&mut position, seed.draws);
            }
            Turn::Seat(seat) => {
                let rng = &mut seed.thinking_of(seat, decisions);
                let ranked = brain.ranked(game, &position);
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

/// Returns for each seat the rounds to come, the seat, and the coefficient of each judgement number.
fn measured(game: &Tipperary, position: &Position, brain: &Brain) -> impl Iterator<Item = (usize, Seat, Vec<f64>)> {
    let to_come = usize::from(game.rules().rounds) + 1 - usize::from(position.round);
    Seat::all(game.seats()).map(move |seat| {
        let outlook = FutureValue::new(&brain.judgements, game, position, seat, to_come);
        let regressors = Estate::new(outlook, position, seat).regressors();
        (to_come.min(STAGES - 1), seat, regressors.into_iter().map(f64::from).collect())
    })
}
