//! A killed run is resumed.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use lab::base::error::{Error, Result};
use lab::experiment::Experiment;
use lab::play::exec_options::ExecOptions;
use lab::run::growing::RawWriter;
use lab::run::job::{Listener, RunOptions, run};
use serde_json::Value;

use super::test_folder::{TestFolder, experiment, order};

/// The folder of the run that is to be killed.
const FOLDER: &str = "TOY_RUN";

/// This many blocks take a second or more; the first are committed much earlier.
const BLOCKS: u64 = 600;

fn long() -> Experiment {
    experiment(&[&format!("blocks={BLOCKS}"), "agents.2.spec=mcts:iterations=100"])
}

/// Not a test of its own: what the test below starts as another process, so that it can be killed.
#[test]
#[ignore = "only to be killed"]
fn a_run_to_be_killed() {
    let Some(subfolder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let exec = ExecOptions { threads: Some(1), quiet: true };
    TestFolder::new().play(&long(), &RunOptions { exec, ..order(subfolder) });
}

/// Starts the run and kills it when some blocks are committed.
fn kill_a_run(subfolder: &Path) {
    let name = module_path!().split_once("::").unwrap().1;
    let mut command = Command::new(env::current_exe().unwrap());
    command.args([&format!("{name}::a_run_to_be_killed"), "--exact", "--ignored"]).env(FOLDER, subfolder);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_commit(subfolder, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
}

fn wait_for_commit(subfolder: &Path, child: &mut Child) {
    let begun = Instant::now();
    while committed(subfolder) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended of itself");
        assert!(begun.elapsed() < Duration::from_secs(60), "no block is committed");
        thread::sleep(Duration::from_millis(20));
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
    let subfolder = folder.path("killed");
    kill_a_run(&subfolder);
    let kept = committed(&subfolder);
    assert!(0 < kept && kept < BLOCKS && !subfolder.join("lots.csv").exists());
    let again = RunOptions { resume: true, ..order(subfolder) };
    assert!(run(&long(), &again, &Expecting(kept)).unwrap()[0].tournament.is_some());
    folder.run(&long(), "alone");
    assert_eq!(folder.results("killed"), folder.results("alone"));
    let kept = &run(&long(), &again, &Expecting(0)).unwrap()[0];
    assert!(kept.tournament.is_none() && kept.blocks == BLOCKS);
}
