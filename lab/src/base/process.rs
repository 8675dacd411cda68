//! Other programs that are told lines and asked for lines: started in a process group of their own, bounded in time and memory, and never
//! left behind.

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

/// The time that a program has to end after its input has ended, before it is killed.
const GRACE: Duration = Duration::from_millis(300);

/// The interval of checks whether a silent program still runs: a child of it may keep its output open.
const LOOK: Duration = Duration::from_millis(100);

/// The time from the end of a program's output to its own end, on however busy a machine: one that lives on has only closed its output.
const CLOSING: Duration = Duration::from_secs(2);

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// The bytes that have been received and not yet asked for.
    received: Vec<u8>,
    /// The end of what it wrote to standard error.
    stderr_tail: Vec<u8>,
    /// The time that it has to end.
    grace: Duration,
    /// Set if the child is only its supervisor.
    is_kept: bool,
}

impl Process {
    /// Starts it. Should this process end, so does the program.
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
        let is_kept = ROLE == KEEP && program.launcher.is_some();
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

    /// Reading and writing never wait, so that one poll can wait for all three ends.
    fn unblock(&self) -> io::Result<()> {
        self.input.iter().try_for_each(|end| rustix::io::ioctl_fionbio(end, true))?;
        self.output.iter().try_for_each(|end| rustix::io::ioctl_fionbio(end, true))?;
        self.errors.iter().try_for_each(|end| rustix::io::ioctl_fionbio(end, true))?;
        Ok(())
    }

    /// Writes a line that is not answered, given without its end.
    ///
    /// # Errors
    /// If it does not read it within the limit.
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

    /// Writes a line and waits for one, both without their ends.
    ///
    /// # Errors
    /// If it has spoken before it was asked, or does not answer within the limit.
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

    /// It is not given time to end.
    pub fn give_up(&mut self) {
        self.grace = Duration::ZERO;
    }

    /// Returns the next line if one comes within this time; nothing was asked.
    ///
    /// # Errors
    /// If it ends.
    pub fn heard(&mut self, limit: Duration) -> Result<Option<String>, NoAnswer> {
        let begun = Instant::now();
        while let Some(rest) = limit.checked_sub(begun.elapsed()).filter(|_| self.received.is_empty()) {
            self.exchange(&mut &b""[..], rest)?;
        }
        let received = std::mem::take(&mut self.received);
        Ok((!received.is_empty()).then(|| shown(&received)))
    }

    /// Its input ends.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Waits this long for its end, and returns the reason.
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

    /// Discards the rest of a line that is too long, so that the process can still be told something.
    fn too_long(&mut self) -> NoAnswer {
        NoAnswer::TooLong(shown(&std::mem::take(&mut self.received)))
    }

    /// The end of what it has written to standard error.
    pub fn stderr_tail(&mut self) -> String {
        let _ = self.exchange(&mut &b""[..], Duration::ZERO);
        String::from_utf8_lossy(&self.stderr_tail).into_owned()
    }

    /// Processor time that it has used, with that of its children that have ended, where the system tells: on Linux, while it runs.
    pub fn processor_time(&self) -> Option<Duration> {
        let own = self.child.id();
        let ticks: u64 =
            if self.is_kept { children_of(own).into_iter().filter_map(ticks_of).sum() } else { ticks_of(own)? };
        Some(Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second() as u32)
    }

    /// Waits at most so long for whatever comes first: room to write, something to read, the end of the program.
    fn exchange(&mut self, rest: &mut &[u8], limit: Duration) -> Result<(), NoAnswer> {
        let (writes, reads, complains) = self.wait(!rest.is_empty(), limit.min(LOOK)).map_err(broken)?;
        if complains {
            self.read_stderr().map_err(broken)?;
        }
        if reads && let Some(output) = &mut self.output {
            match read_into(output, &mut self.received).map_err(broken)? {
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

    /// Fails if it no longer runs or cannot be talked to. A program that has just closed its ends is about to end.
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

    /// Which ends are ready within the limit: for writing, if that is wanted, for reading, and standard error.
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
    /// Its input ends, and a moment later so do it and all that it has started.
    fn drop(&mut self) {
        self.input = None;
        let deadline = Instant::now() + self.grace;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            // A program that is still writing must be able to get to its end.
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

/// The first argument of the copy of this program that starts another: a supervisor where the system supports it.
const ROLE: &str = if cfg!(target_os = "linux") { KEEP } else { BECOME };

/// Starts it in a thread that lasts: on Linux a process hears of the end of the thread that started it.
fn spawn(command: Command) -> io::Result<Child> {
    type Order = (Command, mpsc::Sender<io::Result<Child>>);
    static STARTER: OnceLock<Result<mpsc::Sender<Order>, ErrorKind>> = OnceLock::new();
    let begin = || {
        let (orders, taken) = mpsc::channel::<Order>();
        let serve = move || {
            for (mut command, answer) in taken {
                let _ = answer.send(command.spawn());
            }
        };
        std::thread::Builder::new()
            .name("starter".to_owned())
            .spawn(serve)
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

/// The children of a process, where the system tells.
pub fn children_of(process: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

/// Processor time of a process and its children that have ended.
fn ticks_of(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything. User and system time are the 12th and 13th fields after it, then those of children.
    let fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11).take(4);
    fields.map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// From now on who writes to a program that has ended gets an error, and is not ended itself.
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

/// Returns the time left of a limit; a long time without one.
fn left(begun: Instant, limit: Option<Duration>) -> Result<Duration, NoAnswer> {
    let Some(limit) = limit else { return Ok(LOOK) };
    let left = limit.saturating_sub(begun.elapsed());
    if left.is_zero() { Err(NoAnswer::Late(limit)) } else { Ok(left) }
}

/// Reads what is there, and returns how many bytes that were: 0 at the end. Waiting for more counts as one.
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

/// The beginning of a text, to recognize it by.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).trim_end().to_owned()
}

fn status_words(status: ExitStatus) -> String {
    status.to_string()
}
