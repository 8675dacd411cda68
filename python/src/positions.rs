//! Games in progress, with decisions from outside.

use std::sync::{Arc, RwLockReadGuard};

use engine::random::{Random, mix, random};
use engine::{Game, Seat, Turn};
use interface::event_cursor::GameFault;
use interface::json;
use interface::protocol::{Protocol, SeatResult};
use interface::record::{OpenRecord, RecordHeading};
use interface::record_format::RecordFormat;
use interface::seeds::GameSeed;
use interface::session::{Session, Step};
use lab::base::error::{Error, Result};
use lab::subject::LibraryOf;
use learning::encoding::{Encoding, decode, encode};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple};
use report::html::viewer::board;
use report::html::viewer::staged::{PieceStyle, StagedGame};
use serde_json::{Value, json};

use crate::any_game::{AnyGame, PackageGame, PerGame, with_game};
use crate::border::{Shared, bad, guard, of_json, to_json, without_python};
use crate::games::{DealtGame, PyGame, Seed, TableSetup, seed_of};
use crate::seated::{SearchOrder, answer, asked, guided};

/// What is accepted where the game must not be over.
const DECIDED: &str = "a position where somebody decides";

/// What is accepted as an action once the game is over.
const NO_ACTION: &str = "no action";

/// A game in progress. Chance is resolved at once, so it is always a seat's turn or the game is over.
#[pyclass(module = "boardlab", frozen, name = "Position")]
pub struct PyPosition(Shared<AnyPosition>);

/// Names games in progress.
pub enum Positions {}

impl PerGame for Positions {
    type Of<S: PackageGame> = SessionGame<S>;
}

/// A game in progress of any game.
pub type AnyPosition = AnyGame<Positions>;

impl PyPosition {
    /// A position of any game.
    pub fn new(game: AnyPosition) -> Self {
        Self(Shared::new("Position", game))
    }

    /// A position of a game.
    pub fn of<S: PackageGame>(game: SessionGame<S>) -> Self {
        Self::new(S::any(game))
    }

    /// The game in progress.
    ///
    /// # Errors
    /// If another thread changes it.
    pub fn played(&self) -> PyResult<RwLockReadGuard<'_, AnyPosition>> {
        self.0.read()
    }
}

/// Reads a position without Python.
macro_rules! look {
    ($position:expr, $py:expr, |$game:ident| $work:expr) => {{
        let read = $position.0.read()?;
        let any = &*read;
        without_python($py, || with_game!(any, |$game| $work))
    }};
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
pub fn view_of<'py>(py: Python<'py>, text: &str, game: PyGame) -> PyResult<Bound<'py, PyAny>> {
    static VIEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    VIEW.import(py, "boardlab._view", "View")?.call1((of_json(py, text)?, game))
}

