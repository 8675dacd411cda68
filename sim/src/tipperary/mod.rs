//! Tipperary in the laboratory.

pub mod setting;

pub mod notes;

pub mod tables;

pub mod figures;

pub mod tools;

use agents::AgentKind;
use engine::Ending;
use engine::tipperary::{ComponentSheet, Event, Position, Tipperary};
use interface::components::ComponentFile;
use interface::record_format::RecordFormat;
use interface::tipperary::hometowns::{HOMETOWNS, HometownDeal};
use interface::tipperary::record;
use interface::tipperary::rules::RULES;
use interface::tipperary::sheets::{Library, NAMES, TILES};
use serde_json::{Map, Value};

use self::notes::rows::{Notes, TipperaryRows};
use self::notes::{RAW_TABLES, games, laws, telemetry};
use self::setting::{Setting, components};
use self::tables::Own;
use crate::base::error::Result;
use crate::figure::data::Figure;
use crate::lab::forms::passage::{Finding, Passage};
use crate::lab::forms::section::Section;
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::schedule::Schedule;
use crate::lab::shown::Shown;
use crate::lab::subject::files::Files;
use crate::lab::subject::null_check::{Null, NullCheck};
use crate::lab::subject::outcome::Outcome;
use crate::lab::subject::prospect::Prospect;
use crate::lab::subject::raw::RawTable;
use crate::lab::subject::{Design, OwnMetrics, OwnTable, OwnTables, Setup, Subject, Summed};
use crate::lab::wire::Wire;

impl Setup for Setting {
    const NAME: &'static str = Tipperary::NAME;
    const KEYS: &'static [&'static str] = Self::KEYS;
    const COMPARED: &'static [&'static str] = &[RULES, TILES, HOMETOWNS];
    const FILES: &'static [&'static str] = &NAMES;
    type Game = Tipperary;

    fn kinds() -> &'static [AgentKind<Tipperary>] {
        &agents::tipperary::KINDS
    }

    fn schema() -> Map<String, Value> {
        setting::schema()
    }

    fn read(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self> {
        Self::from_config(config, players, files)
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

    fn reconstructed(&self) -> Vec<&'static str> {
        self.sheets.are_reconstructed().map(ComponentSheet::name).collect()
    }
}

impl Design for Setting {
    const SHARED_LUCK: &'static str = "hometowns, tiles drawn, spins";
    type Treatment = HometownDeal;

    fn accepts(&self, dealt: HometownDeal) -> std::result::Result<(), String> {
        match self.hometowns {
            Some(fixed) if fixed != dealt => {
                Err(format!("found the hometowns {dealt}; accepted: {fixed}, which are fixed"))
            }
            _ => self.set_up(&dealt).map(drop),
        }
    }

    fn treatment(&self, _: u64, seed: u64) -> HometownDeal {
        self.deal(seed)
    }

    fn record_keys(&self, dealt: HometownDeal) -> Map<String, Value> {
        record::keys(&self.sheets, &self.rules, dealt)
    }

    fn game(&self, dealt: HometownDeal) -> Tipperary {
        self.set_up(&dealt).expect("an experiment is checked before it runs")
    }
}

impl Subject for Setting {
    type Notes = Notes;
    type Tables = Own;

    fn raw_tables() -> &'static [RawTable<TipperaryRows, Self>] {
        RAW_TABLES
    }

    fn outcomes() -> &'static [Outcome<TipperaryRows>] {
        games::OUTCOMES
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
}

impl OwnTables<Setting> for Own {
    /// Two identical agents, and components that are all alike, so that none of them can have an effect.
    const NULL_AGENTS: &'static [&'static str] = &tables::null::AGENTS;
    const NULL_EXPERIMENTS: &'static [(&'static str, &'static str)] = &tables::null::EXPERIMENTS;

    fn all() -> &'static [OwnTable<Setting>] {
        tables::TABLES
    }

    fn passages(summed: &Summed<'_, Setting>) -> Vec<Passage> {
        tables::passages(summed)
    }

    fn findings(summed: &Summed<'_, Setting>) -> Vec<Finding> {
        tables::findings(summed)
    }

    fn prospects(_: &Setting, seen: &Summed<'_, Setting>, clusters: u64) -> Vec<Prospect> {
        tables::prospects(seen, clusters)
    }

    fn null_checks(
        setting: &Setting,
        summed: &Summed<'_, Setting>,
        _: &OwnMetrics,
        (_, repetition): (Null, usize),
    ) -> (Vec<NullCheck>, Vec<NullCheck>) {
        tables::null::checks(summed, setting.sheets.are_alike(), repetition)
    }
}

impl Wire for Setting {
    fn library(given: &[String]) -> Result<Library> {
        components::library(given)
    }
}

impl Shown for Setting {
    /// There is no score before the end.
    const COURSE: &'static [(&'static str, &'static str)] = &[];

    fn figures(run: &FinishedRun<Self>) -> Result<Vec<Figure>> {
        figures::figures(run)
    }
}
