//! Many games in small steps.

use std::any::Any;
use std::mem::take;
use std::process;
use std::sync::RwLockWriteGuard;
use std::time::{Duration, Instant};

use agents::Agent;
use lab::base::error::{Error, Result};
use lab::base::ordered;
use learning::afterstates::Afterstates;
use learning::batch::{Batch, BatchState, ThreadPool};
use learning::encoding::Encoding;
use numpy::ndarray::{Ix1, Ix2, Ix4};
use numpy::{PyArray1, PyArray2, PyArray4};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::any_game::{AnyGame, PackageGame, PerGame, with_game};
use crate::arrays::{boards, filled, vector, whole_numbers};
use crate::border::{Shared, bad, cannot_pickle, interrupted, without_python};
use crate::games::{DealtGame, TableSetup, seed_of, table_of};
use crate::named::specs;
use crate::playing::check_threads;
use crate::seated::{LibraryAgent, asked, build, contestant};

/// Observations, masks and choosing seats, a row for each game.
type Observed<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<i8>>);

/// Rewards by game and player, and which games have ended.
type Stepped<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

/// The most environments of a batch.
const MOST_ENVIRONMENTS: usize = 1 << 16;

/// The longest time that a step takes before it checks for Ctrl-C.
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// Many games side by side, as sequences of small choices. A finished game is replaced by a new one at once.
///
/// Args:
///     game: the game, or the name of one: with opponents, of one more player than there are, otherwise of four. Each environment draws its own
///         scoring tiles or hometowns, unless the game has fixed ones.
///     envs: the number of environments, 1 to 65,536.
///     seed: any int or text. Environment e plays the games e, e + envs, … of ``sim play`` with this seed.
///     opponents: specs of agents for the seats 1, 2, …; then only seat 0 is asked.
///     vector: whether to make observations; otherwise they have no columns.
///     planes: whether :meth:`planes` is available.
///     threads: the number of threads that step; results do not depend on it.
///
/// Raises:
///     ValueError: if a number, the game or a spec is not accepted.
#[pyclass(module = "boardlab", frozen, name = "Batch")]
pub struct PyBatch {
    /// `None` after a step was interrupted.
    inner: Shared<Option<AnyBatch>>,
    has_vector: bool,
    has_planes: bool,
}

/// Names batches of games.
struct Batches;

impl PerGame for Batches {
    type Of<S: PackageGame> = StepwiseBatch<S>;
}

/// A batch of any game.
type AnyBatch = AnyGame<Batches>;

impl AnyBatch {
    /// The numbers of environments and players.
    fn shape(&self) -> (usize, usize) {
        with_game!(self, |inner| (inner.batch.len(), inner.batch.players()))
    }
}

/// A batch in use, locked against other threads.
struct Used<'b>(RwLockWriteGuard<'b, Option<AnyBatch>>);

impl Used<'_> {
    fn whole(&mut self) -> PyResult<&mut AnyBatch> {
        self.0.as_mut().ok_or_else(broken)
    }
}

impl PyBatch {
    fn used(&self) -> PyResult<Used<'_>> {
        self.inner.write().map(Used)
    }

    /// Reads something of it.
    fn look<T>(&self, read: impl FnOnce(&AnyBatch) -> T) -> PyResult<T> {
        Ok(read(self.inner.read()?.as_ref().ok_or_else(broken)?))
    }
}

/// Checks from time to time whether the user pressed Ctrl-C.
struct InterruptWatch {
    looked: Instant,
    raised: Option<PyErr>,
}

impl InterruptWatch {
    fn begin() -> Self {
        Self { looked: Instant::now(), raised: None }
    }

    fn is_over(&mut self) -> bool {
        if self.looked.elapsed() < LOOKS_EVERY {
            return false;
        }
        self.looked = Instant::now();
        self.raised = interrupted();
        self.raised.is_some()
    }
}