#[pymethods]
impl PyPosition {
    /// ``"seat"`` or ``"over"``.
    #[getter]
    fn turn(&self) -> PyResult<&'static str> {
        Ok(if self.seat()?.is_some() { "seat" } else { "over" })
    }

    /// Whose turn it is, from 0; None when the game is over.
    #[getter]
    fn seat(&self) -> PyResult<Option<usize>> {
        with_game!(&*self.0.read()?, |game| Ok(game.mover().map(Seat::index)))
    }

    /// The name of the decision, such as ``"price"`` or ``"build"``; None when the game is over.
    #[getter]
    fn decision(&self) -> PyResult<Option<&'static str>> {
        with_game!(&*self.0.read()?, |game| Ok(game.session.game().decision(game.session.position())))
    }

    /// The seed that reproduces the game.
    #[getter]
    fn seed(&self) -> PyResult<String> {
        with_game!(&*self.0.read()?, |game| Ok(game.heading.seed.clone()))
    }

    /// This particular game, with its scoring tiles or hometowns.
    #[getter]
    fn game(&self) -> PyResult<PyGame> {
        with_game!(&*self.0.read()?, |game| Ok(PyGame::of(game.table())))
    }

    /// All actions of the seat to move as dicts, including all offers (thousands for a seat with much gold).
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &look!(self, py, |game| PyResult::Ok(game.legal_actions()))?)
    }

    /// The protocol's ``legal``: ``{"actions": [...]}``, or ``{"tiles": [three ids], "gold": g}`` for a price.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(
            py,
            &look!(self, py, |game| PyResult::Ok(
                game.session.game().write_legal(game.session.position()).to_string()
            ))?,
        )
    }

    /// Applies a decision of the seat to move, and resolves chance after it.
    ///
    /// Raises:
    ///     ValueError: if it is not legal, with the field, the value found and those accepted. The position is then unchanged.
    ///     TypeError: if it is not a dict of texts and numbers.
    fn apply(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = to_json(action)?;
        let mut game = self.0.write()?;
        let game = &mut *game;
        without_python(py, || with_game!(game, |game| game.apply(&action)))
    }

    /// Applies a legal decision, chosen uniformly at random by the seed.
    ///
    /// Raises:
    ///     ValueError: if the game is over.
    fn apply_random(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_of(seed)?.master();
        let mut game = self.0.write()?;
        let game = &mut *game;
        without_python(py, || with_game!(game, |game| game.act_randomly(seed)))
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
    ///     be more than the iterations), the chance to win with it, from 0 to 1, or None, and the probability of choosing it.
    ///
    /// Raises:
    ///     ValueError: if the spec is not accepted, or the game is over.
    #[pyo3(signature = (spec, seed=None))]
    fn ask<'py>(&self, py: Python<'py>, spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seed = seed.map_or(Ok(0), |seed| Ok::<u64, PyErr>(seed_of(seed)?.master()))?;
        of_json(py, &look!(self, py, |game| game.ask(spec, seed))?)
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
        look!(self, py, |game| game.determinize(seat, seed, has_habits).map(Self::of))
    }

    /// Copies everything, including what nobody knows: secret offers and future chance.
    ///
    /// The copies are independent. A search that must not know more than its seat begins with :meth:`determinize`.
    fn copy(&self) -> PyResult<Self> {
        let game = self.0.read()?;
        guard(|| with_game!(&*game, |game| PyResult::Ok(Self::of(game.clone()))))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let remade = look!(self, py, |game| game.pickled())?.into_pyobject(py)?;
        Ok((py.import("boardlab._native")?.getattr("of_pickled")?, remade))
    }

    /// Returns what a seat may know, as the protocol describes it.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    fn view<'py>(&self, py: Python<'py>, seat: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat_of(seat)?;
        let view = look!(self, py, |game| game.view(seat))?;
        view_of(py, &view, self.game()?)
    }

    /// Returns the events, as in a record; with a seat, only what that seat has seen.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn events<'py>(&self, py: Python<'py>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(seat_of).transpose()?;
        of_json(py, &look!(self, py, |game| game.events(seat))?)
    }

    /// ``{"seat", "vp", "rank"}`` of each seat; winners have rank 1. Empty before the end.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &look!(self, py, |game| PyResult::Ok(game.results()))?)
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
        look!(self, py, |game| game.record(players))
    }

    /// Draws the table as SVG: with a seat, what that seat may know; otherwise, public information only.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = seat.map(seat_of).transpose()?;
        look!(self, py, |game| game.svg(seat))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None)
    }

    fn __repr__(&self) -> PyResult<String> {
        let turn = match (self.seat()?, self.decision()?) {
            (Some(seat), Some(decision)) => format!("seat {seat}, {decision}"),
            _ => "over".to_owned(),
        };
        Ok(format!("<boardlab.Position of {}: {turn}>", self.0.read()?.name()))
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
    without_python(py, || position_of(&line, &files)).map(PyPosition::new)
}

/// A position from what it was pickled as.
#[pyfunction]
pub fn of_pickled(py: Python<'_>, record: String, untold: Vec<String>, files: Vec<String>) -> PyResult<PyPosition> {
    let work = || {
        let mut game = position_of(&record, &files)?;
        for action in untold {
            let action = json::read(&action).map_err(|error| Error::input("action", &error, ""))?;
            with_game!(&mut game, |game| game.apply(&action))?;
        }
        Ok::<_, Error>(game)
    };
    without_python(py, work).map(PyPosition::new)
}

/// The decisions of a game in progress, each with the position before it.
#[pyfunction]
pub fn moves<'py>(py: Python<'py>, position: &PyPosition) -> PyResult<Bound<'py, PyList>> {
    let moves = look!(position, py, |game| PyResult::Ok(game.moves()))?;
    let list = PyList::empty(py);
    for (before, action) in moves {
        list.append((before, of_json(py, &action)?))?;
    }
    Ok(list)
}

/// A game in progress.
#[derive(Clone)]
pub struct SessionGame<S: PackageGame> {
    session: Session<S::Game>,
    heading: RecordHeading,
    draws: u64,
    files: Arc<[String]>,
}

impl<S: PackageGame> SessionGame<S> {
    /// Before the first decision.
    pub fn begin(dealt: &DealtGame<S>) -> Self {
        let DealtGame { game, seed, text, keys, files } = dealt;
        let players = (0..game.seats()).map(|seat| format!("player-{seat}")).collect();
        let heading = RecordHeading { seed: text.clone(), players, specs: Vec::new(), keys: keys.clone() };
        let mut session = Session::new(game.clone(), seed.first);
        session.draw(seed.draws);
        Self { session, heading, draws: seed.draws, files: Arc::clone(files) }
    }

