//! External agents, on systems that can start them.

#![cfg(unix)]

#[path = "../common/running.rs"]
mod running;
#[path = "../common/test_folder.rs"]
mod test_folder;

mod check;
mod configs;
mod examples;
mod hostile;
mod messages;
mod process;
mod reader;
mod same;
mod serve;

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// The folder of the project.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns whether a language is installed; prints a line if it is not.
fn is_installed(language: &str) -> bool {
    let version = Command::new(language).arg("--version").stdout(Stdio::null()).status();
    if version.is_err() {
        println!("SKIPPED: {language} is not installed");
    }
    version.is_ok()
}

/// Tries all cases at the same time, because they mostly wait. Each names itself if it fails.
fn together<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}
