//! Games, positions, and games played by agents.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyString};
use serde_json::{Map, Value};

use crate::border::{bad, exception, guard, interrupted, interruptible, of_json, throw, to_json, without_python};
use crate::lab::{self, Accept, GameTable, LiveGame, PlayOrder, PlayedGame, SeatPlayer, Seed};

/// A game set up: its rules and components, and what varies from game to game.
///
/// Args:
///     name: ``"skye"`` or ``"tipperary"``.
///     players: 2 to 5.
///     modules: expansions in play.
///     rules: rules that differ from the printed ones, by their keys in configs, such as ``{"castle-income": 4}``.
///     scoring: four scoring tiles for A to D, or a section ``scoring`` of a config as a dict; without it each game draws its own.
///     tiles: a tile file, or the name of a shipped one; of Tipperary a dict.
///     hometowns: of Tipperary, by seat; without them they are dealt anew for each game.
///     module_tiles: tile files of modules, a dict.
///     scoring_tiles: a file of scoring tiles of one's own.
///
/// Raises:
///     ValueError: what is wrong, as the command line says it.
///     TypeError: if a value is of a type that no config has.
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

    /// The keys of a record that describe it, as the protocol tells them; None if games differ in what they draw.
    #[getter]
    fn set_up<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        guard(|| Ok(self.0.set_up()))?.map(|text| of_json(py, &text)).transpose()
    }

    /// The agents that play it, each with what it does.
    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        self.0.agents()
    }

    /// Begins a game.
    ///
    /// Args:
    ///     seed: any int or text. An int gives the first game of ``sim play --seed``; the ``seed`` of a record gives the game of that
    ///         record; any other text gives one game.
    ///
    /// Raises:
    ///     ValueError: if it is the seed of a record of which there is no such game.
    ///     TypeError: if it is neither.
    fn start(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let seed = seed_of(seed)?;
        without_python(py, || self.0.start(&seed).map_err(exception)).map(PyPosition)
    }

    fn __repr__(&self) -> String {
        let (name, players, modules) = (self.0.name(), self.0.players(), self.0.modules());
        let modules = if modules.is_empty() { String::new() } else { format!(", modules={modules:?}") };
        format!("boardlab.Game({name:?}, players={players}{modules})")
    }
}

/// A game in progress. Chance is resolved at once, so that it is a seat's turn or the game is over.
#[pyclass(module = "boardlab", name = "Position")]
pub struct PyPosition(pub Box<dyn LiveGame>);

impl PyPosition {
    /// The game in progress.
    pub fn played(&self) -> &dyn LiveGame {
        &*self.0
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
    fn turn(&self) -> &'static str {
        if self.0.seat().is_some() { "seat" } else { "over" }
    }

