//! Traits behind Python's classes.
//!
//! They represent games, positions, decisions and batches, independently of the game.

use std::any::Any;
use std::sync::Arc;

use engine::Ending;
use interface::digest::sha256;
use lab::base::error::Result;
use learning::action_mask::ActionMask;
use learning::afterstates::Afterstates;
use learning::feature_list::ObservedNumber;
use learning::guided::Guides;
use serde_json::Value;

/// A seed, as Python gives it.
#[derive(Clone, Debug)]
pub enum Seed {
    /// A master seed: its first game.
    Number(u64),
    /// The seed of a record, or any other text.
    Text(String),
}

impl Seed {
    /// Returns the seed as a master seed.
    pub fn master(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Text(text) => u64::from_str_radix(&sha256(text)[..16], 16).expect("hexadecimal digits"),
        }
    }
}

/// The JSON from which a game can be rebuilt.
pub enum Origin {
    /// The values of a config, and perhaps four scoring tiles.
    Config(String, Option<Vec<String>>),
    /// A set-up, and the component files that it may name.
    SetUp(String, Vec<String>),
}

/// A game as it is set up.
pub trait GameTable: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Number of players.
    fn players(&self) -> usize;
    /// Modules in play.
    fn modules(&self) -> Vec<&'static str>;
    /// Starts a game.
    fn start(&self, seed: &Seed) -> Result<Box<dyn LiveGame>>;
    /// The encoding: its name, choices, features of an observation, and planes with rows and columns.
    fn encoding(&self) -> (&'static str, usize, usize, [usize; 3]);
    /// One decision, from a view.
    fn decision(&self, view: &str) -> Result<Box<dyn DecisionSteps>>;
    /// Searches the decision of a view.
    fn search(&self, view: &str, order: &SearchOrder) -> Result<String>;
    /// One game as a sequence of small choices.
    fn environment(&self, seed: &Seed) -> Result<Box<dyn GameSteps>>;
    /// Begins a batch; agents by specs decide for the seats from 1 on.
    fn batch(
        &self,
        envs: usize,
        seed: &Seed,
        opponents: Option<&[String]>,
        threads: usize,
    ) -> Result<Box<dyn BatchSteps>>;
    /// Plays games, one after the other or on threads, and passes each to `take`, in order.
    fn play(&self, order: &PlayOrder<'_>, take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send)) -> Result<()>;
    /// Plays a match.
    fn compete(&self, order: &MatchOrder<'_>) -> Result<MatchTables>;
    /// The component files in play that are not shipped.
    fn files(&self) -> Vec<String>;
    /// Returns the data from which it can be rebuilt in another process.
    fn origin(&self) -> Origin;
    /// Names a choice, which must exist.
    fn describe(&self, choice: usize) -> String;
    /// Describes the features of an observation.
    fn features(&self) -> Vec<ObservedNumber>;
    /// The game in the protocol's format, if it is a single game.
    fn set_up(&self) -> Option<String>;
    /// Names and specs of all agents.
    fn agents(&self) -> Vec<(&'static str, &'static str)>;
}

/// A search guided by functions.
pub struct SearchOrder {
    /// The settings of the search, as a spec.
    pub spec: String,
    /// The seed of its random choices.
    pub seed: u64,
    /// The functions.
    pub guides: Guides,
}

/// Games to be played.
pub struct PlayOrder<'a> {
    /// The players, by seat.
    pub agents: &'a [SeatPlayer],
    /// The number of the first of them, if they are a part of more.
    pub first: Option<u64>,
    /// The number of games.
    pub games: u64,
    /// The master seed.
    pub seed: &'a Seed,
    /// The number of threads; `None` to play all in this one.
    pub threads: Option<usize>,
    /// True if records are wanted.
    pub is_recording: bool,
    /// True if the searches of agents are wanted.
    pub has_searches: bool,
}

/// Games of a match.
pub struct MatchOrder<'a> {
    /// The agents, with different names.
    pub agents: &'a [SeatPlayer],
    /// The line-up by its name in configs, if it is given.
    pub lineup: Option<&'a str>,
    /// The number of blocks.
    pub blocks: u64,
    /// The master seed.
    pub seed: &'a Seed,
    /// The number of threads.
    pub threads: usize,
}

/// The result of a match: the names and contents of its tables as CSV, and the number of games.
pub type MatchTables = (Vec<(String, Vec<u8>)>, u64);

