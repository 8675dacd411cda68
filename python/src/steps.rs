//! Decisions in small steps: encodings, one decision, one game, many games.

use std::time::{Duration, Instant};

use numpy::ndarray::{Ix1, Ix2, Ix3, Ix4};
use numpy::{PyArray1, PyArray2, PyArray3, PyArray4};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arrays::{filled, vector, whole_numbers};
use crate::border::{bad, exception, guard, interrupted, of_json, to_json, without_python};
use crate::games::{PyGame, PyPosition, seat_of, seed_of, table_of};
use crate::lab::{BatchSteps, DecisionSteps, GameSteps, GameTable};

/// Observations, masks and who chooses, a row for each game.
type Observed<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<i8>>);

/// Rewards by game and player, and which games have ended.
type Stepped<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

/// An encoding: small numbered steps of a game's decisions, and observations of positions.
///
/// The numbers of an encoding never change their meaning under its name.
#[pyclass(module = "boardlab", frozen, name = "Encoding")]
pub struct PyEncoding {
    name: &'static str,
    actions: usize,
    observation: usize,
    planes: [usize; 3],
    game: &'static str,
}

/// The encoding of a game.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub fn encoding(py: Python<'_>, game: Option<&Bound<'_, PyAny>>) -> PyResult<PyEncoding> {
    let default = PyString::new(py, "skye").into_any();
    let table = table_of(game.unwrap_or(&default), None)?;
    let (name, actions, observation, planes) = table.encoding();
    Ok(PyEncoding { name, actions, observation, planes, game: table.name() })
}

impl PyEncoding {
    /// A position of its game.
    fn check(&self, position: &PyPosition) -> PyResult<()> {
        let found = position.played().table().name();
        let accepted = self.game;
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

    /// n, the numbers of an observation.
    #[getter]
    fn observation(&self) -> usize {
        self.observation
    }

    /// Planes, rows and columns of a board.
    #[getter]
    fn planes(&self) -> (usize, usize, usize) {
        self.planes.into()
    }

    /// The choices that lead to an action, one after the other.
    ///
    /// Those that are forced are left out, so there may be none.
    ///
    /// Raises:
    ///     ValueError: if the action is not legal, or is one of the few that have no numbers.
    fn encode(&self, position: &PyPosition, action: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        self.check(position)?;
        let action = to_json(action)?;
        guard(|| position.played().encode(&action).map_err(exception))
    }

    /// The action that choices lead to; the inverse of :meth:`encode`.
    ///
    /// Raises:
    ///     ValueError: the first choice that is not possible; or there are more or fewer than the decision takes.
    fn decode<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
        indices: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check(position)?;
        let fault = |_| PyTypeError::new_err("indices: found something else; accepted: whole numbers");
        let indices: Vec<i64> = indices.extract().map_err(fault)?;
        of_json(py, &guard(|| position.played().decode(&indices).map_err(exception))?)
    }

    /// Returns a seat's observation, before anything of a decision is chosen: float32 of shape ``(n,)``.
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
        let seat = seat_of(seat)?;
        let fill = |out: &mut [f32]| guard(|| position.played().observe(seat, out).map_err(exception));
        Ok(filled(py, Ix1(self.observation), fill)?.0)
    }

    /// The decision that a seat has to take, from its view alone.
    ///
    /// Raises:
    ///     ValueError: if it is not its turn, or the view is damaged.
    ///     TypeError: if it is a dict that does not know its game.
    fn decide(&self, py: Python<'_>, view: &Bound<'_, PyAny>) -> PyResult<PyDecision> {
        let Some(game) = view.getattr("game").ok().and_then(|game| game.cast_into::<PyGame>().ok()) else {
            return Err(PyTypeError::new_err("view: found one without its game; accepted: a boardlab.View"));
        };
        let table = game.get();
        if table.0.name() != self.game {
            let (found, accepted) = (table.0.name(), self.game);
            return Err(bad(format!("view: found one of {found}; accepted: of {accepted}")));
        }
        let text = to_json(view)?.to_string();
        let inner = without_python(py, || table.0.decision(&text).map_err(exception))?;
        Ok(PyDecision { inner, actions: self.actions, observation: self.observation, planes: self.planes })
    }

    fn __repr__(&self) -> String {
        let Self { name, actions, observation, .. } = self;
        format!("<boardlab.Encoding {name}: {actions} actions, {observation} numbers>")
    }
}

/// A decision in small steps.
///
/// Look at ``observation`` and ``mask``, choose, until there is an ``action``.
#[pyclass(module = "boardlab", name = "Decision")]
pub struct PyDecision {
    inner: Box<dyn DecisionSteps>,
    actions: usize,
    observation: usize,
    planes: [usize; 3],
}

