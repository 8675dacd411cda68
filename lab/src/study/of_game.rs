//! What studies of a game and its agents ask of it. All of it has defaults: a game can do without.

use std::path::Path;

use agents::exploit::Secrets;
use agents::{Agent, AgentSchema, AgentSpec};
use engine::random::Random;
use interface::record::Header;
use interface::record_format::RecordedDecision;
use serde::Serialize;

use super::exploit::Exploiter;
use super::fingerprint::Batch;
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

    /// Its keys for a random config, with the parts of the game that are fixed, if they are.
    fn random_keys(_dice: &mut Random, _players: usize, _fixed: &Fixed) -> String {
        String::new()
    }

    /// Whether this error is an acceptable answer to such keys.
    fn is_expected(_error: &str) -> bool {
        false
    }

    /// Games whose hashes tell when the rules or the agents behave otherwise.
    fn batches() -> Vec<Batch> {
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

    /// Players that may exploit this agent, if it is one of the game's, or another one; those that search with this number of iterations for
    /// each of their decisions.
    fn exploiters(_agent: Option<&AgentSpec>, iterations: u64) -> Vec<Exploiter<Self::Game>> {
        all_agents(Self::INFO, iterations).into_iter().map(Exploiter::named::<Self>).collect()
    }

    /// The calls of its engine, to be measured in games that are set up like this.
    fn engine_calls(&self, _seed: u64) -> Option<Box<dyn EngineCalls>> {
        None
    }

    /// What each tile or the like in a recorded game was worth to its players, from their decisions: CSV with a header.
    ///
    /// # Errors
    /// If the game has nothing of the kind.
    fn appraised(
        _file: &str,
        _number: u64,
        _header: &Header<Self::Game>,
        _decisions: &[(PositionOf<Self>, RecordedDecision<ActionOf<Self>>)],
    ) -> Result<String> {
        Err(Error::input(format!("found a record of {}, where nothing is appraised", Self::INFO.name)))
    }

    /// The flags of `sim train --what judgement` that only some games take, as far as this one does.
    const CALIBRATED_BY: &'static [&'static str] = &[];

    /// Fits what its agents believe to games of their own, with the parts in play that are here.
    ///
    /// # Errors
    /// If the game has no such agents, threads cannot be made, or Ctrl-C is pressed.
    fn calibrate(&self, _plan: &Calibration, _exec: ExecOptions) -> Result<Calibrated> {
        Err(Error::input(format!("--game: `{}` has no agents to calibrate", Self::INFO.name)))
    }

    /// An agent of this spec that believes what fits this game, calibrated anew on games of its own; nothing if there is nothing that could be
    /// calibrated.
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

    /// Learns the chances to win from games of its agents by these rules, with any of the parts in play that are here; the games are kept in
    /// a folder.
    ///
    /// # Errors
    /// If the game has nothing to learn, the folder cannot be written, threads cannot be made, or Ctrl-C is pressed.
    fn train(&self, _order: &TrainingOrder, _folder: &Path, _exec: ExecOptions) -> Result<Trained> {
        Err(Error::input(format!("`{}` has no agents that learn", Self::INFO.name)))
    }

    /// Plays the same games, and says how well what was learned of others foresees them, given its file.
    ///
    /// # Errors
    /// As [`train`](Self::train); also if the file is none of the game.
    fn try_out(&self, _order: &TrainingOrder, _file: &str, _folder: &Path, _exec: ExecOptions) -> Result<Foreseen> {
        Err(Error::input(format!("`{}` has no agents that learn", Self::INFO.name)))
    }

    /// Learns from games of its agents what players offer and buy; the games are kept in a folder.
    ///
    /// # Errors
    /// As [`train`](Self::train).
    fn train_habits(_order: &HabitsOrder<Self>, _folder: &Path, _exec: ExecOptions) -> Result<Taught> {
        Err(Error::input(format!("--what: in `{}` nobody offers or buys anything; accepted: value", Self::INFO.name)))
    }
}

/// Returns the agents of an experiment, those that can be calibrated to its game anew, and the names of these.
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

/// Every kind of agent of a game, those that search with this many iterations.
pub fn all_agents(game: &GameInfo, iterations: u64) -> Vec<String> {
    let spec = |kind: &'static AgentSchema| {
        let searches = kind.keys.iter().any(|key| key.name == "iterations");
        if searches { format!("{}:iterations={iterations}", kind.name) } else { kind.name.to_owned() }
    };
    game.schemas().into_iter().map(spec).collect()
}

