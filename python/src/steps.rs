//! Decisions in small steps: encodings, one decision, one game.

use std::sync::Arc;

use numpy::ndarray::{Ix1, Ix3};
use numpy::{PyArray1, PyArray3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arrays::{boards, filled, vector};
use crate::border::{Shared, bad, cannot_pickle, exception, guard, of_json, to_json, without_python};
use crate::games::{PyGame, PyPosition, seat_of, seed_of, table_of};
use crate::lab::{DecisionSteps, GameSteps, GameTable};

/// An encoding of a game: decisions as numbered small choices, and positions as observations.
///
/// Under one name, the numbers of an encoding never change their meaning.
#[pyclass(module = "boardlab", frozen, name = "Encoding")]
pub struct PyEncoding {
    name: &'static str,
    actions: usize,
    observation: usize,
    planes: [usize; 3],
    table: Arc<dyn GameTable>,
}

/// The encoding of a game.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub fn encoding(py: Python<'_>, game: Option<&Bound<'_, PyAny>>) -> PyResult<PyEncoding> {
    let default = PyString::new(py, "skye").into_any();
    let table = table_of(game.unwrap_or(&default), None)?;
    let (name, actions, observation, planes) = table.encoding();
    Ok(PyEncoding { name, actions, observation, planes, table })
}

impl PyEncoding {
    /// A position of its game.
    fn check(&self, position: &PyPosition) -> PyResult<()> {
        let found = position.played()?.table().name();
        let accepted = self.table.name();
        if found == accepted {
            Ok(())
        } else {
            Err(bad(format!("position: found one of {found}; accepted: of {accepted}")))
        }
    }
}

#[pymethods]
impl PyEncoding {
    /// ``"learn-1"`` or ``"tipperary-1"``.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// m, the number of choices.
    #[getter]
    fn actions(&self) -> usize {
        self.actions
    }

    /// n, the length of an observation.
    #[getter]
    fn observation(&self) -> usize {
        self.observation
    }

    /// The number of planes, rows and columns of a board.
    #[getter]
    fn planes(&self) -> (usize, usize, usize) {
        self.planes.into()
    }

    /// The sequence of choices that leads to an action.
    ///
    /// Forced choices are left out, so it may be empty.
    ///
    /// Raises:
    ///     ValueError: if the action is not legal, or is one of the few that cannot be encoded.
    fn encode(&self, position: &PyPosition, action: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        self.check(position)?;
        let (action, position) = (to_json(action)?, position.played()?);
        guard(|| position.encode(&action).map_err(exception))
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
        self.check(position)?;
        let fault = |_| PyTypeError::new_err("indices: found something else; accepted: whole numbers");
        let indices: Vec<i64> = indices.extract().map_err(fault)?;
        let position = position.played()?;
        of_json(py, &guard(|| position.decode(&indices).map_err(exception))?)
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
        self.check(position)?;
        let (seat, position) = (seat_of(seat)?, position.played()?);
        let fill = |out: &mut [f32]| guard(|| position.observe(seat, out).map_err(exception));
        Ok(filled(py, Ix1(self.observation), fill)?.0)
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
        let table = game.get();
        let (found, accepted) = (table.0.name(), self.table.name());
        if found != accepted {
            return Err(bad(format!("view: found one of {found}; accepted: of {accepted}")));
        }
        let text = to_json(view)?.to_string();
        let inner = without_python(py, || table.0.decision(&text).map_err(exception))?;
        let inner = Shared::new("Decision", inner);
        Ok(PyDecision { inner, actions: self.actions, observation: self.observation, planes: self.planes })
    }

    /// Describes a choice in words, such as ``"price 5 gold"``.
    ///
    /// Raises:
    ///     ValueError: if there is no such choice.
    fn describe(&self, choice: &Bound<'_, PyAny>) -> PyResult<String> {
        let choice = index_of(choice)?;
        let known = usize::try_from(choice).ok().filter(|choice| *choice < self.actions);
        let fault = || bad(format!("choice: found {choice}; accepted: 0 to {}", self.actions - 1));
        Ok(self.table.describe(known.ok_or_else(fault)?))
    }

