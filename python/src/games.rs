//! Games, positions, and games played by agents.

use std::fmt::Write as _;
use std::sync::{Arc, RwLockReadGuard};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

use crate::border::{Shared, bad, exception, guard, of_json, to_json, without_python};
use crate::lab::{self, GameTable, LiveGame, Origin, PickledGame, Seed};

/// A game with its rules and components, and what varies from game to game.
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
#[pyclass(module = "boardlab", frozen, name = "Game")]
pub struct PyGame(pub Arc<dyn GameTable>);

/// Reads a seed from an int or a text.
///
/// # Errors
/// If it is neither.
pub fn seed_of(given: &Bound<'_, PyAny>) -> PyResult<Seed> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Seed::Text(text.to_str()?.to_owned()));
    }
    // Whole numbers of other libraries have an index.
    let whole = match given.call_method0("__index__") {
        Ok(whole) => whole,
        Err(_) => {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("seed: found a {kind}; accepted: a whole number or a text")));
        }
    };
    match whole.cast::<PyInt>()?.extract::<u64>() {
        Ok(number) => Ok(Seed::Number(number)),
        Err(_) => Ok(Seed::Text(whole.str()?.to_str()?.to_owned())),
    }
}

/// A game from Python: a game, or the name of one.
///
/// # Errors
/// If it is neither.
pub fn table_of(given: &Bound<'_, PyAny>, players: Option<usize>) -> PyResult<Arc<dyn GameTable>> {
    if let Ok(game) = given.cast::<PyGame>() {
        return Ok(Arc::clone(&game.get().0));
    }
    let Ok(name) = given.cast::<PyString>() else {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "game: found a {kind}; accepted: a boardlab.Game, or the name of a game"
        )));
    };
    let mut values = Map::from_iter([("game".to_owned(), name.to_str()?.into())]);
    values.insert("players".to_owned(), players.unwrap_or(4).into());
    guard(|| lab::table(&values.into(), None).map_err(exception))
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
    fn new(
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
        guard(|| lab::table(&values.into(), named.as_deref()).map_err(exception)).map(Self)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.0.players()
    }

    /// The expansions in play.
    #[getter]
    fn modules(&self) -> Vec<&'static str> {
        self.0.modules()
    }

    /// The keys of a record that describe it, as in the protocol; None if games differ in what they draw.
    #[getter]
    fn set_up<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        guard(|| Ok(self.0.set_up()))?.map(|text| of_json(py, &text)).transpose()
    }

    /// The agents that can play it, each with a summary.
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        self.0.agents()
    }

    /// The component files in play that are not shipped.
    #[getter]
    fn _files(&self) -> Vec<String> {
        self.0.files()
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
        without_python(py, || self.0.start(&seed).map_err(exception)).map(PyPosition::new)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let native = py.import("boardlab._native")?;
        match guard(|| Ok(self.0.origin()))? {
            Origin::Config(values, scoring) => {
                Ok((native.getattr("of_config")?, (of_json(py, &values)?, scoring).into_pyobject(py)?))
            }
            Origin::SetUp(set_up, files) => {
                Ok((native.getattr("of_set_up")?, (of_json(py, &set_up)?, files).into_pyobject(py)?))
            }
        }
    }

    fn __repr__(&self) -> PyResult<String> {
        let (name, players, modules) = (self.0.name(), self.0.players(), self.0.modules());
        let mut text = format!("boardlab.Game({name:?}, players={players}");
        if !modules.is_empty() {
            write!(text, ", modules={modules:?}").expect("memory");
        }
        if let Origin::Config(values, scoring) = guard(|| Ok(self.0.origin()))? {
            let values: Value = serde_json::from_str(&values).expect("JSON");
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

/// A game in progress. Chance is resolved at once, so it is always a seat's turn or the game is over.
#[pyclass(module = "boardlab", frozen, name = "Position")]
pub struct PyPosition(Shared<Box<dyn LiveGame>>);

impl PyPosition {
    /// A position of a game in progress.
    pub fn new(game: Box<dyn LiveGame>) -> Self {
        Self(Shared::new("Position", game))
    }

    /// The game in progress.
    ///
    /// # Errors
    /// If another thread changes it.
    pub fn played(&self) -> PyResult<RwLockReadGuard<'_, Box<dyn LiveGame>>> {
        self.0.read()
    }

    /// Reads it without Python.
    fn look<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&dyn LiveGame) -> PyResult<T> + Send) -> PyResult<T> {
        let game = self.0.read()?;
        let game: &dyn LiveGame = &**game;
        without_python(py, || work(game))
    }
}

/// A seat from Python.
///
/// # Errors
/// If it is not a whole number from 0.
pub fn seat_of(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let whole: i64 = given.extract().map_err(|_| {
        let found = given.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
        PyTypeError::new_err(format!("seat: found {found}; accepted: a whole number from 0"))
    })?;
    usize::try_from(whole).map_err(|_| bad(format!("seat: found {whole}; accepted: a whole number from 0")))
}

