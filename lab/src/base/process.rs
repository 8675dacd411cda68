//! External programs that exchange lines with this one.
//!
//! Each has its own process group, limits on time and memory, and leaves no process behind.

use std::ffi::OsStr;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

pub use super::program::*;
use crate::base::error::in_words;

/// The time between the end of a program's input and its being killed.
const GRACE: Duration = Duration::from_millis(300);

/// The interval of checks whether a silent program is still running.
///
/// Its children may keep its output open.
const LOOK: Duration = Duration::from_millis(100);

/// The maximum time between the end of a program's output and its exit, even on a busy machine.
///
/// A program that runs longer has only closed its output.
const CLOSING: Duration = Duration::from_secs(2);

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// The bytes received and not yet consumed.
    received: Vec<u8>,
    /// The last part of its standard error.
    stderr_tail: Vec<u8>,
    /// The time that it has left to end.
    grace: Duration,
    /// Whether the child is a supervisor of the program.
    is_kept: bool,
}

impl Process {
    /// Starts a program, which ends when this process ends.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Program) -> Result<Self, NoAnswer> {
        survive_closed_pipes().map_err(not_started)?;
        let memory = program.memory.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
        let parent = std::process::id().to_string();
        let launcher = program
            .launcher
            .iter()
            .flat_map(|path| [path.as_os_str(), ROLE.as_ref(), parent.as_ref(), memory.as_ref()]);
        let is_kept = ROLE == SUPERVISE && program.launcher.is_some();
        let mut words = launcher.chain(program.words.iter().map(OsStr::new));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = spawn(command).map_err(not_started)?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let group = Pid::from_child(&child);
        let process = Self {
            child,
            group,
            input,
            output,
            errors,
            received: Vec::new(),
            stderr_tail: Vec::new(),
            grace: GRACE,
            is_kept,
        };
        process.unblock().map_err(not_started)?;
        Ok(process)
    }

    /// Makes reading and writing non-blocking, so that one poll can wait for all three pipes.
    fn unblock(&self) -> io::Result<()> {
        self.input.iter().try_for_each(|end| rustix::io::ioctl_fionbio(end, true))?;
        self.output.iter().try_for_each(|end| rustix::io::ioctl_fionbio(end, true))?;
        self.errors.iter().try_for_each(|end| rustix::io::ioctl_fionbio(end, true))?;
        Ok(())
    }

    /// Writes a line, given without its line end, that needs no answer.
    ///
    /// # Errors
    /// If it is not read within the limit.
    pub fn tell(&mut self, line: &str, limit: Option<Duration>) -> Result<(), NoAnswer> {
        self.send(line, limit).map_err(|why| if let NoAnswer::Late(limit) = why { NoAnswer::Deaf(limit) } else { why })
    }

    fn send(&mut self, line: &str, limit: Option<Duration>) -> Result<(), NoAnswer> {
        let line = format!("{line}\n");
        let (begun, mut rest) = (Instant::now(), line.as_bytes());
        while !rest.is_empty() {
            self.exchange(&mut rest, left(begun, limit)?)?;
            if self.received.len() > LONGEST_LINE {
                return Err(self.too_long());
            }
        }
        Ok(())
    }

    /// Writes a line and waits for the answer, both without line ends.
    ///
    /// # Errors
    /// If the program has written anything unasked, or does not answer within the limit.
    pub fn ask(&mut self, line: &str, limit: Option<Duration>) -> Result<String, NoAnswer> {
        self.exchange(&mut &b""[..], Duration::ZERO)?;
        if !self.received.is_empty() {
            return Err(NoAnswer::Unasked(shown(&std::mem::take(&mut self.received))));
        }
        let begun = Instant::now();
        self.send(line, limit)?;
        loop {
            if let Some(end) = self.received.iter().position(|&byte| byte == b'\n') {
                let rest = self.received.split_off(end + 1);
                let mut answer = std::mem::replace(&mut self.received, rest);
                answer.pop();
                self.skip_empty_lines();
                return if answer.len() > LONGEST_LINE {
                    Err(NoAnswer::TooLong(shown(&answer)))
                } else {
                    String::from_utf8(answer).map_err(|error| NoAnswer::NoText(shown(error.as_bytes())))
                };
            }
            if self.received.len() > LONGEST_LINE {
                return Err(self.too_long());
            }
            self.exchange(&mut &b""[..], left(begun, limit)?)?;
        }
    }

    /// Denies the program the time to end.
    pub fn give_up(&mut self) {
        self.grace = Duration::ZERO;
    }

    /// Returns unsolicited output if any arrives within this time.
    ///
    /// # Errors
    /// If it ends.
    pub fn unasked_output(&mut self, limit: Duration) -> Result<Option<String>, NoAnswer> {
        let begun = Instant::now();
        while let Some(rest) = limit.checked_sub(begun.elapsed()).filter(|_| self.received.is_empty()) {
            self.exchange(&mut &b""[..], rest)?;
        }
        let received = std::mem::take(&mut self.received);
        Ok((!received.is_empty()).then(|| shown(&received)))
    }

    /// Closes the program's input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Waits this long for the program to end; returns its status in words.
    pub fn ended(&mut self, limit: Duration) -> Option<String> {
        let deadline = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status_words(status)),
                Ok(None) if Instant::now() < deadline => {}
                Ok(None) | Err(_) => return None,
            }
            let _ = self.read_stderr();
            if let Some(output) = &mut self.output {
                self.received.clear();
                let _ = read_into(output, &mut self.received);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Discards the white space with which the next line begins.
    fn skip_empty_lines(&mut self) {
        let blank = self.received.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.received.drain(..blank);
    }

    /// Discards the rest of a line that is too long, so that the process can still receive lines.
    fn too_long(&mut self) -> NoAnswer {
        NoAnswer::TooLong(shown(&std::mem::take(&mut self.received)))
    }

    /// The last part of its standard error.
    pub fn stderr_tail(&mut self) -> String {
        let _ = self.exchange(&mut &b""[..], Duration::ZERO);
        String::from_utf8_lossy(&self.stderr_tail).into_owned()
    }

    /// The processor time used by it and its ended children; only on Linux, while it runs.
    pub fn processor_time(&self) -> Option<Duration> {
        let own = self.child.id();
        let ticks: u64 =
            if self.is_kept { children_of(own).into_iter().filter_map(ticks_of).sum() } else { ticks_of(own)? };
        Some(Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second() as u32)
    }

    /// Waits for the first of: space to write, something to read, the end of the program, the limit.
    fn exchange(&mut self, rest: &mut &[u8], limit: Duration) -> Result<(), NoAnswer> {
        let (writes, reads, complains) = self.wait(!rest.is_empty(), limit.min(LOOK)).map_err(broken)?;
        if complains {
            self.read_stderr().map_err(broken)?;
        }
        if reads && let Some(output) = &mut self.output {
            let count = read_into(output, &mut self.received).map_err(broken)?;
            self.skip_empty_lines();
            match count {
                0 => self.output = None,
                _ => return Ok(()),
            }
        }
        if writes && let Some(input) = &mut self.input {
            match input.write(rest) {
                Ok(count) => *rest = &rest[count..],
                Err(error) if [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&error.kind()) => {}
                Err(_) => self.input = None,
            }
        }
        if self.output.is_none() || self.input.is_none() || !(writes || reads) {
            self.look(!rest.is_empty())?;
        }
        Ok(())
    }

    /// Fails if the program has ended or closed its pipes. After closing them it is given time to end.
    fn look(&mut self, is_writing: bool) -> Result<(), NoAnswer> {
        let is_closed = self.output.is_none() || is_writing && self.input.is_none();
        let deadline = Instant::now() + if is_closed { CLOSING } else { Duration::ZERO };
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if self.received.is_empty() => {
                    let _ = self.read_stderr();
                    return Err(NoAnswer::Ended(status_words(status)));
                }
                Ok(None) if is_closed && Instant::now() < deadline => std::thread::sleep(Duration::from_millis(5)),
                Ok(None) if is_closed => return Err(NoAnswer::Closed),
                // It ended in the middle of a line.
                Ok(Some(status)) if is_closed => return Err(NoAnswer::Ended(status_words(status))),
                Ok(_) => return Ok(()),
                Err(error) => return Err(NoAnswer::Broken(in_words(error))),
            }
        }
    }

    /// Returns which pipes are ready within the limit: input (if writing), output and standard error.
    fn wait(&self, is_writing: bool, limit: Duration) -> io::Result<(bool, bool, bool)> {
        let input = self.input.as_ref().filter(|_| is_writing);
        let mut ends: Vec<PollFd<'_>> = Vec::with_capacity(3);
        ends.extend(input.map(|end| PollFd::from_borrowed_fd(end.as_fd(), PollFlags::OUT)));
        ends.extend(self.output.iter().map(|end| PollFd::from_borrowed_fd(end.as_fd(), PollFlags::IN)));
        ends.extend(self.errors.iter().map(|end| PollFd::from_borrowed_fd(end.as_fd(), PollFlags::IN)));
        let limit = Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: limit.subsec_nanos().into() };
        match poll(&mut ends, Some(&limit)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = ends.iter().map(|end| !end.revents().is_empty());
        let mut of = |is_there: bool| is_there && ready.next().unwrap_or(false);
        Ok((of(input.is_some()), of(self.output.is_some()), of(self.errors.is_some())))
    }

    fn read_stderr(&mut self) -> io::Result<()> {
        let Some(errors) = &mut self.errors else { return Ok(()) };
        if read_into(errors, &mut self.stderr_tail)? == 0 {
            self.errors = None;
        }
        let surplus = self.stderr_tail.len().saturating_sub(KEPT_ERRORS);
        self.stderr_tail.drain(..surplus);
        Ok(())
    }
}

