//! The two processes between this program and a program that it starts.
//!
//! One is a copy of this program that replaces itself by the other program, with limits set. On Linux a second copy
//! supervises it, and kills leftover processes when either of them ends for any reason.

use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Resource, Rlimit, setrlimit};

use super::program::EXEC;

/// Performs the role given by the first argument, [`EXEC`] or [`SUPERVISE`].
///
/// `words` are the requesting process, the memory limit in bytes or `-`, and the command line of the program.
///
/// # Errors
/// Returns only on failure.
///
/// [`SUPERVISE`]: super::program::SUPERVISE
pub fn take_over(role: &str, words: &[String]) -> io::Error {
    let [parent, memory, program, arguments @ ..] = words else {
        return io::Error::new(ErrorKind::InvalidInput, "accepted: PARENT MEMORY PROGRAM [ARGUMENT…]");
    };
    #[cfg(target_os = "linux")]
    if role != EXEC {
        return supervision::supervise(parent, &words[1..]);
    }
    assert_eq!(role, EXEC, "there is no other");
    let prepare = || -> io::Result<()> {
        #[cfg(target_os = "linux")]
        supervision::end_with(parent, rustix::process::Signal::KILL)?;
        if let Ok(bytes) = memory.parse() {
            setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) })?;
        }
        Ok(())
    };
    let _ = parent;
    match prepare() {
        Ok(()) => Command::new(program).args(arguments).exec(),
        Err(error) => error,
    }
}

#[cfg(target_os = "linux")]
mod supervision {
    use std::fs::OpenOptions;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use rustix::process::{
        Pid, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process, kill_process_group, set_child_subreaper,
        set_parent_process_death_signal, wait,
    };
    use signal_hook::consts::{SIGCHLD, SIGTERM};

    use crate::base::program::EXEC;

    /// The time spent looking for leftover processes.
    const LOOK_FOR: Duration = Duration::from_secs(1);

    /// Requests a signal for this process when the requesting process ends.
    ///
    /// # Errors
    /// If that process has already ended.
    pub fn end_with(parent: &str, signal: Signal) -> io::Result<()> {
        set_parent_process_death_signal(Some(signal))?;
        if getppid().map(|pid| pid.as_raw_nonzero().to_string()).as_deref() == Some(parent) {
            Ok(())
        } else {
            Err(io::Error::other("the process that asked for it is gone"))
        }
    }

    /// Starts the program in its own process group, and kills its leftover processes when it ends.
    ///
    /// Waits until the program ends or this process is told to end.
    ///
    /// # Errors
    /// Returns only on failure.
    pub fn supervise(parent: &str, words: &[String]) -> io::Error {
        let status = match start(parent, words) {
            Ok((program, mut signals)) => await_end(program, &mut signals),
            Err(error) => return error,
        };
        // End in the same way as the program did.
        match status {
            Some(status) if status.signaled() => {
                let _ = status.terminating_signal().map(signal_hook::low_level::emulate_default_handler);
                std::process::exit(128)
            }
            status => std::process::exit(status.and_then(|status| status.exit_status()).unwrap_or(0)),
        }
    }

    fn start(parent: &str, words: &[String]) -> io::Result<(Pid, signal_hook::iterator::Signals)> {
        // Before any event that must be noticed.
        let signals = signal_hook::iterator::Signals::new([SIGTERM, SIGCHLD])?;
        end_with(parent, Signal::TERM)?;
        // Orphans of the program become children of this process.
        set_child_subreaper(Some(getpid()))?;
        let own = std::env::current_exe()?;
        let mut command = Command::new(own);
        command.args([EXEC, &getpid().as_raw_nonzero().to_string()]).args(words).process_group(0);
        let child = command.stdin(Stdio::inherit()).spawn()?;
        // Only the program keeps the pipes, so that the other side notices when it closes one.
        let nothing = OpenOptions::new().read(true).write(true).open("/dev/null")?;
        rustix::stdio::dup2_stdin(&nothing)?;
        rustix::stdio::dup2_stdout(&nothing)?;
        rustix::stdio::dup2_stderr(&nothing)?;
        Ok((Pid::from_child(&child), signals))
    }

    /// Waits for the program to end and returns its status; `None` if this process was told to end.
    fn await_end(program: Pid, signals: &mut signal_hook::iterator::Signals) -> Option<WaitStatus> {
        let mut ended = None;
        for signal in signals.forever() {
            ended = reap(program).or(ended);
            if ended.is_some() || signal == SIGTERM {
                break;
            }
        }
        let _ = kill_process_group(program, Signal::KILL);
        let deadline = Instant::now() + LOOK_FOR;
        // Processes that have left the group become children of this process once their parents are gone.
        loop {
            for child in children() {
                let _ = kill_process_group(child, Signal::KILL);
                let _ = kill_process(child, Signal::KILL);
            }
            ended = reap(program).or(ended);
            if children().is_empty() || Instant::now() >= deadline {
                return ended;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Reaps children that have ended; returns the status of the program if it is among them.
    fn reap(program: Pid) -> Option<WaitStatus> {
        let mut ended = None;
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            ended = ended.or((pid == program).then_some(status));
        }
        ended
    }

    fn children() -> Vec<Pid> {
        let own = getpid().as_raw_nonzero();
        crate::base::process::children_of(own.get() as u32)
            .into_iter()
            .filter_map(|pid| Pid::from_raw(pid as i32))
            .collect()
    }
}
