//! Games between agents: those of the library and functions of Python.

use std::sync::{Mutex, PoisonError};

use agents::Agent;
use engine::Ending;
use interface::observer::Events;
use interface::record::{self, RecordHeading};
use lab::base::error::{Error, Result};
use lab::base::interrupt;
use lab::base::ordered::Workers;
use lab::play::arena;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::any_game::{PackageGame, with_game};
use crate::border::{bad, interrupted, interruptible, throw, without_python};
use crate::games::{DealtGame, PyGame, Seed, TableSetup, seed_of, table_of};
use crate::named::players;
use crate::seated::{NotedAgent, SeatOccupant, SeatPlayer, with_agents};

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
pub fn threads_for(players: &[SeatPlayer], threads: Option<usize>) -> Option<usize> {
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
    if agents.len() != with_game!(&*table, |table| table.players) {
        let (found, wanted) = (agents.len(), with_game!(&*table, |table| table.players));
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
            with_game!(&*table, |table| play_games(table, &order, &mut take))
        })?;
    } else {
        let work = || {
            let mut take = |played| {
                done.lock().unwrap_or_else(PoisonError::into_inner).push(played);
                Ok(())
            };
            with_game!(&*table, |table| play_games(table, &order, &mut take))
        };
        interruptible(py, work, show)?;
        show(py)?;
    }
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    columns(py, &done, &names, records)
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

/// Games to be played.
pub struct PlayOrder<'a> {
    /// The players, by seat.
    pub agents: &'a [SeatPlayer],
    /// The number of the first of them, if they are a part of more.
    pub first: Option<u64>,
    /// The number of games.
    pub games: u64,
    /// The master seed.
    pub seed: &'a Seed,
    /// The number of threads; `None` to play all in this one.
    pub threads: Option<usize>,
    /// True if records are wanted.
    pub is_recording: bool,
    /// True if the searches of agents are wanted.
    pub has_searches: bool,
}

/// A finished game.
pub struct PlayedGame {
    /// Its number, from 0.
    pub number: u64,
    /// The seed that reproduces it.
    pub seed: String,
    /// The ending.
    pub ending: Ending,
    /// Its record, if it was wanted.
    pub record: Option<String>,
    /// For each decision its search in the format of the protocol, or null.
    ///
    /// A list as JSON, empty if it was not wanted.
    pub searches: String,
}

/// Plays games, one after the other or on threads, and passes each to `take`, in order.
fn play_games<S: PackageGame>(
    setup: &TableSetup<S>,
    order: &PlayOrder<'_>,
    take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send),
) -> Result<()> {
    let seated = SeatOccupant::<S>::all(order.agents)?;
    let seated: Vec<&SeatOccupant<S>> = seated.iter().collect();
    let master = order.seed.master();
    let play = |number: u64| {
        let dealt = match (order.games, order.seed) {
            // A record's seed gives its game.
            (1, seed @ Seed::Text(_)) if order.first.is_none() => setup.of(seed)?,
            _ => setup.numbered(master, number),
        };
        play_one(&seated, number, &dealt, order)
    };
    let interrupt = interrupt::install_handler()?;
    let first = order.first.unwrap_or(0);
    let mut numbers = first..first + order.games;
    let Some(threads) = order.threads else {
        return numbers.try_for_each(|number| {
            interrupt.check()?;
            take(play(number)?)
        });
    };
    Workers::new(Some(threads))?.each(numbers, play, take)
}

fn play_one<S: PackageGame>(
    seated: &[&SeatOccupant<S>],
    number: u64,
    dealt: &DealtGame<S>,
    order: &PlayOrder<'_>,
) -> Result<PlayedGame> {
    let DealtGame { game, seed, text, .. } = dealt;
    let table = || PyGame::of(dealt.table());
    let (mut events, noted) = (Events::default(), Mutex::default());
    let mut play = |agents: &[&dyn Agent<S::Game>]| match order.is_recording {
        true => arena::play(game, seed, agents, &mut events),
        false => arena::play(game, seed, agents, &mut ()),
    };
    let ending = with_agents(seated, table, |agents| {
        if !order.has_searches {
            return play(agents);
        }
        let mut noting: Vec<NotedAgent<'_, S::Game>> = Vec::new();
        for (who, &agent) in seated.iter().zip(agents) {
            noting.push(NotedAgent { agent, searches: who.searches(), noted: &noted });
        }
        play(&noting.iter().map(|agent| -> &dyn Agent<S::Game> { agent }).collect::<Vec<_>>())
    });
    let ending = ending.map_err(Error::undecided)?;
    let record = order.is_recording.then(|| {
        let players = seated.iter().map(|who| who.name().to_owned()).collect();
        let specs = seated.iter().map(|who| who.spec()).collect();
        let heading = RecordHeading { seed: text.clone(), players, specs, keys: dealt.keys.clone() };
        record::line(game, &heading, &events.0)
    });
    let searches = Value::from(noted.into_inner().unwrap_or_else(PoisonError::into_inner)).to_string();
    Ok(PlayedGame { number, seed: text.clone(), ending, record, searches })
}
