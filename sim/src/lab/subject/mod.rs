//! The seam between the laboratory and a game: what a game gives, and what the laboratory keeps of it.

pub mod rows;

pub mod columns;

pub mod raw;

pub mod outcome;

pub mod gauge;

pub mod gauges;

pub mod law;

pub mod cells;

pub mod null_check;

pub mod prospect;

pub mod files;

pub mod fit;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use agents::AgentKind;
use engine::{Ending, Game};
use interface::components::ComponentFile;
use interface::protocol::Protocol;
use interface::record_format::RecordFormat;
use serde_json::{Map, Value};

use self::cells::Cells;
use self::files::Files;
use self::gauge::OwnGauge;
use self::null_check::{Null, NullCheck};
use self::outcome::Outcome;
use self::prospect::Prospect;
use self::raw::{PROGRAMS, RawTable};
use self::rows::Rows;
use super::forms::column::{Entry, RawColumn, raw_dictionary};
use super::forms::line::Line;
use super::forms::passage::{Finding, Passage};
use super::forms::section::Section;
use super::schedule::Schedule;
use crate::base::error::Result;
use crate::stats::Estimate;
use crate::stats::sum::Sum;

/// A game as it is set up: its rules and components, as a config says them. What a game can do without, such as component files, has a
/// default, here and in the traits below.
pub trait Setup: Clone + Debug + Send + Sync + 'static {
    /// Its name in configs, manifests and records.
    const NAME: &'static str;
    /// Its keys in a config, besides those of any experiment.
    const KEYS: &'static [&'static str];
    /// Which of them may differ between two runs that are compared: those that leave chance as it is.
    const COMPARED: &'static [&'static str] = &[];
    /// The names of its component files, if there are several: then they are keys of the section `tiles`, otherwise `tiles` is one file.
    const FILES: &'static [&'static str] = &[];
    /// The rules.
    type Game: RecordFormat + Protocol;

    /// Specs of players that differ in style and strength, for panels; empty if nobody has chosen any.
    const PANEL: &'static [(&'static str, &'static str)] = &[];

    /// The kinds of agents that play it.
    fn kinds() -> &'static [AgentKind<Self::Game>];
    /// Its keys of a config as properties of a JSON Schema.
    fn schema() -> Map<String, Value>;
    /// Reads its keys of a config.
    ///
    /// # Errors
    /// The first fault: its place, what was found, what is accepted.
    fn read(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self>;
    /// Its keys in full, in the order of configs, except its component files.
    fn effective(&self) -> Map<String, Value>;
    /// Rules that [`effective`](Self::effective) leaves out since they are as printed, below the key `rules`: what else could be a step away.
    fn unnamed_rules(&self) -> Map<String, Value> {
        Map::new()
    }
    /// The printed game for as many players, with the same expansions and the same design.
    fn printed(&self) -> Self;
    /// The files that its components come from; a user's are kept with a run.
    fn files(&self) -> Vec<ComponentFile> {
        Vec::new()
    }
    /// The names of its pieces for tables, such as tiles, by number.
    fn pieces(&self) -> Vec<String> {
        Vec::new()
    }
    /// The rounds after each of which somebody leads; 0 without a running score, or where their number is not fixed.
    fn rounds(&self) -> usize {
        0
    }
    /// The parts of the game that a config can put in play, such as expansions.
    fn parts() -> Vec<&'static str> {
        Vec::new()
    }
    /// Whether a part of the game is in play: some columns are written only then.
    fn has_part(&self, _part: &str) -> bool {
        true
    }
    /// Parts in play whose components are the shipped ones, which are only reconstructed: whatever rests on them has to say so.
    fn reconstructed(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// What an experiment varies in a game from cluster to cluster.
pub trait Design: Setup {
    /// What chance gives to all seats of a seed alike, in a few words.
    const SHARED_LUCK: &'static str;
    /// What is varied. Its text is part of a game's seed.
    type Treatment: Copy + Ord + Debug + Display + FromStr<Err = String> + Send + Sync;

    /// What the design has chosen for a cluster, where `seed` is the cluster's own.
    fn treatment(&self, cluster: u64, seed: u64) -> Self::Treatment;
    /// The treatment that a text names, as its own text does.
    ///
    /// # Errors
    /// If it names none, in words.
    fn named(&self, text: &str) -> Result<Self::Treatment, String> {
        text.parse()
    }
    /// The game with a treatment.
    fn game(&self, treatment: Self::Treatment) -> Self::Game;
    /// Its own keys of a record in order; what is as in the printed game is left out.
    fn record_keys(&self, treatment: Self::Treatment) -> Map<String, Value>;
    /// The same set-up with the design of another one, so that both meet the same treatments.
    ///
    /// # Errors
    /// If that is not possible, in words.
    fn with_design_of(self, _other: &Self) -> Result<Self, String> {
        Ok(self)
    }
    /// Whether a treatment that somebody names can be played.
    ///
    /// # Errors
    /// Why not, in words.
    fn accepts(&self, _treatment: Self::Treatment) -> Result<(), String> {
        Ok(())
    }
    /// How likely each variate of a treatment is 1; the sum is how many are 1 at once. At most 64; empty without a design.
    fn variates(&self) -> Vec<f64> {
        Vec::new()
    }
    /// The variates that are 1 in a treatment, as bits.
    fn ones(_treatment: Self::Treatment) -> u64 {
        0
    }
    /// What the design is made of, in a sentence; nothing where chance decides.
    fn design(&self) -> Option<String> {
        None
    }
    /// After how many clusters every treatment has occurred equally often; nothing where chance decides.
    fn design_length(&self) -> Option<u64> {
        None
    }
}

/// A game in an experiment: its set-up, its design, and the rows that are kept of every game.
pub trait Subject: Design {
    /// What is kept of a game besides points and ranks.
    type Notes: Clone + Debug + Default + Send + Sync;
    /// Its own result tables.
    type Tables: OwnTables<Self>;

    /// All raw tables in their order: those of any game, `games` and `seats`, first.
    fn raw_tables() -> &'static [RawTable<RowsOf<Self>, Self>];
    /// What is measured of its games, in the order of tables.
    fn outcomes() -> &'static [Outcome<RowsOf<Self>>];
    /// What else tuning, panels and sensitivity can ask of its games.
    fn gauges() -> &'static [OwnGauge<RowsOf<Self>, Self>] {
        &[]
    }

    /// Prepares the notes for the next game.
    fn begin(&self, rows: &mut RowsOf<Self>);
    /// Takes note of an event.
    fn note(rows: &mut RowsOf<Self>, event: &EventOf<Self>);
    /// Takes note of the position at the end.
    fn note_end(_rows: &mut RowsOf<Self>, _position: &PositionOf<Self>) {}
    /// How a game ended, by its rows alone.
    fn ending(rows: &RowsOf<Self>) -> Ending;
    /// Checks what must add up in a game whose raw tables were read.
    ///
    /// # Errors
    /// The first law that is broken, in words.
    fn check(&self, _schedule: &Schedule, _rows: &RowsOf<Self>) -> Result<(), String> {
        Ok(())
    }
}