    /// The numbers of an observation, in order: ``(name, unit, low, high)`` for each.
    ///
    /// The unit is what 1 stands for, such as ``"20 gold"``, or ``"yes"`` for a number that is 1 or 0. If the rules set no bound,
    /// it is infinite.
    #[getter]
    fn features(&self) -> Vec<(String, String, f32, f32)> {
        let features = self.table.features().into_iter();
        features.map(|number| (number.name, number.unit, number.low, number.high)).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("boardlab._native")?.getattr("encoding")?, (self.table.name(),)))
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
pub struct PyDecision {
    inner: Shared<Box<dyn DecisionSteps>>,
    actions: usize,
    observation: usize,
    planes: [usize; 3],
}

#[pymethods]
impl PyDecision {
    /// Returns the observation, including the choices made so far: shape ``(n,)``.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let inner = self.inner.read()?;
        let fill = |out: &mut [f32]| {
            guard(|| {
                inner.observe(out);
                Ok(())
            })
        };
        Ok(filled(py, Ix1(self.observation), fill)?.0)
    }

    /// The seat's own board: uint8 ``[planes, rows, columns]``, rows from the south.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let inner = self.inner.read()?;
        let fill = |out: &mut [u8]| {
            guard(|| {
                inner.planes(out);
                Ok(())
            })
        };
        let [planes, rows, columns] = self.planes;
        Ok(filled(py, Ix3(planes, rows, columns), fill)?.0)
    }

    /// The boards after laying tiles, as :meth:`Batch.afterstates` lists them for one game: without ``env``; no rows once it is decided.
    fn afterstates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let inner = self.inner.read()?;
        let (list, numbers) = guard(|| Ok(inner.afterstates()))?;
        boards(py, list, numbers)
    }

    /// 1 for what can be chosen: shape ``(m,)``.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.actions];
        self.inner.read()?.options().write(&mut mask);
        Ok(vector(py, mask))
    }

    /// The action once it is decided; at once if every choice is forced.
    #[getter]
    fn action<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let inner = self.inner.read()?;
        guard(|| Ok(inner.action()))?.map(|text| of_json(py, &text)).transpose()
    }

    /// Makes a choice.
    ///
    /// Raises:
    ///     ValueError: if that is not possible.
    fn choose(&self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        let (index, mut inner) = (index_of(index)?, self.inner.write()?);
        guard(|| inner.choose(index).map_err(exception))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(cannot_pickle("Decision", "the view that it was made from"))
    }
}

/// A choice from Python.
fn index_of(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    given.extract().map_err(|_| {
        let kind = given.get_type().name().map_or(String::new(), |name| name.to_string());
        PyTypeError::new_err(format!("action: found a {kind}; accepted: a whole number"))
    })
}

/// One game as a sequence of small choices.
///
/// Args:
///     game: a game or its name; or a position, which the stepper copies.
///     seed: any int or text for a game; a position has its own.
#[pyclass(module = "boardlab", frozen, name = "Stepper")]
pub struct PyStepper {
    inner: Shared<Box<dyn GameSteps>>,
    table: Arc<dyn GameTable>,
}

impl PyStepper {
    fn with(table: Arc<dyn GameTable>, inner: Box<dyn GameSteps>) -> Self {
        Self { inner: Shared::new("Stepper", inner), table }
    }

    fn seat(&self, given: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (seat, players) = (seat_of(given)?, self.table.players());
        if seat < players { Ok(seat) } else { Err(bad(format!("seat: found {seat}; accepted: 0 to {}", players - 1))) }
    }
}

