//! Decisions in small steps: encodings, one decision, one game.

use engine::{Game, Seat};
use interface::protocol::Protocol;
use lab::base::error::{Error, Result};
use lab::subject::{ActionOf, PositionOf};
use learning::action_mask::ActionMask;
use learning::afterstates::Afterstates;
use learning::encoding::{ChoiceResult, Encoding, options_of, shown};
use learning::environment::Environment;
use numpy::ndarray::{Ix1, Ix3};
use numpy::{PyArray1, PyArray3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::any_game::{AnyEncoding, AnyGame, PackageGame, PerGame, with_game};
use crate::arrays::{boards, filled, vector};
use crate::border::{Raise, Shared, bad, cannot_pickle, guard, of_json, to_json, without_python, wrong_type};
use crate::games::{PyGame, TableSetup, seed_of, table_of};
use crate::positions::{PyPosition, SessionGame, seat_of};

/// The encoding of a game.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub fn encoding(py: Python<'_>, game: Option<&Bound<'_, PyAny>>) -> PyResult<AnyEncoding> {
    let default = PyString::new(py, "skye").into_any();
    Ok(table_of(game.unwrap_or(&default), None)?.encoding())
}

impl AnyEncoding {
    /// Checks that a position or a view is of its game.
    fn check(&self, name: &str, found: &str) -> PyResult<()> {
        let accepted = self.game;
        if found == accepted {
            Ok(())
        } else {
            Err(bad(format!("{name}: found one of {found}; accepted: of {accepted}")))
        }
    }
}

#[pymethods]
impl AnyEncoding {
    /// The sequence of choices that leads to an action.
    ///
    /// Forced choices are left out, so it may be empty.
    ///
    /// Raises:
    ///     ValueError: if the action is not legal, or is one of the few that cannot be encoded.
    fn encode(&self, position: &PyPosition, action: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let position = position.played()?;
        self.check("position", position.name())?;
        let action = to_json(action)?;
        guard(|| with_game!(&*position, |game| game.encode(&action)))
    }

    /// The action that choices lead to; the inverse of :meth:`encode`.
    ///
    /// Raises:
    ///     ValueError: if a choice is not possible, or there are more or fewer than the decision takes.
    fn decode<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
        indices: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position.played()?;
        self.check("position", position.name())?;
        let fault = |_| PyTypeError::new_err("indices: found something else; accepted: whole numbers");
        let indices: Vec<i64> = indices.extract().map_err(fault)?;
        of_json(py, &guard(|| with_game!(&*position, |game| game.decode(&indices)))?)
    }

    /// Returns a seat's observation before any choice of a decision: float32 of shape ``(n,)``.
    ///
    /// Raises:
    ///     ValueError: if there is no such seat.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
        seat: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let position = position.played()?;
        self.check("position", position.name())?;
        let seat = seat_of(seat)?;
        observed(py, self, |out| with_game!(&*position, |game| game.observe(seat, out)))
    }

    /// The decision that a seat has to make, from its view alone.
    ///
    /// Raises:
    ///     ValueError: if it is not the seat's turn, or the view is damaged.
    ///     TypeError: if the view is a plain dict, without its game.
    fn decide(&self, py: Python<'_>, view: &Bound<'_, PyAny>) -> PyResult<PyDecision> {
        let Some(game) = view.getattr("game").ok().and_then(|game| game.cast_into::<PyGame>().ok()) else {
            return Err(PyTypeError::new_err("view: found one without its game; accepted: a boardlab.View"));
        };
        let table = &*game.get().0;
        self.check("view", table.name())?;
        let text = to_json(view)?.to_string();
        let decision = without_python(py, || with_game!(table, |table| StepwiseDecision::of_view(table, &text)))?;
        Ok(PyDecision(Shared::new("Decision", decision)))
    }

    /// Describes a choice in words, such as ``"price 5 gold"``.
    ///
    /// Raises:
    ///     ValueError: if there is no such choice.
    fn describe(&self, choice: &Bound<'_, PyAny>) -> PyResult<String> {
        let choice = index_of(choice)?;
        let known = usize::try_from(choice).ok().filter(|choice| *choice < self.actions);
        let fault = || bad(format!("choice: found {choice}; accepted: 0 to {}", self.actions - 1));
        Ok((self.describe)(known.ok_or_else(fault)?))
    }

    /// The numbers of an observation, in order: ``(name, unit, low, high)`` for each.
    ///
    /// The unit is what 1 stands for, such as ``"20 gold"``, or ``"yes"`` for a number that is 1 or 0. If the rules set no bound,
    /// it is infinite.
    #[getter]
    fn features(&self) -> Vec<(String, String, f32, f32)> {
        let features = (self.features)().into_iter();
        features.map(|number| (number.name, number.unit, number.low, number.high)).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("boardlab._native")?.getattr("encoding")?, (self.game,)))
    }

    fn __repr__(&self) -> String {
        let Self { name, actions, observation, .. } = self;
        format!("<boardlab.Encoding {name}: {actions} actions, {observation} numbers>")
    }
}

