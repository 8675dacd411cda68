//! Isle of Skye in the laboratory.

pub mod setting;

pub mod designs;

pub mod notes;

pub mod tables;

pub mod figures;

pub mod tools;

use agents::AgentKind;
use engine::Ending;
use engine::skye::{Event, Module, Position, Skye};
use interface::components::ComponentFile;
use interface::record_format::RecordFormat;
use interface::skye::record;
use interface::skye::rules::unchanged;
use interface::skye::scoring_set::Scoring;
use interface::skye::tile_set::Library;
use serde_json::{Map, Value};

use self::notes::rows::{Notes, SkyeRows};
use self::notes::{RAW_TABLES, games, laws, telemetry};
use self::setting::{Setting, tile_files};
use self::tables::Own;
use crate::base::error::Result;
use crate::figure::data::Figure;
use crate::lab::forms::passage::{Finding, Passage};
use crate::lab::forms::section::Section;
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::schedule::Schedule;
use crate::lab::shown::Shown;
use crate::lab::subject::files::Files;
use crate::lab::subject::gauge::OwnGauge;
use crate::lab::subject::null_check::{Null, NullCheck};
use crate::lab::subject::outcome::Outcome;
use crate::lab::subject::prospect::Prospect;
use crate::lab::subject::raw::RawTable;
use crate::lab::subject::{Design, OwnMetrics, OwnTable, OwnTables, Setup, Subject, Summed};
use crate::lab::wire::Wire;

/// Players that differ in strength, and in how they price, buy and build: how far, `results/panel` measures.
const PANEL: [(&str, &str); 9] = [
    ("greedy", "greedy"),
    ("table prices", "greedy:judgement=by-hand,pricing=table"),
    ("rule of thumb", "rule-of-thumb"),
    ("share prices", "greedy:pricing=share,share=20,buying=cheapest"),
    ("keeper", "greedy:pricing=keep,buying=surplus"),
    ("fixed prices", "greedy:pricing=fixed,price=3,buying=best-tile"),
    ("random prices", "greedy:pricing=random,building=tile-by-tile,ignore=scrolls+potential"),
    ("search", "mcts:iterations=50"),
    ("PIMC search", "mcts:iterations=50,variant=pimc,rollout=random"),
];

impl Setup for Setting {
    const NAME: &'static str = Skye::NAME;
    const KEYS: &'static [&'static str] = Self::KEYS;
    const PANEL: &'static [(&'static str, &'static str)] = &PANEL;
    const COMPARED: &'static [&'static str] = Self::COMPARED;
    type Game = Skye;

    fn kinds() -> &'static [AgentKind<Skye>] {
        &agents::skye::KINDS
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

    fn unnamed_rules(&self) -> Map<String, Value> {
        unchanged(&self.rules, self.players)
    }

    fn printed(&self) -> Self {
        Self { scoring: self.scoring.clone(), ..Self::printed_with(self.players, self.rules.modules) }
    }

    fn files(&self) -> Vec<ComponentFile> {
        self.tiles.files().chain(self.own.iter().map(|own| &own.file)).cloned().collect()
    }

    fn pieces(&self) -> Vec<String> {
        let tiles = &self.tiles.tiles;
        let names = tiles.all().map(|tile| tiles.name(tile).to_owned());
        // Tiles are numbered from 1, after the castle, which no table names.
        [String::new()].into_iter().chain(names).collect()
    }

    fn rounds(&self) -> usize {
        self.rules.round_count()
    }

    fn parts() -> Vec<&'static str> {
        Module::ALL.map(Module::name).into()
    }

    fn has_part(&self, part: &str) -> bool {
        self.rules.modules.iter().any(|module| module.name() == part)
    }

    fn reconstructed(&self) -> Vec<&'static str> {
        self.tiles.reconstructed().map(Module::name).collect()
    }
}

impl Design for Setting {
    const SHARED_LUCK: &'static str = "scoring tiles, first draws";
    type Treatment = Scoring;

