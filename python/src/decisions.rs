//! Choices of recorded games as arrays.

use engine::Game;
use interface::protocol::Protocol;
use lab::base::error::{Error, Result};
use lab::base::ordered::Workers;
use learning::encoding::{ChoiceResult, Encoding, encode, options_of};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::any_game::{AnyEncoding, PackageGame, with_game};
use crate::arrays::{matrix, vector};
use crate::border::interruptible;
use crate::games::table_of;
use crate::playing::check_threads;
use crate::positions::{SessionGame, position_of};

/// Choices of one game or several, a row for each.
#[derive(Default)]
pub struct ChoiceRows {
    /// The observations, one after the other; empty if they are not wanted.
    pub observations: Vec<f32>,
    /// The boards of the seats that choose, one after the other; empty if they are not wanted.
    pub planes: Vec<u8>,
    /// The possible choices.
    pub masks: Vec<i8>,
    /// The visits of the searched actions that continue each choice; empty if they are not wanted.
    pub visits: Vec<i32>,
    /// The choices taken.
    pub choices: Vec<i32>,
    /// The seats that chose.
    pub seats: Vec<i8>,
    /// The win share of these seats minus an equal share; NaN if the game has not ended.
    pub results: Vec<f32>,
}

/// Reads all choices in records of one game into a dict of arrays.
///
/// Records are numbered from `first` on. There are visits if `searches` has the searches of each record.
#[pyfunction]
#[pyo3(signature = (records, game, files, vector, planes, threads, first, searches=None))]
#[expect(clippy::too_many_arguments, reason = "as Python's own function beside it")]
pub fn decisions<'py>(
    py: Python<'py>,
    records: Vec<String>,
    game: &Bound<'py, PyAny>,
    files: Vec<String>,
    vector: bool,
    planes: bool,
    threads: usize,
    first: usize,
    searches: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyDict>> {
    check_threads(Some(threads))?;
    let encoding = table_of(game, None)?.encoding();
    let searches = searches.as_deref();
    let source = Source { records: &records, searches, first, files: &files, name: encoding.game, vector, planes };
    let (rows, played) = interruptible(py, || read_all(&source, threads), |_| Ok(()))?;
    arrays(py, rows, played, &source, &encoding)
}

/// Records of one game.
struct Source<'a> {
    records: &'a [String],
    /// For each record, the searches of its decisions as JSON, if known.
    searches: Option<&'a [String]>,
    /// The number of the first record.
    first: usize,
    files: &'a [String],
    /// The name of the game.
    name: &'static str,
    /// Whether observations are wanted.
    vector: bool,
    /// Whether planes are wanted.
    planes: bool,
}

impl Source<'_> {
    fn read(&self, number: usize, record: &str) -> Result<ChoiceRows> {
        let fault = |error: Error| error.at(format_args!("record {}", self.first + number));
        let position = position_of(record, self.files).map_err(fault)?;
        let (found, name) = (position.name(), self.name);
        if found != name {
            let accepted = format!("records of one game, here of {name}");
            return Err(fault(Error::input("", format_args!("found a game of {found}"), accepted)));
        }
        let searches = self.searches.and_then(|searches| searches.get(number));
        let searches: Option<Vec<Value>> =
            searches.map(|text| serde_json::from_str(text)).transpose().map_err(Error::of_machine)?;
        with_game!(&position, |game| game.choices(self.vector, self.planes, searches.as_deref())).map_err(fault)
    }
}

/// The choices of records, in order, and the record number of each.
fn read_all(source: &Source<'_>, threads: usize) -> Result<(ChoiceRows, Vec<i64>)> {
    let workers = Workers::new(Some(threads))?;
    let (mut all, mut played, mut number) = (ChoiceRows::default(), Vec::new(), source.first as i64);
    workers.each(
        source.records.iter().enumerate(),
        |(number, record)| source.read(number, record),
        |rows| {
            played.resize(played.len() + rows.choices.len(), number);
            number += 1;
            all.observations.extend(rows.observations);
            all.planes.extend(rows.planes);
            all.masks.extend(rows.masks);
            all.visits.extend(rows.visits);
            all.choices.extend(rows.choices);
            all.seats.extend(rows.seats);
            all.results.extend(rows.results);
            Ok(())
        },
    )?;
    Ok((all, played))
}

