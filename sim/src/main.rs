//! The `sim` binary: arguments in, one exit code out.

use std::process::ExitCode;

use clap::Parser;
use sim::cli::Cli;

fn main() -> ExitCode {
    // A reader that has seen enough, as in `sim play … | head`, ends the program quietly.
    sigpipe::reset();
    match Cli::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            error.exit_code()
        }
    }
}
