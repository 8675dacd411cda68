//! Tipperary in experiments.

pub mod setting;

mod notes;

mod tables;

mod figures;

mod tools;

use std::sync::Arc;

use agents::AgentKind;
use engine::Ending;
use engine::tipperary::{ComponentSheet, Event, Position, Rules, Tipperary};
use interface::components::ComponentFile;
use interface::record_format::RecordFormat;
use interface::rule;
use interface::tipperary::hometowns::{HOMETOWNS, HometownDeal};
use interface::tipperary::record;
use interface::tipperary::rules::RULES;
use interface::tipperary::sheets::{Library, NAMES, TILES};
use serde_json::{Map, Value};

use self::notes::raw_columns::{GameNotes, SeatNotes, notes_mut};
use self::notes::{PLACEMENTS, RAW_TABLES, laws, outcomes, recording};
use self::setting::{Setting, components};
use lab::base::error::Result;
use lab::forms::passage::Finding;
use lab::forms::section::Section;
use lab::schedule::Schedule;
use lab::subject::files::Files;
use lab::subject::null_check::{Null, NullChecks};
use lab::subject::prospect::Prospect;
use lab::subject::rows::Rows;
use lab::subject::treatment::Treatment;
use lab::subject::{GameInfo, OwnMetrics, RunSums, Setup, Subject};

/// Players that differ in strength and in their criteria.
const PANEL: [(&str, &str); 6] = [
    ("greedy", "greedy"),
    ("mixed", "greedy|greedy:temperature=0.5|greedy:temperature=1|greedy:temperature=1.5|greedy:temperature=2"),
    ("by hand", "greedy:judgement=by-hand"),
    ("quick look", "greedy:looks=1"),
    ("area first", "area-first"),
    ("search", "mcts:iterations=50"),
];

/// The description of Tipperary before it is set up.
pub const INFO: GameInfo = GameInfo {
    keys: &[HOMETOWNS, TILES, RULES],
    compared: &[RULES, TILES, HOMETOWNS],
    files: &NAMES,
    panel: &PANEL,
    shared_luck: "hometowns, tiles drawn, spins",
    raw_tables: RAW_TABLES,
    outcomes: outcomes::OUTCOMES,
    tables: tables::TABLES,
    // There is no score before the end.
    by_round: &[],
    // Two identical agents, and identical components, so that no component can have an effect.
    null_experiments: &tables::null::EXPERIMENTS,
    null_agents: &tables::null::AGENTS,
    lists: &tools::LISTS,
    figures: figures::figures,
    schema: setting::schema,
    ..GameInfo::new::<Setting>(Tipperary::NAME)
};