/// Takes an action as JSON, or an object with `action` and perhaps `search` as in the protocol.
///
/// The error describes the fault.
pub type Accept<'a> = &'a mut dyn FnMut(&Value) -> Result<(), String>;

/// Decides, and passes on an action that is accepted; otherwise the function does not return.
///
/// It gets the view and the legal actions as JSON, and the decision's seed.
pub type Callback = dyn Fn(&Arc<dyn GameTable>, &str, &str, u64, Accept<'_>) + Send + Sync;

/// The player of a seat.
pub enum SeatPlayer {
    /// An agent of the program, perhaps NAME=SPEC.
    Spec(String),
    /// A callback, with a name.
    Callback(String, Arc<Callback>),
}

/// A finished game.
pub struct PlayedGame {
    /// Its number, from 0.
    pub number: u64,
    /// The seed that reproduces it.
    pub seed: String,
    /// The ending.
    pub ending: Ending,
    /// Its record, if it was wanted.
    pub record: Option<String>,
    /// For each decision its search in the format of the protocol, or null.
    ///
    /// A list as JSON, empty if it was not wanted.
    pub searches: String,
}

/// A game in progress.
pub trait LiveGame: Send + Sync {
    /// Returns the seat to move; `None` when it is over.
    fn seat(&self) -> Option<usize>;
    /// Names the decision.
    fn decision(&self) -> Option<&'static str>;
    /// All legal actions as JSON.
    fn legal_actions(&self) -> String;
    /// Returns the legal actions in the format of the protocol, as JSON.
    fn legal(&self) -> String;
    /// Takes a decision.
    fn apply(&mut self, action: &Value) -> Result<()>;
    /// Returns an independent copy.
    fn copy(&self) -> Box<dyn LiveGame>;
    /// Returns a seat's view, as JSON.
    fn view(&self, seat: usize) -> Result<String>;
    /// Returns the events, as JSON.
    fn events(&self, seat: Option<usize>) -> Result<String>;
    /// Returns the results, as JSON; an empty list before the end.
    fn results(&self) -> String;
    /// The record so far, as JSON.
    fn record(&self, players: Option<Vec<String>>) -> Result<String>;
    /// A drawing as SVG.
    fn svg(&self, seat: Option<usize>) -> Result<String>;
    /// Its game.
    fn table(&self) -> Arc<dyn GameTable>;
    /// The choices that lead to an action.
    fn encode(&self, action: &Value) -> Result<Vec<usize>>;
    /// The action that choices lead to, as JSON.
    fn decode(&self, numbers: &[i64]) -> Result<String>;
    /// Writes a seat's observation, all zeros before.
    fn observe(&self, seat: usize, out: &mut [f32]) -> Result<()>;
    /// Returns the seed that reproduces it.
    fn seed(&self) -> &str;
    /// Makes a random decision, determined by this seed.
    fn act_randomly(&mut self, seed: u64) -> Result<()>;
    /// Asks an agent with this seed; returns its decision and its search, as JSON.
    fn ask(&self, spec: &str, seed: u64) -> Result<String>;
    /// Searches the decision of the seat to move; as [`ask`](Self::ask).
    fn search(&self, order: &SearchOrder) -> Result<String>;
    /// Invents a position with the same view for a seat; offers are by habit or uniform.
    fn determinize(&self, seat: usize, seed: u64, has_habits: bool) -> Result<Box<dyn LiveGame>>;
    /// The same game in small steps.
    fn stepper(&self) -> Box<dyn GameSteps>;
    /// The decisions so far as JSON, each with the position before it.
    fn moves(&self) -> Result<Vec<(Box<dyn LiveGame>, String)>>;
    /// All choices so far that were not forced.
    ///
    /// Observations and planes are optional; visits are included if the search of each decision is given.
    fn choices(&self, has_vector: bool, has_planes: bool, searches: Option<&[Value]>) -> Result<ChoiceRows>;
    /// The number of decisions so far.
    fn decided(&self) -> usize;
    /// Returns the data from which it can be rebuilt in another process.
    fn pickled(&self) -> Result<PickledGame>;
}

/// The data from which a game in progress can be rebuilt.
pub struct PickledGame {
    /// Its record.
    pub record: String,
    /// The last decisions as JSON, if a record only tells them by later events, as a draw from the bag.
    pub untold: Vec<String>,
    /// The component files that the record may name, besides the shipped ones.
    pub files: Vec<String>,
}

/// Choices of one game or several, a row for each.
#[derive(Default)]
pub struct ChoiceRows {
    /// The observations, one after the other; empty if they are not wanted.
    pub observations: Vec<f32>,
    /// The boards of the seats that choose, one after the other; empty if they are not wanted.
    pub planes: Vec<u8>,
    /// The possible choices.
    pub masks: Vec<i8>,
    /// The visits of the searched actions that continue each choice; empty if they are not wanted.
    pub visits: Vec<i32>,
    /// The choices taken.
    pub choices: Vec<i32>,
    /// The seats that chose.
    pub seats: Vec<i8>,
    /// The win share of these seats minus an equal share; NaN if the game has not ended.
    pub results: Vec<f32>,
}

/// A decision as a sequence of small choices.
pub trait DecisionSteps: Send + Sync {
    /// Writes the observation; all zeros before.
    fn observe(&self, out: &mut [f32]);
    /// The board of the seat that decides; all zeros before.
    fn planes(&self, out: &mut [u8]);
    /// Lists the afterstates, and the number of features of each.
    fn afterstates(&self) -> (Afterstates, usize);
    /// Returns the possible choices.
    fn options(&self) -> &ActionMask;
    /// Chooses.
    fn choose(&mut self, number: i64) -> Result<()>;
    /// The action as JSON, once it is decided.
    fn action(&self) -> Option<String>;
}

/// A game in small steps.
pub trait GameSteps: Send + Sync {
    /// Returns the seat that chooses.
    fn mover(&self) -> Option<usize>;
    /// Returns the possible choices.
    fn options(&self) -> &ActionMask;
    /// Returns the number of further options without a number.
    fn outside(&self) -> usize;
    /// Returns whether the decision is made in secret and revealed with those of other seats.
    fn is_secret(&self) -> bool;
    /// Returns the number of chance events so far.
    fn draws(&self) -> usize;
    /// Chooses.
    fn choose(&mut self, number: i64) -> Result<()>;
    /// Writes a seat's observation, all zeros before.
    fn observe(&mut self, seat: usize, out: &mut [f32]);
    /// Each seat's win share minus an equal share, if the game is over.
    fn rewards(&self) -> Option<Vec<f64>>;
    /// Victory points, if it is over.
    fn points(&self) -> Option<Vec<i32>>;
    /// The game in progress, without the partial decision.
    fn played(&self) -> Result<Box<dyn LiveGame>>;
    /// The choices of the decision so far that were not forced.
    fn partial(&self) -> Vec<usize>;
    /// Returns an independent copy; with a seed, all its later chance comes from that.
    fn copy(&self, seed: Option<u64>) -> Result<Box<dyn GameSteps>>;
}

/// A snapshot of a batch of any game.
pub type AnyState = Box<dyn Any + Send + Sync>;

/// Many games in small steps.
pub trait BatchSteps: Send + Sync {
    /// Environments, players, choices, features of an observation, planes.
    fn shape(&self) -> (usize, usize, usize, usize, [usize; 3]);
    /// Fills observations, masks and choosing seats.
    fn observe(&mut self, vectors: Option<&mut [f32]>, masks: &mut [i8], movers: &mut [i8]) -> Result<()>;
    /// Asks an agent for the next choice in every game, -1 if it has none, until `is_over` stops it.
    fn ask(&mut self, spec: &str, seed: u64, out: &mut [i32], is_over: &mut dyn FnMut() -> bool) -> Result<()>;
    /// The moment now.
    fn state(&self) -> AnyState;
    /// Comes back to a moment.
    fn restore(&mut self, state: &(dyn Any + Send + Sync)) -> Result<()>;
    /// Fills the boards of those who choose.
    fn planes(&self, out: &mut [u8]);
    /// Lists the afterstates in some games, and the number of features of each.
    fn afterstates(&self, wanted: &dyn Fn(usize) -> bool) -> (Afterstates, usize);
    /// Makes a choice in every game; returns false if `is_over` stopped it early.
    fn step(
        &mut self,
        choices: &[i32],
        rewards: &mut [f32],
        done: &mut [bool],
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<bool>;
    /// By game and seat the final VP of the games that ended in the last step; 0 for all others.
    fn points(&self) -> &[i32];
    /// Counts of steps, games, and of choices and decisions that did not fit the encoding.
    fn counts(&self) -> [u64; 4];
    /// Seeds of the games under way.
    fn seeds(&self) -> Vec<String>;
}