/// A decision as a sequence of small choices.
///
/// Read ``observation`` and ``mask`` and choose, until there is an ``action``.
#[pyclass(module = "boardlab", frozen, name = "Decision")]
pub struct PyDecision(Shared<AnyGame<Decisions>>);

/// Names decisions in small steps.
enum Decisions {}

impl PerGame for Decisions {
    type Of<S: PackageGame> = StepwiseDecision<S>;
}

#[pymethods]
impl PyDecision {
    /// Returns the observation, including the choices made so far: shape ``(n,)``.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let inner = self.0.read()?;
        observed(py, &inner.encoding(), |out| {
            with_game!(&*inner, |decision| decision.observe(out));
            PyResult::Ok(())
        })
    }

    /// The seat's own board: uint8 ``[planes, rows, columns]``, rows from the south.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let inner = self.0.read()?;
        let fill = |out: &mut [u8]| {
            with_game!(&*inner, |decision| decision.planes(out));
            PyResult::Ok(())
        };
        let (planes, rows, columns) = inner.encoding().planes;
        Ok(filled(py, Ix3(planes, rows, columns), fill)?.0)
    }

    /// The boards after laying tiles, as :meth:`Batch.afterstates` lists them for one game: without ``env``; no rows once it is decided.
    fn afterstates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let inner = self.0.read()?;
        let (list, numbers) = guard(|| PyResult::Ok(with_game!(&*inner, |decision| decision.afterstates())))?;
        boards(py, list, numbers)
    }

    /// 1 for what can be chosen: shape ``(m,)``.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let inner = self.0.read()?;
        Ok(mask_of(py, &inner.encoding(), with_game!(&*inner, |decision| &decision.options)))
    }

    /// The action once it is decided; at once if every choice is forced.
    #[getter]
    fn action<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let inner = self.0.read()?;
        guard(|| PyResult::Ok(with_game!(&*inner, |decision| decision.written())))?
            .map(|text| of_json(py, &text))
            .transpose()
    }

    /// Makes a choice.
    ///
    /// Raises:
    ///     ValueError: if that is not possible.
    fn choose(&self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        let (index, mut inner) = (index_of(index)?, self.0.write()?);
        guard(|| with_game!(&mut *inner, |decision| decision.choose(index)))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(cannot_pickle("Decision", "the view that it was made from"))
    }
}

/// An observation, filled by `fill`.
fn observed<'py, E: Raise>(
    py: Python<'py>,
    encoding: &AnyEncoding,
    fill: impl FnOnce(&mut [f32]) -> Result<(), E>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    Ok(filled(py, Ix1(encoding.observation), fill)?.0)
}

/// The mask of these choices.
fn mask_of<'py>(py: Python<'py>, encoding: &AnyEncoding, options: &ActionMask) -> Bound<'py, PyArray1<i8>> {
    let mut mask = vec![0; encoding.actions];
    options.write(&mut mask);
    vector(py, mask)
}

/// A choice from Python.
fn index_of(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    given.extract().map_err(|_| wrong_type("action", given, "a whole number"))
}

/// One game as a sequence of small choices.
///
/// Args:
///     game: a game or its name; or a position, which the stepper copies.
///     seed: any int or text for a game; a position has its own.
#[pyclass(module = "boardlab", frozen, name = "Stepper")]
pub struct PyStepper(Shared<AnyGame<Steppers>>);

/// Names games in small steps.
enum Steppers {}

impl PerGame for Steppers {
    type Of<S: PackageGame> = StepwiseGame<S>;
}

