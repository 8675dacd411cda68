//! The trait that a game implements to be studied. All of its items have defaults, so a game need not provide any.

use std::path::Path;

use agents::exploit::Secrets;
use agents::{Agent, AgentSpec};
use engine::random::Random;
use interface::record::Header;
use interface::record_format::RecordedDecision;
use serde::Serialize;

use super::exploit::Exploiter;
use super::fingerprint::HashedBatch;
use crate::base::error::{Error, Result};
use crate::base::time::MedianRange;
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::play::roster::{AnyRoster, Roster};
use crate::programs::ProgramSpec;
use crate::subject::{ActionOf, GameInfo, PositionOf, Setup};

/// The iterations of agents in random experiments: as few as can be.
const FEW_ITERATIONS: u64 = 3;

/// A game whose play can be studied.
pub trait Study: Setup {
    /// Specs of agents that are quick enough to play many random experiments.
    fn quick_agents() -> Vec<String> {
        all_agents(Self::INFO, FEW_ITERATIONS)
    }

    /// Draws the game's keys for a random config. The parts of the game are fixed by the options, or drawn too.
    fn random_keys(_dice: &mut Random, _players: usize, _fixed: &SoakOptions) -> String {
        String::new()
    }

    /// Tells whether this error is an acceptable answer to such keys.
    fn is_expected(_error: &str) -> bool {
        false
    }

    /// The games whose hashes show that the rules or the agents behave differently.
    fn batches() -> Vec<HashedBatch> {
        Vec::new()
    }

    /// Its secret decisions, if it has any.
    fn secrets() -> Option<&'static Secrets<Self::Game>> {
        None
    }

    /// The spec of a quick agent that plays on while responses to a single decision are looked for.
    fn continuation() -> &'static str {
        Self::KINDS[0].schema.name
    }

    /// Players that may exploit this agent, which is `None` if it is not one of the game's. Those that search use this number of iterations
    /// for each decision.
    fn exploiters(_agent: Option<&AgentSpec>, iterations: u64) -> Vec<Exploiter<Self::Game>> {
        all_agents(Self::INFO, iterations).into_iter().map(Exploiter::named::<Self>).collect()
    }

    /// The calls of its engine, to be measured in games of this setting.
    fn engine_calls(&self, _seed: u64) -> Option<Box<dyn EngineCalls>> {
        None
    }

    /// Estimates from the decisions of a recorded game the value of each tile or the like to the players, as CSV with a header.
    ///
    /// # Errors
    /// If the game has nothing of the kind.
    fn appraised(
        _file: &str,
        _number: u64,
        _header: &Header<Self::Game>,
        _decisions: &[(PositionOf<Self>, RecordedDecision<ActionOf<Self>>)],
    ) -> Result<String> {
        Err(Error::of_input(format_args!("found a record of {}, where nothing is appraised", Self::INFO.name)))
    }

    /// The flags of `sim train --what judgement` that this game takes, of those that not all games take.
    const CALIBRATED_BY: &'static [&'static str] = &[];

    /// Fits the parameters of its agents to games of self-play, with the parts of this setting in play.
    ///
    /// # Errors
    /// If the game has no such agents, threads cannot be made, or Ctrl-C is pressed.
    fn calibrate(&self, _plan: &Calibration, _exec: ExecOptions) -> Result<CalibrationResult> {
        Err(Error::input("--game", format_args!("`{}` has no agents to calibrate", Self::INFO.name), ""))
    }

    /// Builds an agent of this spec and recalibrates it to this setting on games of self-play; `None` if it has nothing to calibrate.
    ///
    /// # Errors
    /// If threads cannot be made, or Ctrl-C is pressed.
    fn recalibrated(
        &self,
        _spec: &AgentSpec,
        _plan: &Calibration,
        _exec: ExecOptions,
    ) -> Result<Option<Box<dyn Agent<Self::Game>>>> {
        Ok(None)
    }

    /// Trains a net to estimate the chances to win, on games of its agents by these rules with any of the parts of this setting in play. The
    /// games are kept in a folder.
    ///
    /// # Errors
    /// If the game has nothing to learn, the folder cannot be written, threads cannot be made, or Ctrl-C is pressed.
    fn train(&self, _order: &TrainingOrder, _folder: &Path, _exec: ExecOptions) -> Result<TrainedEvaluation> {
        Err(Error::of_input(format_args!("`{}` has no agents that learn", Self::INFO.name)))
    }

    /// Plays the same games, and measures how well they are predicted by a net that was trained on others, given its file.
    ///
    /// # Errors
    /// As [`train`](Self::train); also if the file is none of the game.
    fn try_out(
        &self,
        _order: &TrainingOrder,
        _file: &str,
        _folder: &Path,
        _exec: ExecOptions,
    ) -> Result<PredictionLoss> {
        Err(Error::of_input(format_args!("`{}` has no agents that learn", Self::INFO.name)))
    }

    /// Trains nets on games of its agents to predict what players offer and buy. The games are kept in a folder.
    ///
    /// # Errors
    /// As [`train`](Self::train).
    fn train_habits(_order: &HabitsOrder<Self>, _folder: &Path, _exec: ExecOptions) -> Result<TrainedHabits> {
        Err(Error::input("--what", format_args!("in `{}` nobody offers or buys anything", Self::INFO.name), "value"))
    }
}

