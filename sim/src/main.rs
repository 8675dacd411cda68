//! The `sim` binary: arguments in, one exit code out.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use sim::base::error::{Error, Result};
use sim::base::out;
use sim::commands::cli::Cli;

fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(words) = words_of_another_program() {
        let error = sim::base::process::become_program(&words);
        let _ = writeln!(anstream::stderr(), "{}: {error}", words.get(2).map_or("", |word| word));
        return ExitCode::from(127);
    }
    // Where the system does not say where this program is, agents are started directly.
    if let Ok(own) = std::env::current_exe() {
        sim::base::process::launch_by(own);
    }
    // A reader that has seen enough, as in `sim play … | head`, ends the program quietly.
    sigpipe::reset();
    match Cli::try_parse() {
        Ok(cli) => answer(cli.command.run()),
        Err(usage) => answer_usage(&usage),
    }
}

/// What follows the word by which this program starts agents: it becomes them.
#[cfg(unix)]
fn words_of_another_program() -> Option<Vec<String>> {
    let mut words = std::env::args().skip(1);
    (words.next()? == sim::base::process::BECOME).then(|| words.collect())
}

fn answer(result: Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    match error {
        // The answer to Ctrl-C was printed when it came.
        Error::Interrupted => {}
        Error::Input(_) | Error::Other(_) | Error::Undecided(_) => {
            // Where the error itself cannot be printed, the exit code must do.
            let _ = writeln!(anstream::stderr(), "error: {error}");
        }
    }
    error.exit_code()
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn answer_usage(usage: &clap::Error) -> ExitCode {
    match usage.print() {
        Err(error) if !usage.use_stderr() => answer(Err(out::fault(error))),
        Ok(()) | Err(_) => ExitCode::from(usage.exit_code() as u8),
    }
}