impl Drop for Process {
    /// Closes the input, then ends the program and all its children after a grace period.
    fn drop(&mut self) {
        self.input = None;
        let deadline = Instant::now() + self.grace;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            // A program that is still writing must be able to finish.
            let _ = self.read_stderr();
            if let Some(output) = &mut self.output {
                self.received.clear();
                let _ = read_into(output, &mut self.received);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        if self.is_kept && matches!(self.child.try_wait(), Ok(None)) {
            let _ = kill_process(self.group, Signal::TERM);
            let deadline = Instant::now() + GRACE;
            while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.wait();
    }
}

/// The role of the copy of this program that starts another: a supervisor where supported.
const ROLE: &str = if cfg!(target_os = "linux") { SUPERVISE } else { EXEC };

/// Starts it from a permanent thread: on Linux a process is signalled when its starting thread ends.
fn spawn(command: Command) -> io::Result<Child> {
    type Order = (Command, mpsc::Sender<io::Result<Child>>);
    static STARTER: OnceLock<Result<mpsc::Sender<Order>, ErrorKind>> = OnceLock::new();
    let begin = || {
        let (orders, taken) = mpsc::channel::<Order>();
        std::thread::Builder::new()
            .name("starter".to_owned())
            .spawn(move || {
                for (mut command, answer) in taken {
                    let _ = answer.send(command.spawn());
                }
            })
            .map(|_| orders)
            .map_err(|error| error.kind())
    };
    let orders = STARTER.get_or_init(begin).as_ref().map_err(|kind| {
        let error = io::Error::from(*kind);
        io::Error::new(*kind, format!("no thread can be started: {error}"))
    })?;
    let (answer, answered) = mpsc::channel();
    orders
        .send((command, answer))
        .ok()
        .and_then(|()| answered.recv().ok())
        .ok_or_else(|| io::Error::other("the thread that starts programs has ended"))?
}

fn not_started(error: io::Error) -> NoAnswer {
    NoAnswer::NotStarted(in_words(error))
}

fn broken(error: io::Error) -> NoAnswer {
    NoAnswer::Broken(in_words(error))
}

/// The children of a process, where the system provides them.
pub fn children_of(process: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

/// The processor time of a process and its ended children.
fn ticks_of(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may contain anything. User and system time are the 12th and 13th fields after it,
    // followed by those of children.
    let fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11).take(4);
    fields.map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// Makes writing to a program that has ended an error instead of ending this process.
fn survive_closed_pipes() -> io::Result<()> {
    static SURVIVES: OnceLock<Result<(), ErrorKind>> = OnceLock::new();
    SURVIVES
        .get_or_init(|| {
            signal_hook::flag::register(signal_hook::consts::SIGPIPE, Arc::default())
                .map(drop)
                .map_err(|error| error.kind())
        })
        .map_err(io::Error::from)
}

/// Returns the remaining time of a limit; [`LOOK`] without a limit.
fn left(begun: Instant, limit: Option<Duration>) -> Result<Duration, NoAnswer> {
    let Some(limit) = limit else { return Ok(LOOK) };
    let left = limit.saturating_sub(begun.elapsed());
    if left.is_zero() { Err(NoAnswer::Late(limit)) } else { Ok(left) }
}

/// Reads the available bytes and returns their number: 0 at the end, 1 if none are available yet.
fn read_into(end: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let mut block = [0; 1 << 16];
    match end.read(&mut block) {
        Ok(count) => {
            bytes.extend_from_slice(&block[..count]);
            Ok(count)
        }
        Err(error) if [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&error.kind()) => Ok(1),
        Err(error) => Err(error),
    }
}

/// The beginning of a text, for messages.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).trim_end().to_owned()
}

fn status_words(status: ExitStatus) -> String {
    status.to_string()
}
