//! A killed run is resumed.

use std::fs;
use std::path::Path;

use lab::base::error::{Error, Result};
use lab::experiment::Experiment;
use lab::run::job::{Listener, RunOptions, run};
use lab::run::raw_writer::RawWriter;
use serde_json::Value;

use super::test_folder::{TestFolder, experiment, order};

/// So many that some are committed long before the last.
const BLOCKS: u64 = 600;

fn long() -> Experiment {
    experiment(&[&format!("blocks={BLOCKS}"), "agents.2.spec=mcts:iterations=100"])
}

/// Copies the folder of a run as soon as blocks are committed: what would be left if the run were killed then.
struct Copying<'a> {
    run: &'a Path,
    copy: &'a Path,
}

impl Listener for Copying<'_> {
    fn resumed(&self, _: &RawWriter, _: u64, _: &Path) -> Result<()> {
        unreachable!("a new run")
    }

    fn interrupted(&self, error: Error, _: u64, _: u64) -> Error {
        error
    }

    fn played(&self, _: u64, _: u64) {
        if committed(self.run) > 0 && !self.copy.exists() {
            copy(self.run, self.copy);
        }
    }
}

fn copy(folder: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(folder).unwrap().map(std::result::Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Blocks that the journal of an unfinished run vouches for.
fn committed(subfolder: &Path) -> u64 {
    let journal = fs::read_to_string(subfolder.join(".partial/journal.jsonl")).unwrap_or_default();
    let entries = journal.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    entries.filter_map(|entry| entry["commit"]["blocks"].as_u64()).max().unwrap_or(0)
}

/// Asserts that resuming reports this many blocks as kept.
struct Expecting(u64);

impl Listener for Expecting {
    fn resumed(&self, run: &RawWriter, blocks: u64, _: &Path) -> Result<()> {
        assert_eq!((run.committed(), blocks, run.looks(), run.loss()), (self.0, BLOCKS, 0, None));
        Ok(())
    }

    fn interrupted(&self, error: Error, _: u64, _: u64) -> Error {
        error
    }
}

#[test]
fn a_killed_run_goes_on_to_the_bytes_of_one_that_was_not() {
    let folder = TestFolder::new();
    let [alone, killed] = ["alone", "killed"].map(|name| folder.path(name));
    run(&long(), &order(alone.clone()), &Copying { run: &alone, copy: &killed }).unwrap();
    let kept = committed(&killed);
    assert!(0 < kept && kept < BLOCKS && !killed.join("lots.csv").exists());
    let again = RunOptions { resume: true, ..order(killed) };
    assert!(run(&long(), &again, &Expecting(kept)).unwrap()[0].tournament.is_some());
    assert_eq!(folder.results("killed"), folder.results("alone"));
    let kept = &run(&long(), &again, &Expecting(0)).unwrap()[0];
    assert!(kept.tournament.is_none() && kept.blocks == BLOCKS);
}
