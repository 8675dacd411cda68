//! The binary while it runs.
#![allow(dead_code, reason = "several crates of tests share this, and none needs all of it")]

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::test_folder::TestFolder;

/// Far longer than anything here takes.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until the condition holds.
#[track_caller]
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "still not so: {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Something that would run for years, and must not outlive a test that fails.
pub struct Running {
    child: Option<Child>,
    printed: Option<PathBuf>,
}

impl Running {
    pub fn start(folder: &TestFolder, words: &[&str]) -> Self {
        let child = folder.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Self { child: Some(child), printed: None }
    }

    /// A command in a shell, in place of the shell; what it prints goes to a file.
    pub fn shell(folder: &TestFolder, command: &str) -> Self {
        let printed = File::create(folder.path("printed")).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec {command}")]).current_dir(folder.path(""));
        let child = shell.stdout(printed).stderr(Stdio::null()).spawn().unwrap();
        Self { child: Some(child), printed: Some(folder.path("printed")) }
    }

    /// What a command in a shell has printed so far.
    pub fn printed(&self) -> String {
        fs::read_to_string(self.printed.as_ref().unwrap()).unwrap()
    }

    fn child(&mut self) -> &mut Child {
        self.child.as_mut().unwrap()
    }

    pub fn has_ended(&mut self) -> bool {
        self.child().try_wait().unwrap().is_some()
    }

    pub fn press_ctrl_c(&mut self) {
        self.signal("INT");
    }

    /// Sends a signal, unless it has ended.
    pub fn signal(&mut self, name: &str) {
        let process = self.child().id().to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status().unwrap().success();
        assert!(sent || self.has_ended());
    }

    #[track_caller]
    pub fn end(mut self) -> Output {
        until("it has ended", || self.has_ended());
        self.child.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
