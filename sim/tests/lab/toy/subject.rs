//! The fair in the laboratory.

use std::fmt;
use std::str::FromStr;

use agents::{AgentKind, random, search};
use engine::Ending;
use engine::random::{Random, below};
use interface::record_format::RecordFormat;
use serde_json::{Map, Value, json};
use sim::base::error::Result;
use sim::lab::config::json_schema::{keys, list, whole};
use sim::lab::forms::section::{Field, Section};
use sim::lab::schedule::Schedule;
use sim::lab::study::{Fixed, Studied};
use sim::lab::subject::files::Files;
use sim::lab::subject::outcome::Outcome;
use sim::lab::subject::raw::RawTable;
use sim::lab::subject::{Design, Setup, Subject};

use super::notes::{self, FairNotes, FairRows};
use super::record::PURSE;
use super::rules::{Fair, FairEvent, ending};
use super::tables::Prices;

/// The prizes, in configs and records.
pub const PRIZES: &str = "prizes";

/// The most coins in a purse, of each cluster in turn.
const PURSES: &str = "purses";

/// What a prize can be worth.
pub const WORTH: std::ops::RangeInclusive<u64> = 1..=100;

/// The prizes that a config need not name.
const PRINTED: [u8; 3] = [2, 3, 5];

/// How many coins a purse can have at most.
pub const COINS: std::ops::RangeInclusive<u64> = 1..=20;

static KINDS: [AgentKind<Fair>; 2] = [random::kind(), search::kind()];

/// A fair as it is set up for an experiment.
#[derive(Clone, Debug)]
pub struct FairSetting {
    players: usize,
    prizes: Vec<u8>,
    purses: Vec<u8>,
}

/// The most coins in a purse: what the design varies.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Purse(pub u8);

impl fmt::Display for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "purse{}", self.0)
    }
}

impl FromStr for Purse {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let coins = text.strip_prefix("purse").and_then(|coins| coins.parse().ok()).map(Self);
        coins.filter(|coins| COINS.contains(&coins.0.into())).ok_or_else(|| "purse1 to purse20".to_owned())
    }
}

fn numbers(field: Field<'_>, range: std::ops::RangeInclusive<u64>) -> Result<Vec<u8>> {
    let items = field.list()?;
    if items.is_empty() {
        return Err(field.fault("an empty list", "at least one number"));
    }
    items.into_iter().map(|item| item.whole(range.clone()).map(|number| number as u8)).collect()
}

impl Setup for FairSetting {
    const NAME: &'static str = Fair::NAME;
    const KEYS: &'static [&'static str] = &[PRIZES, PURSES];
    const COMPARED: &'static [&'static str] = &[PRIZES];
    type Game = Fair;

    fn kinds() -> &'static [AgentKind<Fair>] {
        &KINDS
    }

    fn schema() -> Map<String, Value> {
        keys([(PRIZES, list(whole(WORTH))), (PURSES, list(whole(COINS)))])
    }

    fn read(config: Section<'_>, players: usize, _: Files<'_>) -> Result<Self> {
        let prizes = config.get(PRIZES).map_or_else(|| Ok(PRINTED.to_vec()), |field| numbers(field, WORTH))?;
        let purses = config.get(PURSES).map_or_else(|| Ok(vec![4]), |field| numbers(field, COINS))?;
        Ok(Self { players, prizes, purses })
    }

    fn effective(&self) -> Map<String, Value> {
        keys([(PRIZES, json!(self.prizes)), (PURSES, json!(self.purses))])
    }

    fn printed(&self) -> Self {
        Self { prizes: PRINTED.to_vec(), ..self.clone() }
    }
}

impl Design for FairSetting {
    const SHARED_LUCK: &'static str = "prizes, purses";
    type Treatment = Purse;

    fn treatment(&self, cluster: u64, _: u64) -> Purse {
        Purse(self.purses[(cluster % self.purses.len() as u64) as usize])
    }

    fn game(&self, Purse(purse): Purse) -> Fair {
        Fair { players: self.players, prizes: self.prizes.clone(), purse }
    }

    fn record_keys(&self, treatment: Purse) -> Map<String, Value> {
        let Fair { prizes, purse, .. } = self.game(treatment);
        Map::from_iter([(PRIZES.to_owned(), json!(prizes)), (PURSE.to_owned(), json!(purse))])
    }

    fn variates(&self) -> Vec<f64> {
        let count = |coins: u64| self.purses.iter().filter(|purse| u64::from(**purse) == coins).count();
        (0..=*COINS.end()).map(|coins| count(coins) as f64 / self.purses.len() as f64).collect()
    }

    fn ones(Purse(coins): Purse) -> u64 {
        1 << coins
    }

    fn design_length(&self) -> Option<u64> {
        Some(self.purses.len() as u64)
    }
}

impl Subject for FairSetting {
    type Notes = FairNotes;
    type Tables = Prices;

    fn raw_tables() -> &'static [RawTable<FairRows, Self>] {
        notes::RAW_TABLES
    }

    fn outcomes() -> &'static [Outcome<FairRows>] {
        notes::OUTCOMES
    }

    fn begin(&self, rows: &mut FairRows) {
        rows.notes = FairNotes::of(rows.game.players);
    }

    fn note(rows: &mut FairRows, event: &FairEvent) {
        rows.notes.note(event);
    }

    fn ending(rows: &FairRows) -> Ending {
        ending(&rows.seats.iter().map(|seat| seat.points).collect::<Vec<_>>())
    }

    fn check(&self, schedule: &Schedule, rows: &FairRows) -> Result<(), String> {
        notes::check(schedule, rows)
    }
}

impl Studied for FairSetting {
    fn random_keys(rng: &mut Random, players: usize, _: &Fixed) -> String {
        let prizes: Vec<u32> = (0..players).map(|_| 1 + below(rng, 100)).collect();
        format!("prizes = {prizes:?}\npurses = [{}]\n", 1 + below(rng, 20))
    }
}