#[pymethods]
impl PyStepper {
    #[new]
    #[pyo3(signature = (game, seed=None))]
    fn new(py: Python<'_>, game: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if let Ok(position) = game.cast::<PyPosition>() {
            if seed.is_some() {
                return Err(bad("seed: found one with a position; accepted: none, a position has its own"));
            }
            let position = position.get().played()?;
            let any = &*position;
            return without_python(py, || with_game!(any, |game| PyResult::Ok(Self::of(game.clone()))));
        }
        let table = table_of(game, None)?;
        let fault = || PyTypeError::new_err("seed: found none; accepted: a whole number or a text");
        let seed = seed_of(seed.ok_or_else(fault)?)?;
        without_python(py, || {
            with_game!(&*table, |table| table.of(&seed).map(|dealt| Self::of(SessionGame::begin(&dealt))))
        })
    }

    /// The seat that chooses; None when the game is over.
    #[getter]
    fn mover(&self) -> PyResult<Option<usize>> {
        with_game!(&*self.0.read()?, |game| Ok(game.environment.mover().map(Seat::index)))
    }

    /// The number of current options that cannot be encoded.
    #[getter]
    fn outside(&self) -> PyResult<usize> {
        with_game!(&*self.0.read()?, |game| Ok(game.environment.outside_now()))
    }

    /// Whether the choice is part of a decision made in secret, which is revealed with those of other seats.
    #[getter]
    fn secret(&self) -> PyResult<bool> {
        with_game!(&*self.0.read()?, |game| Ok(game.is_secret()))
    }

    /// The number of chance events since the stepper was made, or copied with a seed.
    #[getter]
    fn draws(&self) -> PyResult<usize> {
        with_game!(&*self.0.read()?, |game| Ok(game.environment.draws))
    }

    /// By seat: the share of the win minus 1/players; None before the end.
    #[getter]
    fn rewards(&self) -> PyResult<Option<Vec<f64>>> {
        with_game!(&*self.0.read()?, |game| Ok(game.rewards()))
    }

    /// By seat: the final VP; None before the end.
    #[getter]
    fn points(&self) -> PyResult<Option<Vec<i32>>> {
        with_game!(&*self.0.read()?, |game| Ok(game.environment.ending().map(|ending| ending.points.to_vec())))
    }

    /// 1 for what can be chosen: shape ``(m,)``.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let inner = self.0.read()?;
        Ok(mask_of(py, &inner.encoding(), with_game!(&*inner, |game| game.environment.options())))
    }

    /// Returns a seat's observation: shape ``(n,)``.
    fn observe<'py>(&self, py: Python<'py>, seat: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (seat, mut inner) = (seat_of(seat)?, self.0.write()?);
        let encoding = inner.encoding();
        observed(py, &encoding, |out| with_game!(&mut *inner, |game| game.observe(seat, out)))
    }

    /// The position, without the choices made so far in a decision.
    fn position(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let inner = self.0.read()?;
        let any = &*inner;
        without_python(py, || with_game!(any, |game| game.session().map(PyPosition::of)))
    }

    /// Makes a choice.
    ///
    /// Raises:
    ///     ValueError: if that is not possible.
    fn step(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let (action, mut inner) = (index_of(action)?, self.0.write()?);
        guard(|| with_game!(&mut *inner, |game| game.choose(action)))
    }

    /// Copies everything, including what nobody knows; the copies are independent.
    ///
    /// Args:
    ///     seed: any int or text, from which all later chance of the copy comes; by default it is that of the original.
    #[pyo3(signature = (seed=None))]
    fn copy(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = seed.map(seed_of).transpose()?.map(|seed| seed.master());
        let inner = self.0.read()?;
        guard(|| with_game!(&*inner, |game| game.copy(seed).map(Self::made)))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(None)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyPosition,), Vec<usize>)> {
        let chosen = with_game!(&*self.0.read()?, |game| game.environment.partial().to_vec());
        Ok((py.get_type::<Self>().into_any(), (self.position(py)?,), chosen))
    }

    fn __setstate__(&self, chosen: Vec<i64>) -> PyResult<()> {
        let mut inner = self.0.write()?;
        guard(|| with_game!(&mut *inner, |game| chosen.iter().try_for_each(|choice| game.choose(*choice))))
    }
}

/// A decision as a sequence of small choices.
struct StepwiseDecision<S: PackageGame> {
    game: S::Game,
    position: PositionOf<S>,
    seat: Seat,
    chosen: <S::Game as Encoding>::PartialAction,
    options: ActionMask,
    action: Option<ActionOf<S>>,
}

impl<S: PackageGame> StepwiseDecision<S> {
    /// The decision of a view's seat, up to the first choice that is not forced.
    fn of_view(table: &TableSetup<S>, view: &str) -> Result<AnyGame<Decisions>> {
        let (game, position, seat) = table.seen(view)?;
        let (chosen, options) = (Default::default(), ActionMask::default());
        let mut decision = Self { game: game.clone(), position, seat, chosen, options, action: None };
        decision.go_on()?;
        Ok(S::any(decision))
    }

