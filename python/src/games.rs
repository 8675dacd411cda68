//! Games as they are set up, and the game of each seed.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use engine::{Game, Seat, Turn};
use interface::digest::sha256;
use interface::protocol::Protocol;
use interface::record;
use interface::record_format::RecordFormat;
use interface::seeds::GameSeed;
use lab::base::error::{Error, Result};
use lab::config::{Config, check_flag};
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::subject::treatment::Treatment;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};
use serde_json::{Map, Value, json};

use crate::any_game::{AnyGame, PackageGame, PerGame, with_game};
use crate::border::{guard, of_json, to_json, without_python, wrong_type};
use crate::positions::{PyPosition, SessionGame};
use crate::seated::{SearchOrder, answer, guided};

/// A seed, as Python gives it.
#[derive(Clone, Debug)]
pub enum Seed {
    /// A master seed: its first game.
    Number(u64),
    /// The seed of a record, or any other text.
    Text(String),
}

impl Seed {
    /// Returns the seed as a master seed.
    pub fn master(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Text(text) => u64::from_str_radix(&sha256(text)[..16], 16).expect("hexadecimal digits"),
        }
    }
}

/// A game with its rules and components, and what varies from game to game.
///
/// Two are equal if all of this is the same, however it was given.
///
/// Args:
///     name: ``"skye"`` or ``"tipperary"``.
///     players: 2 to 5; default 4.
///     modules: expansions in play.
///     rules: changes to the printed rules, by their keys in configs, such as ``{"castle-income": 4}``.
///     scoring: four scoring tiles for A to D, or the section ``scoring`` of a config as a dict; by default each game draws its own.
///     tiles: a tile file or the name of a shipped one; for Tipperary a dict.
///     hometowns: for Tipperary, by seat; by default they are dealt for each game.
///     module_tiles: a dict of tile files by module.
///     scoring_tiles: a file with your own scoring tiles.
///
/// Raises:
///     ValueError: if a value is not accepted, with the message of the command line.
///     TypeError: if a value has a type that configs do not allow.
#[pyclass(module = "boardlab", frozen, eq, hash, name = "Game")]
pub struct PyGame(pub Arc<AnyTable>);

impl PartialEq for PyGame {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Hash for PyGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// Names the tables of games.
pub enum Tables {}

impl PerGame for Tables {
    type Of<S: PackageGame> = TableSetup<S>;
}

/// A table of any game.
pub type AnyTable = AnyGame<Tables>;

impl PyGame {
    fn new(table: AnyTable) -> Self {
        Self(Arc::new(table))
    }

    /// A table of one game.
    pub fn of<S: PackageGame>(table: TableSetup<S>) -> Self {
        Self::new(S::any(table))
    }

    fn identity(&self) -> (&'static str, String) {
        (self.0.name(), with_game!(&*self.0, |table| table.identity()))
    }

    /// The values of a config from which it can be made again, and perhaps four scoring tiles.
    fn config(&self) -> Option<&(Value, Option<Vec<String>>)> {
        with_game!(&*self.0, |table| table.config.as_deref())
    }
}

/// Reads a seed from an int or a text.
///
/// # Errors
/// If it is neither.
pub fn seed_of(given: &Bound<'_, PyAny>) -> PyResult<Seed> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Seed::Text(text.to_str()?.to_owned()));
    }
    // Whole numbers of other libraries have an index.
    let whole = given.call_method0("__index__");
    let whole = whole.map_err(|_| wrong_type("seed", given, "a whole number or a text"))?;
    match whole.cast::<PyInt>()?.extract::<u64>() {
        Ok(number) => Ok(Seed::Number(number)),
        Err(_) => Ok(Seed::Text(whole.str()?.to_str()?.to_owned())),
    }
}

