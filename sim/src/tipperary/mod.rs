//! Tipperary in the laboratory.

pub mod setting;

pub mod notes;

pub mod tables;

pub mod record;

pub mod figures;

pub mod show;

pub mod tools;

mod soak;

mod exploit;

use agents::Kind;
use engine::Ending;
use engine::tipperary::{Event, Position, Sheet, Tipperary};
use serde_json::{Map, Value};

use self::notes::rows::{Notes, TipperaryRows};
use self::notes::{RAW_TABLES, games, laws, telemetry};
use self::setting::Setting;
use self::setting::hometowns::{Dealt, HOMETOWNS};
use self::setting::rules::RULES;
use self::setting::sheets::{NAMES, TILES};
use self::tables::Own;
use crate::base::error::Result;
use crate::lab::forms::passage::{Finding, Passage};
use crate::lab::forms::section::Section;
use crate::lab::schedule::Schedule;
use crate::lab::subject::files::{ComponentFile, Files};
use crate::lab::subject::null_check::NullCheck;
use crate::lab::subject::outcome::Outcome;
use crate::lab::subject::prospect::Prospect;
use crate::lab::subject::raw::RawTable;
use crate::lab::subject::{OwnMetrics, OwnTable, Subject, Summed};

impl Subject for Setting {
    const NAME: &'static str = "tipperary";
    const KEYS: &'static [&'static str] = Self::KEYS;
    const COMPARED: &'static [&'static str] = &[RULES, TILES, HOMETOWNS];
    const SHARED_LUCK: &'static str = "hometowns, tiles drawn, spins";
    const FILES: &'static [&'static str] = &NAMES;
    /// Two identical agents, and components that are all alike, so that none of them can have an effect.
    const NULL_EXPERIMENTS: &'static [(&'static str, &'static str)] = &tables::null::EXPERIMENTS;
    type Game = Tipperary;
    type Treatment = Dealt;
    type Notes = Notes;
    type Tables = Own;

    fn kinds() -> &'static [Kind<Tipperary>] {
        &agents::tipperary::KINDS
    }

    fn raw_tables() -> &'static [RawTable<TipperaryRows, Self>] {
        RAW_TABLES
    }

    fn result_tables() -> &'static [OwnTable<Self>] {
        tables::TABLES
    }

    fn outcomes() -> &'static [Outcome<TipperaryRows>] {
        games::OUTCOMES
    }

    fn schema() -> Map<String, Value> {
        setting::schema()
    }

    fn read(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self> {
        Self::from_config(config, players, files)
    }

    fn accepts(&self, dealt: Dealt) -> std::result::Result<(), String> {
        match self.hometowns {
            Some(fixed) if fixed != dealt => {
                Err(format!("found the hometowns {dealt}; accepted: {fixed}, which are fixed"))
            }
            _ => self.set_up(&dealt).map(drop),
        }
    }

    fn effective(&self) -> Map<String, Value> {
        self.keys()
    }

    fn printed(&self) -> Self {
        Self::printed(self.players)
    }

    fn files(&self) -> Vec<ComponentFile> {
        self.sheets.files.to_vec()
    }

    fn pieces(&self) -> Vec<String> {
        self.tile_ids()
    }

    fn treatment(&self, _: u64, seed: u64) -> Dealt {
        self.deal(seed)
    }

    fn game(&self, dealt: Dealt) -> Tipperary {
        self.set_up(&dealt).expect("an experiment is checked before it runs")
    }

    fn reconstructed(&self) -> Vec<&'static str> {
        self.sheets.are_reconstructed().map(Sheet::name).collect()
    }

    fn begin(&self, rows: &mut TipperaryRows) {
        telemetry::begin(self, rows);
    }

    fn note(rows: &mut TipperaryRows, event: &Event) {
        telemetry::note(rows, event);
    }

    fn note_end(rows: &mut TipperaryRows, position: &Position) {
        telemetry::note_end(rows, position);
    }

    fn ending(rows: &TipperaryRows) -> Ending {
        telemetry::ending(rows)
    }

    fn check(&self, schedule: &Schedule, rows: &TipperaryRows) -> std::result::Result<(), String> {
        laws::check(self, schedule, rows)
    }

    fn passages(summed: &Summed<'_, Self>) -> Vec<Passage> {
        tables::passages(summed)
    }

    fn findings(summed: &Summed<'_, Self>) -> Vec<Finding> {
        tables::findings(summed)
    }

    fn prospects(&self, seen: &Summed<'_, Self>, clusters: u64) -> Vec<Prospect> {
        tables::prospects(seen, clusters)
    }

    fn null_checks(
        &self,
        summed: &Summed<'_, Self>,
        _: &OwnMetrics,
        repetition: usize,
    ) -> (Vec<NullCheck>, Vec<NullCheck>) {
        tables::null::checks(summed, self.sheets.are_alike(), repetition)
    }
}
