//! Games between agents: single games and matches.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::border::{bad, exception, interrupted, interruptible, throw, without_python};
use crate::games::{seed_of, table_of};
use crate::lab::{MatchOrder, PlayOrder, PlayedGame, SeatPlayer};
use crate::named::players;

/// The most threads.
pub const MOST_THREADS: usize = 1024;

/// Checks that this number of threads is possible.
///
/// # Errors
/// If there are none or too many.
pub fn check_threads(threads: Option<usize>) -> PyResult<()> {
    match threads.filter(|threads| !(1..=MOST_THREADS).contains(threads)) {
        Some(threads) => Err(bad(format!("threads: found {threads}; accepted: 1 to {MOST_THREADS}"))),
        None => Ok(()),
    }
}

/// The number of threads to play on; `None` for the calling one.
///
/// Callables run in the calling thread, so that Ctrl-C reaches them, unless several threads are asked for.
fn threads_for(players: &[SeatPlayer], threads: Option<usize>) -> Option<usize> {
    let has_callables = players.iter().any(|player| matches!(player, SeatPlayer::Callback(..)));
    let is_here = has_callables && threads.is_none_or(|threads| threads == 1);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    (!is_here).then(|| threads.unwrap_or_else(cores))
}

/// Columns by seat, records if wanted, and the searches of each game as JSON.
type Games<'py> = (Bound<'py, PyDict>, Option<Bound<'py, PyList>>, Bound<'py, PyList>);

/// Plays games, or a part of more from this number on.
#[pyfunction]
#[pyo3(signature = (agents, game, first, games, seed, threads, records, progress, searches=false))]
#[expect(clippy::too_many_arguments, reason = "as Python's own function beside it")]
pub fn play<'py>(
    py: Python<'py>,
    agents: Vec<Bound<'py, PyAny>>,
    game: &Bound<'py, PyAny>,
    first: Option<u64>,
    games: u64,
    seed: &Bound<'py, PyAny>,
    threads: Option<usize>,
    records: bool,
    progress: Option<Py<PyAny>>,
    searches: bool,
) -> PyResult<Games<'py>> {
    let table = table_of(game, Some(agents.len()))?;
    if agents.len() != table.players() {
        let (found, wanted) = (agents.len(), table.players());
        return Err(bad(format!("agents: found {found}; accepted: {wanted}, one for each seat")));
    }
    check_threads(threads)?;
    let seed = seed_of(seed)?;
    let (names, players): (Vec<String>, Vec<SeatPlayer>) = players(&agents)?.into_iter().unzip();
    let threads = threads_for(&players, threads);
    let (is_recording, has_searches) = (records, searches);
    let order = PlayOrder { agents: &players, first, games, seed: &seed, threads, is_recording, has_searches };
    let done: Mutex<Vec<PlayedGame>> = Mutex::new(Vec::new());
    let show = |py: Python<'_>| {
        let count = done.lock().unwrap_or_else(PoisonError::into_inner).len();
        progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (count, games)).map(drop))
    };
    if threads.is_none() {
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

/// Plays a match; returns its result tables as CSV, by name, and the number of games.
#[pyfunction]
#[pyo3(signature = (agents, game, blocks, seed, threads, lineup))]
pub fn compete<'py>(
    py: Python<'py>,
    agents: Vec<Bound<'py, PyAny>>,
    game: &Bound<'py, PyAny>,
    blocks: u64,
    seed: &Bound<'py, PyAny>,
    threads: Option<usize>,
    lineup: Option<String>,
) -> PyResult<(Bound<'py, PyDict>, u64)> {
    let filled = (2..=engine::MAX_SEATS).contains(&agents.len()).then_some(agents.len());
    let table = table_of(game, filled)?;
    check_threads(threads)?;
    let seed = seed_of(seed)?;
    let players = players(&agents)?;
    if let Some((place, (name, _))) =
        players.iter().enumerate().find(|(place, (name, _))| players[..*place].iter().any(|(other, _)| other == name))
    {
        return Err(bad(format!("agents.{place}: found {name:?} twice; accepted: agents with different names")));
    }
    let players: Vec<SeatPlayer> = players.into_iter().map(|(_, player)| player).collect();
    // Several threads would only wait for the Python lock.
    let threads = threads_for(&players, threads).unwrap_or(1);
    let order = MatchOrder { agents: &players, lineup: lineup.as_deref(), blocks, seed: &seed, threads };
    let (files, games) = interruptible(py, || table.compete(&order).map_err(exception), |_| Ok(()))?;
    let tables = PyDict::new(py);
    files.iter().try_for_each(|(name, bytes)| tables.set_item(name, PyBytes::new(py, bytes)))?;
    Ok((tables, games))
}

/// Makes columns of the results of games, a row for each seat.
fn columns<'py>(py: Python<'py>, done: &[PlayedGame], names: &[String], records: bool) -> PyResult<Games<'py>> {
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
    let searches = PyList::new(py, done.iter().map(|game| game.searches.as_str()))?;
    Ok((columns, lines, searches))
}