#[pymethods]
impl PyDecision {
    /// Returns the observation, what is chosen already included: shape ``(n,)``.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let fill = |out: &mut [f32]| {
            guard(|| {
                self.inner.observe(out);
                Ok(())
            })
        };
        Ok(filled(py, Ix1(self.observation), fill)?.0)
    }

    /// The own board: uint8 ``[planes, rows, columns]``, rows from the south.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let fill = |out: &mut [u8]| {
            guard(|| {
                self.inner.planes(out);
                Ok(())
            })
        };
        let [planes, rows, columns] = self.planes;
        Ok(filled(py, Ix3(planes, rows, columns), fill)?.0)
    }

    /// 1 for what can be chosen: shape ``(m,)``.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.actions];
        self.inner.options().write(&mut mask);
        vector(py, mask)
    }

    /// The action, when it is decided; at once if all is forced.
    #[getter]
    fn action<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        guard(|| Ok(self.inner.action()))?.map(|text| of_json(py, &text)).transpose()
    }

    /// Chooses.
    ///
    /// Raises:
    ///     ValueError: if that is not possible.
    fn choose(&mut self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        let index = index_of(index)?;
        guard(|| self.inner.choose(index).map_err(exception))
    }
}

/// A choice from Python.
fn index_of(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    given.extract().map_err(|_| {
        let kind = given.get_type().name().map_or(String::new(), |name| name.to_string());
        PyTypeError::new_err(format!("action: found a {kind}; accepted: a whole number"))
    })
}

/// One game in small steps.
#[pyclass(module = "boardlab", name = "Stepper")]
pub struct PyStepper {
    inner: Box<dyn GameSteps>,
    table: std::sync::Arc<dyn GameTable>,
    actions: usize,
    observation: usize,
}

#[pymethods]
impl PyStepper {
    #[new]
    fn new(py: Python<'_>, game: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (table, seed) = (table_of(game, None)?, seed_of(seed)?);
        let (_, actions, observation, _) = table.encoding();
        let inner = without_python(py, || table.environment(&seed).map_err(exception))?;
        Ok(Self { inner, table, actions, observation })
    }

    /// The seat that chooses; None when the game is over.
    #[getter]
    fn mover(&self) -> Option<usize> {
        self.inner.mover()
    }

    /// The number of further choices now that have no number.
    #[getter]
    fn outside(&self) -> usize {
        self.inner.outside()
    }

    /// By seat the share of the win less 1/players; None before the end.
    #[getter]
    fn rewards(&self) -> Option<Vec<f64>> {
        self.inner.rewards()
    }

    /// By seat the final VP; None before the end.
    #[getter]
    fn points(&self) -> Option<Vec<i32>> {
        self.inner.points()
    }

    /// 1 for what can be chosen: shape ``(m,)``.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.actions];
        self.inner.options().write(&mut mask);
        vector(py, mask)
    }

    /// Returns a seat's observation: shape ``(n,)``.
    fn observe<'py>(&mut self, py: Python<'py>, seat: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let fill = |out: &mut [f32]| {
            guard(|| {
                self.inner.observe(seat, out);
                Ok(())
            })
        };
        Ok(filled(py, Ix1(self.observation), fill)?.0)
    }

    /// The position, without what is chosen of a decision.
    fn position(&self, py: Python<'_>) -> PyResult<PyPosition> {
        without_python(py, || self.inner.played().map_err(exception)).map(PyPosition)
    }

    /// Chooses.
    ///
    /// Raises:
    ///     ValueError: if that is not possible.
    fn step(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = index_of(action)?;
        guard(|| self.inner.choose(action).map_err(exception))
    }
}

impl PyStepper {
    fn seat(&self, given: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (seat, players) = (seat_of(given)?, self.table.players());
        if seat < players { Ok(seat) } else { Err(bad(format!("seat: found {seat}; accepted: 0 to {}", players - 1))) }
    }
}

/// The most environments of a batch.
const MOST_ENVIRONMENTS: usize = 1 << 16;

/// The longest time that a step takes before it looks for Ctrl-C.
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// Many games in small steps, side by side. A finished game gives way to a new one at once.
///
/// Args:
///     game: the game; each environment draws its own scoring tiles or hometowns, unless the game has fixed ones.
///     envs: how many, 1 to 65,536.
///     seed: any int or text. Environment e plays the games e, e + envs, … of ``sim play`` with this seed.
///     opponents: specs of agents for the seats 1, 2, …; then only seat 0 is asked.
///     vector: whether observations are made; without, they have no columns.
///     planes: whether :meth:`planes` can be asked.
///     threads: how many threads step; what happens does not depend on it.
///
/// Raises:
///     ValueError: if a number, the game or a spec is not accepted.
#[pyclass(module = "boardlab", name = "Batch")]
pub struct PyBatch {
    /// None after a step was broken off.
    inner: Option<Box<dyn BatchSteps>>,
    has_vector: bool,
    has_planes: bool,
}

impl PyBatch {
    fn whole(&self) -> PyResult<&dyn BatchSteps> {
        self.inner.as_deref().ok_or_else(broken)
    }

    fn whole_mut(&mut self) -> PyResult<&mut Box<dyn BatchSteps>> {
        self.inner.as_mut().ok_or_else(broken)
    }
}