impl<S: Subject> RawTable<RowsOf<S>, S> {
    /// The columns that it has in an experiment: without those of parts of the game that are not in play.
    pub fn columns_of<'s>(
        &'static self,
        schedule: &Schedule,
        subject: &'s S,
    ) -> impl Iterator<Item = &'static RawColumn<RowsOf<S>>> + use<'s, S> {
        let has_programs = schedule.has_programs();
        let is_there = move |part| if part == PROGRAMS { has_programs } else { subject.has_part(part) };
        self.columns.iter().filter(move |column| column.part.is_none_or(is_there))
    }

    /// The same columns in the dictionary.
    pub fn dictionary_of(&'static self, schedule: &Schedule, subject: &S) -> Vec<Entry> {
        raw_dictionary(self.columns_of(schedule, subject))
    }
}

/// The rows of a subject's games.
pub type RowsOf<S> = Rows<<S as Design>::Treatment, <S as Subject>::Notes>;
/// An event of a subject's game.
pub type EventOf<S> = <<S as Setup>::Game as Game>::Event;
/// A position of a subject's game.
pub type PositionOf<S> = <<S as Setup>::Game as Game>::Position;
/// A decision in a subject's game.
pub type ActionOf<S> = <<S as Setup>::Game as Game>::Action;

/// Sums that result tables are made of: over each block, then over each cluster, then over clusters in their order. They come from rows
/// alone, and do not grow with the number of games.
pub trait Accumulator<S: Subject>: Clone + Debug + Send + Sync {
    /// Sums over the games of a block, or of a cluster.
    type Sums: Sum + Debug + Send;

    /// Before the first cluster.
    fn new(schedule: &Schedule, subject: &S) -> Self;
    /// Of a block that has not begun.
    fn sums(schedule: &Schedule, subject: &S) -> Self::Sums;
    /// Adds a game.
    fn add(sums: &mut Self::Sums, rows: &RowsOf<S>);
    /// Adds a cluster. They come in their order, since sums of fractions depend on it.
    fn close(&mut self, cluster: &Self::Sums);
}

