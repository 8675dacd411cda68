//! The traits that a game implements to be run in experiments, and the rows that experiments keep of its games.
//!
//! A game brings a [`Subject`], its rules and components as a config sets them up, which experiments hold without knowing its type; a
//! [`Setup`], the same with the types of the game, which is needed where games are played; and a [`GameInfo`], what is known before.

pub mod treatment;

pub mod rows;

pub mod raw_column;

pub mod columns;

pub mod raw;

pub mod outcome;

pub mod gauge;

pub mod gauges;

pub mod law;

pub mod accumulator;

pub mod cells;

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
use self::null_check::{Null, NullCheck};
pub use self::own_table::{Metric, OwnMetrics, OwnTable, RunSums};
use self::prospect::Prospect;
use self::rows::{Notes, Rows};
use self::treatment::Treatment;
use super::forms::passage::{Finding, Passage};
use super::forms::section::Section;
use super::schedule::Schedule;
use crate::base::error::Result;

/// A game as a config sets it up: its rules, its components, what varies from cluster to cluster, and what is kept of its games.
/// Experiments hold one without knowing its type. Whatever a game can do without, such as component files, has a default.
pub trait Subject: Any + Debug + Send + Sync {
    /// Returns what is known of the game before it is set up.
    fn info(&self) -> &'static GameInfo;
    /// Returns its keys in full, in the order of configs, except its component files.
    fn effective(&self) -> Map<String, Value>;
    /// Returns rules that [`effective`](Self::effective) leaves out since they are as printed, below the key `rules`: what else could be a
    /// step away.
    fn unnamed_rules(&self) -> Map<String, Value> {
        Map::new()
    }
    /// Returns the printed game for as many players, with the same expansions and the same design.
    fn printed(&self) -> Arc<dyn Subject>;
    /// Returns the files that its components come from; a user's are kept with a run.
    fn files(&self) -> Vec<ComponentFile> {
        Vec::new()
    }
    /// Returns the names of its pieces for tables, such as tiles, by number.
    fn pieces(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the rounds after each of which somebody leads; 0 without a running score, or where their number is not fixed.
    fn rounds(&self) -> usize {
        0
    }
    /// Returns whether a part of the game is in play: some columns are written only then.
    fn has_part(&self, _part: &str) -> bool {
        true
    }
    /// Returns the parts in play whose components are the shipped ones, which are only reconstructed: whatever rests on them has to say so.
    fn reconstructed(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the choice of the design for a cluster, where `seed` is the cluster's own.
    fn treatment(&self, cluster: u64, seed: u64) -> Treatment;
    /// Reads a treatment from its text.
    ///
    /// # Errors
    /// If the text names none, in words.
    fn named(&self, text: &str) -> Result<Treatment, String>;
    /// Returns its own keys of a record in order; what is as in the printed game is left out.
    fn record_keys(&self, treatment: &Treatment) -> Map<String, Value>;
    /// Returns the same set-up with the design of another one of this game, so that both meet the same treatments.
    ///
    /// # Errors
    /// If that is not possible, in words.
    fn with_design_of(&self, other: &dyn Subject) -> Result<Arc<dyn Subject>, String>;
    /// Makes sure that a treatment that somebody names can be played.
    ///
    /// # Errors
    /// Why not, in words.
    fn accepts(&self, _treatment: &Treatment) -> Result<(), String> {
        Ok(())
    }
    /// Returns how likely each variate of a treatment is 1; the sum is how many are 1 at once. At most 64; empty without a design.
    fn variates(&self) -> Vec<f64> {
        Vec::new()
    }
    /// Returns the design in a sentence; `None` where chance decides.
    fn design(&self) -> Option<String> {
        None
    }
    /// Returns after how many clusters every treatment has occurred equally often; `None` where chance decides.
    fn design_length(&self) -> Option<u64> {
        None
    }

    /// Returns notes of a game that has not begun, for [`Rows::notes`].
    fn empty_notes(&self) -> Notes;
    /// Prepares the notes for the next game.
    fn begin(&self, rows: &mut Rows);
    /// Returns how a game ended, by its rows alone.
    fn ending(&self, rows: &Rows) -> Ending;
    /// Checks what must add up in a game whose raw tables were read.
    ///
    /// # Errors
    /// The first law that is broken, in words.
    fn check(&self, _schedule: &Schedule, _rows: &Rows) -> Result<(), String> {
        Ok(())
    }

    /// Returns the sums behind its own result tables, before the first cluster.
    fn accumulators(&self, _schedule: &Schedule) -> Accumulators {
        Accumulators::default()
    }
    /// Returns its rows of `balance.csv`.
    fn metrics(&self, _summed: &RunSums<'_>) -> OwnMetrics {
        OwnMetrics::default()
    }
    /// Returns its tables in the summary of a run.
    fn passages(&self, _summed: &RunSums<'_>) -> Vec<Passage> {
        Vec::new()
    }
    /// Returns its findings, and what was not found, in sentences.
    fn findings(&self, _summed: &RunSums<'_>) -> Vec<Finding> {
        Vec::new()
    }
    /// Returns what the tables find in an experiment of identical agents: in the lists that a summary quotes, and by other methods. Of rows
    /// that are many, each repetition asks another.
    fn null_checks(
        &self,
        _summed: &RunSums<'_>,
        _metrics: &OwnMetrics,
        (_null, _repetition): (Null, usize),
    ) -> (Vec<NullCheck>, Vec<NullCheck>) {
        (Vec::new(), Vec::new())
    }
    /// Returns what the tables of a run of so many clusters would find, judged by a few of them.
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

    /// Returns rows of a game that has not begun.
    pub fn rows(&self, fixture: super::schedule::blocks::Fixture, players: usize, treatment: Treatment) -> Rows {
        let mut rows = Rows::new(fixture, players, treatment, self.empty_notes());
        self.begin(&mut rows);
        rows
    }
}

/// A set-up with the types of its game: what is needed to play games of it.
pub trait Setup: Subject + Clone {
    /// The description of the game.
    const INFO: &'static GameInfo;
    /// The kinds of agents that play it.
    const KINDS: &'static [AgentKind<Self::Game>];
    /// The rules.
    type Game: RecordFormat + Protocol;

    /// Reads its keys of a config.
    ///
    /// # Errors
    /// The first fault: its place, what was found, what is accepted.
    fn read(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self>;
    /// Returns the shipped component files, and those of these names or paths, which records may name.
    ///
    /// # Errors
    /// If one cannot be found or read, or is not valid.
    fn library(given: &[String]) -> Result<LibraryOf<Self>>;
    /// Returns the game with a treatment.
    fn game(&self, treatment: &Treatment) -> Self::Game;
    /// Takes note of an event.
    fn note(rows: &mut Rows, event: &EventOf<Self>);
    /// Takes note of the position at the end.
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
