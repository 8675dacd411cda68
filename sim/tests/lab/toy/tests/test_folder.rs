//! A folder for runs, and what is done to them there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lab::base::error::{Error, Result};
use lab::config::{Overrides, parse};
use lab::experiment::Experiment;
use lab::play::exec_options::ExecOptions;
use lab::run::finished_run::FinishedRun;
use lab::run::job::{CompleteRun, Listener, RunOptions, run};
use lab::run::raw_writer::RawWriter;
use lab::schedule::shards::Part;
use tempfile::TempDir;

use crate::toy::subject::FAIR;

/// Four agents at tables of three: line-ups in clusters, two kinds of agents, two treatments.
pub const CONFIG: &str = r#"
name = "toy"
game = "fair"
players = 3
blocks = 24
seed = 7
lineup = "round-robin"
prizes = [1, 4, 9]
purses = [2, 6]

[[agents]]
name = "anyone"
spec = "random"

[[agents]]
name = "whoever"
spec = "random"

[[agents]]
name = "seeker"
spec = "mcts:iterations=40"

[[agents]]
name = "mixer"
spec = "mcts:iterations=40,variant=tree"
"#;

/// The experiment of a config, with these settings on top.
pub fn experiment(set: &[&str]) -> Experiment {
    read(CONFIG, set).unwrap()
}

pub fn read(config: &str, set: &[&str]) -> Result<Experiment> {
    let set = set.iter().map(|argument| (*argument).to_owned()).collect();
    parse(&FAIR, "toy.toml", config, Path::new(""), &Overrides { set, seed: None })
}

/// No progress is shown.
pub struct Silent;

impl Listener for Silent {
    fn resumed(&self, _: &RawWriter, _: u64, _: &Path) -> Result<()> {
        Ok(())
    }

    fn interrupted(&self, error: Error, _: u64, _: u64) -> Error {
        error
    }
}

pub const QUIET: ExecOptions = ExecOptions { threads: Some(2), quiet: true };

/// How a whole run is played into a folder.
pub fn order(folder: PathBuf) -> RunOptions {
    RunOptions { part: Part::whole(), folder, resume: false, exec: QUIET }
}

pub struct TestFolder(TempDir);

impl TestFolder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Plays a whole experiment into a folder.
    pub fn run(&self, experiment: &Experiment, folder: &str) -> CompleteRun {
        self.play(experiment, &order(self.path(folder)))
    }

    pub fn play(&self, experiment: &Experiment, order: &RunOptions) -> CompleteRun {
        let finished = run(experiment, order, &Silent).unwrap().remove(0);
        assert!(finished.tournament.is_some(), "{} was complete already", order.folder.display());
        finished
    }

    pub fn kept(&self, folder: &str) -> FinishedRun {
        FinishedRun::open(&FAIR, &self.path(folder)).unwrap()
    }

    /// The files of a run that may not differ from those of another run of its experiment.
    pub fn results(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let files = fs::read_dir(self.path(folder)).unwrap().map(|entry| entry.unwrap());
        let named = files.map(|file| (file.file_name().into_string().unwrap(), file.path()));
        let lasting = named.filter(|(name, path)| name != "timing.json" && path.is_file());
        lasting.map(|(name, path)| (name, fs::read(path).unwrap())).collect()
    }

    /// The rows of a table.
    pub fn table(&self, file: &str) -> Vec<Row> {
        let mut reader = csv::Reader::from_path(self.path(file)).unwrap();
        reader.deserialize().map(|row| Row(row.unwrap())).collect()
    }

    /// Changes a file through a function of its text.
    pub fn forge(&self, file: &str, forge: impl FnOnce(&str) -> String) {
        let path = self.path(file);
        let text = fs::read_to_string(&path).unwrap();
        let forged = forge(&text);
        assert_ne!(text, forged);
        fs::write(path, forged).unwrap();
    }
}

/// A row of a table by column.
#[derive(Clone, PartialEq, Debug)]
pub struct Row(BTreeMap<String, String>);

impl Row {
    pub fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column `{column}` in {self:?}"))
    }

    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or_else(|_| panic!("{column} of {self:?}"))
    }

    /// Whether a column has this text.
    pub fn has(&self, column: &str, text: &str) -> bool {
        self.text(column) == text
    }
}

/// The only row for which a column has this text.
#[track_caller]
pub fn row_of<'r>(rows: &'r [Row], column: &str, text: &str) -> &'r Row {
    let mut found = rows.iter().filter(|row| row.has(column, text));
    let row = found.next().unwrap_or_else(|| panic!("no `{text}` in {column}"));
    assert!(found.next().is_none(), "several `{text}` in {column}");
    row
}

/// The mean of some numbers.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Numbers that a table writes with six decimals.
#[track_caller]
pub fn check_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 2e-6, "found {found}, expected {expected}");
}
