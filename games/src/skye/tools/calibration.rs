//! Calibration of the greedy player's judgement.
//!
//! Alternates self-play and fits to its results; finally finds the value of gold and other numbers by trial games.

use std::sync::Arc;

use agents::Agent;
use agents::skye::Greedy;
use agents::skye::appraisal::{Estate, Judgement, Judgements, MilliVp, Outlook, Scope, Stage, VP};
use agents::skye::greedy::{Brain, Pricing};
use engine::skye::{Module, Modules, Phase, Position, Skye};
use engine::{Game, MAX_SEATS, Seat};
use serde::Serialize;

use crate::calibration::{Sample, SamplePass, fit, no_samples};
use crate::skye::setting::Setting;
use lab::base::error::{Error, Result};
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::play::arena;
use lab::play::exec_options::ExecOptions;
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::study::{Calibration, CalibrationResult};
use lab::subject::{Setup, Subject};

/// Fits the judgement for each table size, pass by pass, then tries other values for some numbers.
///
/// Returns the judgements of the scope, and the result of every value tried.
///
/// # Errors
/// If threads cannot be created, or on Ctrl-C.
pub fn calibrate(plan: &Plan<'_>, exec: ExecOptions) -> Result<CalibrationResult> {
    let (found, tried) = judgements(plan, exec)?;
    let mut table = csv::Writer::from_writer(Vec::new());
    tried.iter().try_for_each(|value| table.serialize(value)).map_err(Error::of_machine)?;
    let tried = table.into_inner().map_err(Error::of_machine)?;
    Ok(CalibrationResult { file: found.scopes[plan.scope() as usize].to_json(), tried })
}

/// Returns the greedy player with a judgement fitted to this set-up; `None` if it has too many rounds.
///
/// # Errors
/// As for [`calibrate`].
pub fn recalibrated(setting: &Setting, order: &Calibration, exec: ExecOptions) -> Result<Option<Greedy>> {
    if setting.rules.round_count() > MAX_ROUNDS_TO_COME {
        return Ok(None);
    }
    let order = Calibration { players: Some(setting.players), ..*order };
    let plan = Plan { order, modules: setting.rules.modules, like: Some(setting) };
    let (found, _) = judgements(&plan, exec)?;
    Ok(Some(Greedy(Brain::with_judgement(Arc::new(found)))))
}

/// Returns the fitted judgements, and the result of every value tried.
fn judgements(plan: &Plan<'_>, exec: ExecOptions) -> Result<(Judgements, Vec<TrialResult>)> {
    let workers = &Workers::new(exec.threads)?;
    let scope = plan.scope() as usize;
    let start = Judgements::uncalibrated(plan.scope());
    let believed = start.scopes[scope].clone();
    let progress = &Progress::of_games(all_games(plan), exec.quiet);
    let mut judgements = start;
    let none = no_samples(MAX_ROUNDS_TO_COME, regressor_count());
    for number in 0..plan.order.passes {
        let pricing = Pricing::Sampled { samples: 8 };
        let agent = Greedy(Brain { pricing, ..Brain::with_judgement(Arc::clone(&judgements)) });
        let mut fitted = (*judgements).clone();
        for players in plan.table_sizes() {
            let samples = SamplePass { order: &plan.order, number, players, workers, progress }.samples(
                &none,
                |number| plan.game(players, number),
                |game, position, seat, rng| agent.choose(game, &game.view(position, seat), rng).action,
                |game, position, seat| SeatAppraisal::new(game, position, seat).sample(),
            )?;
            let mut judgement = believed.of(players).clone();
            for (stage, samples) in judgement.stages.iter_mut().zip(&samples).filter(|(_, one)| one.count() > 0.0) {
                fit(samples, stage.numbers_mut().collect(), plan.order.deviation);
            }
            fitted = plan.with(&fitted, players, judgement);
        }
        judgements = Arc::new(fitted);
    }
    let (mut found, mut tried) = ((*judgements).clone(), Vec::new());
    for players in plan.table_sizes() {
        let trials = NumberTrials { plan, players, workers, progress };
        found = plan.with(&found, players, trials.best(&judgements, &mut tried)?);
    }
    Ok((found, tried))
}

/// Returns the number of games of a complete calibration.
fn all_games(plan: &Plan<'_>) -> u64 {
    plan.table_sizes()
        .map(|players| {
            plan.order.passes * plan.order.games_of(players) + values(plan.modules) * plan.trials_of(players)
        })
        .sum()
}

/// The number of values for rounds to come: 1 to 5 are sampled, 0 is not.
const MAX_ROUNDS_TO_COME: usize = 6;

/// The plan for calibrating a scope.
#[derive(Copy, Clone, Debug)]
pub struct Plan<'a> {
    /// The options common to all games.
    pub order: Calibration,
    /// The modules in play.
    pub modules: Modules,
    /// The set-up to calibrate for, if not the printed one.
    pub like: Option<&'a Setting>,
}

impl Plan<'_> {
    /// Returns the scope to be calibrated.
    pub fn scope(&self) -> Scope {
        Scope::of(self.modules)
    }

    /// Returns the game with this number at tables of this size.
    fn game(&self, players: usize, number: u64) -> Skye {
        let setting = self.like.cloned().unwrap_or_else(|| Setting::printed_with(players, self.modules));
        setting.game(&setting.treatment(number, treatment_seed(self.order.seed, number)))
    }

    /// Returns the table sizes to be calibrated.
    fn table_sizes(&self) -> impl Iterator<Item = usize> {
        let only = self.order.players;
        (2..=MAX_SEATS).filter(move |&players| only.is_none_or(|only| only == players))
    }

    /// Returns these judgements with the one for tables of this size replaced.
    pub fn with(&self, judgements: &Judgements, players: usize, judgement: Judgement) -> Judgements {
        let mut changed = judgements.clone();
        changed.scopes[self.scope() as usize].players[players - 2] = judgement;
        changed
    }

    /// Returns the number of games per trial at tables of this size, with every seat equally often.
    fn trials_of(&self, players: usize) -> u64 {
        let players = players as u64;
        (self.order.trials * 2 / players).next_multiple_of(players)
    }
}