fn broken() -> PyErr {
    PyRuntimeError::new_err("a step of this batch was interrupted; accepted: a new batch")
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
        opponents: Option<&Bound<'_, PyAny>>,
        vector: bool,
        planes: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let opponents = opponents.map(|given| specs("opponents", given)).transpose()?;
        let table = table_of(game, opponents.as_ref().map(|opponents| opponents.len() + 1))?;
        let seed = seed_of(seed)?;
        if !(1..=MOST_ENVIRONMENTS).contains(&envs) {
            return Err(bad(format!("envs: found {envs}; accepted: 1 to {MOST_ENVIRONMENTS}")));
        }
        check_threads(Some(threads))?;
        let begin = || {
            with_game!(&*table, |table| StepwiseBatch::begin(table, seed.master(), opponents.as_deref(), envs, threads))
        };
        let inner = without_python(py, begin)?;
        Ok(Self { inner: Shared::new("Batch", Some(inner)), has_vector: vector, has_planes: planes })
    }

    /// Returns the observations of the seats to choose.
    ///
    /// They are ``(observation float32 [envs, n], mask int8 [envs, m], mover int8 [envs])``.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        let (has_vector, mut used) = (self.has_vector, self.used()?);
        let inner = used.whole()?;
        let (encoding, (envs, _)) = (inner.encoding(), inner.shape());
        let columns = if has_vector { encoding.observation } else { 0 };
        let (vectors, (masks, movers)) = filled(py, Ix2(envs, columns), |vectors: &mut [f32]| {
            let (masks, (movers, ())) = filled(py, Ix2(envs, encoding.actions), |masks: &mut [i8]| {
                filled(py, Ix1(envs), |movers: &mut [i8]| {
                    let vectors = has_vector.then_some(vectors);
                    without_python(py, || {
                        with_game!(inner, |inner| inner.started()?.observe(vectors, masks, movers));
                        Ok::<_, Error>(())
                    })
                })
            })?;
            PyResult::Ok((masks, movers))
        })?;
        Ok((vectors, masks, movers))
    }

    /// The boards of the seats to choose: uint8 ``[envs, planes, rows, columns]``, rows from the south.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        if !self.has_planes {
            return Err(bad("planes: found a batch without; accepted: one made with planes=True"));
        }
        let mut used = self.used()?;
        let inner = used.whole()?;
        let ((planes, rows, columns), (envs, _)) = (inner.encoding().planes, inner.shape());
        let fill = |out: &mut [u8]| {
            without_python(py, || {
                with_game!(inner, |inner| inner.batch.planes(out));
                PyResult::Ok(())
            })
        };
        Ok(filled(py, Ix4(envs, planes, rows, columns), fill)?.0)
    }

    /// The boards after laying tiles: a row for each way to lay each tile that can be chosen.
    ///
    /// In Isle of Skye, a seat that builds lays its own tiles; before that, tiles are laid on the boards of all seats, and each board is also
    /// listed unchanged. In Tipperary, the tiles of the seat's own area are laid.
    ///
    /// Args:
    ///     envs: bool ``[envs]``, the games to include; all by default.
    ///
    /// Returns:
    ///     A dict of arrays: ``env`` int32; ``seat`` int8, clockwise from the seat to choose; ``tile`` int8, in the order of the choices,
    ///     -1 for the unchanged board; ``choice`` int32, the next choice towards it, -1 if there is none; ``board`` float32 ``[rows, n]``,
    ///     in Isle of Skye the 25 numbers of a territory as in the observation, then open edges, gaps and other unfinished features.
    ///
    /// Raises:
    ///     ValueError: if ``envs`` does not have one entry per game.
    #[pyo3(signature = (envs=None))]
    fn afterstates<'py>(&self, py: Python<'py>, envs: Option<Vec<bool>>) -> PyResult<Bound<'py, PyDict>> {
        let mut used = self.used()?;
        let inner = used.whole()?;
        if let Some(found) = envs.as_ref().map(Vec::len).filter(|found| *found != inner.shape().0) {
            return Err(bad(format!("envs: found {found}; accepted: {}", inner.shape().0)));
        }
        let wanted = |number: usize| envs.as_ref().is_none_or(|wanted| wanted[number]);
        let (mut list, numbers) =
            without_python(py, || PyResult::Ok(with_game!(inner, |inner| inner.afterstates(wanted))))?;
        let environments = vector(py, take(&mut list.environments));
        let arrays = boards(py, list, numbers)?;
        arrays.set_item("env", environments)?;
        Ok(arrays)
    }

    /// Makes a choice in every game.
    ///
    /// Args:
    ///     actions: int32 ``[envs]``, each of them 1 in its mask.
    ///
    /// Returns:
    ///     ``(rewards float32 [envs, players], done bool [envs])``. Rewards are 0 until a game ends, then each seat's share of the
    ///     win (1/k for each of k winners) minus 1/players.
    ///
    /// Raises:
    ///     ValueError: if a choice is not possible; no choice is made then.
    ///     KeyboardInterrupt: after Ctrl-C. If only some games were stepped, the batch can no longer be used.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'_, PyAny>) -> PyResult<Stepped<'py>> {
        let (envs, players) = self.look(AnyBatch::shape)?;
        let choices = whole_numbers("actions", actions, envs)?;
        let mut used = self.used()?;
        let inner = used.whole()?;
        let mut watch = InterruptWatch::begin();
        let (rewards, (done, is_whole)) = filled(py, Ix2(envs, players), |rewards: &mut [f32]| {
            filled(py, Ix1(envs), |done: &mut [bool]| {
                without_python(py, || {
                    with_game!(inner, |inner| inner.step(&choices, rewards, done, || watch.is_over()))
                })
            })
        })?;
        if !is_whole {
            *used.0 = None;
        }
        match watch.raised {
            Some(error) => Err(error),
            None => Ok((rewards, done)),
        }
    }

    /// Asks a built-in agent for the decisions of all seats to choose, on the threads of the batch.
    ///
    /// An agent is asked once per decision, however many choices the decision takes. With the seed 0 it decides as it would in
    /// :func:`boardlab.play` with the batch's seed.
    ///
    /// Args:
    ///     spec: the agent, such as ``"greedy"``.
    ///     seed: seeds its random choices. None means seed 0, so repeated calls agree.
    ///
    /// Returns:
    ///     The next choice towards its decision: int32 ``[envs]``; -1 if its decision cannot be encoded, or if the choices made so far
    ///     already lead elsewhere. No choice is made.
    ///
    /// Raises:
    ///     ValueError: if the spec is not accepted.
    ///     KeyboardInterrupt: after Ctrl-C.
    #[pyo3(signature = (spec, seed=None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        spec: &str,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let seed = seed.map_or(Ok(0), |seed| Ok::<u64, PyErr>(seed_of(seed)?.master()))?;
        let mut used = self.used()?;
        let inner = used.whole()?;
        let mut watch = InterruptWatch::begin();
        let (choices, ()) = filled(py, Ix1(inner.shape().0), |out: &mut [i32]| {
            without_python(py, || with_game!(inner, |inner| inner.ask(spec, seed, out, || watch.is_over())))
        })?;
        match watch.raised {
            Some(error) => Err(error),
            None => Ok(choices),
        }
    }

    /// Returns a snapshot for :meth:`restore`. It cannot leave this process.
    fn state(&self, py: Python<'_>) -> PyResult<PyBatchState> {
        let mut used = self.used()?;
        let inner = used.whole()?;
        without_python(py, || PyResult::Ok(PyBatchState(with_game!(inner, |inner| inner.state()))))
    }

    /// Restores a snapshot of this batch, or of one with the same game, numbers of environments and players, and seats with opponents.
    ///
    /// The opponents of this batch go on playing, even if those of the other one had other specs.
    ///
    /// Raises:
    ///     ValueError: if it is the snapshot of another kind of batch.
    fn restore(&self, py: Python<'_>, state: &PyBatchState) -> PyResult<()> {
        let mut used = self.used()?;
        let inner = used.whole()?;
        without_python(py, || with_game!(inner, |inner| inner.restore(&*state.0)))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(cannot_pickle("Batch", "a Batch made in each process"))
    }

    /// The number of environments.
    #[getter]
    fn envs(&self) -> PyResult<usize> {
        self.look(|inner| inner.shape().0)
    }

    /// The number of players of each game.
    #[getter]
    fn players(&self) -> PyResult<usize> {
        self.look(|inner| inner.shape().1)
    }

    /// The final VP of the games that ended in the last step: int32 ``[envs, players]``, 0 for all others.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let mut used = self.used()?;
        let inner = used.whole()?;
        let (envs, players) = inner.shape();
        let fill = |out: &mut [i32]| {
            out.copy_from_slice(with_game!(inner, |inner| inner.batch.points()));
            PyResult::Ok(())
        };
        Ok(filled(py, Ix2(envs, players), fill)?.0)
    }

    /// Counts so far: ``steps``, and ``games`` that ended.
    ///
    /// In these games, ``masked_choices``, where some option could not be encoded, and
    /// ``unencoded_decisions``, where no option could be, so the first legal action was taken.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = self.look(|inner| with_game!(inner, |inner| inner.counts()))?;
        let info = PyDict::new(py);
        for (name, count) in ["steps", "games", "masked_choices", "unencoded_decisions"].into_iter().zip(counts) {
            info.set_item(name, count)?;
        }
        Ok(info)
    }

    /// Lists the seeds that reproduce the games in progress.
    #[getter]
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.look(|inner| with_game!(inner, |inner| inner.seeds()))?)
    }
}

