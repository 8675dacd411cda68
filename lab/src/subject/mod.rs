//! The traits that a game implements to be run in experiments, and the rows recorded of its games.
//!
//! A game provides a [`Subject`], its rules and components as set up by a config, which experiments use without knowing
//! its type; a [`Setup`], the same with the types of the game, for playing games; and a [`GameInfo`], its description
//! before the set-up.

pub mod treatment;

pub mod rows;

pub mod raw_row;

pub mod columns;

pub mod raw;

pub mod outcome;

pub mod gauges;

pub mod law;

pub mod accumulator;

pub mod means;

pub mod null_check;

pub mod prospect;

pub mod files;

pub mod own_table;

mod info;

pub mod fit;

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use agents::AgentKind;
use engine::{Ending, Game};
use interface::components::ComponentFile;
use interface::protocol::Protocol;
use interface::record_format::RecordFormat;
use serde_json::{Map, Value};

pub use self::accumulator::Accumulator;
use self::accumulator::Accumulators;
use self::files::Files;
pub use self::info::{GameInfo, List};
use self::null_check::{Null, NullChecks};
pub use self::own_table::{Metric, OwnMetrics, ResultTable, RunSums};
use self::prospect::Prospect;
use self::rows::{Notes, Rows};
use self::treatment::Treatment;
use super::forms::passage::{Finding, Passage};
use super::forms::section::Section;
use super::schedule::Schedule;
use crate::base::error::Result;

/// A game as set up by a config: its rules, its components, its design, and the notes of its games.
///
/// Experiments use it without knowing its type. Optional items, such as component files, have defaults.
pub trait Subject: Any + Debug + Send + Sync {
    /// Returns the description of the game before its set-up.
    fn info(&self) -> &'static GameInfo;
    /// Returns all of its keys, in the order of configs, except those of its component files.
    fn effective(&self) -> Map<String, Value>;
    /// Returns the rules below the key `rules` that [`effective`](Self::effective) omits as printed.
    ///
    /// They are further rules that a study could change.
    fn unnamed_rules(&self) -> Map<String, Value> {
        Map::new()
    }
    /// Returns the printed game for as many players, with the same expansions and the same design.
    fn printed(&self) -> Arc<dyn Subject>;
    /// Returns the files of its components; a user's are kept with a run.
    fn files(&self) -> Vec<ComponentFile> {
        Vec::new()
    }
    /// Returns the names in tables of its components, such as tiles, by index.
    fn pieces(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the number of rounds with a leader; 0 without a running score or a fixed number of rounds.
    fn rounds(&self) -> usize {
        0
    }
    /// Returns whether a part of the game is in play; some columns exist only then.
    fn has_part(&self, _part: &str) -> bool {
        true
    }
    /// Returns the parts in play whose components are only reconstructed, which outputs must state.
    fn reconstructed(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the design's choice for a cluster; `seed` is the cluster's.
    fn treatment(&self, cluster: u64, seed: u64) -> Treatment;
    /// Parses a treatment.
    ///
    /// # Errors
    /// The reason why the text is not a treatment.
    fn named(&self, text: &str) -> Result<Treatment, String>;
    /// Returns the game's keys of a record in order; those as in the printed game are omitted.
    fn record_keys(&self, treatment: &Treatment) -> Map<String, Value>;
    /// Returns the same set-up with the design of another, so that both use the same treatments.
    ///
    /// # Errors
    /// The reason why that is not possible.
    fn with_design_of(&self, other: &dyn Subject) -> Result<Arc<dyn Subject>, String>;
    /// Checks that a treatment named by a user can be played.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn accepts(&self, _treatment: &Treatment) -> Result<(), String> {
        Ok(())
    }
    /// Returns the probability that each variate of a treatment is 1.
    ///
    /// The sum is the number of variates that are 1, and there are at most 64. Empty without a design.
    fn variates(&self) -> Vec<f64> {
        Vec::new()
    }
    /// Returns a sentence on the design; `None` if treatments are random.
    fn design(&self) -> Option<String> {
        None
    }
    /// Returns the number of clusters after which all treatments have occurred equally often.
    ///
    /// `None` if treatments are random.
    fn design_length(&self) -> Option<u64> {
        None
    }

    /// Returns empty notes for [`Rows::notes`].
    fn empty_notes(&self) -> Notes;
    /// Prepares the notes for the next game.
    fn begin(&self, rows: &mut Rows);
    /// Returns the ending of a game, computed from its rows alone.
    fn ending(&self, rows: &Rows) -> Ending;
    /// Checks the sums in a game whose raw tables were read.
    ///
    /// # Errors
    /// A description of the first violated law.
    fn check(&self, _schedule: &Schedule, _rows: &Rows) -> Result<(), String> {
        Ok(())
    }

    /// Returns the sums behind the game's own result tables, without clusters.
    fn accumulators(&self, _schedule: &Schedule) -> Accumulators {
        Accumulators::default()
    }
    /// Returns the most memory in bytes that the game's sums for different treatments take.
    fn sum_bytes(&self, _schedule: &Schedule) -> u64 {
        0
    }
    /// Returns the game's rows of `balance.csv`.
    fn metrics(&self, _summed: &RunSums<'_>) -> OwnMetrics {
        OwnMetrics::default()
    }
    /// Returns the game's tables in the summary of a run.
    fn passages(&self, summed: &RunSums<'_>) -> Vec<Passage> {
        summed.passages()
    }
    /// Returns sentences on the game's findings, including negative ones.
    fn findings(&self, _summed: &RunSums<'_>) -> Vec<Finding> {
        Vec::new()
    }
    /// Returns the findings of the tables in a null experiment, except on the intervals of tables of ratios.
    ///
    /// If there are many rows, each repetition checks a different one.
    fn null_checks(&self, _summed: &RunSums<'_>, _metrics: &OwnMetrics, _null: Null, _repetition: usize) -> NullChecks {
        NullChecks::default()
    }
    /// Returns the detectable effects of a run with this many clusters, estimated from a few of them.
    fn prospects(&self, _seen: &RunSums<'_>, _clusters: u64) -> Vec<Prospect> {
        Vec::new()
    }
}

impl dyn Subject {
    /// Returns the set-up with the types of its game.
    ///
    /// # Panics
    /// If it is of another game.
    pub fn setup<S: Setup>(&self) -> &S {
        (self as &dyn Any).downcast_ref().expect("a set-up of this game")
    }