impl Subject for Setting {
    fn info(&self) -> &'static GameInfo {
        Self::INFO
    }

    fn effective(&self) -> Map<String, Value> {
        let hometowns = self.hometowns.map(|dealt| (HOMETOWNS, dealt.ids().collect::<Value>()));
        let keys = hometowns.into_iter().chain([(RULES, rule::values(&*self.rules).into())]);
        keys.map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn printed(&self) -> Arc<dyn Subject> {
        Arc::new(Self::printed(self.players))
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

    fn treatment(&self, _: u64, seed: u64) -> Treatment {
        let components = self.components();
        let dealt =
            self.hometowns.unwrap_or_else(|| HometownDeal::of(components, &components.deal(self.players, seed)));
        Treatment::new(dealt, 0)
    }

    fn named(&self, text: &str) -> std::result::Result<Treatment, String> {
        text.parse().map(|dealt: HometownDeal| Treatment::new(dealt, 0))
    }

    fn record_keys(&self, chosen: &Treatment) -> Map<String, Value> {
        record::keys(&self.sheets, &self.rules, *chosen.get())
    }

    fn with_design_of(&self, _: &dyn Subject) -> std::result::Result<Arc<dyn Subject>, String> {
        Ok(Arc::new(self.clone()))
    }

    fn accepts(&self, chosen: &Treatment) -> std::result::Result<(), String> {
        let dealt: &HometownDeal = chosen.get();
        match &self.hometowns {
            Some(fixed) if fixed != dealt => {
                Err(format!("found the hometowns {dealt}; accepted: {fixed}, which are fixed"))
            }
            _ => self.set_up(dealt).map(drop),
        }
    }

    fn empty_notes(&self) -> lab::subject::rows::Notes {
        lab::subject::rows::Notes::new(GameNotes::default())
    }

    fn begin(&self, rows: &mut Rows) {
        let players = rows.game.players;
        let notes = notes_mut(rows);
        notes.rounds = self.rules.rounds.into();
        notes.begun = 0;
        notes.seats.clear();
        notes.seats.resize(players, SeatNotes::default());
        notes.placements.clear();
    }

    fn ending(&self, rows: &Rows) -> Ending {
        let points: Vec<i32> = rows.seats.iter().map(|seat| seat.points).collect();
        Ending::ranked(&points, &vec![0; points.len()])
    }

    fn check(&self, schedule: &Schedule, rows: &Rows) -> std::result::Result<(), String> {
        laws::check(self, schedule, rows)
    }

    fn findings(&self, summed: &RunSums<'_>) -> Vec<Finding> {
        let (hometowns, tiles) = (summed.rows("hometowns"), summed.rows("tiles"));
        let of_hometowns = "Hometowns, VP with one minus VP with the others";
        let mut findings: Vec<Finding> =
            tables::findings::sources(&summed.rows("sources")).map(Finding::told).into_iter().collect();
        findings.extend(tables::findings::contrasts(of_hometowns, "hometown", &hometowns).map(Finding::tested));
        if summed.schedule.writes(PLACEMENTS) {
            let of_tiles = "Landscape tiles, VP if taken minus VP if left";
            findings.extend(tables::findings::contrasts(of_tiles, "tile", &tiles).map(Finding::tested));
        }
        findings
    }

    fn null_checks(&self, summed: &RunSums<'_>, _: &OwnMetrics, _: Null, repetition: usize) -> NullChecks {
        tables::null::checks(summed, self.sheets.are_alike(), repetition)
    }

    fn prospects(&self, seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
        tables::prospects(seen, clusters)
    }
}

impl Setup for Setting {
    const INFO: &'static GameInfo = &INFO;
    const KINDS: &'static [AgentKind<Tipperary>] = &agents::tipperary::KINDS;
    type Game = Tipperary;

    fn read(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self> {
        let sheets = components::sheets(config, files)?;
        let components = &sheets.components;
        let mut rules = Rules::printed(players);
        if let Some(field) = config.get(RULES) {
            lab::forms::rule::read(field, &mut rules)?;
        }
        let hometowns =
            config.get(HOMETOWNS).map(|field| components::hometowns(field, components, players)).transpose()?;
        // Check that there are enough tiles for this many players and rounds.
        Tipperary::check(components, &rules, players).map_err(|error| {
            match config.get(RULES).or(config.get(TILES)) {
                Some(field) => field.complaint(error),
                None => config.fault(error),
            }
        })?;
        Ok(Self { players, rules: Arc::new(rules), sheets, hometowns })
    }

    fn library(given: &[String]) -> Result<Library> {
        components::library(given)
    }

    fn game(&self, chosen: &Treatment) -> Tipperary {
        self.set_up(chosen.get()).expect("an experiment is checked before it runs")
    }

    fn note(rows: &mut Rows, event: &Event) {
        recording::note(rows, event);
    }

    fn note_end(rows: &mut Rows, position: &Position) {
        for (notes, player) in notes_mut(rows).seats.iter_mut().zip(&position.players) {
            let rectangle = player.display.largest_rectangle();
            (notes.width, notes.height) = (rectangle.width, rectangle.height);
            notes.spaces = player.display.spaces();
            notes.holes = recording::holes(&player.display);
        }
    }
}