/// A game from Python: a game, or the name of one.
///
/// # Errors
/// If it is neither.
pub fn table_of(given: &Bound<'_, PyAny>, players: Option<usize>) -> PyResult<Arc<AnyTable>> {
    if let Ok(game) = given.cast::<PyGame>() {
        return Ok(Arc::clone(&game.get().0));
    }
    let Ok(name) = given.cast::<PyString>() else {
        return Err(wrong_type("game", given, "a boardlab.Game, or the name of a game"));
    };
    let mut values = Map::from_iter([("game".to_owned(), name.to_str()?.into())]);
    values.insert("players".to_owned(), players.unwrap_or(4).into());
    guard(|| table(&values.into(), None)).map(Arc::new)
}

/// Names with commas between, or a list of them.
fn names(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(text.split(',').map(|name| name.trim().to_owned()).collect()),
        Value::Array(items) => items.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (name=None, players=None, modules=None, rules=None, scoring=None, tiles=None, hometowns=None, module_tiles=None, scoring_tiles=None))]
    #[expect(clippy::too_many_arguments, reason = "the keys of a config")]
    fn made(
        name: Option<&Bound<'_, PyAny>>,
        players: Option<&Bound<'_, PyAny>>,
        modules: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        scoring: Option<&Bound<'_, PyAny>>,
        tiles: Option<&Bound<'_, PyAny>>,
        hometowns: Option<&Bound<'_, PyAny>>,
        module_tiles: Option<&Bound<'_, PyAny>>,
        scoring_tiles: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut values = Map::new();
        values.insert("game".to_owned(), name.map_or(Ok("skye".into()), to_json)?);
        values.insert("players".to_owned(), players.map_or(Ok(4.into()), to_json)?);
        let mut listed = |key: &str, given: Option<&Bound<'_, PyAny>>| {
            let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(()) };
            // Names in a text stand for the list of them.
            let value = to_json(given)?;
            let value = names(&value).filter(|_| value.is_string()).map_or(value, Value::from);
            // No names are as if nothing was said.
            if value.as_array().is_none_or(|items| !items.is_empty()) {
                values.insert(key.to_owned(), value);
            }
            PyResult::Ok(())
        };
        listed("modules", modules)?;
        listed("hometowns", hometowns)?;
        let others =
            [("rules", rules), ("tiles", tiles), ("module-tiles", module_tiles), ("scoring-tiles", scoring_tiles)];
        for (key, given) in others {
            if let Some(given) = given {
                values.insert(key.to_owned(), to_json(given)?);
            }
        }
        let scoring = scoring.map(to_json).transpose()?;
        let named = scoring.as_ref().and_then(names);
        if let (Some(design), None) = (scoring, &named) {
            values.insert("scoring".to_owned(), design);
        }
        guard(|| table(&values.into(), named.as_deref())).map(Self::new)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        with_game!(&*self.0, |table| table.players)
    }

    /// The expansions in play.
    #[getter]
    fn modules(&self) -> Vec<&'static str> {
        with_game!(&*self.0, |table| table.modules())
    }

    /// The keys of a record that describe it, as in the protocol; None if games differ in what they draw.
    #[getter]
    fn set_up<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        guard(|| PyResult::Ok(with_game!(&*self.0, |table| table.set_up())))?.map(|text| of_json(py, &text)).transpose()
    }

    /// The agents that can play it, each with a summary.
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        with_game!(&*self.0, |table| table.agents())
    }

    /// The component files in play that are not shipped.
    #[getter]
    fn _files(&self) -> Vec<String> {
        with_game!(&*self.0, |table| table.files.to_vec())
    }

    /// Starts a game.
    ///
    /// Args:
    ///     seed: any int or text. An int gives the first game of ``sim play --seed``; the ``seed`` of a record gives the game of that
    ///         record; any other text gives one game.
    ///
    /// Raises:
    ///     ValueError: if it is the seed of a record that does not fit this game.
    ///     TypeError: if it is neither an int nor a text.
    fn start(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let seed = seed_of(seed)?;
        without_python(py, || {
            with_game!(&*self.0, |table| table.of(&seed).map(|dealt| PyPosition::of(SessionGame::begin(&dealt))))
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let native = py.import("boardlab._native")?;
        match self.config() {
            Some((values, scoring)) => {
                Ok((native.getattr("of_config")?, (of_json(py, &values.to_string())?, scoring).into_pyobject(py)?))
            }
            None => Ok((native.getattr("of_set_up")?, (self.set_up(py)?, self._files()).into_pyobject(py)?)),
        }
    }

    fn __repr__(&self) -> PyResult<String> {
        let (name, players, modules) = (self.name(), self.players(), self.modules());
        let mut text = format!("boardlab.Game({name:?}, players={players}");
        if !modules.is_empty() {
            write!(text, ", modules={modules:?}").expect("memory");
        }
        if let Some((values, scoring)) = self.config() {
            let others = values.as_object().into_iter().flatten();
            for (key, value) in others.filter(|(key, _)| !["game", "players", "modules"].contains(&key.as_str())) {
                write!(text, ", {}={value}", key.replace('-', "_")).expect("memory");
            }
            if let Some(scoring) = scoring {
                write!(text, ", scoring={scoring:?}").expect("memory");
            }
        }
        Ok(text + ")")
    }
}

/// A game from its set-up.
#[pyfunction]
#[pyo3(signature = (set_up, files=Vec::new()))]
pub fn of_set_up(set_up: &Bound<'_, PyAny>, files: Vec<String>) -> PyResult<PyGame> {
    let set_up = to_json(set_up)?;
    guard(|| table_of_set_up(&set_up, &files))
}

/// A game from the values of a config.
#[pyfunction]
#[pyo3(signature = (values, scoring=None))]
pub fn of_config(values: &Bound<'_, PyAny>, scoring: Option<Vec<String>>) -> PyResult<PyGame> {
    let values = to_json(values)?;
    guard(|| table(&values, scoring.as_deref())).map(PyGame::new)
}

/// A table of a game.
#[derive(Clone)]
pub struct TableSetup<S: PackageGame> {
    /// Number of players.
    pub players: usize,
    /// Which games.
    pub source: GameSource<S>,
    /// The config's values from which it was made, and perhaps four scoring tiles.
    ///
    /// `None` if it was made from a set-up.
    pub config: Option<Arc<(Value, Option<Vec<String>>)>>,
    /// The component files in play that are not shipped.
    pub files: Arc<[String]>,
}

/// The games at a table.
#[derive(Clone)]
pub enum GameSource<S: PackageGame> {
    /// The games of a subject, perhaps all with one treatment.
    Drawn(S, Option<Treatment>),
    /// A single game, with the keys that only its records have.
    Set(S::Game, Map<String, Value>),
}

/// A game that was dealt.
pub struct DealtGame<S: PackageGame> {
    /// The game.
    pub game: S::Game,
    /// The seed of its chance.
    pub seed: GameSeed,
    /// The text that reproduces both.
    pub text: String,
    /// The keys that only records of this game have.
    pub keys: Map<String, Value>,
    /// The component files in play that are not shipped.
    pub files: Arc<[String]>,
}

impl<S: PackageGame> DealtGame<S> {
    /// The game of a subject with a seed and a treatment.
    pub fn with(subject: &S, seed: GameSeed, treatment: &Treatment, files: &Arc<[String]>) -> Self {
        let (game, text, keys) = (subject.game(treatment), seed.text(treatment), subject.record_keys(treatment));
        Self { game, seed, text, keys, files: Arc::clone(files) }
    }

    /// The table with this game alone.
    pub fn table(&self) -> TableSetup<S> {
        TableSetup::of_game(self.game.clone(), self.keys.clone(), Arc::clone(&self.files))
    }
}

impl<S: PackageGame> TableSetup<S> {
    /// The table of one game, with the keys that only its records have.
    pub fn of_game(game: S::Game, keys: Map<String, Value>, files: Arc<[String]>) -> Self {
        Self { players: game.seats(), source: GameSource::Set(game, keys), config: None, files }
    }

    /// The subject of experiments with its games.
    ///
    /// # Errors
    /// If the table has only one game.
    pub fn subject(&self) -> Result<S> {
        match (&self.source, self.config.as_deref()) {
            (GameSource::Drawn(subject, None), _) => Ok(subject.clone()),
            (GameSource::Drawn(..), Some((values, Some(scoring)))) => {
                let mut values = values.clone();
                values["scoring"] = json!({"design": "fixed", "sets": [scoring]});
                let (subject, _) = Config::of_values(FILE, &values).set_up(S::INFO)?;
                Ok(subject.setup::<S>().clone())
            }
            _ => Err(Error::input("game", "found the game of a position or a view", "one made by boardlab.Game")),
        }
    }

    /// Game number `number` of a master seed.
    pub fn numbered(&self, master: u64, number: u64) -> DealtGame<S> {
        let seed = game_seed(master, number, self.players);
        match &self.source {
            GameSource::Drawn(subject, treatment) => {
                let drawn = || subject.treatment(number, treatment_seed(master, number));
                DealtGame::with(subject, seed, &treatment.clone().unwrap_or_else(drawn), &self.files)
            }
            GameSource::Set(game, keys) => self.set(game, keys, seed, seed.text(&String::new())),
        }
    }

    fn set(&self, game: &S::Game, keys: &Map<String, Value>, seed: GameSeed, text: String) -> DealtGame<S> {
        DealtGame { game: game.clone(), seed, text, keys: keys.clone(), files: Arc::clone(&self.files) }
    }

    /// The game of a seed.
    pub fn of(&self, seed: &Seed) -> Result<DealtGame<S>> {
        let Seed::Text(text) = seed else { return Ok(self.numbered(seed.master(), 0)) };
        let Some((game_seed, rest)) = GameSeed::split(text) else {
            return Ok(self.numbered(seed.master(), 0));
        };
        if game_seed.first.index() >= self.players {
            let (first, players) = (game_seed.first, self.players);
            return Err(Error::input(
                "seed",
                format_args!("found first seat {first}, but there are {players} players"),
                "",
            ));
        }
        match &self.source {
            GameSource::Drawn(subject, fixed) => {
                let fault = |error: String| Error::input("seed", &error, "");
                let read =
                    GameSeed::read_by(text, |named| subject.named(named)).map_err(|error| fault(error.to_string()));
                let treatment = match (rest.is_empty(), fixed) {
                    (true, Some(fixed)) => fixed.clone(),
                    _ => read?.1,
                };
                subject.accepts(&treatment).map_err(fault)?;
                if fixed.as_ref().is_some_and(|fixed| *fixed != treatment) {
                    return Err(fault("it names other scoring tiles than `scoring`; leave `scoring` out".to_owned()));
                }
                Ok(DealtGame::with(subject, game_seed, &treatment, &self.files))
            }
            GameSource::Set(game, keys) => Ok(self.set(game, keys, game_seed, text.clone())),
        }
    }
}

/// The name in the command line's messages for a game without a config.
const FILE: &str = "the printed game";

/// The table of a config's values, perhaps with four named scoring tiles.
///
/// # Errors
/// As the command line's.
fn table(values: &Value, scoring: Option<&[String]>) -> Result<AnyTable> {
    fn of<S: PackageGame>(config: &Config, values: &Value, scoring: Option<&[String]>) -> Result<AnyTable> {
        let (subject, players) = config.set_up(S::INFO)?;
        let subject: S = subject.setup::<S>().clone();
        let named = |names: &[String]| {
            check_flag(S::INFO, "scoring")?;
            let fault = |error: String| Error::input("scoring", &error, "");
            let treatment = subject.named(&names.join("+")).map_err(fault)?;
            subject.accepts(&treatment).map_err(fault)?;
            Ok(treatment)
        };
        let treatment = scoring.map(named).transpose()?;
        let own = subject.files().into_iter().filter(|file| !file.is_shipped);
        let files = own.map(|file| file.path.to_string()).collect();
        let config = Some(Arc::new((values.clone(), scoring.map(<[String]>::to_vec))));
        Ok(S::any(TableSetup { players, source: GameSource::Drawn(subject, treatment), config, files }))
    }
    let config = Config::of_values(FILE, values);
    games::for_game!(games::of_config(&config)? => of(&config, values, scoring))
}

/// The table of a game in the protocol's format.
///
/// # Errors
/// The first fault.
fn table_of_set_up(set_up: &Value, files: &[String]) -> Result<PyGame> {
    fn of<S: PackageGame>(set_up: &Value, files: &[String]) -> Result<PyGame> {
        let game: S::Game = record::read_set_up(&set_up.to_string(), &S::library(files)?).map_err(Error::of_input)?;
        let keys =
            S::Game::RECORD_KEYS.iter().filter_map(|key| Some(((*key).to_owned(), set_up.get(key)?.clone()))).collect();
        Ok(PyGame::of(TableSetup::<S>::of_game(game, keys, files.into())))
    }
    let name = set_up.get("game").and_then(Value::as_str).unwrap_or(games::NAMES[0]);
    games::for_game!(games::of_flag(name)? => of(set_up, files))
}

/// A game, a position of it, and the seat to move.
pub type SeenPosition<'a, G> = (&'a G, <G as Game>::Position, Seat);