    /// Chooses what is forced.
    fn go_on(&mut self) -> Result<()> {
        while self.action.is_none() {
            self.options = options_of(&self.game, &self.position, &self.chosen);
            match self.options.only() {
                Some(only) => self.take(only),
                None if self.options.is_empty() => {
                    return Err(Error::input("view", "none of its seat's actions can be encoded", ""));
                }
                None => return Ok(()),
            }
        }
        self.options = ActionMask::default();
        Ok(())
    }

    fn take(&mut self, number: usize) {
        match self.game.choose(&self.position, self.chosen, number) {
            ChoiceResult::Choose(next) => self.chosen = next,
            ChoiceResult::Act(action) => self.action = Some(action),
        }
    }

    fn observe(&self, out: &mut [f32]) {
        let view = self.game.view(&self.position, self.seat);
        self.game.observe(&view, Some(&self.chosen), &mut Default::default(), out);
    }

    fn planes(&self, out: &mut [u8]) {
        self.game.planes(&self.game.view(&self.position, self.seat), out);
    }

    fn afterstates(&self) -> (Afterstates, usize) {
        let mut list = Afterstates::default();
        if self.action.is_none() {
            self.game.afterstates(&self.game.view(&self.position, self.seat), &self.chosen, &mut list);
        }
        (list, S::Game::BOARD)
    }

    fn choose(&mut self, number: i64) -> Result<()> {
        let accepted = || match self.action {
            Some(_) => "nothing, it is decided".to_owned(),
            None => shown(&self.options),
        };
        let refused = || Error::input("choice", format_args!("found {number}"), accepted());
        self.take(self.options.find(number).ok_or_else(refused)?);
        self.go_on()
    }

    /// The action as JSON, once it is decided.
    fn written(&self) -> Option<String> {
        Some(self.game.write_action(&self.position, self.action?).to_string())
    }
}

/// A game in small steps.
struct StepwiseGame<S: PackageGame> {
    environment: Environment<S::Game>,
    /// The game where the steps began.
    root: SessionGame<S>,
}

impl PyStepper {
    fn made<S: PackageGame>(game: StepwiseGame<S>) -> Self {
        Self(Shared::new("Stepper", S::any(game)))
    }

    fn of<S: PackageGame>(root: SessionGame<S>) -> Self {
        Self::made(StepwiseGame::of_session(root))
    }
}

impl<S: PackageGame> StepwiseGame<S> {
    /// At any position.
    fn of_session(root: SessionGame<S>) -> Self {
        let (game, position) = (root.session().game().clone(), root.session().position().clone());
        Self { environment: Environment::from_position(game, root.seed_ahead(), position, &[]), root }
    }

    /// The game in progress, without the partial decision.
    fn session(&self) -> Result<SessionGame<S>> {
        let mut played = self.root.clone();
        self.environment.actions().iter().try_for_each(|action| played.act(*action))?;
        Ok(played)
    }

    fn is_secret(&self) -> bool {
        self.environment.mover().is_some() && self.environment.game().is_secret(self.environment.position())
    }

    fn choose(&mut self, number: i64) -> Result<()> {
        let number = self.environment.check(number).map_err(|refused| Error::input("action", &refused, ""))?;
        self.environment.choose(number, &[]);
        Ok(())
    }

    fn observe(&mut self, seat: usize, out: &mut [f32]) -> Result<()> {
        self.environment.observe_as(self.root.seat(seat)?, out);
        Ok(())
    }

    /// Each seat's win share minus an equal share, if the game is over.
    fn rewards(&self) -> Option<Vec<f64>> {
        let ending = self.environment.ending()?;
        let seats = self.environment.game().seats();
        Some(Seat::all(seats).map(|seat| ending.win_share(seat) - 1.0 / seats as f64).collect())
    }

    /// Returns an independent copy; with a seed, all its later chance comes from that.
    fn copy(&self, seed: Option<u64>) -> Result<Self> {
        let Some(seed) = seed else {
            return Ok(Self { environment: self.environment.clone(), root: self.root.clone() });
        };
        let mut root = self.session()?;
        root.reseed(seed, self.environment.seed().thinking);
        let mut copy = Self::of_session(root);
        self.environment.partial().iter().for_each(|choice| copy.environment.choose(*choice, &[]));
        Ok(copy)
    }
}
