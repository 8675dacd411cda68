//! `sim completions`: a script that completes the command line in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::error::Result;

/// Arguments of `sim completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> Result<()> {
    clap_complete::generate(args.shell, &mut Cli::command(), "sim", &mut std::io::stdout());
    Ok(())
}