fn arrays<'py>(
    py: Python<'py>,
    rows: ChoiceRows,
    played: Vec<i64>,
    source: &Source<'_>,
    encoding: &AnyEncoding,
) -> PyResult<Bound<'py, PyDict>> {
    let (planes, height, width) = encoding.planes;
    let count = rows.choices.len();
    let arrays = PyDict::new(py);
    let numbers = if source.vector { encoding.observation } else { 0 };
    arrays.set_item("observation", matrix(py, count, numbers, rows.observations)?)?;
    if source.planes {
        arrays.set_item("planes", vector(py, rows.planes).reshape([count, planes, height, width])?)?;
    }
    arrays.set_item("mask", matrix(py, count, encoding.actions, rows.masks)?)?;
    if source.searches.is_some() {
        arrays.set_item("visits", matrix(py, count, encoding.actions, rows.visits)?)?;
    }
    arrays.set_item("choice", vector(py, rows.choices))?;
    arrays.set_item("seat", vector(py, rows.seats))?;
    arrays.set_item("game", vector(py, played))?;
    arrays.set_item("result", vector(py, rows.results))?;
    Ok(arrays)
}

impl<S: PackageGame> SessionGame<S> {
    /// All choices so far that were not forced.
    ///
    /// Observations and planes are optional; visits are included if the search of each decision is given.
    fn choices(&self, has_vector: bool, has_planes: bool, searches: Option<&[Value]>) -> Result<ChoiceRows> {
        let (game, mut rows, mut cache) = (self.session().game(), ChoiceRows::default(), Default::default());
        let ending = self.session().ending();
        if let Some(searches) = searches.filter(|searches| searches.len() != self.session().decisions() as usize) {
            let (found, wanted) = (searches.len(), self.session().decisions() as usize);
            return Err(Error::input(
                "searches",
                format_args!("found {found}"),
                format_args!("{wanted}, one a decision"),
            ));
        }
        let mut searches = searches.map(|searches| searches.iter());
        self.session().show_decisions(|position, seat, action| {
            let search = searches.as_mut().map(|searches| searches.next().expect("they are as many"));
            let Ok(numbers) = encode(game, position, action) else { return };
            let mut searched = search.map(|search| visited(game, position, search));
            let mut numbers = numbers.into_iter();
            let mut chosen = <S::Game as Encoding>::PartialAction::default();
            loop {
                let options = options_of(game, position, &chosen);
                let number = options.only().or_else(|| numbers.next()).expect("they lead to the action");
                if options.only().is_none() {
                    let view = game.view(position, seat);
                    if has_planes {
                        let begin = rows.planes.len();
                        rows.planes.resize(begin + S::Game::PLANES.iter().product::<usize>(), 0);
                        game.planes(&view, &mut rows.planes[begin..]);
                    }
                    if has_vector {
                        let begin = rows.observations.len();
                        rows.observations.resize(begin + S::Game::OBSERVATION, 0.0);
                        game.observe(&view, Some(&chosen), &mut cache, &mut rows.observations[begin..]);
                    }
                    let begin = rows.masks.len();
                    rows.masks.resize(begin + S::Game::ACTIONS, 0);
                    options.write(&mut rows.masks[begin..]);
                    if let Some(searched) = &searched {
                        rows.visits.resize(begin + S::Game::ACTIONS, 0);
                        let next = |&(action, visits)| Some((game.number(position, &chosen, action)?, visits));
                        let next = searched.iter().filter_map(next).filter(|(number, _)| options.has(*number));
                        next.for_each(|(number, visits): (usize, i32)| rows.visits[begin + number] += visits);
                    }
                    rows.choices.push(number as i32);
                    rows.seats.push(seat.index() as i8);
                    let share = ending.as_ref().map(|ending| ending.win_share(seat) - 1.0 / game.seats() as f64);
                    rows.results.push(share.map_or(f32::NAN, |share| share as f32));
                }
                if let Some(searched) = &mut searched {
                    searched.retain(|(action, _)| game.number(position, &chosen, *action) == Some(number));
                }
                match game.choose(position, chosen, number) {
                    ChoiceResult::Choose(next) => chosen = next,
                    ChoiceResult::Act(_) => return,
                }
            }
        });
        Ok(rows)
    }
}

/// The actions that were searched, each with its visits.
fn visited<G: Protocol>(game: &G, position: &G::Public, search: &Value) -> Vec<(G::Action, i32)> {
    let entries = search.get("actions").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let read = |entry: &Value| {
        let action = game.read_choice(position, entry.get("action")?).ok()?;
        Some((action, i32::try_from(entry.get("visits")?.as_u64()?).ok()?))
    };
    entries.iter().filter_map(read).collect()
}