    /// Whose turn it is, from 0; None when the game is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.0.seat()
    }

    /// The name of the decision, such as ``"price"`` or ``"build"``; None when the game is over.
    #[getter]
    fn decision(&self) -> Option<&'static str> {
        self.0.decision()
    }

    /// The seed that reproduces the game.
    #[getter]
    fn seed(&self) -> &str {
        self.0.seed()
    }

    /// This one game: with its scoring tiles or hometowns.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.0.table())
    }

    /// All actions of the seat to move as dicts, all offers too, of which there are thousands with much gold.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &without_python(py, || Ok(self.0.legal_actions()))?)
    }

    /// ``{"actions": [...]}``, or ``{"tiles": [three ids], "gold": g}`` for a price.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &without_python(py, || Ok(self.0.legal()))?)
    }

    /// Takes a decision for the seat to move, and resolves chance after it.
    ///
    /// Raises:
    ///     ValueError: if it is not legal: the field, what was found, what is accepted. The position then stays as it is.
    ///     TypeError: if it is no dict of texts and numbers.
    fn apply(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = to_json(action)?;
        without_python(py, || self.0.apply(&action).map_err(exception))
    }

    /// Takes one of the legal decisions, each as likely as the others; the seed decides.
    ///
    /// Raises:
    ///     ValueError: if the game is over.
    fn apply_random(&mut self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_of(seed)?.master();
        without_python(py, || self.0.act_randomly(seed).map_err(exception))
    }

    /// The same again; what is done with one leaves the other as it is.
    fn copy(&self) -> PyResult<Self> {
        guard(|| Ok(Self(self.0.copy())))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    /// Returns what a seat may know, as the protocol describes it.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    fn view<'py>(&self, py: Python<'py>, seat: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat_of(seat)?;
        let (text, table) = without_python(py, || Ok((self.0.view(seat).map_err(exception)?, self.0.table())))?;
        view_of(py, &text, table)
    }

    /// Returns the events, as in a record; with a seat without what that seat has not seen.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn events<'py>(&self, py: Python<'py>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(seat_of).transpose()?;
        of_json(py, &without_python(py, || self.0.events(seat).map_err(exception))?)
    }

    /// ``{"seat", "vp", "rank"}`` of each seat; 1 is a winner. Empty before the end.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &guard(|| Ok(self.0.results()))?)
    }

    /// The record of the game so far, with these names by seat.
    ///
    /// Raises:
    ///     ValueError: if there are more or fewer names than players.
    #[pyo3(signature = (players=None))]
    fn record<'py>(&self, py: Python<'py>, players: Option<Vec<String>>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &self.record_text(py, players)?)
    }

    /// The same as a line of a file of records, without its end.
    #[pyo3(signature = (players=None))]
    fn record_text(&self, py: Python<'_>, players: Option<Vec<String>>) -> PyResult<String> {
        without_python(py, || self.0.record(players).map_err(exception))
    }

    /// Draws the table: with a seat what that one may know, otherwise what all may know.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = seat.map(seat_of).transpose()?;
        without_python(py, || self.0.svg(seat).map_err(exception))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None)
    }

    fn __repr__(&self) -> String {
        let turn = match (self.0.seat(), self.0.decision()) {
            (Some(seat), Some(decision)) => format!("seat {seat}, {decision}"),
            _ => "over".to_owned(),
        };
        format!("<boardlab.Position of {}: {turn}>", self.0.table().name())
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
    without_python(py, || lab::read_record(&line, &files).map_err(exception)).map(PyPosition)
}

/// A game from its set-up.
#[pyfunction]
#[pyo3(signature = (set_up, files=Vec::new()))]
pub fn of_set_up(set_up: &Bound<'_, PyAny>, files: Vec<String>) -> PyResult<PyGame> {
    let set_up = to_json(set_up)?;
    guard(|| lab::table_of_set_up(&set_up, &files).map_err(exception)).map(PyGame)
}

/// Asks a player that is called, and ends the games where it fails.
fn ask(callable: &Py<PyAny>, table: &Arc<dyn GameTable>, view: &str, legal: &str, seed: u64, accept: Accept<'_>) {
    let answer = Python::attach(|py| {
        let view = view_of(py, view, Arc::clone(table))?;
        to_json(&callable.bind(py).call1((view, of_json(py, legal)?, seed))?)
    });
    if let Err(error) = answer.and_then(|answer| accept(&answer).map_err(bad)) {
        throw(error);
    }
}

/// Names a called player for records.
fn name_of(callable: &Bound<'_, PyAny>, place: usize) -> String {
    let name = callable.getattr("__name__").and_then(|name| name.extract::<String>());
    let name = name.unwrap_or_else(|_| callable.get_type().name().map_or(String::new(), |name| name.to_string()));
    let plain: String = name.chars().filter(|letter| letter.is_alphanumeric() || "-_.".contains(*letter)).collect();
    if plain.is_empty() { format!("agent-{place}") } else { plain }
}

