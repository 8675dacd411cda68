//! A game to be played, as the JSON in a link to a page: changes of the printed game, and players.
//!
//! `{"page":1,"game":"skye","modules":["druids"],"players":["Ada=human","greedy"],"rules":{…}}`, where only `page`,
//! `game` and `players` are required, and all keys are as in a [record](crate::record).

use agents::spec::named;
use agents::{Agent, AgentSpec};
use engine::Seat;
use engine::random::mix;
use serde_json::{Map, Value};

use crate::json::{Fields, GAME, Keys, Strict, mismatch, read};
use crate::picture_play::PicturePlay;
use crate::record::{Header, MODULES, PLAYERS, RecordHeading, SEED, set_up};
use crate::seeds::GameSeed;

/// The version that is written and read.
const VERSION: u64 = 1;

/// The key of the version.
const PAGE: &str = "page";

/// The key of the rules, in every game.
const RULES: &str = "rules";

/// The spec of a person.
pub const PERSON: &str = "human";

/// The most letters of a player's name.
const LONGEST_NAME: usize = 24;

/// A game to be played. Everything that it leaves open is drawn when it begins.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLink {
    modules: Vec<String>,
    /// Names with specs.
    players: Vec<(String, String)>,
    seed: Option<GameSeed>,
    /// The keys that only records of this game have.
    keys: Map<String, Value>,
}

/// A game that is about to begin.
pub struct Dealt<G> {
    /// The set-up.
    pub header: Header<G>,
    /// The seed of chance.
    pub seed: GameSeed,
}

impl GameLink {
    /// A game with these players, each a name with a spec, and these keys of a record.
    pub fn new(modules: &[&str], players: Vec<(String, String)>, keys: Map<String, Value>) -> Self {
        Self { modules: modules.iter().map(|&module| module.to_owned()).collect(), players, seed: None, keys }
    }

    /// Reads the game from a text that [`line`](Self::line) wrote.
    ///
    /// # Errors
    /// A description of the first key that is missing, wrong or unknown.
    pub fn read<G: PicturePlay>(text: &str, library: &G::Library) -> Result<Self, String> {
        let all: Fields<Strict> = read(text)
            .map_err(|error| format!("found no game ({error}); accepted: a JSON object written by a page"))?;
        let known = [&[PAGE, GAME, MODULES, PLAYERS, SEED], G::RECORD_KEYS].concat();
        if let Some((key, _)) = all.iter().find(|(key, _)| !known.contains(key)) {
            return Err(format!("found the key `{key}`; accepted: {}", known.join(", ")));
        }
        let value = |key: &str| all.get(key).map(|Strict(value)| value.clone());
        expect(PAGE, value(PAGE), VERSION.into())?;
        expect(GAME, value(GAME), G::NAME.into())?;
        let texts = |key: &str, accepted: &str| match value(key) {
            None => Ok(Vec::new()),
            Some(found) => serde_json::from_value::<Vec<String>>(found.clone())
                .map_err(|_| mismatch(key, &found.to_string(), accepted)),
        };
        let modules = texts(MODULES, "a list of expansions")?;
        let players = texts(PLAYERS, "a list of 2 to 5 players")?;
        let players = players.iter().map(|text| player(text)).collect::<Result<Vec<_>, _>>()?;
        if !(2..=engine::MAX_SEATS).contains(&players.len()) {
            return Err(mismatch(PLAYERS, &format!("{} players", players.len()), "2 to 5"));
        }
        let seed = value(SEED).map(|found| {
            let seed = found.as_str().and_then(GameSeed::split).filter(|(_, treatment)| treatment.is_empty());
            let seed = seed.map(|(seed, _)| seed).filter(|seed| seed.first.index() < players.len());
            seed.ok_or_else(|| mismatch(SEED, &found.to_string(), "<16 hex digits>-<16 hex digits>-<first seat>"))
        });
        let keys = G::RECORD_KEYS.iter().filter_map(|key| Some(((*key).to_owned(), value(key)?))).collect();
        let mut link = Self { modules, players, seed: seed.transpose()?, keys };
        let game = link.dealt::<G>(0, library)?.header.game;
        let mut agents = link.players.iter().filter(|(_, spec)| spec != PERSON);
        agents.try_for_each(|(_, spec)| agent(spec, &game).map(drop))?;
        let named_keys = Keys::parse(&Value::from(link.keys.clone()).to_string(), G::RECORD_KEYS)?;
        let rules = game.canonical_rules(&named_keys, library)?;
        link.keys.remove(RULES);
        link.keys.extend(rules.map(|rules| (RULES.to_owned(), rules)));
        Ok(link)
    }

