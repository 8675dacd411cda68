//! Isle of Skye in experiments.

pub mod setting;

pub mod designs;

pub mod notes;

pub mod tables;

mod figures;

pub mod tools;

use std::sync::Arc;

use agents::AgentKind;
use engine::Ending;
use engine::skye::{Event, Module, Modules, Position, ScoringTile, Skye, TileId};
use interface::components::ComponentFile;
use interface::record_format::RecordFormat;
use interface::rule;
use interface::skye::record;
use interface::skye::rules::{GameRules, RULES, module_names};
use interface::skye::scoring_set::{SCORING_TILES, Scoring, not_in_play};
use interface::skye::tile_set::{Library, MODULE_TILES, TILES};
use serde_json::{Map, Value};

use self::designs::ScoringDesign;
use self::notes::raw_columns::{GameNotes, SeatNotes, notes_mut, notes_of};
use self::notes::{RAW_TABLES, laws, outcomes, recording};
use self::setting::{MODULES, SCORING, Setting, tile_files};
use self::tables::cells::ScoringCells;
use self::tables::effects::TermKind;
use self::tables::own_tiles::{self, TileEffect, TilePay};
use lab::base::error::Result;
use lab::forms::passage::{Finding, Passage};
use lab::forms::section::Section;
use lab::schedule::Schedule;
use lab::subject::accumulator::Accumulators;
use lab::subject::files::Files;
use lab::subject::null_check::{Null, NullChecks};
use lab::subject::outcome::{VP, place};
use lab::subject::prospect::Prospect;
use lab::subject::rows::Rows;
use lab::subject::treatment::Treatment;
use lab::subject::{GameInfo, OwnMetrics, RunSums, Setup, Subject};

/// Players of unequal skill, who lie about as far apart as people in `results/skills`.
const MIXED: &str = "greedy|greedy:temperature=1|greedy:temperature=2|greedy:temperature=3|greedy:temperature=4";

/// Players that differ in strength, pricing, buying and building, as measured in `results/panel`.
const PANEL: [(&str, &str); 10] = [
    ("greedy", "greedy"),
    ("mixed", MIXED),
    ("table prices", "greedy:judgement=by-hand,pricing=table"),
    ("rule of thumb", "rule-of-thumb"),
    ("share prices", "greedy:pricing=share,share=20,buying=cheapest"),
    ("keeper", "greedy:pricing=keep,buying=surplus"),
    ("fixed prices", "greedy:pricing=fixed,price=3,buying=best-tile"),
    ("random prices", "greedy:pricing=random,building=tile-by-tile,ignore=scrolls+potential"),
    ("search", "mcts:iterations=50"),
    ("PIMC search", "mcts:iterations=50,variant=pimc,rollout=random"),
];

/// The description of Isle of Skye before it is set up.
pub const INFO: GameInfo = GameInfo {
    keys: &[MODULES, TILES, MODULE_TILES, SCORING_TILES, SCORING, RULES],
    // Those that do not affect the draw of scoring tiles.
    compared: &[RULES, MODULES, TILES, MODULE_TILES, SCORING_TILES],
    design: Some(SCORING),
    panel: &PANEL,
    parts: &PARTS,
    shared_luck: "scoring tiles, first draws",
    raw_tables: RAW_TABLES,
    outcomes: outcomes::OUTCOMES,
    verdict: &["gold_traded"],
    gauges: notes::gauges::GAUGES,
    tables: tables::TABLES,
    by_round: &[("vp_round", "VP"), ("gold_round", "gold")],
    // Two identical agents on all lines of an affine plane, every tile on every slot.
    null_experiments: &tables::null::EXPERIMENTS,
    null_agents: &tables::null::AGENTS,
    lists: &tools::lists::LISTS,
    figures: figures::figures,
    schema: setting::schema,
    ..GameInfo::new::<Setting>(Skye::NAME)
};

/// The names of the modules, in the order of [`Module::ALL`].
const PARTS: [&str; Module::ALL.len()] = ["druids", "tunnels", "bonus", "borderlands"];

