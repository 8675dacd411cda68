//! The trait that makes a game available to studies. All of its items have defaults.

use std::path::Path;

use agents::exploit::Secrets;
use agents::{Agent, AgentSpec};
use engine::random::Random;
use interface::record::Header;
use interface::record_format::RecordedDecision;

use super::exploit::Exploiter;
use super::fingerprint::HashedBatch;
use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::play::roster::{AnyRoster, Roster};
use crate::programs::ProgramSpec;
use crate::subject::{ActionOf, GameInfo, PositionOf, Setup};

/// The iterations of agents in random experiments: as few as possible.
const FEW_ITERATIONS: u64 = 3;

/// A game whose play can be studied.
pub trait Study: Setup {
    /// Returns specs of agents that are fast enough for many random experiments.
    fn quick_agents() -> Vec<String> {
        all_agents(Self::INFO, FEW_ITERATIONS)
    }

    /// Draws the game's keys for a random config, including the parts of the game unless they are fixed.
    fn random_keys(_random: &mut Random, _players: usize, _fixed: &SoakOptions) -> String {
        String::new()
    }

    /// Returns whether this error is an acceptable response to such keys.
    fn is_expected(_error: &str) -> bool {
        false
    }

    /// Returns the games whose hashes show changes in the behaviour of rules or agents.
    fn batches() -> Vec<HashedBatch> {
        Vec::new()
    }

    /// Returns its secret decisions, if it has any.
    fn secrets() -> Option<&'static Secrets<Self::Game>> {
        None
    }

    /// Returns the spec of a fast agent that continues games in the search for responses to a decision.
    fn continuation() -> &'static str {
        Self::KINDS[0].schema.name
    }

    /// Returns candidate exploiters of this agent, which is `None` if it is not one of the game's.
    ///
    /// Search agents use this number of iterations for each decision.
    fn exploiters(_agent: Option<&AgentSpec>, iterations: u64) -> Vec<Exploiter<Self::Game>> {
        all_agents(Self::INFO, iterations).into_iter().map(Exploiter::named::<Self>).collect()
    }

    /// Makes every measured call of the engine this many times, in typical positions of games of this seed.
    ///
    /// Returns the name of each call with the sum of its results, which changes only with behaviour; `None` if the game
    /// names no calls.
    fn call_sums(&self, _seed: u64, _calls: u64) -> Option<Vec<(&'static str, u64)>> {
        None
    }

    /// Estimates the value of each tile or the like to the players of a recorded game, as CSV.
    ///
    /// # Errors
    /// If the game has nothing of the kind.
    fn appraised(
        _file: &str,
        _number: u64,
        _header: &Header<Self::Game>,
        _decisions: &[(PositionOf<Self>, RecordedDecision<ActionOf<Self>>)],
    ) -> Result<String> {
        Err(Error::of_input(format_args!("found a record of {}, which has no evaluation", Self::INFO.name)))
    }

    /// The flags of `sim train --what judgement` that only some games accept, including this one.
    const CALIBRATED_BY: &'static [&'static str] = &[];

    /// Fits the parameters of its agents to games of self-play, with the parts of this setting in play.
    ///
    /// # Errors
    /// If the game has no such agents, threads cannot be created, or on Ctrl-C.
    fn calibrate(&self, _plan: &Calibration, _exec: ExecOptions) -> Result<CalibrationResult> {
        Err(Error::input("--game", format_args!("`{}` has no agents to calibrate", Self::INFO.name), ""))
    }

    /// Builds an agent of this spec and recalibrates it to this setting by self-play.
    ///
    /// `None` if it has no parameters to calibrate.
    ///
    /// # Errors
    /// If threads cannot be created, or on Ctrl-C.
    fn recalibrated(
        &self,
        _spec: &AgentSpec,
        _plan: &Calibration,
        _exec: ExecOptions,
    ) -> Result<Option<Box<dyn Agent<Self::Game>>>> {
        Ok(None)
    }

    /// Trains a net that estimates win probabilities on games of its agents by these rules, or measures another one.
    ///
    /// Any of the parts of this setting may be in play. The games are kept in a folder.
    ///
    /// # Errors
    /// If the game has nothing to learn, the net to measure does not belong to it, the folder cannot be written, threads
    /// cannot be created, or on Ctrl-C.
    fn train(&self, _order: &TrainingOrder, _folder: &Path, _exec: ExecOptions) -> Result<Trained> {
        Err(Error::of_input(format_args!("`{}` has no agents that learn", Self::INFO.name)))
    }

    /// Trains nets that predict offers and purchases, on games of its agents that a folder keeps.
    ///
    /// # Errors
    /// As [`train`](Self::train).
    fn train_habits(_order: &HabitsOrder<Self>, _folder: &Path, _exec: ExecOptions) -> Result<Trained> {
        Err(Error::input("--what", format_args!("`{}` has no offers or purchases", Self::INFO.name), "value"))
    }
}