/// A view as a dict that knows its game.
pub fn view_of<'py>(py: Python<'py>, text: &str, table: Arc<dyn GameTable>) -> PyResult<Bound<'py, PyAny>> {
    static VIEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    VIEW.import(py, "boardlab._view", "View")?.call1((of_json(py, text)?, PyGame(table)))
}

#[pymethods]
impl PyPosition {
    /// ``"seat"`` or ``"over"``.
    #[getter]
    fn turn(&self) -> PyResult<&'static str> {
        Ok(if self.0.read()?.seat().is_some() { "seat" } else { "over" })
    }

    /// Whose turn it is, from 0; None when the game is over.
    #[getter]
    fn seat(&self) -> PyResult<Option<usize>> {
        Ok(self.0.read()?.seat())
    }

    /// The name of the decision, such as ``"price"`` or ``"build"``; None when the game is over.
    #[getter]
    fn decision(&self) -> PyResult<Option<&'static str>> {
        Ok(self.0.read()?.decision())
    }

    /// The seed that reproduces the game.
    #[getter]
    fn seed(&self) -> PyResult<String> {
        Ok(self.0.read()?.seed().to_owned())
    }

    /// This particular game, with its scoring tiles or hometowns.
    #[getter]
    fn game(&self) -> PyResult<PyGame> {
        Ok(PyGame(self.0.read()?.table()))
    }

    /// All actions of the seat to move as dicts, including all offers (thousands for a seat with much gold).
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &self.look(py, |game| Ok(game.legal_actions()))?)
    }

    /// The protocol's ``legal``: ``{"actions": [...]}``, or ``{"tiles": [three ids], "gold": g}`` for a price.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &self.look(py, |game| Ok(game.legal()))?)
    }

    /// Applies a decision of the seat to move, and resolves chance after it.
    ///
    /// Raises:
    ///     ValueError: if it is not legal, with the field, the value found and those accepted. The position is then unchanged.
    ///     TypeError: if it is not a dict of texts and numbers.
    fn apply(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = to_json(action)?;
        let mut game = self.0.write()?;
        let game = &mut **game;
        without_python(py, || game.apply(&action).map_err(exception))
    }

    /// Applies a legal decision, chosen uniformly at random by the seed.
    ///
    /// Raises:
    ///     ValueError: if the game is over.
    fn apply_random(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_of(seed)?.master();
        let mut game = self.0.write()?;
        let game = &mut **game;
        without_python(py, || game.act_randomly(seed).map_err(exception))
    }

    /// Asks a built-in agent for its decision for the seat to move, from that seat's view alone.
    ///
    /// Args:
    ///     spec: the agent, such as ``"mcts:iterations=400"``; ``docs/agents.md`` and ``sim list agents`` describe them and their settings.
    ///     seed: seeds its random choices, like the seed of a question in the protocol. None means seed 0, so repeated calls agree.
    ///
    /// Returns:
    ///     ``{"action", "search"}``. The action is legal but not applied. The search is None if nothing was searched, otherwise
    ///     ``{"iterations", "actions": [{"action", "visits", "value", "weight"}]}``: for each action considered, the number of
    ///     playouts that began with it (for an offer of ``mcts``, the guesses at the others' offers that it was compared on, which can
    ///     be more than the iterations), their mean value from 0 (loss) to 1 (win) or None, and the probability of choosing it.
    ///
    /// Raises:
    ///     ValueError: if the spec is not accepted, or the game is over.
    #[pyo3(signature = (spec, seed=None))]
    fn ask<'py>(&self, py: Python<'py>, spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seed = seed.map_or(Ok(0), |seed| Ok::<u64, PyErr>(seed_of(seed)?.master()))?;
        of_json(py, &self.look(py, |game| game.ask(spec, seed).map_err(exception))?)
    }

    /// Samples a position that a seat cannot distinguish from this one: what it may know stays, everything else is redrawn.
    ///
    /// Unrevealed offers of other seats are resampled, and future chance gets another seed, so a search can continue from
    /// here without knowing more than its seat.
    ///
    /// Args:
    ///     seat: the seat whose knowledge is kept.
    ///     seed: seeds the sampling.
    ///     offers: ``"habits"``, as players usually make them, or ``"uniform"``, uniform over all legal ones.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat, or ``offers`` is not accepted.
    #[pyo3(signature = (seat, seed, offers="habits"))]
    fn determinize(
        &self,
        py: Python<'_>,
        seat: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        offers: &str,
    ) -> PyResult<Self> {
        let (seat, seed) = (seat_of(seat)?, seed_of(seed)?.master());
        let has_habits = match offers {
            "habits" => true,
            "uniform" => false,
            _ => return Err(bad(format!("offers: found {offers:?}; accepted: \"habits\", \"uniform\""))),
        };
        self.look(py, |game| game.determinize(seat, seed, has_habits).map_err(exception)).map(Self::new)
    }

    /// Copies everything, including what nobody knows: secret offers and future chance.
    ///
    /// The copies are independent. A search that must not know more than its seat begins with :meth:`determinize`.
    fn copy(&self) -> PyResult<Self> {
        let game = self.0.read()?;
        guard(|| Ok(Self::new(game.copy())))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let PickledGame { record, untold, files } = self.look(py, |game| game.pickled().map_err(exception))?;
        let remade = (record, untold, files).into_pyobject(py)?;
        Ok((py.import("boardlab._native")?.getattr("of_pickled")?, remade))
    }

    /// Returns what a seat may know, as the protocol describes it.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    fn view<'py>(&self, py: Python<'py>, seat: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat_of(seat)?;
        let (text, table) = self.look(py, |game| Ok((game.view(seat).map_err(exception)?, game.table())))?;
        view_of(py, &text, table)
    }

    /// Returns the events, as in a record; with a seat, only what that seat has seen.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn events<'py>(&self, py: Python<'py>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(seat_of).transpose()?;
        of_json(py, &self.look(py, |game| game.events(seat).map_err(exception))?)
    }

    /// ``{"seat", "vp", "rank"}`` of each seat; winners have rank 1. Empty before the end.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &self.look(py, |game| Ok(game.results()))?)
    }

    /// The record of the game so far, with these players' names by seat.
    ///
    /// Raises:
    ///     ValueError: if the number of names differs from that of players.
    #[pyo3(signature = (players=None))]
    fn record<'py>(&self, py: Python<'py>, players: Option<Vec<String>>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &self.record_text(py, players)?)
    }

    /// The record as a line of a record file, without the line break.
    #[pyo3(signature = (players=None))]
    fn record_text(&self, py: Python<'_>, players: Option<Vec<String>>) -> PyResult<String> {
        self.look(py, |game| game.record(players).map_err(exception))
    }

    /// Draws the table as SVG: with a seat, what that seat may know; otherwise, public information only.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = seat.map(seat_of).transpose()?;
        self.look(py, |game| game.svg(seat).map_err(exception))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None)
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = self.0.read()?;
        let turn = match (game.seat(), game.decision()) {
            (Some(seat), Some(decision)) => format!("seat {seat}, {decision}"),
            _ => "over".to_owned(),
        };
        Ok(format!("<boardlab.Position of {}: {turn}>", game.table().name()))
    }
}