/// A snapshot of a :class:`Batch`.
#[pyclass(module = "boardlab", frozen, name = "BatchState")]
pub struct PyBatchState(Box<dyn Any + Send + Sync>);

#[pymethods]
impl PyBatchState {
    fn __reduce__(&self) -> PyResult<()> {
        Err(cannot_pickle("BatchState", "the seed of the batch and the choices that led there"))
    }
}

/// Many games in small steps.
struct StepwiseBatch<S: PackageGame> {
    batch: Batch<S::Game>,
    /// Whether agents decide for the other seats.
    has_opponents: bool,
    table: TableSetup<S>,
    master: u64,
    threads: usize,
    /// The process that owns the threads; after a fork the child has none.
    process: u32,
    /// The agents that were asked, by their specs.
    asked: Vec<(String, LibraryAgent<S>)>,
}

impl<S: PackageGame> StepwiseBatch<S> {
    /// Begins this many games of a master seed at a table, on this many threads; agents by specs decide for the seats from 1 on.
    ///
    /// # Errors
    /// If a spec is not accepted or the threads cannot be started.
    fn begin(
        table: &TableSetup<S>,
        master: u64,
        opponents: Option<&[String]>,
        environments: usize,
        threads: usize,
    ) -> Result<AnyBatch> {
        let mut agents: Vec<Option<Box<dyn Agent<S::Game>>>> = Vec::new();
        if let Some(specs) = opponents {
            if specs.len() + 1 != table.players {
                let accepted = format!("{}, for the seats from 1 on", table.players - 1);
                return Err(Error::input("opponents", format_args!("found {}", specs.len()), accepted));
            }
            agents.push(None);
            for spec in specs {
                agents.push(Some(build::<S>(&contestant::<S>(spec)?)));
            }
        }
        let dealer = table.clone();
        let dealt = move |number| {
            let DealtGame { game, seed, .. } = dealer.numbered(master, number);
            (game, seed)
        };
        let batch = Batch::begin(Box::new(dealt), agents, table.players, environments, pool(threads)?);
        let (has_opponents, table, process) = (opponents.is_some(), table.clone(), process::id());
        Ok(S::any(Self { batch, has_opponents, table, master, threads, process, asked: Vec::new() }))
    }

