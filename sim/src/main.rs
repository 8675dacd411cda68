//! The `sim` binary: arguments in, one exit code out.

use std::process::ExitCode;

use clap::Parser;
use sim::cli::Cli;
use sim::error::Error;

fn main() -> ExitCode {
    // A reader that has seen enough, as in `sim play … | head`, ends the program quietly.
    sigpipe::reset();
    match Cli::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        // The answer to Ctrl-C was printed when it came.
        Err(error @ Error::Interrupted) => error.exit_code(),
        Err(error) => {
            anstream::eprintln!("error: {error}");
            error.exit_code()
        }
    }
}
