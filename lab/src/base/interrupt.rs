//! Ctrl-C and the signal that ends a job: the first requests an orderly end, the second ends at once.

use std::io::{IsTerminal, Write, stderr};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::base::error::{Error, Result};

/// The number of Ctrl-C's signal.
pub const SIGINT: u8 = 2;

/// The number of the signal by which the user asks to stop; 0 until then.
#[derive(Default, Debug)]
pub struct Interrupt(AtomicU8);

/// The request of this process.
static INTERRUPT: Interrupt = Interrupt(AtomicU8::new(0));

/// A process can have only one handler; the error is kept as text because it cannot be cloned.
static HANDLER: OnceLock<std::result::Result<(), String>> = OnceLock::new();

/// Makes Ctrl-C request a stop instead of killing the process. Only for work that checks it often.
///
/// # Errors
/// If the system does not allow signals to be handled.
pub fn install_handler() -> Result<&'static Interrupt> {
    let handler = HANDLER.get_or_init(|| listen().map_err(|error| error.to_string()));
    handler.clone().map_err(|error| Error::machine("signals cannot be handled", &error))?;
    Ok(&INTERRUPT)
}

/// Leaves all signals to the program that embeds this library, which requests stops itself.
///
/// Must be called before any work.
pub fn leave_to_program() -> &'static Interrupt {
    let _ = HANDLER.set(Ok(()));
    &INTERRUPT
}

impl Interrupt {
    /// Requests a stop as this signal does; returns whether this is the first request.
    pub fn request(&self, signal: u8) -> bool {
        self.0.swap(signal, Ordering::SeqCst) == 0
    }

    /// Clears the request, so that other work can start.
    pub fn clear(&self) {
        self.0.store(0, Ordering::SeqCst);
    }

    /// Returns whether the work should end.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// Fails if the work should end.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if it should.
    pub fn check(&self) -> Result<()> {
        if self.is_requested() { Err(Error::Interrupted) } else { Ok(()) }
    }
}

/// The exit code of an interrupted process: 128 plus the signal number, as in shells.
pub fn exit_code() -> u8 {
    128 + INTERRUPT.0.load(Ordering::SeqCst)
}

/// Listens for Ctrl-C and for the signal with which schedulers end a job.
///
/// A closed terminal is not handled: use `nohup` for that.
#[cfg(unix)]
fn listen() -> std::io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT.into(), signal_hook::consts::SIGTERM])?;
    let listen = move || signals.forever().for_each(|signal| handle(signal as u8));
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
    Ok(())
}

#[cfg(not(unix))]
fn listen() -> std::result::Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| handle(SIGINT))
}

/// Runs in a separate thread, so it may print and exit.
fn handle(signal: u8) {
    if !INTERRUPT.request(signal) {
        std::process::exit(exit_code().into());
    }
    // On a terminal, the line may contain part of a progress bar.
    let start = if stderr().is_terminal() { "\n" } else { "" };
    // A closed standard error is no reason to continue.
    let _ =
        writeln!(stderr(), "{start}interrupted: stops after the games in progress; interrupt again to stop at once");
}