    /// The game and its session.
    pub fn session(&self) -> &Session<S::Game> {
        &self.session
    }

    /// The seed of future events.
    pub fn seed_ahead(&self) -> GameSeed {
        let thinking = GameSeed::split(&self.heading.seed).map_or(0, |(seed, _)| seed.thinking);
        GameSeed { draws: self.draws, thinking, first: self.session.first() }
    }

    /// Makes a decision and resolves the chance after it.
    pub fn act(&mut self, action: <S::Game as Game>::Action) -> Result<()> {
        self.session.act(action).map_err(Error::of_input)?;
        self.session.draw(self.draws);
        Ok(())
    }

    /// Takes all chance and all of the agents' random numbers from here on from these seeds.
    pub fn reseed(&mut self, draws: u64, thinking: u64) {
        let treatment = GameSeed::split(&self.heading.seed).map_or("", |(_, treatment)| treatment);
        self.heading.seed = GameSeed { draws, thinking, first: self.session.first() }.text(&treatment);
        self.draws = draws;
    }

    /// The seat with this number.
    pub fn seat(&self, seat: usize) -> Result<Seat> {
        let seats = self.session.game().seats();
        let found = Seat::all(seats).find(|other| other.index() == seat);
        found.ok_or_else(|| Error::input("seat", format_args!("found {seat}"), format_args!("0 to {}", seats - 1)))
    }

    /// The seat that decides.
    fn deciding(&self, accepted: &str) -> Result<Seat> {
        self.mover().ok_or_else(|| Error::input("", "the game is over", accepted))
    }

    /// Reads an action from JSON.
    fn read(&self, action: &Value) -> Result<<S::Game as Game>::Action> {
        self.deciding(NO_ACTION)?;
        self.session.game().read_choice(self.session.position(), action).map_err(Error::of_input)
    }

    fn mover(&self) -> Option<Seat> {
        match self.session.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    fn legal_actions(&self) -> String {
        let (game, position) = (self.session.game(), self.session.position());
        let actions = self.session.legal_actions().into_iter().map(|action| game.write_action(position, action));
        actions.collect::<Value>().to_string()
    }

    fn apply(&mut self, action: &Value) -> Result<()> {
        self.act(self.read(action)?)
    }

    fn view(&self, seat: usize) -> Result<String> {
        let view = self.session.view(self.seat(seat)?);
        Ok(self.session.game().write_view(&view).get().to_owned())
    }

    fn events(&self, seat: Option<usize>) -> Result<String> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        let game = self.session.game();
        let events: Vec<_> = self.session.events(seat);
        let spelled: Vec<_> = events.iter().map(|event| game.encoded(event)).collect();
        serde_json::to_string(&spelled).map_err(Error::of_machine)
    }

    fn results(&self) -> String {
        let results = self.session.ending().map(|ending| SeatResult::all(&ending)).unwrap_or_default();
        let written =
            results.into_iter().map(|SeatResult { seat, vp, rank }| json!({"seat": seat, "vp": vp, "rank": rank}));
        written.collect::<Value>().to_string()
    }

    fn record(&self, players: Option<Vec<String>>) -> Result<String> {
        let mut heading = self.heading.clone();
        if let Some(players) = players {
            if players.len() != heading.players.len() {
                let (found, wanted) = (players.len(), heading.players.len());
                return Err(Error::input("players", format_args!("found {found} names"), wanted));
            }
            heading.players = players;
        }
        Ok(self.session.record(&heading))
    }