    fn with_design_of(self, other: &Self) -> std::result::Result<Self, String> {
        Self::with_design_of(self, other)
    }

    fn accepts(&self, treatment: Scoring) -> std::result::Result<(), String> {
        self.set_up(treatment).map(drop).map_err(|error| error.to_string())
    }

    fn treatment(&self, cluster: u64, seed: u64) -> Scoring {
        Scoring(self.scoring.set_of(cluster, seed))
    }

    fn named(&self, text: &str) -> std::result::Result<Scoring, String> {
        Scoring::named(text, self.own.as_ref().map_or(&[], |own| &own.tiles))
    }

    fn variates(&self) -> Vec<f64> {
        self.scoring.probabilities()
    }

    fn ones(treatment: Scoring) -> u64 {
        treatment.0.iter().fold(0, |ones, tile| ones | 1 << tile.index())
    }

    fn design(&self) -> Option<String> {
        self.scoring.balance()
    }

    fn design_length(&self) -> Option<u64> {
        self.scoring.cells()
    }

    fn record_keys(&self, scoring: Scoring) -> Map<String, Value> {
        record::keys(&self.tiles, &self.rules, self.own.as_ref(), scoring, self.players)
    }

    fn game(&self, treatment: Scoring) -> Skye {
        self.set_up(treatment).expect("an experiment is checked before it runs")
    }
}

impl Subject for Setting {
    type Notes = Notes;
    type Tables = Own;

    fn raw_tables() -> &'static [RawTable<SkyeRows, Self>] {
        RAW_TABLES
    }

    fn outcomes() -> &'static [Outcome<SkyeRows>] {
        games::OUTCOMES
    }

    fn gauges() -> &'static [OwnGauge<SkyeRows, Self>] {
        notes::gauges::GAUGES
    }

    fn begin(&self, rows: &mut SkyeRows) {
        telemetry::begin(self, rows);
    }

    fn note(rows: &mut SkyeRows, event: &Event) {
        telemetry::note(rows, event);
    }

    fn note_end(rows: &mut SkyeRows, position: &Position) {
        telemetry::note_end(rows, position);
    }

    fn ending(rows: &SkyeRows) -> Ending {
        telemetry::ending(rows)
    }

    fn check(&self, schedule: &Schedule, rows: &SkyeRows) -> std::result::Result<(), String> {
        laws::check(self, schedule, rows)
    }
}

impl OwnTables<Setting> for Own {
    /// Two identical agents on all lines of an affine plane, every tile on every slot.
    const NULL_AGENTS: &'static [&'static str] = &tables::null::AGENTS;
    const NULL_EXPERIMENTS: &'static [(&'static str, &'static str)] = &tables::null::EXPERIMENTS;

    fn all() -> &'static [OwnTable<Setting>] {
        tables::TABLES
    }

    fn metrics(summed: &Summed<'_, Setting>) -> OwnMetrics {
        tables::metrics(summed)
    }

    fn passages(summed: &Summed<'_, Setting>) -> Vec<Passage> {
        tables::passages(summed)
    }

    fn findings(summed: &Summed<'_, Setting>) -> Vec<Finding> {
        tables::findings(summed)
    }

    fn null_checks(
        _: &Setting,
        summed: &Summed<'_, Setting>,
        metrics: &OwnMetrics,
        asked: (Null, usize),
    ) -> (Vec<NullCheck>, Vec<NullCheck>) {
        tables::null::checks(summed, metrics, asked)
    }

    fn prospects(setting: &Setting, seen: &Summed<'_, Setting>, clusters: u64) -> Vec<Prospect> {
        tables::prospects::prospects(setting, seen, clusters)
    }
}

impl Wire for Setting {
    fn library(given: &[String]) -> Result<Library> {
        tile_files::library(given)
    }
}

impl Shown for Setting {
    const COURSE: &'static [(&'static str, &'static str)] = &[("vp_round", "VP"), ("gold_round", "gold")];

    fn figures(run: &FinishedRun<Self>) -> Result<Vec<Figure>> {
        figures::figures(run)
    }
}