    /// The batch, with threads even if this process had none after a fork.
    fn started(&mut self) -> Result<&mut Batch<S::Game>> {
        if self.process != process::id() {
            self.batch.replace_pool(pool(self.threads)?);
            self.process = process::id();
        }
        Ok(&mut self.batch)
    }

    /// The index of an agent among those that were asked.
    fn asked(&mut self, spec: &str) -> Result<usize> {
        if let Some(known) = self.asked.iter().position(|(other, _)| other == spec) {
            return Ok(known);
        }
        let (agent, _) = asked::<S>(spec, self.batch.environments()[0].game())?;
        self.asked.push((spec.to_owned(), agent));
        Ok(self.asked.len() - 1)
    }

    fn afterstates(&self, wanted: impl Fn(usize) -> bool) -> (Afterstates, usize) {
        (self.batch.afterstates(wanted), S::Game::BOARD)
    }

    fn ask(&mut self, spec: &str, seed: u64, out: &mut [i32], is_over: impl FnMut() -> bool) -> Result<()> {
        self.started()?;
        let number = self.asked(spec)?;
        self.batch.ask(&*self.asked[number].1, (number, seed), out, is_over);
        Ok(())
    }

    fn state(&self) -> Box<dyn Any + Send + Sync> {
        Box::new((self.has_opponents, self.batch.state()))
    }

    fn restore(&mut self, state: &(dyn Any + Send + Sync)) -> Result<()> {
        let (envs, players, name) = (self.batch.len(), self.batch.players(), S::INFO.name);
        let opponents = if self.has_opponents { "with" } else { "without" };
        let accepted =
            || format!("the state of a batch of {envs} games of {name} with {players} players, {opponents} opponents");
        let state = state
            .downcast_ref::<(bool, BatchState<S::Game>)>()
            .filter(|(has_opponents, state)| *has_opponents == self.has_opponents && state.shape() == (envs, players));
        let (_, state) = state.ok_or_else(|| Error::input("state", "found that of another batch", accepted()))?;
        self.batch.restore(state);
        Ok(())
    }

    fn step(
        &mut self,
        choices: &[i32],
        rewards: &mut [f32],
        done: &mut [bool],
        is_over: impl FnMut() -> bool,
    ) -> Result<bool> {
        let stepped = self.started()?.step(choices, rewards, done, is_over);
        stepped.map_err(|fault| Error::input(format_args!("actions.{}", fault.environment), &fault.refused, ""))
    }

    fn counts(&self) -> [u64; 4] {
        let outside = self.batch.outside;
        [self.batch.steps, self.batch.games, outside.choices, outside.decisions]
    }

    fn seeds(&self) -> Vec<String> {
        let text = |number: &u64| self.table.numbered(self.master, *number).text;
        self.batch.numbers().iter().map(text).collect()
    }
}

/// Threads for a batch, if more than one is wanted.
fn pool(threads: usize) -> Result<Option<ThreadPool>> {
    (threads > 1).then(|| ordered::pool(Some(threads))).transpose()
}
