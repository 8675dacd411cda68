//! Training of the learned evaluation between two rounds: self-play in pieces that are kept, then a fit to how the games ended.

mod fit;
mod pieces;
mod plan;
mod spots;

use std::path::Path;

use agents::skye::KINDS;

use self::fit::Examples;
use self::pieces::Pieces;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::play::manner::Manner;
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::study::Trained;
use crate::lab::subject::Design;
use crate::skye::setting::Setting;

pub use plan::TrainingPlan;

/// Plays what is not in the folder yet, and trains. What was learned, and how well it foresees games that it has not seen.
///
/// # Errors
/// If the folder holds something else, cannot be written, threads cannot be made, or Ctrl-C is pressed; pieces that are finished stay.
pub fn train(plan: &TrainingPlan, folder: &Path, manner: Manner) -> Result<Trained> {
    let interrupt = interrupt::heed()?;
    let pool = ordered::pool(manner.threads)?;
    let pieces = Pieces::open(folder, plan)?;
    let progress = Progress::of_games(plan.games, manner.quiet);
    let setting = Setting::printed(plan.players);
    let [player, slipping] = [&plan.agent, &plan.slips_like].map(|agent| agent.build(&KINDS));
    let missing = pieces.missing();
    progress.begin_at(plan.games - missing.iter().map(|&piece| plan.piece(piece).count() as u64).sum::<u64>());
    ordered::for_each(
        &pool,
        interrupt,
        missing.into_iter().map(Ok),
        || (),
        |(), piece| {
            let of_game = |number| {
                let game = setting.game(setting.treatment(number, treatment_seed(plan.seed, number)));
                spots::play(&game, &game_seed(plan.seed, number, plan.players), [&*player, &*slipping], plan.slips)
            };
            (piece, plan.piece(piece).map(of_game).collect::<Vec<_>>())
        },
        |(piece, games)| {
            pieces.keep(piece, &games)?;
            progress.add(games.len() as u64);
            Ok(())
        },
    )?;
    let mut examples = Examples::default();
    for piece in 0..plan.pieces() {
        plan.piece(piece).zip(pieces.read(piece)?).for_each(|(number, spots)| examples.add(number, spots));
    }
    interrupt.check()?;
    examples.fit(plan)
}
