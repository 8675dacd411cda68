//! Experiments in parts: blocks are played anywhere, some at a time, and assembled in order.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ::report::studies::ReportedStudy;
use lab::base::error::{Error, Result};
use lab::config::{Config, Overrides};
use lab::experiment::Experiment;
use lab::play::exec_options::ExecOptions;
use lab::run::finished_run::FinishedRun;
use lab::run::job::{self, Listener, RunOptions};
use lab::run::raw_writer::RawWriter;
use lab::schedule::shards::{MAX_SHARDS, Part};
use lab::study::folder::ClusterKey;
use lab::study::merge::{self, without_stop};
use lab::study::sensitivity::Sensitivity;
use lab::study::trials::TrialStudy;
use lab::study::tune::Tuning;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::border::{guard, interruptible, throw};
use crate::runs::check_programs;

/// The config: from its file, if this process sees it unchanged, with the files beside it.
///
/// Otherwise from its text.
fn config_of(path: &Path, text: &str, set: Vec<String>) -> Result<Config> {
    let overrides = Overrides { set, seed: None };
    if std::fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Config::load(path, &overrides);
    }
    Config::parse(&path.display().to_string(), text, Path::new(""), &overrides)
}

/// An experiment that can be divided.
fn divisible(config: &Config) -> Result<Experiment> {
    let experiment: Experiment = config.experiment(games::of_config(config)?)?;
    check_programs(&experiment)?;
    let sections = [("compare", experiment.compare.is_some()), ("panel", !experiment.panel.is_empty())];
    if let Some((section, _)) = sections.into_iter().find(|(_, is_there)| *is_there) {
        let accepted = format!("a config without `[{section}]`, or `boardlab.run`");
        return Err(Error::input(
            format_args!("found `[{section}]` in the config; accepted on a cluster"),
            &accepted,
            "",
        ));
    }
    let (blocks, most) = (experiment.blocks, MAX_SHARDS.saturating_mul(experiment.lineups()));
    if blocks > most {
        return Err(Error::input("blocks", format_args!("found {blocks}; accepted on a cluster: at most {most}"), ""));
    }
    Ok(experiment)
}

/// Returns the most blocks of an experiment, the blocks of a cluster, the games of a block, and whether it may stop early.
#[pyfunction]
pub fn blocks_of(config: PathBuf, text: &str, set: Vec<String>) -> PyResult<(u64, u64, u64, bool)> {
    guard(|| {
        let experiment = divisible(&config_of(&config, text, set)?)?;
        Ok::<_, Error>((
            experiment.blocks,
            experiment.lineups(),
            experiment.games_per_block(),
            experiment.stop.is_some(),
        ))
    })
}

/// Ignores progress; an interrupted task is played again elsewhere.
struct SilentListener;

impl Listener for SilentListener {
    fn resumed(&self, _run: &RawWriter, _blocks: u64, _folder: &Path) -> Result<()> {
        Ok(())
    }

    fn interrupted(&self, error: Error, _kept: u64, _blocks: u64) -> Error {
        error
    }
}

/// Plays the blocks from `first` to before `last` into a new folder, on one thread.
///
/// They must be whole clusters. It does not check `[stop]`.
#[pyfunction]
pub fn play_blocks(
    py: Python<'_>,
    config: PathBuf,
    text: String,
    set: Vec<String>,
    out: PathBuf,
    first: u64,
    last: u64,
) -> PyResult<()> {
    let work = || {
        let experiment = without_stop(&divisible(&config_of(&config, &text, set)?)?);
        // With as many shards as clusters, each has one cluster.
        let clusters = |blocks: u64| blocks / experiment.lineups();
        let shards: BTreeSet<u64> = (clusters(first) + 1..=clusters(last)).collect();
        let part = Part { shards, of: clusters(experiment.blocks) };
        let exec = ExecOptions { threads: Some(1), quiet: true };
        let options = RunOptions { part, folder: out, resume: false, exec };
        job::run(&experiment, &options, &SilentListener).map(drop)
    };
    interruptible(py, work, |_| Ok(()))
}

/// Assembles the first blocks of an experiment into its run.
///
/// Returns their number, or `None` if more blocks are needed.
#[pyfunction]
pub fn assemble(
    py: Python<'_>,
    config: PathBuf,
    text: String,
    set: Vec<String>,
    folders: Vec<PathBuf>,
    out: PathBuf,
    threads: Option<usize>,
) -> PyResult<Option<u64>> {
    let work = || {
        let experiment = divisible(&config_of(&config, &text, set)?)?;
        let open = |folder: &PathBuf| FinishedRun::open(experiment.info(), folder);
        let kept = folders.iter().map(open).collect::<Result<Vec<_>>>()?;
        let exec = ExecOptions { threads, quiet: true };
        if kept.is_empty() { Ok(None) } else { merge::assemble(&experiment, &kept, &out, exec) }
    };
    interruptible(py, work, |_| Ok(()))
}

/// Plays clusters of a study, on one thread; returns lines of its journal.
///
/// `steps` is `None` for the settings in `[tune]`; otherwise the switches to try (all if empty), and the step.
#[pyfunction]
pub fn play_clusters(
    py: Python<'_>,
    config: PathBuf,
    text: String,
    set: Vec<String>,
    steps: Option<(Vec<String>, u64)>,
    clusters: Vec<ClusterKey>,
) -> PyResult<Py<PyBytes>> {
    let work = || {
        let config = config_of(&config, &text, set)?;
        let game = games::of_config(&config)?;
        check_programs(&config.experiment(game)?)?;
        match &steps {
            None => Tuning::of(game, &config)?.lines(&clusters),
            Some((keys, step)) => Sensitivity::of(game, &config, keys, *step)?.lines(&clusters),
        }
    };
    let lines = interruptible(py, work, |_| Ok(()))?;
    Ok(PyBytes::new(py, &lines).unbind())
}

/// Runs a study into a folder, or continues an earlier session.
///
/// `play` gets the missing clusters as pairs and has them played; it yields lines of journals as they come.
#[pyfunction]
pub fn study(
    config: PathBuf,
    text: &str,
    set: Vec<String>,
    steps: Option<(Vec<String>, u64)>,
    out: PathBuf,
    play: Py<PyAny>,
) -> PyResult<()> {
    let exec = ExecOptions { threads: None, quiet: true };
    let elsewhere = Box::new(move |missing: &[ClusterKey], take: &mut dyn FnMut(&[u8]) -> Result<()>| {
        Python::attach(|py| {
            let played = PyList::new(py, missing).and_then(|missing| play.call1(py, (missing,)));
            let played = played.unwrap_or_else(|error| throw(error)).into_bound(py);
            for lines in played.try_iter().unwrap_or_else(|error| throw(error)) {
                let lines = lines.and_then(|lines| lines.extract::<Vec<u8>>()).unwrap_or_else(|error| throw(error));
                take(&lines)?;
            }
            Ok(())
        })
    });
    guard(|| {
        let path = config;
        let config = config_of(&path, text, set)?;
        let game = games::of_config(&config)?;
        let study: Box<dyn ReportedStudy> = match steps {
            None => Box::new(Tuning::of(game, &config)?),
            Some((keys, step)) => Box::new(Sensitivity::of(game, &config, &keys, step)?),
        };
        let Some(mut open) = study.folder(&out, true)? else { return Ok(()) };
        open.play_on(elsewhere);
        study.complete(open, &path, exec).map(drop)
    })
}