impl Subject for Setting {
    fn info(&self) -> &'static GameInfo {
        Self::INFO
    }

    fn effective(&self) -> Map<String, Value> {
        let (modules, rules) = (self.rules.modules, self.game_rules());
        let modules = (!modules.is_empty()).then(|| (MODULES, module_names(modules).into()));
        let keys = [
            (SCORING, setting::scoring::effective(&self.scoring, &self.scoring_tiles())),
            (RULES, rule::named(&rules, &rules.as_printed()).into()),
        ];
        modules.into_iter().chain(keys).map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn unnamed_rules(&self) -> Map<String, Value> {
        rule::values(&self.game_rules())
    }

    fn printed(&self) -> Arc<dyn Subject> {
        Arc::new(Self { scoring: self.scoring.clone(), ..Self::printed_with(self.players, self.rules.modules) })
    }

    fn files(&self) -> Vec<ComponentFile> {
        self.tiles.files().chain(self.own.iter().map(|own| &own.file)).cloned().collect()
    }

    fn pieces(&self) -> Vec<String> {
        let tiles = &self.tiles.tiles;
        let names = tiles.all().map(|tile| tiles.name(tile).to_owned());
        // Tiles are numbered from 1, after the castle, which tables do not name.
        [String::new()].into_iter().chain(names).collect()
    }

    fn rounds(&self) -> usize {
        self.rules.round_count()
    }

    fn has_part(&self, part: &str) -> bool {
        self.rules.modules.iter().any(|module| module.name() == part)
    }

    fn reconstructed(&self) -> Vec<&'static str> {
        self.tiles.reconstructed().map(Module::name).collect()
    }

    fn treatment(&self, cluster: u64, seed: u64) -> Treatment {
        treatment(Scoring(self.scoring.set_of(cluster, seed)))
    }

    fn named(&self, text: &str) -> std::result::Result<Treatment, String> {
        Scoring::named(text, self.own_tiles()).map(treatment)
    }

    fn record_keys(&self, chosen: &Treatment) -> Map<String, Value> {
        record::keys(&self.tiles, &self.rules, self.own.as_ref(), *chosen.get(), self.players)
    }

    fn with_design_of(&self, other: &dyn Subject) -> std::result::Result<Arc<dyn Subject>, String> {
        let (other, pool): (&Self, _) = (other.setup(), self.scoring_tiles());
        // Own scoring tiles are identified by name.
        let here = |tile: ScoringTile| pool.iter().copied().find(|other| other.name() == tile.name());
        match other.scoring.tiles().into_iter().find(|tile| here(*tile).is_none()) {
            Some(tile) => Err(not_in_play(tile)),
            None => {
                let mut scoring = other.scoring.with_tiles(|tile| here(tile).unwrap_or(tile));
                // Own tiles that come with this game are drawn too, provided that all tiles are drawn.
                let is_of_all =
                    matches!(&other.scoring, ScoringDesign::Random(drawn) if *drawn == other.scoring_tiles());
                if let (ScoringDesign::Random(drawn), true) = (&mut scoring, is_of_all) {
                    let is_new = |tile: &ScoringTile| matches!(tile, ScoringTile::Own(_)) && !drawn.contains(tile);
                    let more: Vec<ScoringTile> = pool.iter().copied().filter(is_new).collect();
                    drawn.extend(more);
                }
                Ok(Arc::new(Self { scoring, ..self.clone() }))
            }
        }
    }

    fn accepts(&self, chosen: &Treatment) -> std::result::Result<(), String> {
        self.set_up(*chosen.get()).map(drop).map_err(|error| error.to_string())
    }

    fn variates(&self) -> Vec<f64> {
        self.scoring.probabilities()
    }

    fn design(&self) -> Option<String> {
        self.scoring.balance()
    }

    fn design_length(&self) -> Option<u64> {
        self.scoring.cells()
    }

    fn empty_notes(&self) -> lab::subject::rows::Notes {
        lab::subject::rows::Notes::new(GameNotes::default())
    }

    fn begin(&self, rows: &mut Rows) {
        let players = rows.game.players;
        let notes = notes_mut(rows);
        notes.drawn = self.rules.tiles_drawn.into();
        let borderland = self.tiles.tiles.borderlands().next();
        notes.first_borderland = borderland.map_or(usize::MAX, TileId::index);
        notes.seats.clear();
        notes.seats.resize(players, SeatNotes::default());
        notes.offers.clear();
        notes.scores.clear();
    }

    fn ending(&self, rows: &Rows) -> Ending {
        let points: Vec<i32> = rows.seats.iter().map(|seat| seat.points).collect();
        let gold: Vec<i32> = notes_of(rows).seats.iter().map(|notes| notes.gold_left.into()).collect();
        Ending::ranked(&points, &gold)
    }

    fn check(&self, schedule: &Schedule, rows: &Rows) -> std::result::Result<(), String> {
        laws::check(self, schedule, rows)
    }

    fn accumulators(&self, schedule: &Schedule) -> Accumulators {
        Accumulators::default().with(ScoringCells::new(schedule.agents.len()))
    }

    fn sum_bytes(&self, schedule: &Schedule) -> u64 {
        let cells = self.scoring.arrangements().min(schedule.clusters());
        cells * ScoringCells::cell_bytes(schedule.agents.len())
    }

    fn metrics(&self, summed: &RunSums<'_>) -> OwnMetrics {
        tables::metrics(summed)
    }

    fn passages(&self, summed: &RunSums<'_>) -> Vec<Passage> {
        let effects = summed.of::<ScoringCells>().effects_on(place(outcomes::OUTCOMES, VP), TermKind::Tile);
        let scoring = tables::passages::scoring(summed.schedule, &summed.rows("scoring"), &effects);
        [scoring].into_iter().chain(summed.passages()).collect()
    }

    fn findings(&self, summed: &RunSums<'_>) -> Vec<Finding> {
        let (cells, seeds) = (summed.of::<ScoringCells>(), summed.means.clusters());
        let (effects, tiles) = (cells.effects(), cells.tiles().len());
        let mut findings = tables::findings::findings(summed.schedule, &effects, tiles, seeds);
        let pays = TilePay::of_rows(&summed.rows("scoring"));
        let effects = TileEffect::of_rows(&effects);
        let own = self.own_tiles().iter().map(|tile| own_tiles::sentence(tile.name(), &pays, &effects, seeds));
        findings.extend(own.map(Finding::told));
        findings
    }

    fn null_checks(&self, summed: &RunSums<'_>, metrics: &OwnMetrics, null: Null, repetition: usize) -> NullChecks {
        tables::null::checks(summed, metrics, null, repetition)
    }

    fn prospects(&self, seen: &RunSums<'_>, clusters: u64) -> Vec<Prospect> {
        tables::prospects::prospects(self, seen, clusters)
    }
}