/// What all random experiments have in common.
#[derive(Clone, Default, Debug)]
pub struct Fixed {
    /// The parts of the game that are in play, if they are not drawn at random.
    pub parts: Option<Vec<String>>,
    /// `dotted.key=value` on top of every config.
    pub set: Vec<String>,
    /// Component files on top of every config, each with its key.
    pub files: Vec<(String, String)>,
    /// The same files as a game's library takes them.
    pub library: Vec<String>,
    /// Programs that play, too.
    pub programs: Vec<ProgramSpec>,
}

/// The calls of a game's engine, and its searches, in typical positions.
pub trait EngineCalls {
    /// Makes every call this many times; the name of each, and what its results add up to: the same as long as behaviour is unchanged.
    fn sums(&self, calls: u64) -> Vec<(&'static str, u64)>;

    /// How long calls take, in games of this many players.
    fn times(&self, players: usize) -> Vec<CallTime>;

    /// How fast searches are, in games of this many players.
    fn searches(&self, players: usize) -> Vec<SearchRate>;
}

/// What one call costs.
#[derive(Debug, Serialize)]
pub struct CallTime {
    /// Its name.
    pub call: &'static str,
    /// Number of players.
    pub players: usize,
    /// Mean time of a call over typical positions, by repeat.
    pub time_ns: MedianRange,
}

/// How fast one search is.
#[derive(Debug, Serialize)]
pub struct SearchRate {
    /// Its spec.
    pub agent: String,
    /// How continuations are played.
    pub rollout: &'static str,
    /// Where they end.
    pub until: &'static str,
    /// Number of players.
    pub players: usize,
    /// Iterations per second of processor time, on one thread.
    pub iterations_per_cpu_s: MedianRange,
}

/// How a calibration is done.
#[derive(Copy, Clone, Debug)]
pub struct Calibration {
    /// How often everything is played and fitted.
    pub passes: u64,
    /// Games of each pass with two players; with more, as many as give the same number of samples.
    pub games: u64,
    /// Games of each trial of a different value with two players; with more, fewer in the same proportion.
    pub trials: u64,
    /// Players at the table, if it is not to be done for every number of them.
    pub players: Option<usize>,
    /// How far, in thousandths, each number is believed to be from that by hand: one standard deviation.
    pub deviation: f64,
    /// Master seed.
    pub seed: u64,
}

/// What came of a calibration.
pub struct Calibrated {
    /// The data file of what the agents now believe.
    pub file: String,
    /// What came of every value tried, as CSV.
    pub tried: Vec<u8>,
}

/// How much is to be learned from whose games.
#[derive(Clone, Debug)]
pub struct TrainingOrder {
    /// Games of self-play.
    pub games: u64,
    /// The spec of who plays them.
    pub agent: String,
    /// The percentage of decisions that a weaker agent takes instead, so that positions after mistakes are seen, too.
    pub slips: u32,
    /// Neurons of the net's hidden layer.
    pub hidden: usize,
    /// How often everything is learned.
    pub epochs: usize,
    /// Master seed.
    pub seed: u64,
}

/// What players offer and buy is learned from these games.
#[derive(Clone, Debug)]
pub struct HabitsOrder<S> {
    /// Games to learn from.
    pub plays: Vec<SelfPlayOrder<S>>,
    /// Neurons of the nets' hidden layer.
    pub hidden: usize,
    /// How often everything is learned.
    pub epochs: usize,
    /// Seeds the fit.
    pub seed: u64,
}

/// Games with one agent in all seats.
#[derive(Clone, Debug)]
pub struct SelfPlayOrder<S> {
    /// The game as it is set up.
    pub subject: S,
    /// The spec of who plays it.
    pub agent: String,
    /// How many games.
    pub games: u64,
    /// Their master seed.
    pub seed: u64,
}

/// What was learned of players.
pub struct Taught {
    /// The data file.
    pub file: String,
    /// How well games were foreseen that were not learned from, in lines.
    pub report: String,
}

/// What was learned, and how well games were foreseen that it was not learned from.
pub struct Trained {
    /// The data file.
    pub file: String,
    /// Positions learned from.
    pub learned: usize,
    /// How well others were foreseen.
    pub held: Foreseen,
}

/// How well games were foreseen: minus the logarithm of the chance given to what happened, mean over positions.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Foreseen {
    /// Positions.
    pub positions: usize,
    /// If everybody had the same chance.
    pub even: f64,
    /// By linear worth, with the best slope for each number of rounds to come.
    pub linear: f64,
    /// By what was learned.
    pub evaluation: f64,
}
