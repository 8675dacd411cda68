//! Matches: agents of the library and functions, in the blocks and line-ups of an experiment.

use std::sync::Arc;

use agents::{Agent, AgentSpec};
use lab::base::error::{Error, Result};
use lab::experiment::Experiment;
use lab::forms::compression::Compression;
use lab::play::exec_options::ExecOptions;
use lab::play::roster::Roster;
use lab::play::tournament;
use lab::schedule::circle::Circle;
use lab::schedule::contestant::Contestant;
use lab::schedule::lineup::Lineup;
use lab::schedule::{MAX_BLOCKS, Schedule};
use lab::subject::raw::SEATS;
use lab::subject::treatment::Treatment;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::any_game::{PackageGame, with_game};
use crate::border::{bad, interruptible};
use crate::games::{PyGame, Seed, TableSetup, seed_of, table_of};
use crate::named::players;
use crate::playing::{check_threads, threads_for};
use crate::seated::{CallbackAgent, SeatPlayer, contestant};

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
    let (files, games) = interruptible(py, || with_game!(&*table, |table| compete_at(table, &order)), |_| Ok(()))?;
    let tables = PyDict::new(py);
    files.iter().try_for_each(|(name, bytes)| tables.set_item(name, PyBytes::new(py, bytes)))?;
    Ok((tables, games))
}

/// Games of a match.
pub struct MatchOrder<'a> {
    /// The agents, with different names.
    pub agents: &'a [SeatPlayer],
    /// The line-up by its name in configs, if it is given.
    pub lineup: Option<&'a str>,
    /// The number of blocks.
    pub blocks: u64,
    /// The master seed.
    pub seed: &'a Seed,
    /// The number of threads.
    pub threads: usize,
}

/// The names and contents of a match's result tables as CSV, and the number of games.
type MatchTables = (Vec<(String, Vec<u8>)>, u64);

/// Plays a match at a table.
fn compete_at<S: PackageGame>(setup: &TableSetup<S>, order: &MatchOrder<'_>) -> Result<MatchTables> {
    // A function has no spec; this one does not appear in any result.
    let stand_in = AgentSpec::parse("random", &S::INFO.schemas()).map_err(Error::of_input)?;
    let mut agents = Vec::new();
    for player in order.agents {
        agents.push(match player {
            SeatPlayer::Spec(text) => contestant::<S>(text)?,
            SeatPlayer::Callback(name, _) => Contestant { name: name.clone(), spec: stand_in.clone().into() },
        });
    }
    let subject = setup.subject()?;
    let schedule = schedule(order, agents, setup.players)?;
    let mut roster = Roster::new(&subject, schedule.agents.iter().map(|agent| &agent.spec));
    for (number, player) in order.agents.iter().enumerate() {
        let SeatPlayer::Callback(_, ask) = player else { continue };
        let (ask, subject, files) = (Arc::clone(ask), subject.clone(), Arc::clone(&setup.files));
        let make = move |game: &S::Game, treatment: &Treatment| -> Box<dyn Agent<S::Game>> {
            let table = TableSetup::<S>::of_game(game.clone(), subject.record_keys(treatment), Arc::clone(&files));
            Box::new(CallbackAgent { ask: Arc::clone(&ask), table: PyGame::of(table) })
        };
        roster.replace_by(number, Box::new(make));
    }
    let experiment = Experiment { schedule, subject: Arc::new(subject), compare: None, panel: Vec::new() };
    let exec = ExecOptions { threads: Some(order.threads), quiet: true };
    let played = tournament::play(&experiment, &roster, exec)?;
    Ok((played.totals.files(&experiment), played.games))
}

/// The line-ups, blocks and seeds of a match.
fn schedule(order: &MatchOrder<'_>, agents: Vec<Contestant>, players: usize) -> Result<Schedule> {
    let names = Lineup::ALL.map(Lineup::name);
    let lineup = match order.lineup {
        Some(name) => Lineup::from_name(name)
            .ok_or_else(|| Error::input("lineup", format_args!("found `{name}`"), names.join(", ")))?,
        None if agents.len() == players => Lineup::Rotate,
        None if agents.len() == 2 => Lineup::EachAgainst,
        None => Lineup::RoundRobin,
    };
    let (found, accepted) = (agents.len(), lineup.agents(players));
    if !accepted.contains(&found) {
        let (low, high, name) = (accepted.start(), accepted.end(), lineup.name());
        let accepted = format!("{low} to {high} for {players} players in line-up `{name}`");
        return Err(Error::input("agents", format_args!("found {found}"), accepted));
    }
    let lineups = lineup.count(found, players);
    if !(1..=MAX_BLOCKS).contains(&order.blocks) || !order.blocks.is_multiple_of(lineups) {
        let accepted = match lineups {
            1 => format!("1 to {MAX_BLOCKS}"),
            _ => format!("a multiple of {lineups}, the line-ups that `{}` makes of these agents", lineup.name()),
        };
        return Err(Error::input("blocks", format_args!("found {}", order.blocks), accepted));
    }
    Ok(Schedule {
        name: "match".to_owned(),
        players,
        blocks: order.blocks,
        seed: order.seed.master(),
        lineup,
        circle: Circle::Drawn,
        reproducible: !agents.iter().any(|agent| agent.spec.is_timed()),
        agents,
        tables: vec![SEATS],
        compress: Compression::None,
        stop: None,
    })
}