/// Generates a struct of accumulators that is itself one, from one line for each table.
macro_rules! accumulators {
    ($(#[$doc:meta])* [$($G:ident: $bound:path)?] $Totals:ident, $Sums:ident of $S:ty { $($(#[$about:meta])* $table:ident: $T:ty,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $Totals $(<$G: $bound>)? {
            $($(#[$about])* pub $table: $T,)+
        }

        /// The same over one block or cluster.
        #[derive(Clone, Debug)]
        pub struct $Sums $(<$G: $bound>)? {
            $($(#[$about])* pub $table: <$T as $crate::lab::subject::Accumulator<$S>>::Sums,)+
        }

        impl $(<$G: $bound>)? $crate::stats::sum::Sum for $Sums $(<$G>)? {
            fn add(&mut self, more: &Self) {
                $($crate::stats::sum::Sum::add(&mut self.$table, &more.$table);)+
            }
        }

        impl $(<$G: $bound>)? $crate::lab::subject::Accumulator<$S> for $Totals $(<$G>)? {
            type Sums = $Sums $(<$G>)?;

            fn new(schedule: &$crate::lab::schedule::Schedule, subject: &$S) -> Self {
                Self { $($table: $crate::lab::subject::Accumulator::<$S>::new(schedule, subject),)+ }
            }

            fn sums(schedule: &$crate::lab::schedule::Schedule, subject: &$S) -> Self::Sums {
                $Sums { $($table: <$T as $crate::lab::subject::Accumulator<$S>>::sums(schedule, subject),)+ }
            }

            fn add(sums: &mut Self::Sums, rows: &$crate::lab::subject::RowsOf<$S>) {
                $(<$T as $crate::lab::subject::Accumulator<$S>>::add(&mut sums.$table, rows);)+
            }

            fn close(&mut self, cluster: &Self::Sums) {
                $($crate::lab::subject::Accumulator::<$S>::close(&mut self.$table, &cluster.$table);)+
            }
        }
    };
}
pub(crate) use accumulators;

/// The sums behind a game's own result tables, and what these say.
pub trait OwnTables<S: Subject<Tables = Self>>: Accumulator<S> + Sized {
    /// Names and configs of experiments of identical agents, besides those of any game.
    const NULL_EXPERIMENTS: &'static [(&'static str, &'static str)] = &[];

    /// Quick agents that differ, for experiments of unequal ones: the first is also met twice at a table. Empty if there are none.
    const NULL_AGENTS: &'static [&'static str] = &[];

    /// The tables.
    fn all() -> &'static [OwnTable<S>] {
        &[]
    }
    /// Its rows of `balance.csv`.
    fn metrics(_summed: &Summed<'_, S>) -> OwnMetrics {
        OwnMetrics::default()
    }
    /// Its tables in the summary of a run.
    fn passages(_summed: &Summed<'_, S>) -> Vec<Passage> {
        Vec::new()
    }
    /// Its findings, and what was not found, in sentences.
    fn findings(_summed: &Summed<'_, S>) -> Vec<Finding> {
        Vec::new()
    }
    /// What the tables find in an experiment of identical agents: in the lists that a summary quotes, and by other methods. Of rows that are
    /// many, each repetition asks another.
    fn null_checks(
        _subject: &S,
        _summed: &Summed<'_, S>,
        _metrics: &OwnMetrics,
        (_null, _repetition): (Null, usize),
    ) -> (Vec<NullCheck>, Vec<NullCheck>) {
        (Vec::new(), Vec::new())
    }
    /// What the tables of a run of so many clusters would find, judged by a few of them.
    fn prospects(_subject: &S, _seen: &Summed<'_, S>, _clusters: u64) -> Vec<Prospect> {
        Vec::new()
    }
}

/// What a game's own tables are written from.
pub struct Summed<'a, S: Subject> {
    /// Who met whom, and how often.
    pub schedule: &'a Schedule,
    /// Outcomes by treatment.
    pub cells: &'a Cells<S::Treatment>,
    /// Its own sums.
    pub own: &'a S::Tables,
}

/// A result table specific to a game.
pub struct OwnTable<S: Subject> {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The common result table that it comes before.
    pub before: &'static str,
    /// The raw tables that it can be computed from.
    pub needs: &'static [&'static str],
    /// The parts of the game that it is about, if it is written only where one of them is in play.
    pub parts: Option<&'static [&'static str]>,
    /// What its columns are.
    pub dictionary: fn() -> Vec<Entry>,
    /// Writes its rows.
    pub write: fn(&Summed<'_, S>, &mut Line<'_>),
}

/// A number about the game, for `balance.csv`.
#[derive(Clone, Debug)]
pub struct Metric {
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// Clusters behind it.
    pub clusters: u64,
    /// The number, with an interval where there is a method for it.
    pub value: Estimate,
    /// What it means.
    pub meaning: String,
}

/// A game's rows of `balance.csv`.
#[derive(Clone, Default, Debug)]
pub struct OwnMetrics {
    /// Next to those on how agents compare.
    pub of_agents: Vec<Metric>,
    /// After all others: what causes what.
    pub of_causes: Vec<Metric>,
}