    /// Returns the rows of a game that has not begun.
    pub fn rows(&self, fixture: super::schedule::blocks::Fixture, players: usize, treatment: Treatment) -> Rows {
        let mut rows = Rows::new(fixture, players, treatment, self.empty_notes());
        self.begin(&mut rows);
        rows
    }
}

/// A set-up with the types of its game, as needed for playing.
pub trait Setup: Subject + Clone {
    /// The description of the game.
    const INFO: &'static GameInfo;
    /// The kinds of agents that play it.
    const KINDS: &'static [AgentKind<Self::Game>];
    /// The rules.
    type Game: RecordFormat + Protocol;

    /// Reads the game's keys of a config.
    ///
    /// # Errors
    /// The first error: its place, what was found, what is accepted.
    fn read(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self>;
    /// Returns the shipped component files, and those with these names or paths, for use by records.
    ///
    /// # Errors
    /// If a file cannot be found or read, or is not valid.
    fn library(given: &[String]) -> Result<LibraryOf<Self>>;
    /// Returns the game with a treatment.
    fn game(&self, treatment: &Treatment) -> Self::Game;
    /// Records an event in the rows.
    fn note(rows: &mut Rows, event: &EventOf<Self>);
    /// Records the final position.
    fn note_end(_rows: &mut Rows, _position: &PositionOf<Self>) {}
}

/// An event of a set-up's game.
pub type EventOf<S> = <<S as Setup>::Game as Game>::Event;
/// A position of a set-up's game.
pub type PositionOf<S> = <<S as Setup>::Game as Game>::Position;
/// A decision in a set-up's game.
pub type ActionOf<S> = <<S as Setup>::Game as Game>::Action;
/// The component files that records of a set-up's games may name.
pub type LibraryOf<S> = <<S as Setup>::Game as RecordFormat>::Library;
