//! `sim completions`: a script that completes the command line in a shell.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::base::error::Result;
use crate::base::out;

/// Arguments of `sim completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Prints the script for this command line.
pub fn run(args: &CompletionsArgs, mut command: Command) -> Result<()> {
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sim", &mut script);
    out::print(format_args!("{}", String::from_utf8_lossy(&script)))
}