impl<S: PackageGame> TableSetup<S> {
    /// The game of a view, the position as the seat to move knows it, and that seat.
    pub fn seen(&self, view: &str) -> Result<SeenPosition<'_, S::Game>> {
        let GameSource::Set(game, _) = &self.source else {
            return Err(Error::input("view", "found one without a game", "a view with its `game`"));
        };
        let (position, seat) = game.read_view(view).map_err(|error| Error::input("view", &error, ""))?;
        if game.turn(&position) != Turn::Seat(seat) {
            return Err(Error::input("view", format_args!("it is not the turn of its seat {seat}"), ""));
        }
        Ok((game, position, seat))
    }

    fn modules(&self) -> Vec<&'static str> {
        match &self.source {
            GameSource::Set(game, _) => game.modules(),
            GameSource::Drawn(subject, _) => {
                S::INFO.parts.iter().copied().filter(|part| subject.has_part(part)).collect()
            }
        }
    }

    /// What tells its games from those of another table.
    fn identity(&self) -> String {
        match &self.source {
            GameSource::Drawn(subject, treatment) => {
                json!([self.players, subject.effective(), treatment.as_ref().map(Treatment::to_string)]).to_string()
            }
            GameSource::Set(..) => self.set_up().unwrap_or_default(),
        }
    }

    /// The game in the protocol's format, if it is a single game.
    fn set_up(&self) -> Option<String> {
        let set_up = match &self.source {
            GameSource::Set(game, keys) => record::write_set_up(game, keys.clone()),
            GameSource::Drawn(subject, treatment) => {
                let treatment = treatment.as_ref()?;
                record::write_set_up(&subject.game(treatment), subject.record_keys(treatment))
            }
        };
        Some(set_up.get().to_owned())
    }

    /// Searches the decision of a view.
    pub fn search(&self, view: &str, order: &SearchOrder) -> Result<String> {
        let (game, position, seat) = self.seen(view)?;
        let agent = guided::<S>(order, game)?;
        Ok(answer::<S>(game, &game.view(&position, seat), (&agent, true), order.seed))
    }

    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        S::KINDS.iter().map(|kind| (kind.schema.name, kind.schema.summary)).collect()
    }
}
