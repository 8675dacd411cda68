//! The description of a game before it is set up.

use std::fmt;
use std::sync::Arc;

use agents::{AgentSchema, AgentSpec};
use serde_json::{Map, Value};

use super::files::Files;
use super::gauge::OwnGauge;
use super::outcome::Outcome;
use super::own_table::OwnTable;
use super::raw::RawTable;
use super::{Setup, Subject, fit};
use crate::base::error::Result;
use crate::figure::data::Figure;
use crate::forms::section::Section;
use crate::play::roster::{AnyRoster, Roster};
use crate::run::finished_run::FinishedRun;
use crate::schedule::contestant::PlayerSpec;

/// The description of a game: its names, its keys, its tables and how it is made from a config.
pub struct GameInfo {
    /// The name in configs, manifests and records.
    pub name: &'static str,
    /// The keys in a config, besides those of any experiment.
    pub keys: &'static [&'static str],
    /// The keys that may differ between two runs that are compared: those that leave chance as it is.
    pub compared: &'static [&'static str],
    /// The section of the design, such as which components to draw from. A comparison may replace it as a whole.
    pub design: Option<&'static str>,
    /// The names of the component files, if there are several: then they are keys of the section `tiles`, otherwise `tiles` is one file.
    pub files: &'static [&'static str],
    /// Names and specs of players that differ in style and strength, for panels; empty if nobody has chosen any.
    pub panel: &'static [(&'static str, &'static str)],
    /// The parts that a config can put in play, such as expansions.
    pub parts: &'static [&'static str],
    /// The luck that all seats of a seed share, in a few words.
    pub shared_luck: &'static str,
    /// All raw tables in their order: those of any game, `games` and `seats`, first.
    pub raw_tables: &'static [RawTable],
    /// The outcomes of a game, in the order of tables.
    pub outcomes: &'static [Outcome],
    /// Those of its own outcomes that a verdict on a change always names, such as what is traded.
    pub verdict: &'static [&'static str],
    /// The game's own measures for tuning, panels and sensitivity.
    pub gauges: &'static [OwnGauge],
    /// Its own result tables.
    pub tables: &'static [OwnTable],
    /// The columns of `seats.csv` with a number after each round, each with its unit.
    pub by_round: &'static [(&'static str, &'static str)],
    /// Names and configs of experiments of identical agents, besides those of any game.
    pub null_experiments: &'static [(&'static str, &'static str)],
    /// Quick agents that differ, for experiments of unequal ones: the first is also met twice at a table. Empty if there are none.
    pub null_agents: &'static [&'static str],
    /// Its own lists for `sim list`. One with the name of a list that every game has continues that one.
    pub lists: &'static [List],
    /// Makes its own figures in the report of a run.
    pub figures: fn(&FinishedRun) -> Result<Vec<Figure>>,
    /// Its keys of a config as properties of a JSON Schema.
    pub schema: fn() -> Map<String, Value>,
    /// The functions that depend on the type of the game, as [`new`](Self::new) makes them.
    pub of_type: OfType,
}

/// The functions of a game that depend on its type.
#[derive(Copy, Clone)]
pub struct OfType {
    schemas: fn() -> Vec<&'static AgentSchema>,
    read: fn(Section<'_>, usize, Files<'_>) -> Result<Arc<dyn Subject>>,
    roster: fn(&dyn Subject, &[&PlayerSpec]) -> Box<dyn AnyRoster>,
    check_agent: fn(&dyn Subject, &AgentSpec) -> Result<(), String>,
}

impl GameInfo {
    /// A game without anything that it can do without.
    pub const fn new<S: Setup>(name: &'static str) -> Self {
        Self {
            name,
            keys: &[],
            compared: &[],
            design: None,
            files: &[],
            panel: &[],
            parts: &[],
            shared_luck: "",
            raw_tables: &[],
            outcomes: &[],
            verdict: &[],
            gauges: &[],
            tables: &[],
            by_round: &[("vp_round", "VP")],
            null_experiments: &[],
            null_agents: &[],
            lists: &[],
            figures: |_| Ok(Vec::new()),
            schema: Map::new,
            of_type: OfType {
                schemas: || S::KINDS.iter().map(|kind| &kind.schema).collect(),
                read: |section, players, files| Ok(Arc::new(S::read(section, players, files)?)),
                roster: |subject, specs| Box::new(Roster::<S>::new(subject.setup(), specs.iter().copied())),
                check_agent: |subject, agent| {
                    fit::check_in::<S>(&subject.setup::<S>().game(&subject.treatment(0, 0)), agent)
                },
            },
        }
    }

    /// Returns its keys that a comparison may change.
    pub fn comparable(&self) -> Vec<&'static str> {
        self.compared.iter().copied().chain(self.design).collect()
    }

    /// Returns the kinds of agents that play it, as specs name them.
    pub fn schemas(&self) -> Vec<&'static AgentSchema> {
        (self.of_type.schemas)()
    }

    /// Reads its keys of a config.
    ///
    /// # Errors
    /// The first fault: its place, what was found, what is accepted.
    pub fn read(&self, config: Section<'_>, players: usize, files: Files<'_>) -> Result<Arc<dyn Subject>> {
        (self.of_type.read)(config, players, files)
    }

    /// Makes sure that one of its agents, with the files that it was given, can play this set-up.
    ///
    /// # Errors
    /// Why it cannot, in words.
    pub(crate) fn check_agent(&self, subject: &dyn Subject, agent: &AgentSpec) -> Result<(), String> {
        (self.of_type.check_agent)(subject, agent)
    }

    /// Makes the agents of these specs, ready to play games of this set-up.
    pub(crate) fn roster(&self, subject: &dyn Subject, specs: &[&PlayerSpec]) -> Box<dyn AnyRoster> {
        (self.of_type.roster)(subject, specs)
    }
}

impl fmt::Debug for GameInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Prints a list for parts of a game, by their names.
pub type PrintParts = fn(&[String]) -> Result<()>;

/// A list of choices that a game has.
pub struct List {
    /// Its name on the command line.
    pub name: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// Prints it.
    pub print: fn(&'static GameInfo) -> Result<()>,
    /// Prints it for these parts of the game alone, if that is possible.
    pub of_parts: Option<PrintParts>,
}

impl List {
    /// A list of the whole game.
    pub const fn new(name: &'static str, meaning: &'static str, print: fn(&'static GameInfo) -> Result<()>) -> Self {
        Self { name, meaning, print, of_parts: None }
    }
}