/// The game of a record, as far as it leads.
#[pyfunction]
#[pyo3(signature = (record, files=Vec::new()))]
pub fn read_record(py: Python<'_>, record: &Bound<'_, PyAny>, files: Vec<String>) -> PyResult<PyPosition> {
    let line = match record.cast::<PyString>() {
        Ok(text) => text.to_str()?.to_owned(),
        Err(_) => to_json(record)?.to_string(),
    };
    without_python(py, || lab::read_record(&line, &files).map_err(exception)).map(PyPosition::new)
}

/// A game from its set-up.
#[pyfunction]
#[pyo3(signature = (set_up, files=Vec::new()))]
pub fn of_set_up(set_up: &Bound<'_, PyAny>, files: Vec<String>) -> PyResult<PyGame> {
    let set_up = to_json(set_up)?;
    guard(|| lab::table_of_set_up(&set_up, &files).map_err(exception)).map(PyGame)
}

/// A position from what it was pickled as.
#[pyfunction]
pub fn of_pickled(py: Python<'_>, record: String, untold: Vec<String>, files: Vec<String>) -> PyResult<PyPosition> {
    let work = || {
        let mut game = lab::read_record(&record, &files).map_err(exception)?;
        for action in untold {
            game.apply(&serde_json::from_str(&action).map_err(bad)?).map_err(exception)?;
        }
        Ok(game)
    };
    without_python(py, work).map(PyPosition::new)
}

/// A game from the values of a config.
#[pyfunction]
#[pyo3(signature = (values, scoring=None))]
pub fn of_config(values: &Bound<'_, PyAny>, scoring: Option<Vec<String>>) -> PyResult<PyGame> {
    let values = to_json(values)?;
    guard(|| lab::table(&values, scoring.as_deref()).map_err(exception)).map(PyGame)
}

/// The decisions of a game in progress, each with the position before it.
#[pyfunction]
pub fn moves<'py>(py: Python<'py>, position: &PyPosition) -> PyResult<Bound<'py, PyList>> {
    let moves = position.look(py, |game| game.moves().map_err(exception))?;
    let list = PyList::empty(py);
    for (before, action) in moves {
        list.append((PyPosition::new(before), of_json(py, &action)?))?;
    }
    Ok(list)
}
