//! What gold is worth, found by play.
//!
//! The fit cannot show it: those behind are paid more, so gold looks worth less to its owner than it is, and what it denies others is
//! not seen at all. So the fitted worth is scaled to what wins most against players who use the fit.

use std::sync::Arc;

use agents::Agent;
use agents::skye::Greedy;
use agents::skye::appraisal::{Judgement, Judgements, MilliVp};
use agents::skye::greedy::Brain;
use engine::Seat;
use engine::skye::Skye;
use rayon::ThreadPool;

use super::plan::CalibrationPlan;
use crate::base::error::Result;
use crate::base::interrupt::Interrupt;
use crate::base::ordered;
use crate::base::progress::Progress;
use crate::lab::play::arena;
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::subject::Subject;
use crate::skye::setting::Setting;

/// The percentages of the fitted worth that are tried.
pub const PERCENTS: [MilliVp; 6] = [70, 85, 115, 130, 145, 160];

/// Games of one player with another worth of gold among copies of the fitted one, at tables of one size.
pub struct Trials<'a> {
    pub plan: &'a CalibrationPlan,
    pub players: usize,
    pub fitted: &'a Arc<Judgements>,
}

impl Trials<'_> {
    /// The fitted judgement with the worth of gold that wins most; unchanged, if no other wins more than its share.
    pub fn best(&self, pool: &ThreadPool, interrupt: &Interrupt, progress: &Progress) -> Result<Judgement> {
        let mut best = (self.plan.trials_of(self.players) as f64 / self.players as f64, 100);
        for percent in PERCENTS {
            let wins = self.wins(percent, pool, interrupt, progress)?;
            if wins > best.0 {
                best = (wins, percent);
            }
        }
        Ok(scaled(self.fitted.of(self.players), best.1))
    }

    fn wins(&self, percent: MilliVp, pool: &ThreadPool, interrupt: &Interrupt, progress: &Progress) -> Result<f64> {
        let mut changed = (**self.fitted).clone();
        changed.players[self.players - 2] = scaled(self.fitted.of(self.players), percent);
        let [changed, fitted] = [Arc::new(changed), Arc::clone(self.fitted)].map(|by| Greedy(Brain::best_by(by)));
        let mut wins = 0.0;
        ordered::for_each(
            pool,
            interrupt,
            (0..self.plan.trials_of(self.players)).map(Ok),
            || (),
            |(), number| self.play(number, &changed, &fitted),
            |win| {
                wins += win;
                progress.add(1);
                Ok(())
            },
        )?;
        Ok(wins)
    }

    /// The win share of the changed player in one game; it takes every seat in turn, with the same luck.
    fn play(&self, number: u64, changed: &Greedy, fitted: &Greedy) -> f64 {
        let players = self.players as u64;
        let fresh = self.plan.passes * self.plan.games_of(self.players);
        let (number, rotation) = (fresh + number / players, number % players);
        let setting = Setting::printed(self.players);
        let game = setting.game(setting.treatment(number, treatment_seed(self.plan.seed, number)));
        let seed = game_seed(self.plan.seed, number, self.players);
        let own = Seat::new(rotation as usize);
        let agent = |seat| -> &dyn Agent<Skye> { if seat == own { changed } else { fitted } };
        let agents: Vec<_> = Seat::all(self.players).map(agent).collect();
        arena::play(&game, &seed, &agents, &mut ()).win_share(own)
    }
}

/// A different worth of gold in every round but the last, after which it is exchanged.
fn scaled(judgement: &Judgement, percent: MilliVp) -> Judgement {
    let mut scaled = judgement.clone();
    scaled.stages.iter_mut().skip(1).for_each(|stage| stage.gold = stage.gold * percent / 100);
    scaled
}