/// Wraps scoring tiles as a treatment, with the tiles as its variates.
fn treatment(scoring: Scoring) -> Treatment {
    let ones = scoring.0.iter().fold(0, |ones, tile| ones | 1 << tile.index());
    Treatment::new(scoring, ones)
}

impl Setup for Setting {
    const INFO: &'static GameInfo = &INFO;
    const KINDS: &'static [AgentKind<Skye>] = &agents::skye::KINDS;
    type Game = Skye;

    fn read(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self> {
        let modules = config.get(MODULES).map_or(Ok(Modules::NONE), setting::modules)?;
        let mut own = config.get(SCORING_TILES).map(|field| setting::read_own_tiles(field, files)).transpose()?;
        let filed = own.as_ref().map_or(&[][..], |own| &own.tiles);
        let mut rules = GameRules::printed(players, modules, filed);
        if let Some(field) = config.get(RULES) {
            lab::forms::rule::read(field, &mut rules)?;
        }
        let GameRules { rules, own: changed, .. } = rules;
        own.iter_mut().for_each(|own| own.tiles.clone_from(&changed));
        let in_play: Vec<ScoringTile> =
            ScoringTile::pool(modules).into_iter().chain(own.iter().flat_map(|own| own.tiles.clone())).collect();
        let scoring = match config.get(SCORING) {
            None => ScoringDesign::Random(in_play),
            Some(field) => setting::scoring::scoring(field, &in_play)?,
        };
        let tiles = setting::tiles(config, modules, files)?;
        let read = Self { players, rules: Arc::new(rules), tiles, own, scoring };
        // Check that there are enough tiles for this many players and rounds.
        read.set_up(Scoring(read.scoring.set_of(0, 0))).map_err(|error| {
            match config.get(TILES).or(config.get(RULES)) {
                Some(field) => field.complaint(error),
                None => config.fault(error),
            }
        })?;
        Ok(read)
    }

    fn library(given: &[String]) -> Result<Library> {
        tile_files::library(given)
    }

    fn game(&self, chosen: &Treatment) -> Skye {
        self.set_up(*chosen.get()).expect("an experiment is checked before it runs")
    }

    fn note(rows: &mut Rows, event: &Event) {
        recording::note(rows, event);
    }

    fn note_end(rows: &mut Rows, position: &Position) {
        for (notes, player) in notes_mut(rows).seats.iter_mut().zip(&position.players) {
            notes.completed_areas = player.territory.areas().completed().count() as u16;
        }
    }
}