    fn svg(&self, seat: Option<usize>) -> Result<String> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        let staged = StagedGame::of_session(&self.session, &self.heading, seat);
        let last = staged.steps.len().saturating_sub(1);
        Ok(board::alone(&staged, last, &PieceStyle::of::<S::Game>()))
    }

    fn table(&self) -> TableSetup<S> {
        TableSetup::of_game(self.session.game().clone(), self.heading.keys.clone(), Arc::clone(&self.files))
    }

    /// The choices that lead to an action.
    pub fn encode(&self, action: &Value) -> Result<Vec<usize>> {
        let action = self.read(action)?;
        encode(self.session.game(), self.session.position(), action).map_err(Error::of_input)
    }

    /// The action that choices lead to, as JSON.
    pub fn decode(&self, numbers: &[i64]) -> Result<String> {
        self.deciding(NO_ACTION)?;
        let (game, position) = (self.session.game(), self.session.position());
        let action = decode(game, position, numbers).map_err(Error::of_input)?;
        Ok(game.write_action(position, action).to_string())
    }

    /// Writes a seat's observation, all zeros before.
    pub fn observe(&self, seat: usize, out: &mut [f32]) -> Result<()> {
        let (seat, game) = (self.seat(seat)?, self.session.game());
        let chosen = (self.session.turn() == Turn::Seat(seat)).then(Default::default);
        game.observe(&self.session.view(seat), chosen.as_ref(), &mut Default::default(), out);
        Ok(())
    }

    fn act_randomly(&mut self, seed: u64) -> Result<()> {
        self.deciding(NO_ACTION)?;
        self.act(self.session.game().random_action(self.session.position(), &mut random(seed)))
    }

    fn ask(&self, spec: &str, seed: u64) -> Result<String> {
        let view = self.session.view(self.deciding(DECIDED)?);
        let (agent, searches) = asked::<S>(spec, self.session.game())?;
        Ok(answer::<S>(self.session.game(), &view, (&agent, searches), seed))
    }

    /// Searches the decision of the seat to move.
    pub fn search(&self, order: &SearchOrder) -> Result<String> {
        let view = self.session.view(self.deciding(DECIDED)?);
        let agent = guided::<S>(order, self.session.game())?;
        Ok(answer::<S>(self.session.game(), &view, (&agent, true), order.seed))
    }

    fn determinize(&self, seat: usize, seed: u64, has_habits: bool) -> Result<Self> {
        let (seat, game, mut hidden) = (self.seat(seat)?, self.session.game(), Vec::new());
        let model = &mut |before: &<S::Game as Game>::View<'_>, random: &mut Random| {
            let action = if has_habits {
                S::habitual(game, before, random)
            } else {
                game.random_action(game.public(before), random)
            };
            hidden.push((game.viewer(before), action));
            action
        };
        game.determinize(&self.session.view(seat), &mut random(mix([seed, 0])), model);
        let session = self.session.with_secrets(&hidden);
        let mut other = Self { session, ..self.clone() };
        // The old seed would reveal future chance.
        other.reseed(mix([seed, 1]), mix([seed, 2]));
        Ok(other)
    }

    /// The decisions so far as JSON, each with the position before it.
    fn moves(&self) -> Vec<(PyPosition, String)> {
        let mut moves = Vec::new();
        for (at, step) in self.session.steps()[..self.session.at()].iter().enumerate() {
            let Step::Action(_, action) = *step else { continue };
            let mut before = self.clone();
            before.session.go_to(at);
            let written = before.session.game().write_action(before.session.position(), action).to_string();
            moves.push((PyPosition::of(before), written));
        }
        moves
    }

    /// The data from which it can be rebuilt in another process.
    ///
    /// They are its record, the last decisions as JSON that a record tells only by later events, as a draw from the bag, and the component
    /// files that the record may name besides the shipped ones.
    fn pickled(&self) -> Result<(String, Vec<String>, Vec<String>)> {
        let (record, files) = (self.record(None)?, self.files.to_vec());
        let told = Self::of_record(&record, &files)?.session.decisions() as usize;
        let mut decisions = Vec::new();
        self.session.show_decisions(|position, _, action| {
            decisions.push(self.session.game().write_action(position, action).to_string());
        });
        Ok((record, decisions.split_off(told), files))
    }

    /// The game of a record up to its end.
    fn of_record(line: &str, files: &[String]) -> Result<Self> {
        let library: LibraryOf<S> = S::library(files)?;
        let fault = |error: GameFault| Error::of_input(error).in_one_line();
        let opened = OpenRecord::<S::Game>::read(line, &library).map_err(fault)?;
        let (session, _) = Session::of(&opened).map_err(fault)?;
        let heading = opened.header.heading;
        let draws = match GameSeed::split(&heading.seed) {
            Some((seed, _)) => seed.draws,
            None => Seed::Text(heading.seed.clone()).master(),
        };
        let mut position = Self { session, heading, draws, files: files.into() };
        // Draws the chance events beyond the record.
        position.session.draw(draws);
        Ok(position)
    }
}

/// The game of a record up to its end.
///
/// # Errors
/// The first fault.
pub fn position_of(line: &str, files: &[String]) -> Result<AnyPosition> {
    fn of<S: PackageGame>(line: &str, files: &[String]) -> Result<AnyPosition> {
        SessionGame::<S>::of_record(line, files).map(S::any)
    }
    let value: Value = json::read(line).map_err(|error| Error::input("not a record", &error, ""))?;
    let name = value.get("game").and_then(Value::as_str).unwrap_or(games::NAMES[0]);
    games::for_game!(games::of_flag(name)? => of(line, files))
}