/// Plays games; returns a dict of columns by seat, and records if they are wanted.
#[pyfunction]
#[pyo3(signature = (agents, game, games, seed, threads, records, progress))]
#[expect(clippy::too_many_arguments, reason = "as Python's own function beside it")]
pub fn play<'py>(
    py: Python<'py>,
    agents: Vec<Bound<'py, PyAny>>,
    game: &Bound<'py, PyAny>,
    games: u64,
    seed: &Bound<'py, PyAny>,
    threads: Option<usize>,
    records: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, Option<Bound<'py, PyList>>)> {
    let table = table_of(game, Some(agents.len()))?;
    if agents.len() != table.players() {
        let (found, wanted) = (agents.len(), table.players());
        return Err(bad(format!("agents: found {found}; accepted: {wanted}, one for each seat")));
    }
    if threads.is_some_and(|threads| !(1..=1024).contains(&threads)) {
        return Err(bad(format!("threads: found {}; accepted: 1 to 1024", threads.unwrap_or(0))));
    }
    let seed = seed_of(seed)?;
    let callables: Vec<Option<Py<PyAny>>> =
        agents.iter().map(|agent| (!agent.is_instance_of::<PyString>()).then(|| agent.clone().unbind())).collect();
    let asking = |callable: &'_ Py<PyAny>| {
        let callable = callable.clone_ref(py);
        move |table: &Arc<dyn GameTable>, view: &str, legal: &str, seed: u64, accept: Accept<'_>| {
            ask(&callable, table, view, legal, seed, accept);
        }
    };
    let asks: Vec<Option<_>> = callables.iter().map(|callable| callable.as_ref().map(asking)).collect();
    let mut players = Vec::new();
    let mut names = Vec::new();
    for (place, (agent, asked)) in agents.iter().zip(&asks).enumerate() {
        match asked {
            None => {
                let spec: String = agent.extract()?;
                names.push(
                    spec.split_once('=')
                        .filter(|(name, _)| !name.contains(':'))
                        .map_or(spec.clone(), |(name, _)| name.to_owned()),
                );
                players.push(SeatPlayer::Spec(spec));
            }
            Some(_) if !agent.is_callable() => {
                let kind = agent.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "agents.{place}: found a {kind}; accepted: a spec such as \"greedy\", or a function of view, legal and seed"
                )));
            }
            Some(asked) => {
                let name = name_of(agent, place);
                names.push(name.clone());
                players.push(SeatPlayer::Callback(name, asked));
            }
        }
    }
    let has_callables = asks.iter().any(Option::is_some);
    // Who is called runs in the thread that called here, so that Ctrl-C reaches it, unless several threads are asked for.
    let is_here = has_callables && threads.is_none_or(|threads| threads == 1);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let order = PlayOrder {
        agents: &players,
        games,
        seed: &seed,
        threads: (!is_here).then(|| threads.unwrap_or_else(cores)),
        is_recording: records,
    };
    let done: Mutex<Vec<PlayedGame>> = Mutex::new(Vec::new());
    let show = |py: Python<'_>| {
        let count = done.lock().unwrap_or_else(PoisonError::into_inner).len();
        progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (count, games)).map(drop))
    };
    if is_here {
        without_python(py, || {
            let mut take = |played| {
                done.lock().unwrap_or_else(PoisonError::into_inner).push(played);
                if let Some(error) = interrupted().or_else(|| Python::attach(show).err()) {
                    throw(error);
                }
                Ok(())
            };
            table.play(&order, &mut take).map_err(exception)
        })?;
    } else {
        let work = || {
            let mut take = |played| {
                done.lock().unwrap_or_else(PoisonError::into_inner).push(played);
                Ok(())
            };
            table.play(&order, &mut take).map_err(exception)
        };
        interruptible(py, work, show)?;
        show(py)?;
    }
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    columns(py, &done, &names, records)
}

/// Makes columns of the results of games, a row for each seat.
fn columns<'py>(
    py: Python<'py>,
    done: &[PlayedGame],
    names: &[String],
    records: bool,
) -> PyResult<(Bound<'py, PyDict>, Option<Bound<'py, PyList>>)> {
    let seats = names.len();
    let columns = PyDict::new(py);
    let rows = || done.iter().flat_map(|game| (0..seats).map(move |seat| (game, seat)));
    columns.set_item("game", rows().map(|(game, _)| game.number).collect::<Vec<_>>())?;
    columns.set_item("seat", rows().map(|(_, seat)| seat).collect::<Vec<_>>())?;
    columns.set_item("agent", rows().map(|(_, seat)| names[seat].as_str()).collect::<Vec<_>>())?;
    columns.set_item("vp", rows().map(|(game, seat)| game.ending.points[seat]).collect::<Vec<_>>())?;
    columns.set_item("rank", rows().map(|(game, seat)| u64::from(game.ending.ranks[seat])).collect::<Vec<_>>())?;
    let share = |(game, seat): (&PlayedGame, usize)| game.ending.win_share(engine::Seat::new(seat));
    columns.set_item("win_share", rows().map(share).collect::<Vec<_>>())?;
    columns.set_item("seed", rows().map(|(game, _)| game.seed.as_str()).collect::<Vec<_>>())?;
    let lines = records.then(|| PyList::new(py, done.iter().filter_map(|game| game.record.as_deref()))).transpose()?;
    Ok((columns, lines))
}