/// The number of fitted numbers of a stage.
fn regressor_count() -> usize {
    Stage::default().numbers_mut().count()
}

/// A seat's position between two rounds, appraised for each number separately.
///
/// The appraisal is linear, so this shows the coefficient of each number.
struct SeatAppraisal<'a> {
    game: &'a Skye,
    position: &'a Position,
    seat: Seat,
}

impl<'a> SeatAppraisal<'a> {
    fn new(game: &'a Skye, position: &'a Position, seat: Seat) -> Self {
        assert_eq!(position.phase, Phase::Draw, "samples are taken between rounds");
        Self { game, position, seat }
    }

    /// Returns its points and the constant part as known, and the coefficient of each number.
    fn sample(&self) -> Sample {
        let sure = self.worth(Stage::default());
        let coefficients = (0..regressor_count()).map(|number| {
            let mut stage = Stage::default();
            *stage.numbers_mut().nth(number).expect("a number of the stage") = VP;
            (self.worth(stage) - sure) / f64::from(VP)
        });
        let points = f64::from(self.position.player(self.seat).vp);
        Sample { known: f64::from(VP) * points + sure, regressors: coefficients.collect() }
    }

    fn worth(&self, stage: Stage) -> f64 {
        let judgements = Judgements::uniform(stage);
        let outlook = Outlook::by(&judgements, self.game, self.position, self.seat);
        let player = self.position.player(self.seat);
        f64::from(outlook.gold()) * f64::from(player.gold) + f64::from(Estate::new(outlook, &player.territory).worth())
    }
}

/// A number that is found by trial games, scaled equally for all rounds to come except none.
struct Number {
    name: &'static str,
    /// The module to which it applies.
    module: Option<Module>,
    /// The percentages to try.
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

/// Returns the numbers that apply with these modules.
fn numbers(modules: Modules) -> impl Iterator<Item = &'static Number> {
    NUMBERS.iter().filter(move |number| number.module.is_none_or(|module| modules.has(module)))
}

/// Returns the number of values to try with these modules.
fn values(modules: Modules) -> u64 {
    numbers(modules).map(|number| number.percents.len() as u64).sum()
}

/// The result for one value.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct TrialResult {
    /// The number of players at the table.
    pub players: usize,
    /// The name of the number.
    pub number: &'static str,
    /// The percentage of its previous value.
    pub percent: MilliVp,
    /// The number of games played.
    pub games: u64,
    /// The games won by the player with this value, with shared wins in part.
    pub wins: f64,
}

/// Trial games of one player with a changed value among copies of the current best, at one table size.
struct NumberTrials<'a> {
    pub plan: &'a Plan<'a>,
    pub players: usize,
    pub workers: &'a Workers,
    pub progress: &'a Progress,
}

impl NumberTrials<'_> {
    /// Returns the fitted judgement with the values that win most.
    ///
    /// A value stays unchanged if no other wins more than its share.
    pub fn best(&self, fitted: &Judgements, tried: &mut Vec<TrialResult>) -> Result<Judgement> {
        let games = self.plan.trials_of(self.players);
        let mut found = Arc::new(fitted.clone());
        for number in numbers(self.plan.modules) {
            let mut best = (games as f64 / self.players as f64, None);
            for &percent in number.percents {
                let changed = self.plan.with(&found, self.players, scaled(self.of(&found), number, percent));
                let changed = Arc::new(changed);
                let wins = self.wins(&changed, &found)?;
                tried.push(TrialResult { players: self.players, number: number.name, percent, games, wins });
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
        let [changed, found] = [changed, found].map(|by| Greedy(Brain::with_judgement(Arc::clone(by))));
        let mut wins = 0.0;
        self.workers.each(
            0..self.plan.trials_of(self.players),
            |number| Ok(self.play(number, &changed, &found)),
            |win| {
                wins += win;
                self.progress.add(1);
                Ok(())
            },
        )?;
        Ok(wins)
    }

    /// Returns the changed player's win share in one game; it takes each seat in turn, with the same luck.
    fn play(&self, number: u64, changed: &Greedy, found: &Greedy) -> f64 {
        let players = self.players as u64;
        let fresh = self.plan.order.passes * self.plan.order.games_of(self.players);
        let (number, rotation) = (fresh + number / players, number % players);
        let game = self.plan.game(self.players, number);
        let seed = game_seed(self.plan.order.seed, number, self.players);
        let own = Seat::new(rotation as usize);
        let agents = Seat::all(self.players).map(|seat| -> &dyn Agent<Skye> {
            if seat == own { changed } else { found }
        });
        let agents: Vec<_> = agents.collect();
        arena::play(&game, &seed, &agents, &mut ()).expect("agents of the game decide").win_share(own)
    }
}

/// Scales a value in every round but the last, after which gold is exchanged.
fn scaled(judgement: &Judgement, number: &Number, percent: MilliVp) -> Judgement {
    let mut scaled = judgement.clone();
    for stage in scaled.stages.iter_mut().skip(1) {
        let value = (number.of)(stage);
        *value = *value * percent / 100;
    }
    scaled
}
