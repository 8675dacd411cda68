//! The description of a game before its set-up.

use std::fmt;
use std::sync::Arc;

use agents::{AgentSchema, AgentSpec};
use serde_json::{Map, Value};

use super::files::Files;
use super::gauges::OwnGauge;
use super::null_check::NullDesign;
use super::outcome::Outcome;
use super::own_table::ResultTable;
use super::raw::RawTable;
use super::{Setup, Subject, fit};
use crate::base::error::Result;
use crate::figure::data::Figure;
use crate::forms::section::Section;
use crate::play::roster::{AnyRoster, Roster};
use crate::run::finished_run::FinishedRun;
use crate::schedule::contestant::PlayerSpec;

/// The description of a game: its names, its keys, its tables and its construction from a config.
pub struct GameInfo {
    /// The name in configs, manifests and records.
    pub name: &'static str,
    /// The keys in a config, in addition to the common ones.
    pub keys: &'static [&'static str],
    /// The keys that may differ between two compared runs, because they do not affect chance.
    pub compared: &'static [&'static str],
    /// The section of the design, such as the components to draw. A comparison may replace it entirely.
    pub design: Option<&'static str>,
    /// The names of the component files if there are several; empty if there is only one.
    ///
    /// Several files are keys of the section `tiles`; a single file is `tiles` itself.
    pub files: &'static [&'static str],
    /// Names and specs of players that differ in style and strength, for panels; empty if there are none.
    pub panel: &'static [(&'static str, &'static str)],
    /// The parts, such as expansions, that a config can put into play.
    pub parts: &'static [&'static str],
    /// A short description of the luck that all seats of a seed share.
    pub shared_luck: &'static str,
    /// All raw tables in order; the common ones, `games` and `seats`, come first.
    pub raw_tables: &'static [RawTable],
    /// The outcomes of a game, in the order of tables.
    pub outcomes: &'static [Outcome],
    /// The game's own outcomes that a verdict on a change always names, such as trades.
    pub verdict: &'static [&'static str],
    /// The game's own measures for tuning, panels and sensitivity.
    pub gauges: &'static [OwnGauge],
    /// The game's own result tables.
    pub tables: &'static [ResultTable],
    /// The columns of `seats.csv` with a number for each round, and their units.
    pub by_round: &'static [(&'static str, &'static str)],
    /// Experiments of identical agents, in addition to the common ones.
    pub null_experiments: &'static [NullDesign],
    /// Fast agents that differ, for null experiments of unequal agents; empty if there are none.
    ///
    /// The first one can occur twice at a table.
    pub null_agents: &'static [&'static str],
    /// The game's own lists for `sim list`. A list with the name of a common list extends it.
    pub lists: &'static [List],
    /// Creates the game's own figures in the report of a run.
    pub figures: fn(&FinishedRun) -> Result<Vec<Figure>>,
    /// Returns the game's keys of a config as properties of a JSON Schema.
    pub schema: fn() -> Map<String, Value>,
    /// The functions that depend on the type of the game, created by [`new`](Self::new).
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
    /// Creates a game without any optional items.
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

    /// Returns the keys that a comparison may change.
    pub fn comparable(&self) -> Vec<&'static str> {
        self.compared.iter().copied().chain(self.design).collect()
    }

    /// Returns the kinds of agents that play it, in the terms of specs.
    pub fn schemas(&self) -> Vec<&'static AgentSchema> {
        (self.of_type.schemas)()
    }

    /// Reads the game's keys of a config.
    ///
    /// # Errors
    /// The first error: its place, what was found, what is accepted.
    pub fn read(&self, config: Section<'_>, players: usize, files: Files<'_>) -> Result<Arc<dyn Subject>> {
        (self.of_type.read)(config, players, files)
    }

    /// Checks that one of its agents, with its files, can play this set-up.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub(crate) fn check_agent(&self, subject: &dyn Subject, agent: &AgentSpec) -> Result<(), String> {
        (self.of_type.check_agent)(subject, agent)
    }

    /// Creates the agents with these specs, ready to play games of this set-up.
    pub(crate) fn roster(&self, subject: &dyn Subject, specs: &[&PlayerSpec]) -> Box<dyn AnyRoster> {
        (self.of_type.roster)(subject, specs)
    }
}

impl fmt::Debug for GameInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Prints a list for the named parts of a game.
pub type PrintParts = fn(&[String]) -> Result<()>;

/// A list of a game's choices.
pub struct List {
    /// The name on the command line.
    pub name: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// Prints it.
    pub print: fn(&'static GameInfo) -> Result<()>,
    /// Prints it only for these parts or files of the game, if possible.
    pub of_parts: Option<PrintParts>,
}

impl List {
    /// Creates a list for the whole game.
    pub const fn new(name: &'static str, meaning: &'static str, print: fn(&'static GameInfo) -> Result<()>) -> Self {
        Self { name, meaning, print, of_parts: None }
    }
}