    /// The players: names with specs.
    pub fn players(&self) -> &[(String, String)] {
        &self.players
    }

    /// The expansions in play.
    pub fn modules(&self) -> &[String] {
        &self.modules
    }

    /// Its text in canonical form.
    pub fn line<G: PicturePlay>(&self) -> String {
        let players =
            self.players.iter().map(|(name, spec)| if name == spec { spec.clone() } else { format!("{name}={spec}") });
        let before = [(PAGE, Value::from(VERSION)), (GAME, G::NAME.into())];
        let modules = (!self.modules.is_empty()).then(|| (MODULES, self.modules.as_slice().into()));
        let seed = self.seed.map(|seed| (SEED, seed.text(&"").into()));
        let players = (PLAYERS, players.collect());
        let all = before.into_iter().chain(modules).chain([players]).chain(seed);
        let all = all.map(|(key, value): (&str, Value)| (key.to_owned(), value));
        let own = G::RECORD_KEYS.iter().filter_map(|key| Some(((*key).to_owned(), self.keys.get(*key)?.clone())));
        Value::from(all.chain(own).collect::<Map<_, _>>()).to_string()
    }

    /// The game, with everything left open drawn by this number.
    ///
    /// # Errors
    /// If it cannot be played, in words.
    pub fn dealt<G: PicturePlay>(&self, chance: u64, library: &G::Library) -> Result<Dealt<G>, String> {
        let seats = self.players.len();
        let part = |number: u64| mix([chance, number]);
        let first = || Seat::new((part(0) % seats as u64) as usize);
        let seed = self.seed.unwrap_or_else(|| GameSeed { draws: part(1), thinking: part(2), first: first() });
        let mut keys = self.keys.clone();
        G::deal(&mut keys, &self.modules, seats, library, part(3))?;
        let (players, specs): (Vec<String>, Vec<String>) = self.players.iter().cloned().unzip();
        let before = [
            (GAME, G::NAME.into()),
            (SEED, "".into()),
            (MODULES, self.modules.as_slice().into()),
            (PLAYERS, players.as_slice().into()),
        ];
        let before = before.into_iter().map(|(key, value): (&str, Value)| (key.to_owned(), value));
        let text = Value::from(before.chain(keys).collect::<Map<_, _>>()).to_string();
        let wanted = [&[GAME, SEED, MODULES, PLAYERS], G::RECORD_KEYS].concat();
        let mut header: Header<G> = set_up(&Keys::parse(&text, &wanted)?, library)?;
        let RecordHeading { seed: written, specs: own, .. } = &mut header.heading;
        (*written, *own) = (seed.text(&header.game.treatment()), specs);
        Ok(Dealt { header, seed })
    }
}

/// An agent that can play on a page: without a time limit or files.
///
/// # Errors
/// If there is no such agent, or it cannot play this game.
pub fn agent<G: PicturePlay>(spec: &str, game: &G) -> Result<Box<dyn Agent<G>>, String> {
    let read = AgentSpec::read(spec, G::KINDS).map_err(|error| error.to_string())?;
    if read.is_timed() || read.files().next().is_some() {
        return Err(format!("found the agent `{spec}`; accepted on a page: agents without `time-ms` or files"));
    }
    let agent = read.build(G::KINDS);
    agent.objection(game).map_or(Ok(agent), Err)
}

/// The game of a text, by its key.
pub fn game_of(text: &str) -> Option<String> {
    Keys::parse(text, &[GAME]).ok()?.read(GAME, "a game").ok()
}

fn expect(key: &str, found: Option<Value>, accepted: Value) -> Result<(), String> {
    match found {
        Some(found) if found == accepted => Ok(()),
        Some(found) => Err(mismatch(key, &found.to_string(), &accepted.to_string())),
        None => Err(format!("key `{key}` is missing; accepted: {accepted}")),
    }
}

/// The name and the spec of a player: `NAME=SPEC`, or a spec that is also the name.
fn player(text: &str) -> Result<(String, String), String> {
    let (name, spec) = named(text);
    let name = name.unwrap_or(spec);
    let is_name = (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(char::is_control);
    match (name == spec) || is_name {
        true => Ok((name.to_owned(), spec.to_owned())),
        false => Err(mismatch(PLAYERS, name, &format!("names of 1 to {LONGEST_NAME} letters"))),
    }
}
