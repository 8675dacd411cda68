//! Calibration of the greedy player's judgement: alternates self-play and fits to its results.

use std::sync::Arc;

use agents::tipperary::appraisal::{Estate, FutureValue, Judgements, STAGES, Stage};
use agents::tipperary::greedy::{Brain, LOOKS};
use agents::value::Learnable;
use engine::MAX_SEATS;
use engine::random::below;
use engine::tipperary::Tipperary;

use crate::calibration::{Sample, SamplePass, fit, merge, no_samples};
use lab::base::error::Result;
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::play::exec_options::ExecOptions;
use lab::play::numbered_games::treatment_seed;
use lab::study::Calibration;

/// One in this many decisions is random: a fit to perfect play would not learn the cost of mistakes.
const ERRS: u32 = 10;

/// Fits the judgement to games with 2 to 5 players, pass by pass.
///
/// With no rounds to come nothing is fitted, because the score is known.
///
/// # Errors
/// If threads cannot be created, or on Ctrl-C.
pub fn calibrate(order: &Calibration, exec: ExecOptions) -> Result<Judgements> {
    let workers = &Workers::new(exec.threads)?;
    let believed = Judgements::by_hand();
    let mut judgements = (*believed).clone();
    let games: u64 = (2..=MAX_SEATS).map(|players| order.games_of(players)).sum();
    let progress = &Progress::of_games(order.passes * games, exec.quiet);
    for number in 0..order.passes {
        let brain = Brain { judgements: Arc::new(judgements.clone()), looks: LOOKS };
        let none = no_samples(STAGES, Stage::default().numbers_mut().count());
        let mut samples = none.clone();
        for players in 2..=MAX_SEATS {
            let more = SamplePass { order, number, players, workers, progress }.samples(
                &none,
                |number| {
                    let game = Tipperary::dealt(players, treatment_seed(order.seed, number));
                    game.expect("2 to 5 players can play")
                },
                |game, position, _, rng| {
                    let ranked = brain.ranked(game, position);
                    let errs = below(rng, ERRS) == 0;
                    ranked[if errs { below(rng, ranked.len() as u32) as usize } else { 0 }].0
                },
                |game, position, seat| {
                    let to_come = game.rounds_to_come(position).expect("samples are taken between rounds");
                    let outlook = FutureValue::new(&brain.judgements, game, position, seat, to_come);
                    let regressors = Estate::new(outlook, position, seat).regressors();
                    Sample { known: 0.0, regressors: regressors.into_iter().map(f64::from).collect() }
                },
            );
            merge(&mut samples, &more?);
        }
        for ((fitted, samples), believed) in judgements.stages.iter_mut().zip(&samples).zip(&believed.stages).skip(1) {
            *fitted = believed.clone();
            fit(samples, fitted.numbers_mut().collect(), order.deviation);
        }
    }
    Ok(judgements)
}