/// Builds the agents of an experiment, recalibrating to its game those that can be, and returns them with the names of these.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed.
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

/// The specs of every kind of agent of a game. Those that search use this number of iterations.
pub fn all_agents(game: &GameInfo, iterations: u64) -> Vec<String> {
    let specs = game.schemas().into_iter().map(|kind| {
        let searches = kind.keys.iter().any(|key| key.name == "iterations");
        if searches { format!("{}:iterations={iterations}", kind.name) } else { kind.name.to_owned() }
    });
    specs.collect()
}

/// The options of random experiments: everything that is not drawn at random.
#[derive(Clone, Default, Debug)]
pub struct SoakOptions {
    /// The parts of the game that are in play, if they are not drawn at random.
    pub parts: Option<Vec<String>>,
    /// `dotted.key=value` on top of every config.
    pub set: Vec<String>,
    /// Component files on top of every config, each with its key.
    pub files: Vec<(String, String)>,
    /// The same files as a game's library takes them.
    pub library: Vec<String>,
    /// Programs that may play in place of the game's agents.
    pub programs: Vec<ProgramSpec>,
}

/// The calls of a game's engine, and its searches, in typical positions.
pub trait EngineCalls {
    /// Makes every call this many times. Returns the name of each with the sum of its results, which changes only if behaviour does.
    fn sums(&self, calls: u64) -> Vec<(&'static str, u64)>;

    /// Measures the time of calls, in games of this number of players.
    fn times(&self, players: usize) -> Vec<CallTime>;

    /// Measures the speed of searches, in games of this number of players.
    fn searches(&self, players: usize) -> Vec<SearchRate>;
}

/// The time of one call.
#[derive(Debug, Serialize)]
pub struct CallTime {
    /// Its name.
    pub call: &'static str,
    /// Number of players.
    pub players: usize,
    /// Mean time of a call over typical positions, by repeat.
    pub time_ns: MedianRange,
}

/// The speed of one search.
#[derive(Debug, Serialize)]
pub struct SearchRate {
    /// Its spec.
    pub agent: String,
    /// The policy of playouts.
    pub rollout: &'static str,
    /// The point at which playouts end.
    pub until: &'static str,
    /// Number of players.
    pub players: usize,
    /// Iterations per second of processor time, on one thread.
    pub iterations_per_cpu_s: MedianRange,
}

/// The plan for a calibration.
#[derive(Copy, Clone, Debug)]
pub struct Calibration {
    /// The number of times that everything is played and fitted.
    pub passes: u64,
    /// Games of each pass with two players; with more, as many as give the same number of samples.
    pub games: u64,
    /// Games of each trial of a different value with two players; with more, fewer in the same proportion.
    pub trials: u64,
    /// The number of players, if not every number is to be calibrated.
    pub players: Option<usize>,
    /// The standard deviation, in thousandths, of the prior of each number around the one that was set by hand.
    pub deviation: f64,
    /// Master seed.
    pub seed: u64,
}

/// The result of a calibration.
pub struct CalibrationResult {
    /// The data file of the fitted parameters.
    pub file: String,
    /// The result of every value that was tried, as CSV.
    pub tried: Vec<u8>,
}

/// An order to train a net on games of self-play.
#[derive(Clone, Debug)]
pub struct TrainingOrder {
    /// Games of self-play.
    pub games: u64,
    /// The spec of the agent that plays them.
    pub agent: String,
    /// The percentage of decisions that a weaker agent takes instead, so that positions after mistakes are seen, too.
    pub slips: u32,
    /// Neurons of the net's hidden layer.
    pub hidden: usize,
    /// The number of passes over all examples.
    pub epochs: usize,
    /// Master seed.
    pub seed: u64,
}

/// An order to train nets that predict what players offer and buy.
#[derive(Clone, Debug)]
pub struct HabitsOrder<S> {
    /// Games to learn from.
    pub plays: Vec<SelfPlayOrder<S>>,
    /// Neurons of the nets' hidden layer.
    pub hidden: usize,
    /// The number of passes over all examples.
    pub epochs: usize,
    /// Seeds the fit.
    pub seed: u64,
}

/// Games with one agent in all seats.
#[derive(Clone, Debug)]
pub struct SelfPlayOrder<S> {
    /// The game as it is set up.
    pub subject: S,
    /// The spec of the agent.
    pub agent: String,
    /// The number of games.
    pub games: u64,
    /// Their master seed.
    pub seed: u64,
}

/// Trained nets that predict what players offer and buy.
pub struct TrainedHabits {
    /// The data file.
    pub file: String,
    /// A report, in lines, on how well games that were held out are predicted.
    pub report: String,
}

/// A trained net that estimates the chances to win.
pub struct TrainedEvaluation {
    /// The data file.
    pub file: String,
    /// Positions learned from.
    pub learned: usize,
    /// The loss on games that were held out.
    pub held: PredictionLoss,
}

/// The loss of predictions: the mean over positions of minus the logarithm of the probability that was given to what happened.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PredictionLoss {
    /// Positions.
    pub positions: usize,
    /// The loss if every seat is given the same chance.
    pub even: f64,
    /// The loss of linear worth, with the best slope for each number of rounds to come.
    pub linear: f64,
    /// The loss of the net.
    pub evaluation: f64,
}
