//! The fair in experiments.

use std::ops::RangeInclusive;
use std::sync::Arc;

use agents::{AgentKind, random, search};
use engine::Ending;
use engine::random::{Random, below};
use interface::record_format::RecordFormat;
use lab::base::error::{Error, Result};
use lab::config::json_schema::{keys, list, whole};
use lab::forms::section::{Field, Section};
use lab::schedule::Schedule;
use lab::study::{SoakOptions, Study};
use lab::subject::accumulator::Accumulators;
use lab::subject::files::Files;
use lab::subject::rows::{Notes, Rows};
use lab::subject::treatment::Treatment;
use lab::subject::{GameInfo, OwnMetrics, RunSums, Setup, Subject};
use serde_json::{Map, Value, json};

use super::notes::{self, FairNotes, FairSeat, notes_mut};
use super::record::PURSE;
use super::rules::{Fair, FairEvent, ending};
use super::tables::{self, Prices, VpByPurse};

/// The prizes, in configs and records.
pub const PRIZES: &str = "prizes";

/// The most coins in a purse, of each cluster in turn.
const PURSES: &str = "purses";

/// The accepted prizes.
pub const WORTH: RangeInclusive<u64> = 1..=100;

/// The prizes that a config need not name.
const PRINTED: [u8; 3] = [2, 3, 5];

/// The accepted sizes of purses.
pub const COINS: RangeInclusive<u64> = 1..=20;

/// A fair as it is set up for an experiment.
#[derive(Clone, Debug)]
pub struct FairSetting {
    players: usize,
    prizes: Vec<u8>,
    purses: Vec<u8>,
}

fn numbers(field: Field<'_>, range: RangeInclusive<u64>) -> Result<Vec<u8>> {
    let items = field.list()?;
    if items.is_empty() {
        return Err(field.fault("an empty list", "at least one number"));
    }
    items.into_iter().map(|item| item.whole(range.clone()).map(|number| number as u8)).collect()
}

/// The fair before it is set up.
pub const FAIR: GameInfo = GameInfo {
    keys: &[PRIZES, PURSES],
    compared: &[PRIZES],
    shared_luck: "prizes, purses",
    raw_tables: notes::RAW_TABLES,
    outcomes: notes::OUTCOMES,
    tables: tables::TABLES,
    null_experiments: tables::NULL_EXPERIMENTS,
    schema: || keys([(PRIZES, list(whole(WORTH))), (PURSES, list(whole(COINS)))]),
    ..GameInfo::new::<FairSetting>(Fair::NAME)
};

impl Subject for FairSetting {
    fn info(&self) -> &'static GameInfo {
        Self::INFO
    }

    fn effective(&self) -> Map<String, Value> {
        keys([(PRIZES, json!(self.prizes)), (PURSES, json!(self.purses))])
    }

    fn printed(&self) -> Arc<dyn Subject> {
        Arc::new(Self { prizes: PRINTED.to_vec(), ..self.clone() })
    }

    fn treatment(&self, cluster: u64, _: u64) -> Treatment {
        treatment(self.purses[(cluster % self.purses.len() as u64) as usize])
    }

    fn named(&self, text: &str) -> Result<Treatment, String> {
        let purse = text.parse().ok().filter(|purse| COINS.contains(&u64::from(*purse)));
        purse.map(treatment).ok_or_else(|| "1 to 20".to_owned())
    }

    fn record_keys(&self, treatment: &Treatment) -> Map<String, Value> {
        let Fair { prizes, purse, .. } = self.game(treatment);
        Map::from_iter([(PRIZES.to_owned(), json!(prizes)), (PURSE.to_owned(), json!(purse))])
    }

    fn with_design_of(&self, _: &dyn Subject) -> Result<Arc<dyn Subject>, String> {
        Ok(Arc::new(self.clone()))
    }

    fn variates(&self) -> Vec<f64> {
        let counts =
            (0..=*COINS.end()).map(|coins| self.purses.iter().filter(|&&purse| u64::from(purse) == coins).count());
        counts.map(|count| count as f64 / self.purses.len() as f64).collect()
    }

    fn design_length(&self) -> Option<u64> {
        Some(self.purses.len() as u64)
    }

    fn empty_notes(&self) -> Notes {
        Notes::new(FairNotes::default())
    }

    fn begin(&self, rows: &mut Rows) {
        let seats = vec![FairSeat {}; rows.game.players];
        *notes_mut(rows) = FairNotes { seats, ..FairNotes::default() };
    }

    fn ending(&self, rows: &Rows) -> Ending {
        ending(&rows.seats.iter().map(|seat| seat.points).collect::<Vec<_>>())
    }

    fn check(&self, schedule: &Schedule, rows: &Rows) -> Result<(), String> {
        notes::check(schedule, rows)
    }

    fn accumulators(&self, _: &Schedule) -> Accumulators {
        Accumulators::default().with(Prices::default()).with(VpByPurse::default())
    }

    fn metrics(&self, summed: &RunSums<'_>) -> OwnMetrics {
        tables::metrics(summed)
    }
}

/// Returns a purse as a treatment, with a variate for each number of coins.
fn treatment(purse: u8) -> Treatment {
    Treatment::new(purse, 1 << purse)
}

impl Setup for FairSetting {
    const INFO: &'static GameInfo = &FAIR;
    const KINDS: &'static [AgentKind<Fair>] = &[random::kind(), search::kind()];
    type Game = Fair;

    fn read(config: Section<'_>, players: usize, _: Files<'_>) -> Result<Self> {
        let prizes = config.get(PRIZES).map_or_else(|| Ok(PRINTED.to_vec()), |field| numbers(field, WORTH))?;
        let purses = config.get(PURSES).map_or_else(|| Ok(vec![4]), |field| numbers(field, COINS))?;
        Ok(Self { players, prizes, purses })
    }

    fn library(given: &[String]) -> Result<()> {
        if given.is_empty() { Ok(()) } else { Err(Error::input("", "a fair is made of no files", "")) }
    }

    fn game(&self, treatment: &Treatment) -> Fair {
        Fair { players: self.players, prizes: self.prizes.clone(), purse: *treatment.get() }
    }

    fn note(rows: &mut Rows, event: &FairEvent) {
        notes_mut(rows).note(event);
    }
}

impl Study for FairSetting {
    fn random_keys(rng: &mut Random, players: usize, _: &SoakOptions) -> String {
        let prizes: Vec<u32> = (0..players).map(|_| 1 + below(rng, 100)).collect();
        format!("prizes = {prizes:?}\npurses = [{}]\n", 1 + below(rng, 20))
    }
}