/// Builds the agents of an experiment, recalibrated to its game if possible.
///
/// Also returns the names of the recalibrated agents.
///
/// # Errors
/// If threads cannot be created, or on Ctrl-C.
pub fn recalibrated<S: Study>(
    experiment: &Experiment,
    plan: &Calibration,
    exec: ExecOptions,
) -> Result<(Box<dyn AnyRoster>, Vec<String>)> {
    let setup: &S = experiment.subject.setup();
    let mut roster = Roster::new(setup, experiment.agents.iter().map(|agent| &agent.spec));
    let mut names = Vec::new();
    for (number, agent) in experiment.agents.iter().enumerate() {
        let Some(spec) = agent.spec.own() else { continue };
        let Some(adapted) = setup.recalibrated(spec, plan, exec)? else { continue };
        roster.replace(number, adapted);
        names.push(agent.name.clone());
    }
    Ok((Box::new(roster), names))
}

/// Returns the specs of all kinds of agents of a game; search agents use this number of iterations.
pub fn all_agents(game: &GameInfo, iterations: u64) -> Vec<String> {
    let specs = game.schemas().into_iter().map(|kind| {
        let searches = kind.keys.iter().any(|key| key.name == "iterations");
        if searches { format!("{}:iterations={iterations}", kind.name) } else { kind.name.to_owned() }
    });
    specs.collect()
}

/// The options of random experiments: everything that is not drawn.
#[derive(Clone, Default, Debug)]
pub struct SoakOptions {
    /// The parts of the game in play; `None` if they are drawn.
    pub parts: Option<Vec<String>>,
    /// Settings `dotted.key=value` added to every config.
    pub set: Vec<String>,
    /// Component files added to every config, each with its key.
    pub files: Vec<(String, String)>,
    /// The same files as arguments of a game's library.
    pub library: Vec<String>,
    /// External programs that may replace the game's agents.
    pub programs: Vec<ProgramSpec>,
}

/// The plan for a calibration.
#[derive(Copy, Clone, Debug)]
pub struct Calibration {
    /// The number of passes, each of which plays games and fits to them.
    pub passes: u64,
    /// The number of games per pass with two players; with more, as many as give equally many samples.
    pub games: u64,
    /// The number of games per trial of a value with two players; fewer in proportion with more players.
    pub trials: u64,
    /// The number of players; `None` to calibrate for all numbers.
    pub players: Option<usize>,
    /// The standard deviation, in thousandths, of the prior around each hand-set number.
    pub deviation: f64,
    /// The master seed.
    pub seed: u64,
}

impl Calibration {
    /// Returns the number of games per pass with so many players.
    pub fn games_of(&self, players: usize) -> u64 {
        self.games * 2 / players as u64
    }
}

/// The result of a calibration.
pub struct CalibrationResult {
    /// The data file of the fitted parameters.
    pub file: String,
    /// The results of all values tried, as CSV.
    pub tried: Vec<u8>,
}

/// The options for training a net on games of self-play.
#[derive(Clone, Debug)]
pub struct TrainingOrder {
    /// The number of games of self-play.
    pub games: u64,
    /// The spec of the agent that plays them.
    pub agent: String,
    /// The percentage of decisions taken by a weaker agent, so that positions after mistakes occur too.
    pub slips: u32,
    /// The number of neurons of the net's hidden layer.
    pub hidden: usize,
    /// The number of passes over all examples.
    pub epochs: usize,
    /// The master seed.
    pub seed: u64,
    /// The text of a trained net's file: it is measured on the games, and none is trained.
    pub measured: Option<String>,
}

/// The options for training nets that predict offers and purchases.
#[derive(Clone, Debug)]
pub struct HabitsOrder<S> {
    /// The games to learn from.
    pub plays: Vec<SelfPlayOrder<S>>,
    /// The number of neurons of the nets' hidden layer.
    pub hidden: usize,
    /// The number of passes over all examples.
    pub epochs: usize,
    /// The seed of the fit.
    pub seed: u64,
}

/// Games with one agent in all seats.
#[derive(Clone, Debug)]
pub struct SelfPlayOrder<S> {
    /// The set-up of the game.
    pub subject: S,
    /// The spec of the agent.
    pub agent: String,
    /// The number of games.
    pub games: u64,
    /// Their master seed.
    pub seed: u64,
}

/// Trained nets.
pub struct Trained {
    /// The data file, or the given one if it was only measured.
    pub file: String,
    /// A report, in lines, on the predictions of held-out games.
    pub report: String,
}
