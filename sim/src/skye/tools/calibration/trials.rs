//! Numbers that no fit can show, found by play.
//!
//! What gold is worth is one: those behind are paid more, so gold looks worth less to its owner than it is, and what it denies others is
//! not seen at all. Others are no prices at all, such as how much gold to save for the second buy turn. Each is scaled to what wins most
//! against players who use what has been found so far.

use std::sync::Arc;

use agents::Agent;
use agents::skye::Greedy;
use agents::skye::appraisal::{Judgement, Judgements, MilliVp, Stage};
use agents::skye::greedy::Brain;
use engine::Seat;
use engine::skye::{Module, Modules, Skye};
use rayon::ThreadPool;
use serde::Serialize;

use super::plan::Plan;
use crate::base::error::Result;
use crate::base::interrupt::Interrupt;
use crate::base::ordered;
use crate::base::progress::Progress;
use crate::lab::play::arena;
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::subject::Design;

/// A number that is found by play, the same percentage of it for every number of rounds to come but the last.
struct Number {
    name: &'static str,
    /// The module that needs it.
    module: Option<Module>,
    /// The percentages that are tried.
    percents: &'static [MilliVp],
    of: fn(&mut Stage) -> &mut MilliVp,
}

const NUMBERS: [Number; 3] = [
    Number { name: "gold", module: None, percents: &[70, 85, 115, 130, 145, 160], of: |stage| &mut stage.gold },
    Number {
        name: "saving",
        module: Some(Module::Druids),
        percents: &[50, 150],
        of: |stage| &mut stage.expansions.saving,
    },
    Number {
        name: "borderland",
        module: Some(Module::Borderlands),
        percents: &[0, 200, 400],
        of: |stage| &mut stage.expansions.borderland,
    },
];

/// Those that count with these modules.
fn numbers(modules: Modules) -> impl Iterator<Item = &'static Number> {
    NUMBERS.iter().filter(move |number| number.module.is_none_or(|module| modules.has(module)))
}

/// How many different values are tried with these modules.
pub fn values(modules: Modules) -> u64 {
    numbers(modules).map(|number| number.percents.len() as u64).sum()
}

/// What came of one value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tried {
    /// Players at the table.
    pub players: usize,
    /// The number.
    pub number: &'static str,
    /// What percentage of what it had been.
    pub percent: MilliVp,
    /// Games played.
    pub games: u64,
    /// Games that its player won, a shared win in part.
    pub wins: f64,
}

/// Games of one player with another value among copies of what has been found so far, at tables of one size.
pub struct Trials<'a> {
    pub plan: &'a Plan,
    pub players: usize,
    pub pool: &'a ThreadPool,
    pub interrupt: &'a Interrupt,
    pub progress: &'a Progress,
}

impl Trials<'_> {
    /// The fitted judgement with those values that win most; unchanged, if no other wins more than its share.
    pub fn best(&self, fitted: &Judgements, tried: &mut Vec<Tried>) -> Result<Judgement> {
        let games = self.plan.trials_of(self.players);
        let mut found = Arc::new(fitted.clone());
        for number in numbers(self.plan.modules) {
            let mut best = (games as f64 / self.players as f64, None);
            for &percent in number.percents {
                let changed = self.plan.with(&found, self.players, scaled(self.of(&found), number, percent));
                let changed = Arc::new(changed);
                let wins = self.wins(&changed, &found)?;
                tried.push(Tried { players: self.players, number: number.name, percent, games, wins });
                if wins > best.0 {
                    best = (wins, Some(changed));
                }
            }
            found = best.1.unwrap_or(found);
        }
        Ok(self.of(&found).clone())
    }

    fn of<'j>(&self, judgements: &'j Judgements) -> &'j Judgement {
        judgements.scopes[self.plan.scope() as usize].of(self.players)
    }

    fn wins(&self, changed: &Arc<Judgements>, found: &Arc<Judgements>) -> Result<f64> {
        let [changed, found] = [changed, found].map(|by| Greedy(Brain::best_by(Arc::clone(by))));
        let mut wins = 0.0;
        ordered::for_each(
            self.pool,
            self.interrupt,
            (0..self.plan.trials_of(self.players)).map(Ok),
            || (),
            |(), number| self.play(number, &changed, &found),
            |win| {
                wins += win;
                self.progress.add(1);
                Ok(())
            },
        )?;
        Ok(wins)
    }

    /// The win share of the changed player in one game; it takes every seat in turn, with the same luck.
    fn play(&self, number: u64, changed: &Greedy, found: &Greedy) -> f64 {
        let players = self.players as u64;
        let fresh = self.plan.order.passes * self.plan.games_of(self.players);
        let (number, rotation) = (fresh + number / players, number % players);
        let setting = self.plan.setting(self.players);
        let game = setting.game(setting.treatment(number, treatment_seed(self.plan.order.seed, number)));
        let seed = game_seed(self.plan.order.seed, number, self.players);
        let own = Seat::new(rotation as usize);
        let agent = |seat| -> &dyn Agent<Skye> { if seat == own { changed } else { found } };
        let agents: Vec<_> = Seat::all(self.players).map(agent).collect();
        arena::play(&game, &seed, &agents, &mut ()).win_share(own)
    }
}

/// Another value in every round but the last, after which gold is exchanged.
fn scaled(judgement: &Judgement, number: &Number, percent: MilliVp) -> Judgement {
    let mut scaled = judgement.clone();
    for stage in scaled.stages.iter_mut().skip(1) {
        let value = (number.of)(stage);
        *value = *value * percent / 100;
    }
    scaled
}
