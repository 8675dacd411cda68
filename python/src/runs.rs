//! Experiments: runs into folders, their tables, their pages.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use ::report::html::run_page::{MOST_GAMES, PageOptions};
use lab::base::error::{Error, Result};
use lab::config::{Config, Overrides};
use lab::experiment::Experiment;
use lab::play::exec_options::ExecOptions;
use lab::run::finished_run::FinishedRun;
use lab::run::job::{self, Listener, RunOptions, check_part};
use lab::run::manifest::{config_sha256, dictionaries};
use lab::run::raw_writer::RawWriter;
use lab::schedule::shards::Part;
use pyo3::prelude::*;

use crate::border::{bad, guard, interruptible};
use crate::playing::check_threads;

/// The progress of a run.
#[derive(Default)]
struct RunProgress {
    games: AtomicU64,
    all: AtomicU64,
}

impl Listener for &RunProgress {
    fn resumed(&self, _run: &RawWriter, _blocks: u64, _folder: &Path) -> Result<()> {
        Ok(())
    }

    fn interrupted(&self, error: Error, kept: u64, blocks: u64) -> Error {
        match error {
            Error::Machine(failure) => {
                Error::Machine(failure.and(&format!("{kept} of {blocks} blocks are kept; resume=True goes on")))
            }
            other => other,
        }
    }

    fn played(&self, games: u64, all: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }
}

/// Plays an experiment into a folder; `progress` gets the numbers of games played and in total.
#[pyfunction]
#[pyo3(signature = (config, text, out, set, threads, resume, shard, progress))]
#[expect(clippy::too_many_arguments, reason = "as Python's own function beside it")]
pub fn run(
    py: Python<'_>,
    config: PathBuf,
    text: Option<String>,
    out: PathBuf,
    set: Vec<String>,
    threads: Option<usize>,
    resume: bool,
    shard: Option<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    check_threads(threads)?;
    let counts = RunProgress::default();
    let part: Part = match &shard {
        Some(shard) => shard.parse().map_err(|error| bad(format!("shard: {error}")))?,
        None => Part::whole(),
    };
    let work = || {
        let overrides = Overrides { set, seed: None };
        let config = match &text {
            Some(text) => Config::parse(&config.display().to_string(), text, Path::new(""), &overrides)?,
            None => Config::load(&config, &overrides)?,
        };
        let exec = ExecOptions { threads, quiet: true };
        let options = RunOptions { part, folder: out, resume, exec };
        let experiment: Experiment = config.experiment(games::of_config(&config)?)?;
        check_part(&experiment, &options.part)?;
        check_programs(&experiment)?;
        job::run(&experiment, &options, &&counts).map(drop)
    };
    let show = |py: Python<'_>| {
        let (games, all) = (counts.games.load(Ordering::Relaxed), counts.all.load(Ordering::Relaxed));
        match &progress {
            Some(progress) if all > 0 => progress.call1(py, (games, all)).map(drop),
            _ => Ok(()),
        }
    };
    interruptible(py, work, show)?;
    show(py)
}

/// Checks that external agents can be started from here.
pub fn check_programs(experiment: &Experiment) -> Result<()> {
    // Only the command-line program can limit the memory of others before they start.
    let bounded =
        experiment.agents.iter().find(|agent| agent.spec.program().is_some_and(|other| other.program.memory.is_some()));
    if let Some(agent) = bounded {
        let name = &agent.name;
        return Err(Error::input(
            format_args!("agent `{name}`"),
            "found a memory limit",
            "none in Python, or `sim run`",
        ));
    }
    Ok(())
}

/// Table, name, type, unit, meaning.
type ColumnOfTable = (String, String, String, String, String);

/// The dictionary of all columns of a game's tables: table, name, type, unit, meaning.
#[pyfunction]
pub fn columns(game: &str) -> PyResult<Vec<ColumnOfTable>> {
    guard(|| {
        let mut all = Vec::new();
        for (table, columns) in dictionaries(games::of_flag(game)?) {
            for column in columns {
                let kind = column.kind.name().to_owned();
                all.push((table.to_owned(), column.name, kind, column.unit.to_owned(), column.meaning.to_owned()));
            }
        }
        Ok::<_, Error>(all)
    })
}

/// Writes the page of runs; returns its path.
#[pyfunction]
#[pyo3(signature = (folders, out, games, explain, threads))]
pub fn report(
    py: Python<'_>,
    folders: Vec<PathBuf>,
    out: Option<PathBuf>,
    games: u16,
    explain: Option<String>,
    threads: Option<u16>,
) -> PyResult<PathBuf> {
    let Some(first) = folders.first() else { return Err(bad("folders: found none; accepted: one or more")) };
    if games > MOST_GAMES {
        return Err(bad(format!("games: found {games}; accepted: 0 to {MOST_GAMES}")));
    }
    let exec = ExecOptions { threads: threads.map(usize::from), quiet: true };
    let options = PageOptions { folders: folders.clone(), out, games, explain, ..PageOptions::of(first, exec) };
    let work = || games::pages::write(&options).map(|page| page.path);
    interruptible(py, work, |_| Ok(()))
}

/// The notes about a run, by key, for files with its tables.
///
/// They exclude its path and time.
#[pyfunction]
#[pyo3(signature = (folder))]
pub fn notes(folder: PathBuf) -> PyResult<Vec<(&'static str, String)>> {
    guard(|| {
        let kept = FinishedRun::open_apart(games::of_run(&folder)?, &folder)?;
        let [seed, blocks, games] = kept.counts.map(|count| count.to_string());
        Ok::<_, Error>(vec![
            ("game", kept.experiment.info().name.to_owned()),
            ("name", kept.experiment.name.clone()),
            ("seed", seed),
            ("blocks", blocks),
            ("games", games),
            ("part", kept.part.to_string()),
            ("version", kept.origin.version.clone()),
            ("revision", kept.origin.revision.clone()),
            ("config_sha256", config_sha256(&kept.config)),
            ("config", kept.config.to_string()),
        ])
    })
}