#[pymethods]
impl PyStepper {
    #[new]
    #[pyo3(signature = (game, seed=None))]
    fn new(py: Python<'_>, game: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (table, inner) = match (game.cast::<PyPosition>(), seed) {
            (Ok(position), None) => {
                let position = position.get().played()?;
                let position = &**position;
                (position.table(), without_python(py, || Ok(position.stepper()))?)
            }
            (Ok(_), Some(_)) => {
                return Err(bad("seed: found one with a position; accepted: none, a position has its own"));
            }
            (Err(_), Some(seed)) => {
                let (table, seed) = (table_of(game, None)?, seed_of(seed)?);
                let inner = without_python(py, || table.environment(&seed).map_err(exception))?;
                (table, inner)
            }
            (Err(_), None) => {
                table_of(game, None)?;
                return Err(PyTypeError::new_err("seed: found none; accepted: a whole number or a text"));
            }
        };
        Ok(Self::with(table, inner))
    }

    /// The seat that chooses; None when the game is over.
    #[getter]
    fn mover(&self) -> PyResult<Option<usize>> {
        Ok(self.inner.read()?.mover())
    }

    /// The number of current options that cannot be encoded.
    #[getter]
    fn outside(&self) -> PyResult<usize> {
        Ok(self.inner.read()?.outside())
    }

    /// Whether the choice is part of a decision made in secret, which is revealed with those of other seats.
    #[getter]
    fn secret(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.is_secret())
    }

    /// The number of chance events since the stepper was made, or copied with a seed.
    #[getter]
    fn draws(&self) -> PyResult<usize> {
        Ok(self.inner.read()?.draws())
    }

    /// By seat: the share of the win minus 1/players; None before the end.
    #[getter]
    fn rewards(&self) -> PyResult<Option<Vec<f64>>> {
        Ok(self.inner.read()?.rewards())
    }

    /// By seat: the final VP; None before the end.
    #[getter]
    fn points(&self) -> PyResult<Option<Vec<i32>>> {
        Ok(self.inner.read()?.points())
    }

    /// 1 for what can be chosen: shape ``(m,)``.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.table.encoding().1];
        self.inner.read()?.options().write(&mut mask);
        Ok(vector(py, mask))
    }

    /// Returns a seat's observation: shape ``(n,)``.
    fn observe<'py>(&self, py: Python<'py>, seat: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (seat, mut inner) = (self.seat(seat)?, self.inner.write()?);
        let fill = |out: &mut [f32]| {
            guard(|| {
                inner.observe(seat, out);
                Ok(())
            })
        };
        Ok(filled(py, Ix1(self.table.encoding().2), fill)?.0)
    }

    /// The position, without the choices made so far in a decision.
    fn position(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let inner = self.inner.read()?;
        let inner = &**inner;
        without_python(py, || inner.played().map_err(exception)).map(PyPosition::new)
    }

    /// Makes a choice.
    ///
    /// Raises:
    ///     ValueError: if that is not possible.
    fn step(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let (action, mut inner) = (index_of(action)?, self.inner.write()?);
        guard(|| inner.choose(action).map_err(exception))
    }

    /// Copies everything, including what nobody knows; the copies are independent.
    ///
    /// Args:
    ///     seed: any int or text, from which all later chance of the copy comes; by default it is that of the original.
    #[pyo3(signature = (seed=None))]
    fn copy(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = seed.map(seed_of).transpose()?.map(|seed| seed.master());
        let inner = self.inner.read()?;
        guard(|| Ok(Self::with(Arc::clone(&self.table), inner.copy(seed).map_err(exception)?)))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(None)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyPosition,), Vec<usize>)> {
        let chosen = self.inner.read()?.partial();
        Ok((py.get_type::<Self>().into_any(), (self.position(py)?,), chosen))
    }

    fn __setstate__(&self, chosen: Vec<i64>) -> PyResult<()> {
        let mut inner = self.inner.write()?;
        guard(|| chosen.iter().try_for_each(|choice| inner.choose(*choice)).map_err(exception))
    }
}
