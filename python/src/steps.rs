//! Decisions in small steps: encodings, one decision, one game, many games.

use std::time::{Duration, Instant};

use numpy::ndarray::{Ix1, Ix2, Ix4};
use numpy::{PyArray1, PyArray2, PyArray4};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arrays::{filled, vector, whole_numbers};
use crate::border::{bad, exception, guard, interrupted, of_json, to_json, without_python};
use crate::games::{Game, Position, seat_of, seed_of, table_of};
use crate::lab::{Deciding, Many, Steps, Table};

/// How a game's decisions are taken in small steps.
#[pyclass(module = "boardlab", frozen, name = "Encoding")]
pub struct Encoding {
    name: &'static str,
    actions: usize,
    observation: usize,
    planes: [usize; 3],
    game: &'static str,
}

/// The encoding of a game.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub fn encoding(py: Python<'_>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Encoding> {
    let default = PyString::new(py, "skye").into_any();
    let table = table_of(game.unwrap_or(&default), None)?;
    let (name, actions, observation, planes) = table.encoding();
    Ok(Encoding { name, actions, observation, planes, game: table.name() })
}

impl Encoding {
    /// A position of its game.
    fn check(&self, position: &Position) -> PyResult<()> {
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
impl Encoding {
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    #[getter]
    fn actions(&self) -> usize {
        self.actions
    }

    #[getter]
    fn observation(&self) -> usize {
        self.observation
    }

    #[getter]
    fn planes(&self) -> (usize, usize, usize) {
        self.planes.into()
    }

    fn encode(&self, position: &Position, action: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        self.check(position)?;
        let action = to_json(action)?;
        guard(|| position.played().encode(&action).map_err(exception))
    }

    fn decode<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        indices: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check(position)?;
        let fault = |_| PyTypeError::new_err("indices: found something else; accepted: whole numbers");
        let indices: Vec<i64> = indices.extract().map_err(fault)?;
        of_json(py, &guard(|| position.played().decode(&indices).map_err(exception))?)
    }

    fn observe<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        seat: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.check(position)?;
        let seat = seat_of(seat)?;
        let fill = |out: &mut [f32]| guard(|| position.played().observe(seat, out).map_err(exception));
        Ok(filled(py, Ix1(self.observation), fill)?.0)
    }

    fn decide(&self, py: Python<'_>, view: &Bound<'_, PyAny>) -> PyResult<Decision> {
        let Some(game) = view.getattr("game").ok().and_then(|game| game.cast_into::<Game>().ok()) else {
            return Err(PyTypeError::new_err("view: found one without its game; accepted: a boardlab.View"));
        };
        let table = game.get();
        if table.0.name() != self.game {
            let (found, accepted) = (table.0.name(), self.game);
            return Err(bad(format!("view: found one of {found}; accepted: of {accepted}")));
        }
        let text = to_json(view)?.to_string();
        let inner = without_python(py, || table.0.decision(&text).map_err(exception))?;
        Ok(Decision { inner, actions: self.actions, observation: self.observation })
    }

    fn __repr__(&self) -> String {
        let Self { name, actions, observation, .. } = self;
        format!("<boardlab.Encoding {name}: {actions} actions, {observation} numbers>")
    }
}

/// One decision in small steps.
#[pyclass(module = "boardlab", name = "Decision")]
pub struct Decision {
    inner: Box<dyn Deciding>,
    actions: usize,
    observation: usize,
}

#[pymethods]
impl Decision {
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

    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.actions];
        self.inner.options().write(&mut mask);
        vector(py, mask)
    }

    #[getter]
    fn action<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        guard(|| Ok(self.inner.action()))?.map(|text| of_json(py, &text)).transpose()
    }

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
pub struct Stepper {
    inner: Box<dyn Steps>,
    table: std::sync::Arc<dyn Table>,
    actions: usize,
    observation: usize,
}

#[pymethods]
impl Stepper {
    #[new]
    fn new(py: Python<'_>, game: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (table, seed) = (table_of(game, None)?, seed_of(seed)?);
        let (_, actions, observation, _) = table.encoding();
        let inner = without_python(py, || table.course(&seed).map_err(exception))?;
        Ok(Self { inner, table, actions, observation })
    }

    #[getter]
    fn mover(&self) -> Option<usize> {
        self.inner.mover()
    }

    #[getter]
    fn outside(&self) -> usize {
        self.inner.outside()
    }

    #[getter]
    fn rewards(&self) -> Option<Vec<f64>> {
        self.inner.rewards()
    }

    #[getter]
    fn points(&self) -> Option<Vec<i32>> {
        self.inner.points()
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.actions];
        self.inner.options().write(&mut mask);
        vector(py, mask)
    }

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

    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        without_python(py, || self.inner.played().map_err(exception)).map(Position)
    }

    fn step(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = index_of(action)?;
        guard(|| self.inner.choose(action).map_err(exception))
    }
}

impl Stepper {
    fn seat(&self, given: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (seat, players) = (seat_of(given)?, self.table.players());
        if seat < players { Ok(seat) } else { Err(bad(format!("seat: found {seat}; accepted: 0 to {}", players - 1))) }
    }
}

/// The most environments of a batch.
const MOST_ENVIRONMENTS: usize = 1 << 16;

/// How long a step takes at most before it looks for Ctrl-C.
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// Many games in small steps.
#[pyclass(module = "boardlab", name = "Batch")]
pub struct Batch {
    /// Nothing after a step was broken off.
    inner: Option<Box<dyn Many>>,
    has_vector: bool,
    has_planes: bool,
}

impl Batch {
    fn whole(&self) -> PyResult<&dyn Many> {
        self.inner.as_deref().ok_or_else(broken)
    }

    fn whole_mut(&mut self) -> PyResult<&mut Box<dyn Many>> {
        self.inner.as_mut().ok_or_else(broken)
    }
}

fn broken() -> PyErr {
    PyRuntimeError::new_err("a step of this batch was broken off; accepted: a new one")
}

#[pymethods]
impl Batch {
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

    fn observe<'py>(
        &mut self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<i8>>)> {
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

    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'_, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>)> {
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

    #[getter]
    fn envs(&self) -> PyResult<usize> {
        Ok(self.whole()?.shape().0)
    }

    #[getter]
    fn players(&self) -> PyResult<usize> {
        Ok(self.whole()?.shape().1)
    }

    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let counts = self.whole()?.counts();
        let info = pyo3::types::PyDict::new(py);
        for (name, count) in ["steps", "games", "masked_choices", "unencoded_decisions"].into_iter().zip(counts) {
            info.set_item(name, count)?;
        }
        Ok(info)
    }

    #[getter]
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.whole()?.seeds())
    }
}