fn broken() -> PyErr {
    PyRuntimeError::new_err("a step of this batch was broken off; accepted: a new one")
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, envs, seed, opponents=None, vector=true, planes=false, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "as it is documented")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        envs: usize,
        seed: &Bound<'_, PyAny>,
        opponents: Option<Vec<String>>,
        vector: bool,
        planes: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let (table, seed) = (table_of(game, None)?, seed_of(seed)?);
        if !(1..=MOST_ENVIRONMENTS).contains(&envs) {
            return Err(bad(format!("envs: found {envs}; accepted: 1 to {MOST_ENVIRONMENTS}")));
        }
        if !(1..=1024).contains(&threads) {
            return Err(bad(format!("threads: found {threads}; accepted: 1 to 1024")));
        }
        let begin = || table.batch(envs, &seed, opponents.as_deref(), threads).map_err(exception);
        let inner = without_python(py, begin)?;
        Ok(Self { inner: Some(inner), has_vector: vector, has_planes: planes })
    }

    /// Returns the observations of those who choose.
    ///
    /// They are ``(observation float32 [envs, n], mask int8 [envs, m], mover int8 [envs])``.
    fn observe<'py>(&mut self, py: Python<'py>) -> PyResult<Observed<'py>> {
        let has_vector = self.has_vector;
        let inner = self.whole_mut()?;
        let (envs, _, actions, numbers, _) = inner.shape();
        let columns = if has_vector { numbers } else { 0 };
        let (vectors, (masks, movers)) = filled(py, Ix2(envs, columns), |vectors: &mut [f32]| {
            let (masks, (movers, ())) = filled(py, Ix2(envs, actions), |masks: &mut [i8]| {
                filled(py, Ix1(envs), |movers: &mut [i8]| {
                    without_python(py, || {
                        inner.observe(has_vector.then_some(vectors), masks, movers);
                        Ok(())
                    })
                })
            })?;
            Ok((masks, movers))
        })?;
        Ok((vectors, masks, movers))
    }

    /// The boards of those who choose: uint8 ``[envs, planes, rows, columns]``, rows from the south.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        if !self.has_planes {
            return Err(bad("planes: found a batch without; accepted: one made with planes=True"));
        }
        let inner = self.whole()?;
        let (envs, .., [planes, rows, columns]) = inner.shape();
        let fill = |out: &mut [u8]| {
            without_python(py, || {
                inner.planes(out);
                Ok(())
            })
        };
        Ok(filled(py, Ix4(envs, planes, rows, columns), fill)?.0)
    }

    /// Chooses everywhere.
    ///
    /// Args:
    ///     actions: int32 ``[envs]``, each of them 1 in its mask.
    ///
    /// Returns:
    ///     ``(rewards float32 [envs, players], done bool [envs])``. Rewards are 0 until a game ends, then each seat's share of the
    ///     win (1/k of k winners) less 1/players.
    ///
    /// Raises:
    ///     ValueError: the first that is not possible; nothing is chosen then.
    ///     KeyboardInterrupt: after Ctrl-C. If games were left out, the batch is of no further use.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'_, PyAny>) -> PyResult<Stepped<'py>> {
        let inner = self.whole_mut()?;
        let (envs, players, ..) = inner.shape();
        let choices = whole_numbers("actions", actions, envs)?;
        let mut raised = None;
        let (rewards, (done, is_whole)) = filled(py, Ix2(envs, players), |rewards: &mut [f32]| {
            filled(py, Ix1(envs), |done: &mut [bool]| {
                without_python(py, || {
                    let mut looked = Instant::now();
                    let mut is_over = || {
                        if looked.elapsed() < LOOKS_EVERY {
                            return false;
                        }
                        looked = Instant::now();
                        raised = interrupted();
                        raised.is_some()
                    };
                    inner.step(&choices, rewards, done, &mut is_over).map_err(exception)
                })
            })
        })?;
        if !is_whole {
            self.inner = None;
        }
        match raised {
            Some(error) => Err(error),
            None => Ok((rewards, done)),
        }
    }

    /// Environments.
    #[getter]
    fn envs(&self) -> PyResult<usize> {
        Ok(self.whole()?.shape().0)
    }

    /// Players of each game.
    #[getter]
    fn players(&self) -> PyResult<usize> {
        Ok(self.whole()?.shape().1)
    }

    /// The final VP of the games that ended in the last step: int32 ``[envs, players]``, 0 for all others.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let inner = self.whole()?;
        let (envs, players, ..) = inner.shape();
        let fill = |out: &mut [i32]| {
            out.copy_from_slice(inner.points());
            Ok(())
        };
        Ok(filled(py, Ix2(envs, players), fill)?.0)
    }

    /// Counts so far: ``steps``; ``games`` that ended.
    ///
    /// In these, ``masked_choices``, at which something possible had no number, and
    /// ``unencoded_decisions``, which had none at all, so that the first legal action was taken.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let counts = self.whole()?.counts();
        let info = pyo3::types::PyDict::new(py);
        for (name, count) in ["steps", "games", "masked_choices", "unencoded_decisions"].into_iter().zip(counts) {
            info.set_item(name, count)?;
        }
        Ok(info)
    }

    /// Lists the seeds that reproduce the games under way.
    #[getter]
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.whole()?.seeds())
    }
}
